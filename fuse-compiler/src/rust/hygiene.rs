//! Whether names mean to rustc what they spell to us (docs/DESIGN.md section 3, *What rustc
//! will compile is not what the macro reads*).
//!
//! In a function written by `macro_rules!`, two tokens `x` may be two variables: rustc tells them
//! apart by the syntax context of their spans. No stable function shows that context. But
//! [`Span::located_at`] is stable: it gives a span its own context at another's place. Two tokens
//! moved to one place differ in nothing but their contexts, so their `Debug` texts are equal exactly
//! if the contexts are, whatever the format of the text is (`#0 bytes(1..2)` in rustc).
//!
//! Outside of a procedural macro all spans print alike and the answer is that nothing is mixed.

use crate::sorted::SortedMap;

use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};

use super::mentions::inline_names;
use super::spelling::spelling;

/// A name that an expansion declares.
pub(crate) fn made_up(stem: &str, role: &str) -> Ident {
    Ident::new(&spelt(stem, role), Span::mixed_site())
}

/// As it is spelt.
pub(crate) fn spelt(stem: &str, role: &str) -> String {
    format!("{stem}__{role}")
}

/// Whether one spelling has tokens of different hygiene, or the tokens hold a None-delimited group.
/// Then nothing of them may be fused.
///
/// Cost: two spans and one text per identifier.
pub(crate) fn mixed_hygiene(tokens: &TokenStream) -> bool {
    let mut seen = SortedMap::new();
    mixed(tokens.clone(), Span::call_site(), &mut seen)
}

fn mixed(tokens: TokenStream, place: Span, seen: &mut SortedMap<String, String>) -> bool {
    for token in tokens {
        let names = match &token {
            TokenTree::Group(group) => {
                if group.delimiter() == Delimiter::None || mixed(group.stream(), place, seen) {
                    return true;
                }
                continue;
            }
            TokenTree::Ident(ident) if keyword(&ident.to_string()) => continue,
            TokenTree::Ident(ident) => Vec::from([spelling(ident)]),
            // The names inside a format string have the context of the string.
            TokenTree::Literal(literal) => inline_names(literal).into_iter().collect(),
            TokenTree::Punct(_) => continue,
        };
        for name in names {
            let context = format!("{:?}", token.span().located_at(place));
            match seen.get(&name) {
                Some(known) if *known != context => return true,
                Some(_) => {}
                None => {
                    seen.insert(name, context);
                }
            }
        }
    }
    false
}

/// Words that name nothing, so that a macro and its caller may both write them. `self` is a name.
fn keyword(word: &str) -> bool {
    const KEYWORDS: &[&str] = &[
        "Self", "_", "as", "async", "await", "break", "const", "continue", "crate", "dyn", "else",
        "enum", "extern", "false", "fn", "for", "if", "impl", "in", "let", "loop", "match", "mod",
        "move", "mut", "pub", "ref", "return", "static", "struct", "super", "trait", "true",
        "type", "unsafe", "use", "where", "while",
    ];
    KEYWORDS.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proc_macro2::Group;
    use quote::quote;

    #[test]
    fn keywords_are_sorted() {
        assert!(keyword("Self") && keyword("while") && keyword("_") && keyword("let"));
        assert!(!keyword("self") && !keyword("map"));
    }

    #[test]
    fn plain_tokens_are_not_mixed() {
        assert!(!mixed_hygiene(&quote! { let x = x + 1; format!("{x}") }));
    }

    #[test]
    fn an_invisible_group_is_found_at_any_depth() {
        let group = TokenTree::Group(Group::new(Delimiter::None, quote!(a + b)));
        assert!(mixed_hygiene(&quote! { f([1, (2, #group)]) }));
    }
}
