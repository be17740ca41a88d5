//! What the body of a range captures, given to it.
//!
//! In: the chains of a loop, and its body. Out: the numbers that a range is to have as its own, and the struct of arrays
//! that the body is to have as an argument of a function of its own. What a closure captures stands behind a reference, where
//! a store may change it for all that LLVM knows, and need not be readable before it is read: so it is read again for each
//! element. Of a local, and of an argument, LLVM knows better.

use crate::cnf::LoweredChain;
use crate::rust::worker::Judgment;
use crate::sorted::SortedSet;
use proc_macro2::{Ident, TokenStream, TokenTree};

/// A function of its own hides from LLVM how long the loop is, which with one array or two spares checks of bounds.
const MANY: usize = 3;

/// The struct of which the chains index the most fields, if these are many.
pub(super) fn struct_of<'a>(
    chains: &[&'a LoweredChain<'_>],
    body: &TokenStream,
) -> Option<&'a Ident> {
    let columns: Vec<_> = inlined(chains)
        .flat_map(|judgment| &judgment.columns.fields)
        .collect();
    let fields = |name: &Ident| {
        let of = columns.iter().filter(|column| column.of == *name);
        of.map(|column| &column.field)
            .collect::<SortedSet<_>>()
            .len()
    };
    let first = columns
        .iter()
        .rev()
        .max_by_key(|column| fields(&column.of))?;
    (fields(&first.of) >= MANY && stands_in(&first.of, body)).then_some(&first.of)
}

/// The numbers that the chains read, unless an element may borrow one.
pub(in crate::emit) fn numbers<'a>(
    chains: &[&'a LoweredChain<'_>],
    body: &TokenStream,
) -> Vec<&'a Ident> {
    let read = |values: bool| {
        let inlined = inlined(chains).filter(move |judgment| judgment.value_result == values);
        inlined.flat_map(|judgment| &judgment.columns.numbers)
    };
    let mut numbers: Vec<&Ident> = Vec::new();
    for name in read(true) {
        let known = numbers.contains(&name) || !is_snake_case(&name.to_string());
        if !known && read(false).all(|other| other != name) && stands_in(name, body) {
            numbers.push(name);
        }
    }
    numbers
}

/// True for a name that a lint lets a variable have.
fn is_snake_case(name: &str) -> bool {
    !name.contains("__") && !name.chars().any(char::is_uppercase)
}

/// What is known of the workers that stand in the body: what a worker reads that is bound is read outside.
fn inlined<'a>(chains: &[&'a LoweredChain<'_>]) -> impl Iterator<Item = &'a Judgment> {
    let workers = chains.iter().flat_map(|chain| chain.chain.workers());
    let inlined = workers.filter(|worker| worker.judgment.inline);
    inlined.map(|worker| &worker.judgment)
}

/// Whether a name is used in the body: what is bound to it there would else be an unused variable.
fn stands_in(name: &Ident, body: &TokenStream) -> bool {
    body.clone().into_iter().any(|token| match token {
        TokenTree::Ident(other) => other == *name,
        TokenTree::Group(group) => stands_in(name, &group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

#[cfg(test)]
mod tests {
    use quote::quote;

    fn expanded(function: &str) -> String {
        let function = function.parse().unwrap_or_default();
        crate::expand(quote!(parallel), function).to_string()
    }

    #[test]
    fn a_range_has_the_numbers_that_it_reads() {
        let scaled = "fn f(xs: &[f64], k: f64) -> Vec<f64> { xs.iter().map(|x| x * k).collect() }";
        assert!(expanded(scaled).contains("let k = k ;"));
        let unknown = scaled.replace("k: f64", "k: K");
        assert!(!expanded(&unknown).contains("let k = k ;"));
        let mutable = scaled.replace("k: f64", "mut k: f64");
        assert!(!expanded(&mutable).contains("let k = k ;"));
    }

    #[test]
    fn what_elements_borrow_stays_where_it_is() {
        let pairs = "fn f(xs: &[f64], k: f64) -> usize {
            let pairs: Vec<(f64, &f64)> = xs.iter().map(|x| (*x, &k)).collect();
            pairs.iter().filter(|(x, k)| x < k).count()
        }";
        assert!(!expanded(pairs).contains("let k = k ;"));
    }

    #[test]
    fn a_struct_of_many_arrays_is_an_argument() {
        let read = |item: &str| {
            expanded(&format!(
                "fn f(t: &Table, n: usize) -> f64 {{ (0..n).map(|i| {item}).sum::<f64>() }}"
            ))
        };
        assert!(read("t.a[i] * t.b[i] - t.c[i]").contains("parallel :: reading (t , | t |"));
        assert!(!read("t.a[i] * t.b[i] - t.a[i]").contains("reading"));
    }
}
