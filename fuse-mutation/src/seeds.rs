//! The functions that mutations start from: every `#[fuse]` function of this repository's tests,
//! examples and benchmarks, so that the collection grows by itself.

use crate::choices::Choices;
use crate::skeleton;
use crate::tree::{Tree, trees};
use proc_macro2::TokenStream;
use quote::ToTokens;
use std::path::{Path, PathBuf};
use syn::visit::{self, Visit};
use syn::{Attribute, ImplItemFn, ItemFn, TraitItemFn};

/// The texts of functions: tokens stay in one thread.
#[derive(Clone, Debug)]
pub struct Seeds(Vec<String>);

impl Seeds {
    /// All functions of the repository, in the order of their files' names.
    ///
    /// # Panics
    /// If the folders of the repository are not where this package was built.
    #[must_use]
    pub fn of_the_repository() -> Seeds {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut files = Vec::new();
        for folder in ["fuse-compiler/tests", "tests", "examples", "benches"] {
            rust_files(&root.join(folder), &mut files);
        }
        files.sort();
        let mut found = Found(Vec::new());
        for file in files {
            let text = std::fs::read_to_string(&file).expect("it was just listed");
            // Some cases of tests/ui do not parse, on purpose.
            if let Ok(file) = syn::parse_file(&text) {
                found.visit_file(&file);
            }
        }
        assert!(!found.0.is_empty(), "the repository has no functions");
        Seeds(found.0)
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// There is always one.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// One of the functions as tokens.
    ///
    /// # Panics
    /// If there are no more than `index`.
    #[must_use]
    pub fn get(&self, index: usize) -> TokenStream {
        tokens(&self.0[index])
    }

    /// One of the functions, or now and then the expansion of one.
    pub fn pick(&self, choices: &mut Choices<'_>) -> Vec<Tree> {
        let function = tokens(choices.pick(&self.0).as_str());
        trees(match choices.chance(4) {
            true => fuse_compiler::expand(TokenStream::new(), function),
            false => function,
        })
    }

    /// A statement of one of the functions.
    pub(crate) fn statement(&self, choices: &mut Choices<'_>) -> Vec<Tree> {
        let function = trees(tokens(choices.pick(&self.0).as_str()));
        let blocks = skeleton::blocks(&function);
        if blocks.is_empty() {
            return Vec::new();
        }
        let row = skeleton::row(&function, &choices.pick(&blocks).clone());
        let statements = skeleton::statements(row);
        if statements.is_empty() {
            return Vec::new();
        }
        row[choices.pick(&statements).clone()].to_vec()
    }

    /// A few trees in a row of one of the functions.
    pub fn fragment(&self, choices: &mut Choices<'_>) -> Vec<Tree> {
        let function = trees(tokens(choices.pick(&self.0).as_str()));
        let rows = skeleton::rows(&function, &|_| true);
        let row = match rows.get(choices.below(rows.len())) {
            Some(way) => skeleton::row(&function, way),
            None => &function,
        };
        let from = choices.below(row.len());
        let length = 1 + choices.below(6);
        row.iter().skip(from).take(length).cloned().collect()
    }
}

fn tokens(text: &str) -> TokenStream {
    text.parse().expect("it was tokens before")
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

struct Found(Vec<String>);

impl Found {
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
        if let Some(index) = attributes.iter().position(is_fuse) {
            attributes.remove(index);
            self.0.push(item.into_token_stream().to_string());
        }
    }
}

impl<'ast> Visit<'ast> for Found {
    fn visit_item_fn(&mut self, function: &'ast ItemFn) {
        self.take(function, |function| &mut function.attrs);
        visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast ImplItemFn) {
        self.take(function, |function| &mut function.attrs);
        visit::visit_impl_item_fn(self, function);
    }

    fn visit_trait_item_fn(&mut self, function: &'ast TraitItemFn) {
        self.take(function, |function| &mut function.attrs);
        visit::visit_trait_item_fn(self, function);
    }
}
