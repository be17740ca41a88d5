//! What the attribute stands on.
//!
//! In: the tokens of the item. Out: a [`Target`]: a parsed function, or one that is left as it is
//! without a word. Anything that is not a function with a body is a mistake.
//!
//! The kind of the item is told from its first tokens, not by parsing it: whatever rustc's grammar
//! has and syn's does not yet is left as written, never an error. A function that does not parse
//! has been reported by rustc already, or is newer than syn; adding an error would be noise.

use crate::depth::too_deep;
pub use crate::diagnostics::Left;
use crate::diagnostics::Mistake;
use crate::options::ungrouped;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Attribute, ImplItemFn};

/// A function that the attribute stands on.
#[derive(Clone, Debug)]
pub enum Target {
    /// It parses. Free functions, associated functions and methods all have this shape.
    Function(Box<ImplItemFn>),
    /// It comes out token for token, for this reason.
    Left(Left),
}

/// Finds out what the attribute stands on.
///
/// ```
/// use fuse_compiler::target::{Left, Target, parse};
/// use quote::quote;
///
/// let method = parse(&quote!(pub fn total(&self) -> u64 { self.xs.iter().sum() }));
/// assert!(matches!(method, Ok(Target::Function(_))));
///
/// let broken = parse(&quote!(fn broken() { let = ; }));
/// assert!(matches!(broken, Ok(Target::Left(Left::Unparsed))));
///
/// assert!(parse(&quote!(struct Point { x: f64 })).is_err());
/// ```
///
/// # Errors
/// If it is not a function, or a function without a body; at the keyword and the name.
pub fn parse(item: &TokenStream) -> syn::Result<Target> {
    match declares(item)? {
        Some(left) => Ok(Target::Left(left)),
        None => Ok(function(item)),
    }
}

/// Why the item is left, if its first tokens and its last show it.
pub(crate) fn declares(item: &TokenStream) -> syn::Result<Option<Left>> {
    let tokens = ungrouped(item.clone());
    let declaration = skip_attributes_and_visibility(&tokens);
    match kind(declaration) {
        Kind::Function => match tokens.last() {
            Some(TokenTree::Group(body)) if body.delimiter() == Delimiter::Brace => {}
            Some(TokenTree::Punct(end)) if end.as_char() == ';' => {
                return Err(at_name(declaration, Mistake::NoBody));
            }
            _ => return Ok(Some(Left::Unparsed)),
        },
        Kind::Expression => {
            let found = "an expression";
            return Err(at_name(declaration, Mistake::NotAFunction { found }));
        }
        Kind::Other(found) => return Err(at_name(declaration, Mistake::NotAFunction { found })),
    }
    Ok(None)
}

/// Parses what [`declares`] a function.
pub(crate) fn function(item: &TokenStream) -> Target {
    if too_deep(item) {
        return Target::Left(Left::TooDeep);
    }
    match syn::parse2(item.clone()) {
        Ok(function) => Target::Function(Box::new(function)),
        Err(_) => Target::Left(Left::Unparsed),
    }
}

/// Puts errors beside the item, which stays as it was.
///
/// Behind it, as another item; but beside an expression there is no place for items, and
/// `f(x)` followed by `::core` would be one path. So an expression becomes the value of a block.
#[must_use]
pub fn with_errors(item: TokenStream, error: &syn::Error) -> TokenStream {
    let errors = error.to_compile_error();
    let tokens = ungrouped(item.clone());
    match kind(skip_attributes_and_visibility(&tokens)) {
        Kind::Expression if !tokens.is_empty() => quote!({ #errors #item }),
        _ => quote!(#item #errors),
    }
}

/// What a declaration declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Function,
    /// A closure or any other expression.
    Expression,
    /// Something else, named with an article.
    Other(&'static str),
}

/// Words that may stand before `fn`. `const`, `unsafe` and `extern` may stand before others too.
const QUALIFIERS: [&str; 7] = [
    "default", "const", "async", "gen", "unsafe", "safe", "extern",
];

fn kind(declaration: &[TokenTree]) -> Kind {
    let mut constant = false;
    let mut foreign = false;
    for token in declaration {
        match token {
            TokenTree::Ident(word) => {
                let word = word.to_string();
                if QUALIFIERS.contains(&word.as_str()) {
                    constant |= word == "const";
                    foreign |= word == "extern";
                    continue;
                }
                return match word.as_str() {
                    "fn" => Kind::Function,
                    "struct" => Kind::Other("a struct"),
                    "enum" => Kind::Other("an enum"),
                    "union" => Kind::Other("a union"),
                    "trait" | "auto" => Kind::Other("a trait"),
                    "impl" => Kind::Other("an impl block"),
                    "mod" => Kind::Other("a module"),
                    "static" => Kind::Other("a static"),
                    "type" => Kind::Other("a type alias"),
                    "use" => Kind::Other("an import"),
                    "crate" if foreign => Kind::Other("an extern crate"),
                    "macro" | "macro_rules" => Kind::Other("a macro"),
                    "let" => Kind::Other("a statement"),
                    _ if constant => Kind::Other("a constant"),
                    _ if followed_by_bang(declaration) => Kind::Other("a macro call"),
                    _ => Kind::Expression,
                };
            }
            // The ABI of `extern "C"`.
            TokenTree::Literal(_) if foreign => {}
            TokenTree::Group(block)
                if foreign && !constant && block.delimiter() == Delimiter::Brace =>
            {
                return Kind::Other("a foreign block");
            }
            _ => break,
        }
    }
    Kind::Expression
}

fn followed_by_bang(declaration: &[TokenTree]) -> bool {
    let path = |token: &&TokenTree| match token {
        TokenTree::Ident(_) => true,
        TokenTree::Punct(sign) => sign.as_char() == ':',
        _ => false,
    };
    let after = declaration.iter().find(|token| !path(token));
    matches!(after, Some(TokenTree::Punct(sign)) if sign.as_char() == '!')
}

fn skip_attributes_and_visibility(mut tokens: &[TokenTree]) -> &[TokenTree] {
    loop {
        tokens = match tokens {
            [
                TokenTree::Punct(hash),
                TokenTree::Group(attribute),
                rest @ ..,
            ] if hash.as_char() == '#' && attribute.delimiter() == Delimiter::Bracket => rest,
            [TokenTree::Ident(word), TokenTree::Group(path), rest @ ..]
                if word == "pub" && path.delimiter() == Delimiter::Parenthesis =>
            {
                rest
            }
            [TokenTree::Ident(word), rest @ ..] if word == "pub" => rest,
            _ => return tokens,
        };
    }
}

/// An error at the words that say what the item is, up to its name.
fn at_name(declaration: &[TokenTree], mistake: Mistake<'_>) -> syn::Error {
    let words = declaration
        .iter()
        .take_while(|token| matches!(token, TokenTree::Ident(_) | TokenTree::Literal(_)));
    let mut words: Vec<TokenTree> = words.cloned().collect();
    if words.is_empty() {
        words.extend(declaration.first().cloned());
    }
    syn::Error::new_spanned(words.into_iter().collect::<TokenStream>(), mistake)
}

/// True if a `macro_rules!` stands anywhere in the tokens.
pub(crate) fn defines_macro(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == "macro_rules",
        TokenTree::Group(group) => defines_macro(&group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// True if one of the attributes may be `#[track_caller]`, perhaps by `cfg_attr`.
pub(crate) fn tracks_caller(attributes: &[Attribute]) -> bool {
    fn names_it(tokens: TokenStream) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Ident(ident) => ident == "track_caller",
            TokenTree::Group(group) => names_it(group.stream()),
            TokenTree::Punct(_) | TokenTree::Literal(_) => false,
        })
    }
    attributes
        .iter()
        .any(|attribute| names_it(attribute.meta.to_token_stream()))
}
