//! Statements with other names in the place of some.
//!
//! In: statements, and names that they bind or mention. Out: the same under other names, where each token of such a spelling is the name:
//! no field, no method, nothing in a macro.

use super::name_of;
use crate::rust::environment::Environment;
use crate::rust::spelling::{spelling, times};
use crate::rust::visit::{self, Visit};
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Block, Expr, Pat, Stmt};

/// Statements with a name that neither the tokens have nor anything in scope in the place of one that they bind; `None` if it may be more than a name. It
/// stands where the other stood, for what rustc has to say of it.
pub(super) fn with_free_name(
    stmts: &[Stmt],
    name: &str,
    tokens: &TokenStream,
    environment: &Environment,
) -> Option<Block> {
    let own = stmts.iter().map(ToTokens::to_token_stream);
    let own = own.collect::<TokenStream>();
    let mut spellings = (2..).map(|number| format!("{name}_{number}"));
    let free = |spelt: &String| times(spelt, tokens.clone()) == 0 && !environment.is_taken(spelt);
    let free = spellings.find(free)?;
    let respelt = only_names(name, stmts, &own)
        .then(|| respelt(own, name, &|span| Ident::new(&free, span)))?;
    syn::parse2(quote::quote!({ #respelt })).ok()
}

/// Statements with other names in the place of some that they bind or mention; `None` if one of them may be more than a name.
pub(super) fn with_names(stmts: &[Stmt], pairs: &[(String, Ident)]) -> Option<Block> {
    let mut tokens = stmts
        .iter()
        .map(ToTokens::to_token_stream)
        .collect::<TokenStream>();
    for (own, other) in pairs {
        let taken = times(&spelling(other), tokens.clone()) > 0;
        if taken || !only_names(own, stmts, &tokens) {
            return None;
        }
        tokens = renamed(tokens, own, other);
    }
    syn::parse2(quote::quote!({ #tokens })).ok()
}

/// The names of two patterns that differ in nothing else.
pub(super) fn alike(one: &Pat, other: &Pat) -> Option<Vec<(Ident, Ident)>> {
    match (one, other) {
        (Pat::Ident(one), Pat::Ident(other)) => {
            let plain = |ident: &syn::PatIdent| {
                ident.by_ref.is_none() && ident.mutability.is_none() && ident.subpat.is_none()
            };
            let both = plain(one) && plain(other);
            both.then(|| vec![(one.ident.clone(), other.ident.clone())])
        }
        (Pat::Reference(one), Pat::Reference(other)) => {
            (one.mutability == other.mutability).then(|| alike(&one.pat, &other.pat))?
        }
        (Pat::Paren(one), _) => alike(&one.pat, other),
        (_, Pat::Paren(other)) => alike(one, &other.pat),
        (Pat::Tuple(one), Pat::Tuple(other)) if one.elems.len() == other.elems.len() => {
            let mut pairs = Vec::new();
            for (one, other) in one.elems.iter().zip(&other.elems) {
                pairs.extend(alike(one, other)?);
            }
            Some(pairs)
        }
        (Pat::Wild(_), Pat::Wild(_)) => Some(Vec::new()),
        _ => None,
    }
}

/// True if each identifier of this spelling is a name: no field, no method, nothing in a macro.
pub(super) fn only_names(name: &str, stmts: &[Stmt], tokens: &TokenStream) -> bool {
    struct Names<'a>(&'a str, usize, bool);
    impl<'ast> Visit<'ast> for Names<'_> {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            self.1 += usize::from(name_of(expr).is_some_and(|name| name == self.0));
            // `S { name }` names the field too.
            let is_short = |field: &syn::FieldValue| field.colon_token.is_none();
            self.2 |= matches!(expr, Expr::Struct(made) if made.fields.iter().any(is_short));
            visit::visit_expr(self, expr);
        }
        fn visit_pat(&mut self, pattern: &'ast Pat) {
            let bound = matches!(pattern, Pat::Ident(bound) if spelling(&bound.ident) == self.0);
            self.1 += usize::from(bound);
            self.2 |= matches!(pattern, Pat::Struct(_));
            visit::visit_pat(self, pattern);
        }
    }
    fn spelt(name: &str, tokens: TokenStream) -> usize {
        let times = |token| match token {
            TokenTree::Ident(ident) => usize::from(spelling(&ident) == name),
            TokenTree::Group(group) => spelt(name, group.stream()),
            TokenTree::Literal(literal) => usize::from(literal.to_string().contains(name)),
            TokenTree::Punct(_) => 0,
        };
        tokens.into_iter().map(times).sum()
    }
    let mut names = Names(name, 0, false);
    stmts.iter().for_each(|stmt| names.visit_stmt(stmt));
    !names.2 && names.1 == spelt(name, tokens.clone())
}

/// Tokens with another name.
pub(super) fn renamed(tokens: TokenStream, from: &str, to: &Ident) -> TokenStream {
    respelt(tokens, from, &|_| to.clone())
}

/// The same, with what stands at the span of each.
fn respelt(tokens: TokenStream, from: &str, to: &dyn Fn(Span) -> Ident) -> TokenStream {
    let respell = |token| match token {
        TokenTree::Ident(ident) if spelling(&ident) == from => TokenTree::Ident(to(ident.span())),
        TokenTree::Group(group) => {
            let mut respelt = Group::new(group.delimiter(), respelt(group.stream(), from, to));
            respelt.set_span(group.span());
            TokenTree::Group(respelt)
        }
        other => other,
    };
    tokens.into_iter().map(respell).collect()
}
