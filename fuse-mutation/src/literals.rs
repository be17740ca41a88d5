//! Literals of every kind, those among them that no type can hold.

use crate::choices::Choices;
use crate::templates::LITERALS;
use crate::tree::{Tree, parsed};
use proc_macro2::{Literal, TokenTree};

/// A literal.
pub(crate) fn any(choices: &mut Choices<'_>) -> Tree {
    match choices.below(20) {
        // Only a macro can make these: a sign inside the literal.
        19 => Tree::Leaf(TokenTree::from(Literal::i64_unsuffixed(-5))),
        18 => Tree::Leaf(TokenTree::from(Literal::f64_suffixed(-0.0))),
        17 => Tree::Leaf(TokenTree::from(Literal::i128_suffixed(i128::MIN))),
        _ => LITERALS.pick(choices).swap_remove(0),
    }
}

/// A literal that mostly fits where a number stood.
pub(crate) fn number(choices: &mut Choices<'_>) -> Tree {
    const NUMBERS: [&str; 12] = [
        "0", "1", "2", "3", "7", "1024", "4u8", "5i64", "0.5", "1.0", "2.5f64", "1e3",
    ];
    match choices.chance(20) {
        true => any(choices),
        false => parsed(choices.one(&NUMBERS)).swap_remove(0),
    }
}
