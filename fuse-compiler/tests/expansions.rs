//! What expansions look like: snapshots of the programs of the paper and of one small function for
//! each construct, and what holds for every expansion.
//!
//! `INSTA_UPDATE=always cargo test -p fuse-compiler --test expansions` writes new snapshots. Read
//! them: the emitted code is meant to be read.

mod source;

use fuse_compiler::internals::sorted::SortedSet;
use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};

/// A function with its options.
struct Function {
    name: String,
    options: TokenStream,
    item: TokenStream,
}

impl Function {
    fn expanded(&self) -> TokenStream {
        fuse_compiler::expand(self.options.clone(), self.item.clone())
    }
}

/// One function for each construct, in `tests/constructs/functions.rs`, and the programs of the paper.
fn functions() -> Vec<Function> {
    let mut texts = vec!["tests/constructs/functions.rs".to_owned()];
    for program in ["normalize2", "closest_points", "quadtree", "quickhull"] {
        texts.push(format!("../tests/programs/float/{program}.rs"));
    }
    let mut functions = Vec::new();
    for text in texts {
        let text = std::fs::read_to_string(source::path(&text)).expect("a readable file");
        for (options, mut item) in source::functions(&text, "fuse") {
            item.attrs.clear();
            functions.push(Function {
                name: item.sig.ident.to_string(),
                options,
                item: item.to_token_stream(),
            });
        }
    }
    functions
}

/// Every function of the corpus too.
fn all() -> Vec<Function> {
    let mut all = functions();
    for (name, text) in source::files("tests/corpus") {
        for (options, item) in source::functions(&text, "fuse") {
            all.push(Function {
                name: name.clone(),
                options,
                item: item.to_token_stream(),
            });
        }
    }
    all
}

#[test]
fn snapshots() {
    for function in functions() {
        let file = syn::parse2(function.expanded()).expect("an expansion parses");
        let text = prettyplease::unparse(&file);
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(function.name, text);
        });
    }
}

#[test]
fn every_expansion_parses_and_is_the_same_again() {
    let functions = all();
    let forwards: Vec<String> = functions
        .iter()
        .map(|function| {
            let expansion = function.expanded();
            let parsed = syn::parse2::<syn::ItemFn>(expansion.clone());
            assert!(parsed.is_ok(), "{}: {expansion}", function.name);
            expansion.to_string()
        })
        .collect();
    for (function, forwards) in functions.iter().zip(&forwards).rev() {
        let again = function.expanded().to_string();
        assert_eq!(again, *forwards, "{}", function.name);
    }
}

#[test]
fn an_expansion_says_nothing_of_its_own_but_through_the_runtime() {
    for function in all() {
        let own = idents(function.item.clone());
        let mut unexplained = SortedSet::new();
        let tokens: Vec<TokenTree> = flat(function.expanded());
        for (index, token) in tokens.iter().enumerate() {
            let TokenTree::Ident(ident) = token else {
                continue;
            };
            let word = ident.to_string();
            assert!(word != "unsafe", "{}", function.name);
            let punct = |back: usize, what: char| {
                index.checked_sub(back).is_some_and(
                    |at| matches!(&tokens[at], TokenTree::Punct(punct) if punct.as_char() == what),
                )
            };
            let through_a_path = punct(1, ':') && punct(2, ':');
            let method = [
                "push",
                "push_if",
                "fill",
                "iter",
                "len",
                "since",
                "sift",
                "sift_straight",
                "beside",
                "beside_copied",
                "copied",
                "numbered",
                "made",
                "kept",
                "kept_jumping",
                "push_set",
                "push_noted",
                "length",
                "block",
                "block_copied",
                "holds",
                "position",
                "chunks_exact",
                "is_seen",
                "asking",
                "tiles",
                "narrow_tiles",
                "long_tiles",
                "sieves",
                "in_lanes",
                "lane",
                "sift_kept",
                "as_slice",
                "into_elements",
                "extending",
                "into_vec",
                "collect",
                "element",
                "map",
                // The field of a range, and what shows that a chain of rayon's is one.
                "start",
                "count",
            ];
            // Of the closure that the runtime compiles for other instructions.
            let attribute = ["inline", "always"].contains(&word.as_str());
            let explained = own.contains(&word)
                || attribute
                || through_a_path
                || (punct(1, '.') && method.contains(&word.as_str()))
                || KEYWORDS.contains(&word.as_str())
                || is_local(&word);
            if !explained {
                unexplained.insert(word);
            }
        }
        assert!(unexplained.is_empty(), "{}: {unexplained:?}", function.name);
    }
}

/// Words of the language that an expansion may add.
const KEYWORDS: [&str; 15] = [
    "_", "let", "mut", "for", "in", "if", "else", "fn", "false", "true", "as", "break", "loop",
    "allow", "clippy",
];

/// A name that an expansion declares: with two underscores in the middle, as no item has it that could be meant by a
/// pattern instead. As all of them are hygienic besides, which shows in rustc only, `tests/corpus/hostile_names.rs` is compiled.
fn is_local(word: &str) -> bool {
    word.trim_matches('_').contains("__")
}

fn idents(tokens: TokenStream) -> SortedSet<String> {
    let words = flat(tokens).into_iter().filter_map(|token| match token {
        TokenTree::Ident(ident) => Some(ident.to_string()),
        _ => None,
    });
    words.collect()
}

/// The tokens without their groups.
fn flat(tokens: TokenStream) -> Vec<TokenTree> {
    let mut flattened = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Group(group) => flattened.extend(flat(group.stream())),
            other => flattened.push(other),
        }
    }
    flattened
}

#[test]
fn a_function_without_chains_comes_out_token_for_token() {
    let item = quote! {
        /// Documented.
        #[inline]
        pub(crate) fn plain<T: Ord>(mut xs: Vec<T>) -> Vec<T> where T: Clone {
            xs.sort();
            xs
        }
    };
    let expansion = fuse_compiler::expand(TokenStream::new(), item.clone());
    assert_eq!(expansion.to_string(), item.to_string());
}
