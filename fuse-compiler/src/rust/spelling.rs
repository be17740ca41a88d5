//! Tokens as a person would write them on one line, for the report.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use quote::ToTokens;

/// Longer texts are cut: the report shows where, not everything.
const LONGEST: usize = 60;

/// A name as it is compared: `r#x` and `x` are one variable.
pub(crate) fn spelling(ident: &proc_macro2::Ident) -> String {
    let text = ident.to_string();
    match text.strip_prefix("r#") {
        Some(bare) => bare.to_owned(),
        None => text,
    }
}

/// Whether a name is one of a list of names.
pub(crate) fn among(names: &str, name: &str) -> bool {
    names.split_ascii_whitespace().any(|other| other == name)
}

/// How often a name may stand in tokens, but for fields and methods that are called so.
pub(crate) fn times(name: &str, tokens: TokenStream) -> usize {
    let (mut times_in_all, mut dots) = (0, 0);
    for token in tokens {
        let member = dots == 1;
        dots = match &token {
            TokenTree::Punct(punct) if punct.as_char() == '.' => dots + 1,
            _ => 0,
        };
        times_in_all += match token {
            TokenTree::Ident(ident) => usize::from(!member && spelling(&ident) == name),
            TokenTree::Group(group) => times(name, group.stream()),
            // A format string may name it, too.
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                usize::from(text.ends_with(['"', '#']) && text.contains(name))
            }
            TokenTree::Punct(_) => 0,
        };
    }
    times_in_all
}

/// Tokens as a person would write them on one line.
pub(crate) fn text(tokens: &impl ToTokens) -> String {
    one_line(&tokens.to_token_stream())
}

/// The tokens of an iterator, as one reads them if they are not long: two that are written alike
/// have one identity, no others.
pub(crate) fn identity(tokens: &impl ToTokens) -> String {
    let short = text(tokens);
    if short.ends_with('…') {
        tokens.to_token_stream().to_string()
    } else {
        short
    }
}

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
    let mut after_word = false;
    let mut operand_next = true;
    let mut in_parameters = false;
    let mut angles = 0;
    let mut after_move = false;
    let mut joint = false;
    let mut prefix = false;
    for token in tokens.clone() {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::Brace => ("{ ", " }"),
                    Delimiter::None => ("", ""),
                };
                if !*glue && (!after_word || open == "{ ") {
                    out.push(' ');
                }
                out.push_str(open);
                *glue = true;
                write(&group.stream(), out, glue);
                out.push_str(close);
                *glue = false;
                after_word = true;
                operand_next = false;
                joint = false;
            }
            TokenTree::Punct(punct) => {
                let c = punct.as_char();
                let closes = c == '|' && in_parameters;
                let opens = c == '|' && (operand_next || after_move) && !in_parameters && !joint;
                let separates = matches!(c, '.' | ',' | ';' | '?' | ':');
                let bang = c == '!' && after_word;
                let opens_angle = c == '<' && out.ends_with("::");
                let closes_angle = c == '>' && angles > 0;
                let angle = opens_angle || closes_angle;
                angles = angles + usize::from(opens_angle) - usize::from(closes_angle);
                if !*glue && !joint && !separates && !closes && !bang && !angle {
                    out.push(' ');
                }
                out.push(c);
                prefix = operand_next && matches!(c, '&' | '*' | '-' | '!') && (!joint || prefix);
                let path = c == ':' && out.ends_with("::");
                *glue = opens || prefix || path || c == '.' || opens_angle || c == '\'' || c == '#';
                joint = punct.spacing() == Spacing::Joint;
                in_parameters = (in_parameters && !closes) || opens;
                operand_next = !(matches!(c, '?' | '.') || closes_angle);
                after_word = closes_angle;
            }
            TokenTree::Ident(_) | TokenTree::Literal(_) => {
                if !*glue {
                    out.push(' ');
                }
                out.push_str(&token.to_string());
                after_move = out.ends_with("move");
                joint = false;
                *glue = false;
                after_word = true;
                operand_next = false;
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
        assert_eq!(
            one_line(&quote!(xs.iter().sum::<f64>())),
            "xs.iter().sum::<f64>()"
        );
        assert_eq!(
            one_line(&quote!((p.0 - c.0).powi(2))),
            "(p.0 - c.0).powi(2)"
        );
        assert_eq!(one_line(&quote!(f64::max)), "f64::max");
        assert_eq!(one_line(&quote!(|x| *x > 0.0)), "|x| *x > 0.0");
        assert_eq!(
            one_line(&quote!(|m, (a, b)| m.min(d(a, b)))),
            "|m, (a, b)| m.min(d(a, b))"
        );
        assert_eq!(one_line(&quote!(move |b| (*a, *b))), "move |b| (*a, *b)");
        assert_eq!(one_line(&quote!(a && !b || c)), "a && !b || c");
    }

    #[test]
    fn long_texts_are_cut() {
        let long = quote!(aaaaaaaaaaaaaaaaaaaa + bbbbbbbbbbbbbbbbbbbbbbbb + cccccccccccccccccccccc);
        assert_eq!(one_line(&long).chars().count(), 60);
    }
}
