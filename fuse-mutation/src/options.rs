//! What may stand in the attribute's parentheses, and what may not.

use crate::choices::Choices;
use crate::literals;
use crate::mutate;
use crate::templates::{OPTIONS, WRONG_OPTIONS};
use crate::tree::{parsed, stream};
use proc_macro2::TokenStream;

/// The attribute's tokens; mostly none.
pub fn any(choices: &mut Choices<'_>) -> TokenStream {
    if !choices.chance(25) {
        return TokenStream::new();
    }
    let mut text = String::new();
    for _ in 0..1 + choices.below(3) {
        let wrong = choices.chance(25);
        let options = if wrong { &WRONG_OPTIONS } else { &OPTIONS };
        text += options.text(choices);
        text += ",";
    }
    let mut trees = parsed(&text);
    if choices.chance(10) {
        for _ in 0..1 + choices.below(4) {
            mutate::wild(&mut trees, &[], choices);
        }
        if choices.chance(20) {
            trees.push(literals::any(choices));
        }
    }
    stream(&trees)
}
