//! Folds into an array, where it stands.
//!
//! In: a fold whose worker takes the array, writes to its elements and gives it back. Out: the same on a reference to the
//! accumulator. As it is written the array is copied for each element, in words that are wider than what was just written to
//! it, for which a machine waits. Measured on sums of four groups, 16 elements to one million: 8 to 9 times as fast.

use super::fold::Fold;
use crate::ops::monoid::histogram::is_array;
use crate::rust::spelling::spelling;
use crate::rust::worker::inlined_body;
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Expr, Pat, Stmt};

/// One step of a fold, if its array can be written to where it stands.
pub(super) fn step(
    fold: &Fold,
    place: &TokenStream,
    bind: &dyn Fn(&Pat) -> TokenStream,
) -> Option<TokenStream> {
    let worker = &fold.worker;
    let Expr::Closure(closure) = &worker.expr else {
        return None;
    };
    let plain = !worker.local
        && worker.judgment.inline
        && closure.inputs.len() == 2
        && closure.attrs.is_empty()
        && matches!(closure.output, syn::ReturnType::Default)
        && is_array(&fold.initial);
    let name = match closure.inputs.first()? {
        // Without `mut` rustc refuses it, and has to.
        Pat::Ident(name)
            if plain
                && name.by_ref.is_none()
                && name.mutability.is_some()
                && name.subpat.is_none() =>
        {
            &name.ident
        }
        _ => return None,
    };
    let Expr::Block(body) = inlined_body(closure) else {
        return None;
    };
    let (last, before) = body.block.stmts.split_last()?;
    let gives = matches!(last, Stmt::Expr(Expr::Path(path), None) if path.path.is_ident(name));
    let indexes = |stmt: &Stmt| is_indexed(stmt.to_token_stream(), name);
    let fits = gives
        && body.label.is_none()
        && body.attrs.is_empty()
        && !before.is_empty()
        && is_indexed(closure.inputs[1].to_token_stream(), name)
        && before.iter().all(indexes);
    let element = bind(&closure.inputs[1]);
    fits.then(|| quote!({ let #name = &mut #place; #element #(#before)* }))
}

/// True if a name stands nowhere but before an index.
fn is_indexed(tokens: TokenStream, name: &Ident) -> bool {
    let tokens = tokens.into_iter().collect::<Vec<_>>();
    tokens.iter().enumerate().all(|(index, token)| match token {
        TokenTree::Group(group) => is_indexed(group.stream(), name),
        TokenTree::Ident(ident) if spelling(ident) == spelling(name) => {
            matches!(tokens.get(index + 1), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Bracket)
        }
        _ => true,
    })
}

#[cfg(test)]
mod tests {
    use quote::quote;

    /// Deleting the attribute must not make a program fail to compile.
    #[test]
    fn an_array_that_is_not_mut_is_left_for_rustc_to_refuse() {
        let expand = |worker| {
            let function = quote! {
                fn first(xs: &[u8]) -> [u32; 4] {
                    xs.iter().fold([0u32; 4], #worker)
                }
            };
            crate::expand(quote!(), function).to_string()
        };
        let place = "let h = & mut";
        assert!(
            expand(quote!(|mut h, x| {
                h[0] += u32::from(*x);
                h
            }))
            .contains(place)
        );
        assert!(
            !expand(quote!(|h, x| {
                h[0] += u32::from(*x);
                h
            }))
            .contains(place)
        );
    }
}
