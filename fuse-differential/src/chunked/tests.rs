use std::collections::BTreeMap;

use proc_macro2::TokenStream;

use crate::machine::Program as _;

use super::Chunked;

const FUNCTIONS: u64 = 400;

#[test]
fn every_function_can_be_cut_into_chunks() {
    let mut refused: BTreeMap<String, String> = BTreeMap::new();
    for seed in 0..FUNCTIONS {
        let function = Chunked::generate(seed);
        let item: TokenStream = function.item().parse().expect("tokens");
        let options: TokenStream = "chunked = Rounds".parse().expect("tokens");
        let expansion = fuse_compiler::expand(options, item).to_string();
        if let Some((_, error)) = expansion.split_once("compile_error ! {") {
            let error = error.chars().take(300).collect();
            refused.insert(error, function.item());
        }
    }
    for (error, item) in &refused {
        println!("{error}\n{item}");
    }
    assert!(refused.is_empty(), "{} errors", refused.len());
}

#[test]
fn every_construct_occurs() {
    let wanted = [
        "any",
        "bins",
        "chain in an expression",
        "collect",
        "count",
        "early return",
        "enumerate",
        "filter",
        "filter_map",
        "find",
        "fold",
        "last",
        "loop",
        "map",
        "max_by",
        "min",
        "panicking worker",
        "position",
        "scalar of an earlier round",
        "scalar of scalars",
        "sum",
        "zip",
    ];
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in 0..FUNCTIONS {
        for construct in Chunked::generate(seed).constructs() {
            *counts.entry(construct).or_default() += 1;
        }
    }
    assert_eq!(counts.keys().copied().collect::<Vec<_>>(), wanted);
    let rare: Vec<_> = counts.iter().filter(|(_, count)| **count < 30).collect();
    assert!(rare.is_empty(), "{rare:?}");
}

#[test]
fn text_parses_and_shrinks() {
    for seed in 0..200 {
        let mut function = Chunked::generate(seed);
        let fused = function.subject(0, "f", "#[loopfuse::fuse]").fused;
        syn::parse_file(&fused).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{fused}"));
        while let Some(smaller) = function.smaller().into_iter().next() {
            assert!(smaller.text("f").len() <= function.text("f").len());
            function = smaller;
        }
    }
}
