//! Lints that look at a function as a whole, and that see more in an expansion than in what was
//! written.
//!
//! In: a function, before it is fused. Out: the attribute that silences them, where one might fire.

use crate::rust::mentions::Mentions;
use crate::rust::spelling::spelling;
use crate::rust::visit::{self, Visit};
use crate::sorted::SortedSet;
use proc_macro2::Span;
use quote::quote_spanned;
use syn::{Attribute, Expr, ExprMethodCall, ImplItemFn, PatIdent, ReturnType, Visibility};

/// How many names of one letter clippy lets pass.
const SINGLE_LETTERS: usize = 4;

/// The attribute, if the function needs one.
///
/// `many_single_char_names` counts the parameters of closures only where they are inlined;
/// `must_use_candidate` takes a function for one with effects if a path such as `f64::max` is handed
/// on, or a closure that writes, and so speaks up where it is called instead; `shadow_unrelated` takes the parameter of a
/// closure for `shadow_reuse` where the chain mentions what it hides, and not where it is bound in a loop.
pub(crate) fn of_the_whole(function: &ImplItemFn) -> Option<Attribute> {
    let mut names = Names::default();
    names.visit_impl_item_fn(function);
    let letters = names.0.iter().filter(|name| name.chars().count() == 1);
    let many = letters.count() > SINGLE_LETTERS;
    let mut handed_on = HandedOn {
        locals: names.0,
        found: false,
    };
    handed_on.visit_block(&function.block);
    let candidate = handed_on.found
        && !matches!(function.vis, Visibility::Inherited)
        && !matches!(function.sig.output, ReturnType::Default)
        && !function
            .attrs
            .iter()
            .any(|attribute| attribute.path().is_ident("must_use"));
    let span = Span::mixed_site();
    let mut reused = Reused(false);
    reused.visit_block(&function.block);
    let lints = [
        many.then(|| quote_spanned!(span=> clippy::many_single_char_names)),
        candidate.then(|| quote_spanned!(span=> clippy::must_use_candidate)),
        reused
            .0
            .then(|| quote_spanned!(span=> clippy::shadow_unrelated)),
    ];
    let lints = lints.into_iter().flatten().collect::<Vec<_>>();
    if lints.is_empty() {
        return None;
    }
    let lints = quote_spanned!(span=> #(#lints),*);
    let tokens = quote_spanned!(span=> #[allow(#lints)]);
    syn::parse::Parser::parse2(Attribute::parse_outer, tokens)
        .ok()?
        .pop()
}

/// Names in patterns.
#[derive(Default)]
struct Names(SortedSet<String>);

impl<'ast> Visit<'ast> for Names {
    fn visit_pat_ident(&mut self, ident: &'ast PatIdent) {
        let name = spelling(&ident.ident);
        self.0.insert(name);
        visit::visit_pat_ident(self, ident);
    }
}

/// Whether a parameter of a closure is called like something that its chain mentions before it.
struct Reused(bool);

impl<'ast> Visit<'ast> for Reused {
    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        let closures = call.args.iter().filter_map(|argument| match argument {
            Expr::Closure(closure) => Some(closure),
            _ => None,
        });
        let mut names = Names::default();
        closures
            .flat_map(|closure| &closure.inputs)
            .for_each(|input| names.visit_pat(input));
        if !names.0.is_empty() {
            let mentioned = Mentions::of_expr(&call.receiver).read;
            self.0 |= mentioned.iter().any(|name| names.0.contains(name));
        }
        visit::visit_expr_method_call(self, call);
    }
}

/// Whether a path to a function, or a closure that may write, is handed to a method.
struct HandedOn {
    locals: SortedSet<String>,
    found: bool,
}

impl HandedOn {
    /// True for the name of a parameter or a local.
    fn is_local(&self, path: &syn::Path) -> bool {
        path.get_ident()
            .is_some_and(|name| self.locals.contains(&spelling(name)))
    }
}

impl<'ast> Visit<'ast> for HandedOn {
    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        let path =
            |argument: &Expr| matches!(argument, Expr::Path(path) if !self.is_local(&path.path));
        let handed_on = call.method == "for_each" || call.args.iter().any(path);
        self.found |= handed_on;
        visit::visit_expr_method_call(self, call);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::ToTokens;

    fn silenced(function: &str) -> String {
        let function: ImplItemFn = syn::parse_str(function).expect("a function");
        let attribute = of_the_whole(&function);
        attribute.map_or_else(String::new, |attribute| {
            attribute.to_token_stream().to_string().replace(' ', "")
        })
    }

    #[test]
    fn nothing_is_silenced_that_cannot_speak_up() {
        assert_eq!(silenced("fn f(x: &[f64]) -> f64 { 0.0 }"), "");
        assert_eq!(
            silenced("pub fn f(x: &mut [f64]) { x.iter().fold(0.0, f64::max); }"),
            ""
        );
        assert_eq!(
            silenced("pub fn f(x: &[f64]) -> f64 { x.iter().sum() }"),
            ""
        );
        assert_eq!(
            silenced("#[must_use] pub fn f(x: &[f64]) -> f64 { x.iter().fold(0.0, f64::max) }"),
            ""
        );
    }

    #[test]
    fn many_letters_and_public_values() {
        assert_eq!(
            silenced("fn f(a: u8, b: u8, c: u8, d: u8) { g(|e| e); }"),
            "#[allow(clippy::many_single_char_names)]"
        );
        assert_eq!(
            silenced("pub fn f(xs: &[f64]) -> f64 { xs.iter().fold(0.0, f64::max) }"),
            "#[allow(clippy::must_use_candidate)]"
        );
        assert_eq!(
            silenced("pub fn f(xs: &[f64]) -> f64 { xs.iter().map(halved).sum() }"),
            "#[allow(clippy::must_use_candidate)]"
        );
        assert_eq!(
            silenced("pub fn f(xs: &[f64], ys: &[f64]) -> usize { xs.iter().zip(ys).count() }"),
            ""
        );
        assert_eq!(
            silenced("fn f(x: &[f64]) -> f64 { x.iter().map(|x| x * 2.0).sum() }"),
            "#[allow(clippy::shadow_unrelated)]"
        );
        assert_eq!(
            silenced("fn f(x: f64, y: &[f64]) -> f64 { y.iter().map(|x| x * 2.0).sum() }"),
            ""
        );
    }
}
