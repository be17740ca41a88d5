//! The macros that the compiler understands (docs/DESIGN.md section 3, *Workers*, rule (c)).
//!
//! In: a `syn::Macro`. Out: its arguments as expressions, if it is one of the closed list and parses
//! as std's macro of that name does; otherwise nothing, and the macro counts as able to do
//! anything with any token in it.

use crate::sorted::SortedSet;

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Expr, Ident, Lit, Macro, Pat, Token};

use super::format_string;
use super::spelling::among;

/// What a listed macro gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `format!`: a `String`.
    Format,
    /// `vec!`: a `Vec` of its elements.
    Vec,
    /// `matches!`: a `bool`.
    Matches,
    /// `assert!` and its kin: `()`, or a panic.
    Assert,
    /// `panic!` and its kin: never returns.
    Panic,
    /// `concat!`, `line!`: a literal.
    Literal,
}

/// A listed macro, understood.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    /// What it gives.
    pub(crate) kind: Kind,
    /// Arguments that it takes by value (the elements of `vec!`).
    pub(crate) by_value: Vec<Expr>,
    /// True for `vec![x; n]`.
    pub(crate) repeats: bool,
    /// Arguments of which it takes a reference, or a `bool`.
    pub(crate) borrowed: Vec<Expr>,
    /// The pattern of `matches!`, with its guard.
    pub(crate) pattern: Option<(Pat, Option<Expr>)>,
    /// Names inside the format string that no argument defines.
    pub(crate) inline: SortedSet<String>,
}

/// The closed list.
const LISTED: &[(Kind, &str)] = &[
    (
        Kind::Assert,
        "assert assert_eq assert_ne debug_assert debug_assert_eq debug_assert_ne",
    ),
    (
        Kind::Literal,
        "column concat file line module_path stringify",
    ),
    (Kind::Format, "format"),
    (Kind::Matches, "matches"),
    (Kind::Panic, "panic todo unimplemented unreachable"),
    (Kind::Vec, "vec"),
];

/// What a macro of this name gives, if it is listed.
fn kind_of(name: &str) -> Option<Kind> {
    let row = LISTED.iter().find(|(_, names)| among(names, name))?;
    Some(row.0)
}

/// std's macros that are no expressions of the list, but bind no name where they stand either.
const STATEMENTS: &str = "dbg eprint eprintln print println thread_local write writeln";

/// Whether a macro in the place of a statement visibly binds no name behind it.
pub(crate) fn binds_nothing(mac: &Macro) -> bool {
    let name = mac.path.segments.last().map(|last| last.ident.to_string());
    name.is_some_and(|name| among(STATEMENTS, &name) || kind_of(&name).is_some())
}

/// What of a macro may declare an item, a static among others: the macro itself if it is none of
/// std's, or one among its tokens.
pub(crate) fn may_declare(mac: &Macro) -> Option<String> {
    let segments = &mac.path.segments;
    let standard = match segments.len() {
        1 => !mac.path.is_ident("thread_local"),
        2 => ["std", "core", "alloc"]
            .iter()
            .any(|name| segments[0].ident == name),
        _ => false,
    };
    if !standard || !binds_nothing(mac) {
        return Some(format!("`{}!`", crate::rust::spelling::text(&mac.path)));
    }
    declared(mac.tokens.clone())
}

/// Words that begin an item.
const ITEMS: &str = "const enum extern fn impl mod static struct trait type union use";

fn declared(tokens: TokenStream) -> Option<String> {
    let tokens = tokens.into_iter().collect::<Vec<_>>();
    for (index, token) in tokens.iter().enumerate() {
        let found = match (token, tokens.get(index + 1), tokens.get(index + 2)) {
            (TokenTree::Group(group), _, _) => declared(group.stream()),
            // `a!(..)`, and not `a != b`.
            (
                TokenTree::Ident(name),
                Some(TokenTree::Punct(bang)),
                Some(TokenTree::Group(_) | TokenTree::Ident(_)),
            ) if bang.as_char() == '!' => {
                // `if !(..)` is no call: a keyword names no macro.
                syn::parse2::<Macro>(quote!(#name!()))
                    .ok()
                    .and_then(|mac| may_declare(&mac))
            }
            (TokenTree::Ident(word), _, _) if among(ITEMS, &word.to_string()) => {
                Some("an item".to_owned())
            }
            _ => None,
        };
        if found.is_some() {
            return found;
        }
    }
    None
}

/// Whether a macro asserts something.
pub(crate) fn is_assertion(mac: &Macro) -> bool {
    let name = mac.path.get_ident().map(ToString::to_string);
    name.is_some_and(|name| kind_of(&name) == Some(Kind::Assert))
}

/// The arguments of a listed macro; `None` for any other.
pub(crate) fn listed(mac: &Macro) -> Option<Listed> {
    let segments = &mac.path.segments;
    let name = segments.last()?.ident.to_string();
    let standard = segments.len() == 1
        || (segments.len() == 2
            && (segments[0].ident == "std"
                || segments[0].ident == "core"
                || segments[0].ident == "alloc"));
    if !standard {
        return None;
    }
    let kind = kind_of(&name)?;
    let mut result = Listed {
        kind,
        by_value: Vec::new(),
        repeats: false,
        borrowed: Vec::new(),
        pattern: None,
        inline: SortedSet::new(),
    };
    let leading = match name.as_str() {
        "assert" | "debug_assert" => 1,
        "assert_eq" | "assert_ne" | "debug_assert_eq" | "debug_assert_ne" => 2,
        _ => 0,
    };
    let parser = |input: ParseStream<'_>| {
        match kind {
            Kind::Literal => {
                let _: TokenStream = input.parse()?;
            }
            Kind::Vec => elements(input, &mut result)?,
            Kind::Matches => matches_arguments(input, &mut result)?,
            Kind::Format | Kind::Assert | Kind::Panic => {
                format_arguments(input, leading, &mut result)?;
            }
        }
        if input.is_empty() {
            Ok(())
        } else {
            Err(input.error("more than the macro takes"))
        }
    };
    parser.parse2(mac.tokens.clone()).ok()?;
    Some(result)
}

/// The arguments of a macro that prints them; what it writes to is taken by value.
pub(crate) fn printed(mac: &Macro) -> Option<Listed> {
    let name = mac.path.get_ident()?.to_string();
    let writes = match name.as_str() {
        "eprint" | "eprintln" | "print" | "println" => false,
        "write" | "writeln" => true,
        _ => return None,
    };
    let mut result = Listed {
        kind: Kind::Format,
        by_value: Vec::new(),
        repeats: false,
        borrowed: Vec::new(),
        pattern: None,
        inline: SortedSet::new(),
    };
    let parser = |input: ParseStream<'_>| {
        if writes {
            result.by_value.push(input.parse()?);
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        format_arguments(input, 0, &mut result)?;
        if input.is_empty() {
            Ok(())
        } else {
            Err(input.error("more than the macro takes"))
        }
    };
    parser.parse2(mac.tokens.clone()).ok()?;
    Some(result)
}

fn elements(input: ParseStream<'_>, result: &mut Listed) -> syn::Result<()> {
    if input.is_empty() {
        return Ok(());
    }
    result.by_value.push(input.parse()?);
    if input.parse::<Option<Token![;]>>()?.is_some() {
        result.repeats = true;
        result.by_value.push(input.parse()?);
        return Ok(());
    }
    if input.parse::<Option<Token![,]>>()?.is_some() {
        let rest = Punctuated::<Expr, Token![,]>::parse_terminated(input)?;
        result.by_value.extend(rest);
    }
    Ok(())
}

fn matches_arguments(input: ParseStream<'_>, result: &mut Listed) -> syn::Result<()> {
    result.borrowed.push(input.parse()?);
    input.parse::<Token![,]>()?;
    let pattern = Pat::parse_multi_with_leading_vert(input)?;
    let guard = match input.parse::<Option<Token![if]>>()? {
        Some(_) => Some(input.parse()?),
        None => None,
    };
    input.parse::<Option<Token![,]>>()?;
    result.pattern = Some((pattern, guard));
    Ok(())
}

fn format_arguments(
    input: ParseStream<'_>,
    leading: usize,
    result: &mut Listed,
) -> syn::Result<()> {
    for _ in 0..leading {
        result.borrowed.push(input.parse()?);
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
    }
    if input.is_empty() {
        return Ok(());
    }
    let Lit::Str(format) = input.parse()? else {
        return Err(input.error("a format string"));
    };
    let mut inline = format_string::names(&format.value());
    while !input.is_empty() {
        input.parse::<Token![,]>()?;
        if input.is_empty() {
            break;
        }
        if input.peek(Ident) && input.peek2(Token![=]) && !input.peek2(Token![==]) {
            let name: Ident = input.parse()?;
            input.parse::<Token![=]>()?;
            inline.remove(&name.to_string());
        }
        result.borrowed.push(input.parse()?);
    }
    result.inline = inline;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Option<Listed> {
        listed(&syn::parse_str(text).unwrap())
    }

    #[test]
    fn each_macro_is_listed_once() {
        let names = LISTED.iter().flat_map(|(_, names)| names.split(' '));
        let mut names = names.collect::<Vec<_>>();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn named_arguments_are_not_inline_names() {
        let listed = parsed(r#"format!("{x} {y:>w$} {}", a + b, y = 3)"#).unwrap();
        assert_eq!(listed.borrowed.len(), 2);
        assert_eq!(Vec::from_iter(listed.inline), ["w", "x"]);
    }

    #[test]
    fn asserts_take_a_condition_before_the_format() {
        let listed = parsed(r#"assert_eq!(a, b, "at {i}")"#).unwrap();
        assert_eq!(listed.borrowed.len(), 2);
        assert!(listed.inline.contains("i"));
        assert!(parsed("assert!(x == y)").is_some());
    }

    #[test]
    fn what_does_not_parse_as_std_does_is_not_listed() {
        assert!(parsed("format!(concat!(a, b))").is_none());
        assert!(parsed("vec![a; b; c]").is_none());
        assert!(parsed("matches!(x)").is_none());
        assert!(parsed("mine::format!(\"\")").is_none());
        assert!(parsed("println!(\"\")").is_none());
    }

    #[test]
    fn vec_and_matches() {
        assert_eq!(parsed("vec![a, b, c,]").unwrap().by_value.len(), 3);
        assert_eq!(parsed("vec![0; n]").unwrap().by_value.len(), 2);
        let listed = parsed("matches!(x, Some(1) | None if y)").unwrap();
        assert!(matches!(listed.pattern, Some((Pat::Or(_), Some(_)))));
    }
}
