//! Table 1.1 of paper 001 through the whole compiler, without rustc: the loops of the four programs
//! under the four strategies, over floats and over integers.
//!
//! The numbers stand beside the programs, in `#[loops(..)]`, and are held here against the paper's.
//! `tests/table_1_1.rs` of the facade compiles and runs the same.

mod source;

use fuse_compiler::internals::sorted::SortedMap;
use quote::{ToTokens, quote};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Expr, ExprLit, ItemFn, Lit, MetaNameValue, Token};

const STRATEGIES: [&str; 4] = ["unfused", "stream", "imperative", "optimal"];

/// Rows of the table: quadtree is the sum of its two functions.
const TABLE: [(&str, &[&str], [usize; 4]); 4] = [
    ("normalize2", &["normalize2"], [5, 4, 3, 2]),
    ("closest_points", &["closest_points"], [7, 6, 4, 4]),
    ("quadtree", &["bounds", "go"], [8, 8, 2, 2]),
    ("quickhull", &["filter_max"], [4, 3, 2, 1]),
];

fn stated(arguments: proc_macro2::TokenStream) -> SortedMap<String, usize> {
    let parser = Punctuated::<MetaNameValue, Token![,]>::parse_terminated;
    let pairs = parser.parse2(arguments).expect("`unfused = 1, ..`");
    let pair = |pair: MetaNameValue| {
        let Expr::Lit(ExprLit {
            lit: Lit::Int(number),
            ..
        }) = pair.value
        else {
            panic!("a number")
        };
        let name = pair.path.require_ident().expect("a strategy").to_string();
        (name, number.base10_parse().expect("a small number"))
    };
    pairs.into_iter().map(pair).collect()
}

fn loops(strategy: &str, function: &ItemFn) -> usize {
    fuse_compiler::analyse(quote!(strategy = #strategy), function.to_token_stream())
        .expect("the options are right")
        .expect("the function is looked at")
        .loops()
}

#[test]
fn the_loops_of_table_1_1() {
    for numbers in ["float", "integer"] {
        for (program, names, row) in TABLE {
            let file = source::path(&format!("../tests/programs/{numbers}/{program}.rs"));
            let text = std::fs::read_to_string(file).expect("the program is there");
            let functions = source::functions(&text, "loops");
            let found = functions.iter().map(|(_, f)| f.sig.ident.to_string());
            assert_eq!(found.collect::<Vec<_>>(), names, "{program}");
            for (strategy, wanted) in STRATEGIES.iter().zip(row) {
                let mut sum = 0;
                for (arguments, function) in &functions {
                    let loops = loops(strategy, function);
                    let stated = stated(arguments.clone());
                    assert_eq!(stated[*strategy], loops, "{}", function.sig.ident);
                    sum += loops;
                }
                assert_eq!(sum, wanted, "{numbers} {program} {strategy}");
            }
        }
    }
}
