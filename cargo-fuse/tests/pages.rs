//! Each code has a page, and what the page says is so: the first function misses the fusion, the second one does not, and both compile.

use cargo_fuse::analysis::{self, Analysis, Which};
use cargo_fuse::pages;
use fuse_compiler::report::Code;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// The code under a heading of a page.
fn snippet(page: &'static str, heading: &str) -> Option<&'static str> {
    let (_, below) = page.split_once(&format!("\n## {heading}\n\n```rust\n"))?;
    below.split_once("```").map(|(code, _)| code)
}

/// The last function of a snippet; what stands before it is what it needs.
fn analysed(code: Code, text: &str) -> Analysis {
    let found = analysis::of_text(text, &code.to_string(), &[], Which::All, true);
    let mut found = found.expect("a snippet that can be parsed");
    found.pop().expect("a snippet with a function")
}

fn misses(function: &Analysis, code: Code) -> bool {
    function.missed.iter().any(|missed| missed.code == code)
}

#[test]
fn each_code_has_a_page_with_its_title() {
    for code in Code::all() {
        let page = pages::of(code);
        let title = format!("# {code}: {}\n\n", code.title());
        assert!(page.starts_with(&title), "{code}: {page:.80}");
        let words = page.split("```").step_by(2).collect::<String>();
        let lines = words.lines().filter(|line| !line.is_empty()).count();
        assert!((7..=25).contains(&lines), "{code}: {lines} lines");
        let widest = page.lines().map(|line| line.chars().count()).max();
        assert!(widest <= Some(120), "{code}: {widest:?} columns");
    }
    let files = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("pages"));
    let files = files.expect("a readable directory").count();
    assert_eq!(files, Code::all().len(), "a page without a code");
}

#[test]
fn the_function_before_misses_the_fusion_and_the_one_after_does_not() {
    for code in Code::all() {
        let page = pages::of(code);
        if code.is_inherent() {
            let example = snippet(page, "Example").unwrap_or_else(|| panic!("{code}: no example"));
            assert!(misses(&analysed(code, example), code), "{code}: Example");
            assert!(snippet(page, "After").is_none(), "{code}: no way out");
            continue;
        }
        let before = snippet(page, "Before").unwrap_or_else(|| panic!("{code}: nothing before"));
        let after = snippet(page, "After").unwrap_or_else(|| panic!("{code}: nothing after"));
        let (before, after) = (analysed(code, before), analysed(code, after));
        assert!(
            misses(&before, code),
            "{code}: Before misses something else"
        );
        assert!(!misses(&after, code), "{code}: After misses it, too");
        let fewer = after.loops < before.loops;
        assert!(fewer && after.fuses(), "{code}: After has no fewer loops");
        let way_out = |missed: &analysis::Missed| missed.code != code || missed.way_out.is_some();
        assert!(before.missed.iter().all(way_out), "{code}: no way out");
    }
}

/// Without the attribute, and those with chains of rayon's aside: nothing here depends on rayon.
#[test]
fn the_functions_compile() {
    let mut crate_text = "#![allow(dead_code, unused_attributes)]\n".to_owned();
    for code in Code::all() {
        for heading in ["Before", "After", "Example"] {
            let snippet = snippet(pages::of(code), heading);
            let Some(snippet) = snippet.filter(|text| !text.contains("rayon")) else {
                continue;
            };
            let snippet = snippet.replace("#[fuse(parallel)]\n", "");
            // Writing to a string cannot fail.
            let name = format!("{code}_{heading}").to_lowercase();
            let _ = writeln!(crate_text, "mod {name} {{\n{snippet}}}\n");
        }
    }
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = directory.join("pages.rs");
    std::fs::write(&file, crate_text).expect("a writable directory");
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let compiled = Command::new(rustc)
        .args([
            "--edition",
            "2024",
            "--crate-type",
            "lib",
            "--emit",
            "metadata",
        ])
        .arg("--out-dir")
        .arg(directory)
        .arg(&file)
        .output()
        .expect("rustc");
    let said = String::from_utf8_lossy(&compiled.stderr);
    assert!(compiled.status.success(), "{said}");
    assert!(!said.contains("warning"), "{said}");
}
