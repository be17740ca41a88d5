//! What a chain captures, for a loop that several threads may share.
//!
//! In: a chain and what is known of the names where it stands. Out: the places that its workers read, each as a closure would
//! borrow it, for rustc to look at their types; or why nothing can be asked of them; or why one of them visibly is not shared.

use crate::ops::chain::{Chain, Source, Stream};
use crate::rust::environment::{Callable, Environment};
use crate::rust::escaping_closures::gives_closures;
use crate::rust::macros;
use crate::rust::mentions::{self, Mentions};
use crate::rust::patterns;
use crate::rust::spelling::spelling;
use crate::rust::visit::{self, Visit};
use crate::sorted::SortedSet;
use quote::ToTokens;
use syn::{Expr, Macro, Pat, Type};

/// Why a loop stays on one thread that reads what is visibly not shared.
const UNSHARED: &str =
    "several threads may not share what it reads, as far as its type or bounds show";

/// Why a loop stays on one thread whose captures rustc cannot be asked about.
const HIDDEN: &str =
    "it calls a closure of which it is not visible whether several threads may share what it holds";

/// Why a loop stays on one thread whose workers make closures.
const MADE: &str =
    "it makes closures of which it is not visible whether several threads may share what they hold";

/// The places that a chain's workers read.
pub(crate) fn captured(
    chain: &Chain,
    environment: &Environment,
) -> Result<Vec<Expr>, &'static str> {
    if visibly_unshared(&chain.stream, environment) {
        return Err(UNSHARED);
    }
    for (index, worker) in chain.workers().into_iter().enumerate() {
        if let Expr::Closure(closure) = &worker.expr
            && gives_closures(closure, index == 0)
        {
            return Err(MADE);
        }
    }
    // The arrays that it runs over show their types themselves, and some of them are never built.
    let mut names = chain.stream.reads_besides_arrays();
    for worker in chain.workers() {
        names.extend(worker.reads().iter().cloned());
    }
    for write in chain.consumer.body().iter().flat_map(|body| &body.writes) {
        names.remove(&write.name);
    }
    let mut places = Vec::new();
    of_names(&names, &chain.expr, environment, &mut places)?;
    Ok(places)
}

/// Adds the places that an expression reads of these names.
fn of_names(
    names: &SortedSet<String>,
    expr: &Expr,
    environment: &Environment,
    places: &mut Vec<Expr>,
) -> Result<(), &'static str> {
    let mut asked = SortedSet::new();
    for name in names {
        match environment.callable(name) {
            Callable::Item => {}
            Callable::Closure(closure, _) if gives_closures(&closure, false) => return Err(MADE),
            Callable::Closure(closure, around) => {
                let inside = Expr::Closure((*closure).clone());
                let read = Mentions::of_expr(&inside).read;
                let read = read
                    .into_iter()
                    .filter(|name| around.lookup(name).is_some());
                let read = read.collect::<SortedSet<_>>();
                let visible = |name: &String| {
                    let ty = environment.type_of(name);
                    ty.is_some_and(|ty| environment.primitive(ty).is_some())
                };
                // What it has taken cannot be looked at any more, nor what is hidden by another of its name.
                let taken = closure.capture.is_some() && !read.iter().all(visible);
                let hidden = read
                    .iter()
                    .any(|name| environment.position(name) != around.position(name));
                if taken || hidden {
                    return Err(HIDDEN);
                }
                of_names(&read, &inside, &around, places)?;
            }
            Callable::Function | Callable::Unknown => {
                let unshared = |ty: &Type| environment.visibly_unshared(ty);
                if environment.type_of(name).is_some_and(unshared) {
                    return Err(UNSHARED);
                }
                asked.insert(name.clone());
            }
        }
    }
    let mut finder = Finder {
        names: asked,
        places: Vec::new(),
        whole: SortedSet::new(),
    };
    finder.visit_expr(expr);
    let found = std::mem::take(&mut finder.places);
    for place in found {
        let root = mentions::place_root(&place);
        if root.is_some_and(|root| !finder.whole.contains(&root)) {
            push(places, place);
        }
    }
    for name in &finder.whole {
        // A name inside of a format string has no token of its own.
        let raw = || syn::parse_str(&format!("r#{name}"));
        if let Ok(place) = syn::parse_str(name).or_else(|_| raw()) {
            push(places, place);
        }
    }
    Ok(())
}

fn push(places: &mut Vec<Expr>, place: Expr) {
    if !places.contains(&place) {
        places.push(place);
    }
}

/// The places of some names.
struct Finder {
    names: SortedSet<String>,
    places: Vec<Expr>,
    /// Names of which not all mentions are places, or that are bound somewhere inside.
    whole: SortedSet<String>,
}

impl Finder {
    fn mentions(&self, expr: &Expr) -> bool {
        mentions::place_root(expr).is_some_and(|root| self.names.contains(&root))
    }

    fn is_whole(&mut self, names: &SortedSet<String>) {
        self.whole.extend(self.names.intersection(names).cloned());
    }
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Path(_) if self.mentions(expr) => self.places.push(expr.clone()),
            Expr::Field(_) if self.mentions(expr) && is_place(expr) => {
                self.places.push(expr.clone())
            }
            _ => visit::visit_expr(self, expr),
        }
    }

    fn visit_pat(&mut self, pattern: &'ast Pat) {
        self.is_whole(&patterns::binds(pattern).into_iter().collect());
        visit::visit_pat(self, pattern);
    }

    fn visit_macro(&mut self, mac: &'ast Macro) {
        let Some(listed) = macros::listed(mac) else {
            let mentioned = Mentions::of_expr(&Expr::Macro(syn::ExprMacro {
                attrs: Vec::new(),
                mac: mac.clone(),
            }));
            self.is_whole(&mentioned.read);
            return;
        };
        self.is_whole(&listed.inline);
        let guard = listed.pattern.iter().flat_map(|(_, guard)| guard);
        for expr in listed.by_value.iter().chain(&listed.borrowed).chain(guard) {
            self.visit_expr(expr);
        }
    }
}

/// A name and its fields, without an index.
fn is_place(expr: &Expr) -> bool {
    match expr {
        Expr::Path(_) => true,
        Expr::Field(field) => is_place(&field.base),
        Expr::Paren(paren) => is_place(&paren.expr),
        Expr::Unary(unary) => matches!(unary.op, syn::UnOp::Deref(_)) && is_place(&unary.expr),
        _ => false,
    }
}

/// True if the elements that a stream is given are visibly not shared.
fn visibly_unshared(stream: &Stream, environment: &Environment) -> bool {
    let of_source = |source: &Source| match source {
        Source::Array(array) => {
            let ty = environment.type_of(&spelling(&array.name));
            ty.is_some_and(|ty| environment.visibly_unshared(ty))
        }
        Source::Range(_) | Source::Driver(_) => false,
    };
    stream.sources().into_iter().any(of_source)
}

/// References to places, in pairs, so that there may be any number.
pub(crate) fn as_tuple<'a>(
    places: impl DoubleEndedIterator<Item = &'a Expr>,
) -> proc_macro2::TokenStream {
    places.rev().fold(quote::quote!(()), |rest, place| {
        let place = place.to_token_stream();
        quote::quote!((&#place, #rest))
    })
}

#[cfg(test)]
mod tests {
    use quote::quote;

    fn of(body: &str) -> bool {
        let function = format!(
            "fn f<T: Ord, N: Number>(xs: &[f64], ts: &[T], ns: &[N], k: f64, s: S, f: &dyn Fn(f64) -> f64, g: impl Fn(f64) -> f64 + Sync) -> usize {{ {body} }}"
        );
        let function = function.parse().expect("tokens");
        crate::expand(quote!(parallel), function)
            .to_string()
            .contains("shared !")
    }

    #[test]
    fn what_is_visible() {
        for shared in [
            "xs.iter().filter(|x| **x > k).count()",
            "ns.iter().filter(|n| **n > ns[0]).count()",
            "xs.iter().filter(|x| **x > s.k).count()",
            "xs.iter().filter(|x| g(**x) > k).count()",
            "let c = |x: f64| x * k; xs.iter().filter(|x| c(**x) > k).count()",
            "let c = move |x: f64| x * k; xs.iter().filter(|x| c(**x) > k).count()",
        ] {
            assert!(of(shared), "{shared}");
        }
        for alone in [
            "ts.iter().filter(|t| **t > ts[0]).count()",
            "xs.iter().filter(|x| f(**x) > k).count()",
            "let c = move |x: f64| x * s.k; xs.iter().filter(|x| c(**x) > k).count()",
            "let fs: Vec<_> = xs.iter().map(|x| { let h = made(*x); move || h.k }).collect(); fs.len()",
            "let m = |x: f64| { let h = made(x); move || h.k }; let fs: Vec<_> = xs.iter().map(|x| m(*x)).collect(); fs.len()",
            "let c = |x: f64| x * s.k; let s = 1.0; xs.iter().filter(|x| c(**x) > s).count()",
        ] {
            assert!(!of(alone), "{alone}");
        }
    }

    #[test]
    fn places_are_those_that_a_closure_borrows() {
        for (test, asked) in [
            ("**x > s.a.b", "(&s.a.b,())"),
            ("**x > s.rows[1].k", "(&s.rows,())"),
            ("matches!(s.a, 1.0) && **x > k", "(&s.a,(&k,()))"),
            ("**x > { let s = k; s.floor() } + s.a", "(&k,(&s,()))"),
        ] {
            let function = format!(
                "fn f(xs: &[f64], s: S, k: f64) -> usize {{ xs.iter().filter(|x| {test}).count() }}"
            );
            let function = function.parse().expect("tokens");
            let text = crate::expand(quote!(parallel), function).to_string();
            assert!(text.replace(' ', "").contains(asked), "{asked} in {text}");
        }
    }
}
