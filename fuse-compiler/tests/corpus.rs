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

mod source;

use fuse_compiler::internals::candidates;
use fuse_compiler::internals::options::Options;
use fuse_compiler::internals::pipeline::{self, Outcome};
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{ImplItemFn, ItemFn, Macro};

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
    let files = source::files("tests/corpus");
    assert!(files.len() >= 25, "only {} files", files.len());
    for (name, text) in files {
        let Some(stated) = text.lines().next().and_then(verdict) else {
            wrong.push(format!("{name}: its first line states no verdict"));
            continue;
        };
        let functions = source::functions(&text, "fuse");
        let [(options, function)] = functions.as_slice() else {
            let count = functions.len();
            wrong.push(format!("{name}: one function with `#[fuse]`, not {count}"));
            continue;
        };
        let (found, report) = judged(options.clone(), function.to_token_stream());
        if found != stated {
            wrong.push(format!(
                "{name}: stated {stated:?}, found {found:?}\n{report}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The integer program of the paper, which shares no code with the search, proves the same cost.
#[cfg(feature = "ilp")]
#[test]
fn the_integer_program_agrees_with_the_search() {
    let cost = |text: &str| {
        let mut lines = text
            .lines()
            .filter_map(|line| line.trim_start().strip_prefix("cost: "));
        lines.next().map(str::to_owned)
    };
    let mut asked = 0;
    for (name, text) in source::files("tests/corpus") {
        for (options, function) in source::functions(&text, "fuse") {
            if !options.is_empty() {
                continue;
            }
            let (_, searched) = judged(options, function.to_token_stream());
            let program = quote::quote!(strategy = "ilp");
            let (_, solved) = judged(program, function.to_token_stream());
            assert_eq!(cost(&solved), cost(&searched), "{name}: {solved}");
            asked +=
                usize::from(cost(&solved).is_some_and(|cost| cost.ends_with("(proven least)")));
        }
    }
    assert!(asked >= 20, "only {asked} are proven");
}

/// A plan that does not hold is a mistake of the rules: its region stays as written, and the report says so.
#[test]
fn every_plan_holds() {
    let mut texts = source::files("tests/corpus");
    for file in [
        "tests/constructs/functions.rs",
        "tests/constructs/parallel.rs",
    ] {
        if let Ok(text) = std::fs::read_to_string(source::path(file)) {
            texts.push((file.to_owned(), text));
        }
    }
    for (name, text) in texts {
        for (options, function) in source::functions(&text, "fuse") {
            let (_, report) = judged(options, function.to_token_stream());
            assert!(!report.contains("for want of a plan"), "{name}: {report}");
        }
    }
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

/// Functions, those of macros' arguments too.
#[derive(Default)]
struct Functions(Vec<ImplItemFn>);

impl Functions {
    fn add(&mut self, tokens: TokenStream) {
        if let Ok(mut function) = syn::parse2::<ImplItemFn>(tokens) {
            function
                .attrs
                .retain(|other| !other.path().is_ident("fuse"));
            self.0.push(function);
        }
    }
}

impl<'ast> Visit<'ast> for Functions {
    fn visit_item_fn(&mut self, function: &'ast ItemFn) {
        self.add(function.to_token_stream());
        visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast ImplItemFn) {
        self.add(function.to_token_stream());
        visit::visit_impl_item_fn(self, function);
    }

    fn visit_macro(&mut self, called: &'ast Macro) {
        if let Ok(file) = called.parse_body::<syn::File>() {
            let mut inside = Functions::default();
            inside.visit_file(&file);
            self.0.append(&mut inside.0);
        }
    }
}

/// What is not parsed because no chain can be in it has none: every function of this repository.
#[test]
fn no_function_that_fuses_is_passed_over() {
    let mut folders = vec![source::path("..")];
    let (mut seen, mut passed_over) = (0, 0);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("the folder is there") {
            let path = entry.expect("a readable entry").path();
            let hidden = |name: &str| name.starts_with('.') || name == "target";
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if path.is_dir() && !hidden(&name) {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            let Some(Ok(file)) = name.ends_with(".rs").then(|| syn::parse_file(&text)) else {
                continue;
            };
            let mut functions = Functions::default();
            functions.visit_file(&file);
            seen += functions.0.len();
            for mut function in functions.0 {
                if candidates::any(&function.to_token_stream()) {
                    continue;
                }
                passed_over += 1;
                let options = Options::parse(TokenStream::new()).expect("there are none");
                let outcome = pipeline::fuse_function(&options, &mut function);
                let place = format!("{}: {}", path.display(), function.sig.ident);
                assert_eq!(outcome.ok(), Some(Outcome::Unchanged), "{place}");
            }
        }
    }
    assert!(passed_over > 1000, "{passed_over} of {seen}");
}
