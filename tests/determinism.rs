//! The same source gives the same expansion, byte for byte, in every process and in any order.
//!
//! The corpus is every function with `#[fuse]` in this repository's examples and tests, so it
//! grows by itself.

use quote::ToTokens;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use syn::visit::Visit;
use syn::{Attribute, ImplItemFn, ItemFn, Meta, TraitItemFn};

/// Set in the processes that this test starts: where to write their expansions.
const WRITE_TO: &str = "LOOPFUSE_WRITE_EXPANSIONS_TO";

#[test]
fn every_process_expands_alike() {
    let corpus = corpus();
    if let Some(path) = std::env::var_os(WRITE_TO) {
        let expansions = expand_all(corpus.iter());
        std::fs::write(path, expansions.join("\n")).expect("the directory for tests is writable");
        return;
    }
    assert!(corpus.len() >= 20, "only {} functions found", corpus.len());

    // Beside this one, on the machine's other cores.
    let this_test = std::env::current_exe().expect("a test knows its own path");
    let started = ["first", "second"].map(|process| {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("expansions-{process}"));
        let child = Command::new(&this_test)
            .args(["--exact", "every_process_expands_alike"])
            .env(WRITE_TO, &path)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a test can be started again");
        (process, path, child)
    });
    let expansions = expand_all(corpus.iter());
    let mut backwards = expand_all(corpus.iter().rev());
    backwards.reverse();
    for (forwards, backwards) in expansions.iter().zip(&backwards) {
        assert_eq!(forwards, backwards, "depends on what was expanded before");
    }
    for (process, path, child) in started {
        let output = child.wait_with_output().expect("it was started");
        assert!(output.status.success(), "{output:?}");
        let written = std::fs::read_to_string(&path).expect("the process wrote it");
        assert!(
            written == expansions.join("\n"),
            "the {process} process differs"
        );
    }
}

/// The options and the item of one `#[fuse]`, as tokens in text: tokens of proc-macro2 remember
/// where they were parsed.
struct Function {
    options: String,
    item: String,
}

fn expand_all<'a>(corpus: impl Iterator<Item = &'a Function>) -> Vec<String> {
    let expand = |function: &Function| {
        let parse = |text: &str| text.parse().expect("it was tokens before");
        fuse_compiler::expand(parse(&function.options), parse(&function.item)).to_string()
    };
    corpus.map(expand).collect()
}

fn corpus() -> Vec<Function> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for directory in ["examples", "tests", "benches"] {
        rust_files(&root.join(directory), &mut files);
    }
    files.sort();
    let mut functions = Functions(Vec::new());
    for file in files {
        let source = std::fs::read_to_string(&file).expect("it was just listed");
        // Some cases of tests/ui do not parse, on purpose.
        if let Ok(file) = syn::parse_file(&source) {
            functions.visit_file(&file);
        }
    }
    functions.0
}

fn rust_files(directory: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(directory) else {
        return;
    };
    for entry in entries {
        let path = entry.expect("a readable directory").path();
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

struct Functions(Vec<Function>);

impl Functions {
    /// Takes the function if one of its attributes is `fuse`.
    fn take<T: ToTokens + Clone>(
        &mut self,
        function: &T,
        attributes: fn(&mut T) -> &mut Vec<Attribute>,
    ) {
        let mut item = function.clone();
        let attributes = attributes(&mut item);
        let is_fuse = |attribute: &Attribute| {
            let name = attribute.path().segments.last();
            name.is_some_and(|name| name.ident == "fuse")
        };
        let Some(index) = attributes.iter().position(is_fuse) else {
            return;
        };
        let options = match attributes.remove(index).meta {
            Meta::List(list) => list.tokens.to_string(),
            _ => String::new(),
        };
        let item = item.into_token_stream().to_string();
        self.0.push(Function { options, item });
    }
}

impl<'ast> Visit<'ast> for Functions {
    fn visit_item_fn(&mut self, function: &'ast ItemFn) {
        self.take(function, |function| &mut function.attrs);
        syn::visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast ImplItemFn) {
        self.take(function, |function| &mut function.attrs);
        syn::visit::visit_impl_item_fn(self, function);
    }

    fn visit_trait_item_fn(&mut self, function: &'ast TraitItemFn) {
        self.take(function, |function| &mut function.attrs);
        syn::visit::visit_trait_item_fn(self, function);
    }
}
