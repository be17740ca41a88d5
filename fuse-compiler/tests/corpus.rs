//! A corpus with the verdict in the header.
//!
//! Each file of `tests/corpus` begins with what must come out of its one function with `#[fuse]`:
//!
//! ```text
//! //! loops: 2, contracted: gts
//! ```
//!
//! the loops after fusion and the arrays that are never built, in the order of the report; nothing
//! behind `loops` if there are none. A file that states no verdict is an error of the corpus.
//! `tests/corpus.rs` of the facade compiles the same files with the real macro.

use proc_macro2::TokenStream;
use quote::ToTokens;
use std::path::{Path, PathBuf};
use syn::{Item, Meta};

#[derive(Debug, PartialEq, Eq)]
struct Verdict {
    loops: usize,
    contracted: Vec<String>,
}

/// `//! loops: 2, contracted: a, b`
fn verdict(header: &str) -> Option<Verdict> {
    let header = header.strip_prefix("//! loops: ")?;
    let (loops, contracted) = match header.split_once(", contracted: ") {
        Some((loops, names)) => (loops, names.split(", ").map(str::to_owned).collect()),
        None => (header, Vec::new()),
    };
    let loops = loops.parse().ok()?;
    Some(Verdict { loops, contracted })
}

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let entries = std::fs::read_dir(folder).expect("the corpus is there");
    let mut files = entries
        .map(|entry| entry.expect("a readable entry").path())
        .collect::<Vec<_>>();
    files.sort();
    files
}

/// The options and the item of the one function with `#[fuse]`.
fn function(text: &str) -> Option<(TokenStream, TokenStream)> {
    let file = syn::parse_file(text).ok()?;
    let mut found = file.items.into_iter().filter_map(|item| {
        let Item::Fn(mut function) = item else {
            return None;
        };
        let is_fuse = |attribute: &syn::Attribute| {
            let last = attribute.path().segments.last();
            last.is_some_and(|segment| segment.ident == "fuse")
        };
        let position = function.attrs.iter().position(is_fuse)?;
        let options = match function.attrs.remove(position).meta {
            Meta::List(list) => list.tokens,
            Meta::Path(_) | Meta::NameValue(_) => TokenStream::new(),
        };
        Some((options, function.into_token_stream()))
    });
    let only = found.next()?;
    found.next().is_none().then_some(only)
}

/// What the report says.
fn judged(options: TokenStream, item: TokenStream) -> (Verdict, String) {
    let report = fuse_compiler::analyse(options, item)
        .expect("the options are right")
        .expect("the function is looked at");
    let text = report.to_string();
    let contracted = text
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("contracted: "))
        .flat_map(|names| names.split(", ").map(str::to_owned))
        .collect();
    let loops = report.loops();
    (Verdict { loops, contracted }, text)
}

#[test]
fn every_file_has_the_loops_of_its_header() {
    let mut wrong = Vec::new();
    let files = files();
    assert!(files.len() >= 25, "only {} files", files.len());
    for path in files {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let Some(stated) = text.lines().next().and_then(verdict) else {
            wrong.push(format!("{name}: its first line states no verdict"));
            continue;
        };
        let Some((options, item)) = function(&text) else {
            wrong.push(format!("{name}: it must hold one function with `#[fuse]`"));
            continue;
        };
        let (found, report) = judged(options, item);
        if found != stated {
            wrong.push(format!(
                "{name}: stated {stated:?}, found {found:?}\n{report}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_header_is_read_or_refused() {
    assert_eq!(
        verdict("//! loops: 2, contracted: a, b"),
        Some(Verdict {
            loops: 2,
            contracted: vec!["a".into(), "b".into()]
        })
    );
    assert_eq!(
        verdict("//! loops: 3"),
        Some(Verdict {
            loops: 3,
            contracted: Vec::new()
        })
    );
    for header in ["", "//! One loop.", "// loops: 2", "//! loops: two"] {
        assert_eq!(verdict(header), None, "{header}");
    }
}
