//! Closures of chains in whose blocks something was fused.
//!
//! In: the tokens of a chain, and each such closure with what it was, as text. Out: the same tokens with the fused closures.

use crate::rust::visit_mut::VisitMut;
use quote::ToTokens;
use syn::ExprClosure;

/// Puts fused closures where they were written.
pub(crate) struct Filled<'a>(pub(crate) &'a [(String, ExprClosure)]);

impl VisitMut for Filled<'_> {
    fn visit_expr_closure_mut(&mut self, closure: &mut ExprClosure) {
        // Closures inside of closures are part of those: by the same tokens they may name something else.
        let text = closure.to_token_stream().to_string();
        if let Some((_, fused)) = self.0.iter().find(|(as_written, _)| *as_written == text) {
            *closure = fused.clone();
        }
    }
}
