//! What patterns bind.
//!
//! In: a `syn::Pat`. Out: its names, and whether it is plain enough for a transparent `let`. An
//! identifier alone may be a constant or a unit struct; it is counted as a binding *and*, if it
//! is spelt like one, as a mention.

use crate::rust::visit::{self, Visit};
use crate::sorted::SortedSet;

use syn::{Pat, PatIdent};

use super::spelling::spelling;

/// One name that a pattern binds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Binding {
    /// As spelt.
    pub(crate) name: String,
    /// `mut name`.
    pub(crate) mutable: bool,
    /// `ref name`, `ref mut name`.
    pub(crate) by_reference: bool,
    /// `ref mut name`.
    pub(crate) by_mutable_reference: bool,
}

/// The names that a signature binds, in order.
pub(crate) fn parameters(signature: &syn::Signature) -> Vec<String> {
    let mut bound = Vec::new();
    for input in &signature.inputs {
        match input {
            syn::FnArg::Receiver(_) => bound.push("self".to_owned()),
            syn::FnArg::Typed(typed) => bound.extend(binds(&typed.pat)),
        }
    }
    bound
}

/// Whether a name is spelt like a constant, a variant or a type.
pub(crate) fn capitalised(name: &str) -> bool {
    name.trim_start_matches('_').starts_with(char::is_uppercase)
}

/// Whether what is called by a name is a constructor: one of std's, or a variant by its path (`Shape::Circle`). A single name
/// that is spelt like a type may be a constant that holds a function, or a function that somebody has named so.
pub(crate) fn constructs(owner: Option<&str>, name: &str, arguments: usize) -> bool {
    const OF_STD: [&str; 7] = [
        "Err",
        "Ok",
        "Reverse",
        "Saturating",
        "Self",
        "Some",
        "Wrapping",
    ];
    let spelt = capitalised(name) && name.contains(char::is_lowercase) && arguments > 0;
    spelt
        && match owner {
            Some(owner) => capitalised(owner) || OF_STD.contains(&name),
            None => OF_STD.contains(&name),
        }
}

/// Every name that a pattern binds, in the order written.
pub(crate) fn bindings(pattern: &Pat) -> Vec<Binding> {
    struct Names(Vec<Binding>);
    impl<'a> Visit<'a> for Names {
        fn visit_pat_ident(&mut self, ident: &'a PatIdent) {
            self.0.push(Binding {
                name: spelling(&ident.ident),
                mutable: ident.mutability.is_some() && ident.by_ref.is_none(),
                by_reference: ident.by_ref.is_some(),
                by_mutable_reference: ident.mutability.is_some() && ident.by_ref.is_some(),
            });
            visit::visit_pat_ident(self, ident);
        }
        fn visit_expr(&mut self, _: &'a syn::Expr) {}
    }
    let mut names = Names(Vec::new());
    names.visit_pat(pattern);
    names.0
}

/// The names that a pattern binds.
pub(crate) fn binds(pattern: &Pat) -> SortedSet<String> {
    bindings(pattern).into_iter().map(|b| b.name).collect()
}

/// Whether a pattern is a single identifier (or `mut x`, or `x: T`), which binds by value.
pub(crate) fn single_name(pattern: &Pat) -> Option<&PatIdent> {
    match pattern {
        Pat::Ident(ident) if ident.by_ref.is_none() && ident.subpat.is_none() => Some(ident),
        Pat::Type(typed) => single_name(&typed.pat),
        Pat::Paren(paren) => single_name(&paren.pat),
        _ => None,
    }
}

/// Whether the pattern of a `let` is plain: identifiers, by value, and tuples and structs of them.
///
/// No `_` and no `..`: what they leave unbound is dropped on the spot if it is a temporary, and not
/// moved at all if it is a place.
pub(crate) fn plain(pattern: &Pat) -> bool {
    match pattern {
        Pat::Ident(ident) => {
            ident.attrs.is_empty()
                && ident.by_ref.is_none()
                && ident.subpat.is_none()
                && !capitalised(&spelling(&ident.ident))
        }
        Pat::Type(typed) => typed.attrs.is_empty() && plain(&typed.pat),
        Pat::Paren(paren) => paren.attrs.is_empty() && plain(&paren.pat),
        Pat::Tuple(tuple) => tuple.attrs.is_empty() && tuple.elems.iter().all(plain),
        Pat::TupleStruct(tuple) => tuple.attrs.is_empty() && tuple.elems.iter().all(plain),
        Pat::Struct(fields) => {
            fields.attrs.is_empty()
                && fields.rest.is_none()
                && fields
                    .fields
                    .iter()
                    .all(|field| field.attrs.is_empty() && plain(&field.pat))
        }
        _ => false,
    }
}

/// Whether the pattern of a `let` without `else`, which is irrefutable because it compiles, runs
/// nothing and hides nothing: no macro, no attribute, no constant block.
pub(crate) fn quiet(pattern: &Pat) -> bool {
    struct Loud(bool);
    impl<'a> Visit<'a> for Loud {
        fn visit_attribute(&mut self, _: &'a syn::Attribute) {
            self.0 = true;
        }
        fn visit_pat(&mut self, pattern: &'a Pat) {
            self.0 |= matches!(
                pattern,
                Pat::Macro(_) | Pat::Const(_) | Pat::Guard(_) | Pat::Verbatim(_)
            );
            visit::visit_pat(self, pattern);
        }
    }
    let mut loud = Loud(false);
    loud.visit_pat(pattern);
    !loud.0
}

/// Whether a pattern leaves a part of what it matches unbound (`_`, `..`): that part is not moved
/// out, so it is dropped with the whole, not with the pattern's names.
pub(crate) fn leaves_parts(pattern: &Pat) -> bool {
    struct Wild(bool);
    impl<'a> Visit<'a> for Wild {
        fn visit_pat(&mut self, pattern: &'a Pat) {
            self.0 |= matches!(pattern, Pat::Wild(_) | Pat::Rest(_));
            visit::visit_pat(self, pattern);
        }
        fn visit_pat_rest(&mut self, _: &'a syn::PatRest) {
            self.0 = true;
        }
    }
    let mut wild = Wild(false);
    wild.visit_pat(pattern);
    wild.0
}

/// Whether a pattern binds a name by mutable reference, in so many words.
pub(crate) fn binds_mutable_reference(pattern: &Pat) -> bool {
    bindings(pattern).iter().any(|b| b.by_mutable_reference)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(text: &str) -> Pat {
        use syn::parse::Parser;
        Pat::parse_single.parse_str(text).unwrap()
    }

    #[test]
    fn what_patterns_bind() {
        let names = binds(&pattern(
            "(a, Point { x, y: ref mut z, .. }, [b, rest @ ..], Some(&c))",
        ));
        assert_eq!(Vec::from_iter(names), ["a", "b", "c", "rest", "x", "z"]);
        assert!(binds(&pattern("(_, 3, f64::MAX)")).is_empty());
        assert_eq!(Vec::from_iter(binds(&pattern("r#loop"))), ["loop"]);
    }

    #[test]
    fn plain_patterns_bind_all_they_match_by_value() {
        for text in [
            "x",
            "mut x",
            "(a, (b, mut c))",
            "Point { x, y }",
            "Pair(a, b)",
        ] {
            assert!(plain(&pattern(text)), "{text}");
        }
        for text in [
            "_",
            "(a, _)",
            "ref x",
            "x @ _",
            "Unit",
            "Point { x, .. }",
            "&x",
            "[a, b]",
        ] {
            assert!(!plain(&pattern(text)), "{text}");
        }
    }

    #[test]
    fn quiet_patterns_run_nothing() {
        assert!(quiet(&pattern("(a, [_, ..], &Some(ref b))")));
        assert!(!quiet(&pattern("(a, mine!(b))")));
        assert!(!quiet(&pattern("Point { #[cfg(a)] x, .. }")));
    }

    #[test]
    fn parts_left_behind() {
        for text in ["_", "(a, _)", "Point { x, .. }", "(a, ..)"] {
            assert!(leaves_parts(&pattern(text)), "{text}");
        }
        assert!(!leaves_parts(&pattern("(a, Point { x, y })")));
    }
}
