//! Tokens as a person would write them on one line, for the report.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// Longer texts are cut: the report shows where, not everything.
const LONGEST: usize = 60;

/// One line of source for a token stream, cut at 60 characters.
#[must_use]
pub(crate) fn one_line(tokens: &TokenStream) -> String {
    let mut out = String::new();
    let mut glue = true;
    write(tokens, &mut out, &mut glue);
    if out.chars().count() > LONGEST {
        out = out.chars().take(LONGEST - 1).collect::<String>() + "…";
    }
    out
}

/// `glue` is true where the next token attaches to what stands before it.
fn write(tokens: &TokenStream, out: &mut String, glue: &mut bool) {
    let mut previous_word = false;
    let mut unary_next = true;
    for token in tokens.clone() {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::Brace => ("{ ", " }"),
                    Delimiter::None => ("", ""),
                };
                if !*glue && (!previous_word || open == "{ ") {
                    out.push(' ');
                }
                out.push_str(open);
                *glue = true;
                write(&group.stream(), out, glue);
                out.push_str(close);
                *glue = false;
                previous_word = true;
                unary_next = false;
            }
            TokenTree::Punct(punct) => {
                let c = punct.as_char();
                let attaches = matches!(c, '.' | ',' | ';' | '?' | ':') || unary_next;
                if !*glue && !(attaches || (c == '!' && previous_word)) {
                    out.push(' ');
                }
                out.push(c);
                let unary = unary_next && matches!(c, '&' | '*' | '-' | '!' | '|');
                let joint = punct.spacing() == Spacing::Joint;
                *glue = joint || unary || matches!(c, '.') || (c == ':' && out.ends_with("::"));
                unary_next = !matches!(c, '?' | ';');
                previous_word = false;
            }
            TokenTree::Ident(_) | TokenTree::Literal(_) => {
                if !*glue && !(out.ends_with('|') && unary_next) || (previous_word && *glue) {
                    out.push(' ');
                }
                out.push_str(&token.to_string());
                *glue = false;
                previous_word = true;
                unary_next = false;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::one_line;
    use quote::quote;

    #[test]
    fn workers_read_as_written() {
        assert_eq!(one_line(&quote!(x / sum1)), "x / sum1");
        assert_eq!(one_line(&quote!(xs.iter().sum::<f64>())), "xs.iter().sum::<f64>()");
        assert_eq!(one_line(&quote!((p.0 - c.0).powi(2))), "(p.0 - c.0).powi(2)");
        assert_eq!(one_line(&quote!(f64::max)), "f64::max");
    }

    #[test]
    fn long_texts_are_cut() {
        let long = quote!(aaaaaaaaaaaaaaaaaaaa + bbbbbbbbbbbbbbbbbbbbbbbb + cccccccccccccccccccccc);
        assert_eq!(one_line(&long).chars().count(), 60);
    }
}
