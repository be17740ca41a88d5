//! Two parallel loops side by side.
//!
//! In: two loops that may run at once. Out: the two as the closures of one call.
//! Where each of them is long enough for several ranges it has all threads anyway; where both together are
//! too short for that it costs more than it gains. Between the two, measured on two cores with 32,000 elements
//! each, two loops of two sums take 31 microseconds instead of 52, two of roots 162 instead of 312. Loops
//! that only map gain nothing, so that both must add up floats one after the other.

use super::emission::Emitter;
use crate::loops::Loop;
use crate::ops::captures::as_tuple;
use crate::plan::LoopPlan;
use proc_macro2::{Literal, TokenStream};
use quote::quote;
use syn::Expr;

impl Emitter<'_> {
    /// Both loops in one statement.
    pub(super) fn side_by_side(&self, one: &LoopPlan, other: &LoopPlan) -> TokenStream {
        let runtime = self.plan.runtime;
        // Their arrays too: both closures hold them.
        let mut captured: Vec<Expr> = Vec::new();
        for nest in [&one.nest, &other.nest] {
            captured.extend(self.captured_by(nest));
            let inputs = nest.root.sources.iter();
            let arrays = inputs.flat_map(|driver| self.plan.lowered.inputs(driver.reader));
            captured.extend(arrays.filter_map(|input| input.source).map(|source| {
                let name = &source.name;
                syn::parse_quote!(#name)
            }));
        }
        let part = |plan: &LoopPlan| {
            let results = self.results_of(&plan.nest);
            let (tokens, length) = (self.fused_loop(plan), self.length_of(&plan.nest));
            (
                quote!((#(#results,)*)),
                quote!(|| { #tokens (#(#results,)*) }),
                length,
            )
        };
        let (one, first, one_length) = part(one);
        let (other, second, other_length) = part(other);
        let several = match self.plan.lowered.setting.min_len() {
            Some(least) => {
                let several = Literal::usize_unsuffixed(least.max(1).saturating_mul(2));
                quote!(#several)
            }
            None => quote!(#runtime::parallel::SEQUENTIAL),
        };
        let captured = as_tuple(captured.iter());
        quote! {
            let (#one, #other) = #runtime::beside!(
                [#one_length, #other_length],
                #several,
                #first,
                #second,
                #captured,
            );
        }
    }

    /// How many elements a loop over arrays has at most.
    fn length_of(&self, nest: &Loop) -> TokenStream {
        let runtime = self.plan.runtime;
        let source = nest.root.sources.first();
        let array = source.map_or_else(TokenStream::new, |driver| self.source(driver, true));
        quote!(#runtime::parallel::Source::length(&#array))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many pairs of loops stand side by side in an expansion.
    fn pairs(body: &str) -> usize {
        let function =
            format!("fn f(xs: &[f64], ys: &[f64], zs: Vec<f64>, n: usize) -> f64 {{ {body} }}");
        let function = function.parse().expect("tokens");
        let expansion = crate::expand(quote!(parallel), function);
        expansion.to_string().matches("beside").count()
    }

    #[test]
    fn loops_without_a_path() {
        let sums = "let a: f64 = xs.iter().sum(); let b: f64 = ys.iter().sum();";
        assert_eq!(pairs(&format!("{sums} a + b")), 1);
        let mapped = "let a: f64 = xs.iter().sum(); let ws: Vec<f64> = xs.iter().map(|x| x + 1.0).collect();";
        assert_eq!(
            pairs(&format!(
                "{mapped} let b: f64 = ys.iter().sum(); show(ws); a + b"
            )),
            1
        );
        // Two pairs are not one of three.
        let third = "let c: f64 = zs.iter().sum(); let d: f64 = zs.iter().take(n).sum();";
        assert_eq!(pairs(&format!("{sums} {third} a + b + c + d")), 1);
    }

    #[test]
    fn loops_that_stay_apart() {
        for body in [
            // The second needs the first, or a name that is bound in between.
            "let a: f64 = xs.iter().sum(); let b: f64 = ys.iter().map(|y| y * a).sum(); b",
            "let a = 1.0; let b: f64 = xs.iter().sum(); let a = n as f64; let c: f64 = ys.iter().map(|y| y * a).sum(); b + c",
            // A wall.
            "let a: f64 = xs.iter().sum(); show(a); let b: f64 = ys.iter().sum(); a + b",
            // One of them takes what the other may read, or adds up no floats.
            "let a: f64 = xs.iter().sum(); let b: f64 = zs.into_iter().sum(); a + b",
            "let a: f64 = xs.iter().sum(); let b: f64 = ys.iter().map(move |y| y * n as f64).sum(); a + b",
            "let a: f64 = xs.iter().sum(); let b = ys.iter().filter(|y| **y > 0.0).count(); a + b as f64",
        ] {
            assert_eq!(pairs(body), 0, "{body}");
        }
    }
}
