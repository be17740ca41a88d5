//! The pages of codes.
//!
//! In: a [`Code`]. Out: what it means, why the compiler is careful there, and the way out, with a function before and after.

use fuse_compiler::report::Code;
use std::fmt::Write;

macro_rules! pages {
    ($($code:literal)*) => { &[$(($code, include_str!(concat!("../pages/", $code, ".md")))),*] };
}

const PAGES: &[(&str, &str)] = pages!();

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
