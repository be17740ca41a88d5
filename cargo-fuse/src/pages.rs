//! The pages of codes.
//!
//! In: a [`Code`]. Out: what it means, why the compiler is careful there, and the way out, with a function before and after.

use fuse_compiler::report::Code;
use std::fmt::Write;

macro_rules! pages {
    ($($code:literal)*) => { &[$(($code, include_str!(concat!("../pages/", $code, ".md")))),*] };
}

const PAGES: &[(&str, &str)] = pages! {
    "F001" "F002" "F003" "F004" "F005" "F006" "F007" "F008"
    "F009" "F010" "F011" "F012" "F013" "F014" "F015" "F016"
    "F017" "F018" "F019" "F020" "F021" "F022" "F023" "F024"
    "F025" "F031" "F032" "F033" "F034" "F035" "F036" "F037"
    "F038" "F039" "F040" "F041" "F042" "F043" "F044" "F045"
    "F046" "F047" "F048"
};

/// The page of a code, as Markdown.
#[must_use]
pub fn of(code: Code) -> &'static str {
    let code = code.to_string();
    let page = PAGES.iter().find(|(name, _)| *name == code);
    page.map_or("", |(_, page)| page)
}

/// All codes, a line each.
#[must_use]
pub fn list() -> String {
    let mut out = String::new();
    for code in Code::all() {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{code}  {}", code.title());
    }
    out
}
