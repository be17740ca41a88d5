//! `fold(initial, worker)`.

use super::in_place;
use crate::ops::accumulator::{Accumulator, RangeTokens, Step};
use crate::ops::apply::{apply, bind};
use crate::ops::chain::consumer::Consume;
use crate::ops::chain::stream::Stream;
use crate::ops::monoid::redomap::{Redomap, redomap};
use crate::ops::reading::{Parsed, Parser, is_unspeakable, refuse};
use crate::ops::recognised::row::{Argument, Consumer as Row, STEP};
use crate::rust::cause::Cause;
use crate::rust::environment::Environment;
use crate::rust::hidden_code::Hidden;
use crate::rust::side_effect_free;
use crate::rust::term::{Is, Term};
use crate::rust::ty::Scalar;
use crate::rust::types::mentions_unseen_or_mutable;
use crate::rust::visible::{asked, visible_type};
use crate::rust::worker::Worker;
use crate::rust::worker::inlined_pattern;
use crate::sorted::SortedSet;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{BinOp, Expr, GenericArgument, Lit, Pat, Type, UnOp};

pub(super) const ROWS: &[Row] = &[Row::new("fold", &[Argument::Value, STEP], "U", |call| {
    // The type of the worker is rustc's to check.
    let mut unseen = call
        .call
        .turbofish
        .iter()
        .flat_map(|generics| generics.args.iter().skip(1));
    if unseen.any(|argument| !matches!(argument, GenericArgument::Type(Type::Infer(_)))) {
        return call.refused();
    }
    let written = call
        .call
        .turbofish
        .as_ref()
        .map(|generics| &generics.args[0]);
    let written = match written {
        Some(GenericArgument::Type(ty)) => Some(ty),
        _ => None,
    };
    let fold = Fold::of(
        call.parser,
        call.stream,
        [call.argument(0)?, call.argument(1)?],
        written.or(call.expected),
    )?;
    Ok(fold.into())
})];

/// `fold(initial, worker)`.
#[derive(Clone, Debug)]
pub(crate) struct Fold {
    /// Evaluated once, before the loop.
    pub(crate) initial: Expr,
    /// Names that `initial` mentions.
    pub(crate) initial_reads: Vec<String>,
    /// Names that `initial` moves.
    pub(crate) initial_moves: Vec<String>,
    /// What `initial` may run that no call shows.
    pub(crate) hidden: Hidden,
    /// The step.
    pub(crate) worker: Worker,
    /// The type of the accumulator, where the context shows it.
    pub(crate) accumulator: Option<Type>,
    /// The same, if it is a primitive.
    pub(crate) scalar: Option<Scalar>,
    /// True if the accumulator is visibly a value that borrows nothing.
    pub(crate) owned: bool,
    /// What combines two accumulators, if it is one of rayon's; it mentions nothing that the step
    /// does not.
    pub(crate) combine: Option<Worker>,
    /// Its operator, if several threads may share it.
    pub(crate) redomap: Option<Redomap>,
}

// Note [Remainders of a state]
// Of `a = (a + x) % 255` LLVM knows that `a` is less than 255, and needs no division, where the worker is a function of its own when it
// looks: the range of an argument is known from all calls of it, that of a variable of a loop is not. Measured on Fletcher's
// checksum beside an exclusive or, ns a byte: 1.35 in two loops, 3.8 in one where the worker stands in the body, 1.7 where it is called.

impl Fold {
    /// True if its state is, or may be, a remainder or a quotient by a literal. See Note [Remainders of a state].
    pub(crate) fn keeps_remainder(&self) -> bool {
        let divides = |part: &Term<'_>| {
            matches!(&part.is, Is::Binary(BinOp::Rem(_) | BinOp::Div(_), _, by)
                if matches!(by.is, Is::Literal(Lit::Int(_))))
        };
        let worker = &self.worker;
        let own = !worker.local && worker.fused.is_none() && self.redomap.is_none();
        own && worker.term().any(&divides)
    }

    /// A fold from a value by a worker, whose accumulator is of a type if that is visible.
    pub(crate) fn of(
        parser: &Parser<'_>,
        stream: &Stream,
        [initial, step]: [&Expr; 2],
        accumulator: Option<&Type>,
    ) -> Parsed<Fold> {
        let environment = parser.environment;
        let Some(judged) = side_effect_free::transparent(initial, environment) else {
            return refuse(initial, Cause::Argument("fold".into()));
        };
        let accumulator = accumulator.filter(|ty| !is_unspeakable(ty)).cloned();
        let started = || visible_type(initial, environment);
        let number = |ty: &Type| environment.scalar(ty).is_some();
        let accumulator = accumulator.or_else(|| started().filter(number));
        let accumulator = accumulator.or_else(|| folded_by(step, environment));
        let worker = parser.worker(step, &[accumulator.clone(), stream.item.as_parameter()])?;
        let total = worker.judgment.total;
        let redomap = redomap(
            initial,
            &worker.expr,
            accumulator.as_ref(),
            total,
            environment,
        );
        let visibly_owned = |ty: &Type| environment.visibly_owned(ty);
        let owned = stream.item.borrows.is_empty()
            || accumulator.as_ref().is_some_and(visibly_owned)
            || asked(initial, environment, |initial| {
                initial.is_numbers(environment) || initial.makes_owned(environment)
            })
            || worker.judgment.value_result;
        Ok(Fold {
            initial: initial.clone(),
            initial_reads: judged.reads.into_iter().collect(),
            hidden: judged.hidden,
            initial_moves: judged.moves.into_iter().collect(),
            worker,
            scalar: accumulator.as_ref().and_then(|ty| environment.scalar(ty)),
            accumulator,
            owned,
            combine: None,
            redomap,
        })
    }

    /// Its operator, if ranges of it begin with that one's identity: it is one of std's.
    fn divided(&self) -> Option<&Redomap> {
        self.redomap.as_ref().filter(|_| self.combine.is_none())
    }

    /// One more element, if it is divided and adds up integers. The worker is given the identity in the place of each that
    /// it adds to or multiplies, and so gives what there is to add.
    fn exact_step(&self, step: &Step<'_>) -> Option<TokenStream> {
        let of = &step.of;
        let redomap = self.redomap.as_ref().filter(|_| of.divided)?;
        let parts = redomap.parts();
        if !parts.iter().any(|(monoid, _)| monoid.is_exact()) {
            return None;
        }
        let (accumulator, start) = (of.fold(), of.name("initial"));
        let before = redomap.each(|monoid, part| {
            if monoid.is_exact() {
                monoid.identity(of.runtime, &quote!(#start #part))
            } else {
                quote!(#accumulator #part)
            }
        });
        let arguments = [before, step.element.clone()];
        let next = apply(of.runtime, &self.worker, &of.name("worker"), &arguments);
        if let Redomap::Whole(_) = redomap {
            return Some(quote!((&mut #accumulator).take(#next);));
        }
        let item = of.name("item");
        let steps = parts.iter().map(|(monoid, part)| {
            if monoid.is_exact() {
                quote!((&mut #accumulator #part).take(#item #part);)
            } else {
                quote!(#accumulator #part = #item #part;)
            }
        });
        Some(quote!(let #item = #next; #(#steps)*))
    }
}

/// The number that `f64::max` and `u64::min` fold.
fn folded_by(step: &Expr, environment: &Environment) -> Option<Type> {
    let Expr::Path(path) = step else { return None };
    let segments = path.path.segments.iter().collect::<Vec<_>>();
    let [owner, function] = segments[..] else {
        return None;
    };
    let own = path.qself.is_none() && path.path.leading_colon.is_none();
    let extremum = function.ident == "max" || function.ident == "min";
    let ty: Type = syn::parse_quote!(#owner);
    let number = environment.primitive_number(&ty).is_some();
    (own && extremum && number).then_some(ty)
}

impl Consume for Fold {
    fn gives(&self) -> Option<Type> {
        self.accumulator.clone().filter(|_| self.scalar.is_some())
    }

    fn name(&self) -> &'static str {
        "fold"
    }

    fn worker(&self) -> Option<&Worker> {
        Some(&self.worker)
    }

    fn applied_mut(&mut self) -> Option<&mut Worker> {
        Some(&mut self.worker)
    }

    fn mentions(&self) -> SortedSet<String> {
        self.initial_reads.iter().cloned().collect()
    }

    fn moves(&self) -> &[String] {
        &self.initial_moves
    }

    fn initial(&self) -> Option<&Expr> {
        Some(&self.initial)
    }

    fn hidden(&self) -> Hidden {
        self.hidden
    }

    fn text(&self, worker: &str) -> String {
        worker.to_owned()
    }

    fn borrows(&self) -> bool {
        !self.owned
    }

    fn is_plain(&self, environment: &Environment) -> bool {
        match &self.accumulator {
            Some(ty) => environment.visibly_copy(ty),
            None => match visible_type(&self.initial, environment) {
                Some(ty) => environment.visibly_copy(&ty),
                None => number(&self.initial, environment),
            },
        }
    }

    fn is_idle(&self) -> bool {
        Term::of(&self.initial).is_inert()
    }

    fn is_total(&self) -> bool {
        self.worker.judgment.total
    }

    fn depends_on_order(&self) -> bool {
        true
    }

    fn undivided(&self) -> Option<&'static str> {
        self.redomap.is_none().then_some(
            "its fold is not visibly an associative operator (`acc + f(x)`, `acc.max(f(x))`, a tuple of these) on a primitive number",
        )
    }

    fn moves_what_it_keeps(&self) -> bool {
        self.divided().is_none()
    }

    fn start(&self, of: &Accumulator<'_>) -> TokenStream {
        let (fold, ty, initial) = (of.fold(), self.accumulator.iter(), &self.initial);
        quote!(let mut #fold #(: #ty)* = #initial;)
    }

    fn step(&self, step: &Step<'_>) -> TokenStream {
        if let Some(step) = self.exact_step(step) {
            return step;
        }
        let (here, runtime) = (step.of.here, &step.of.runtime_here());
        let (place, element) = (&step.place, &step.element);
        let bound_to = |pattern: &Pat| bind(runtime, inlined_pattern(pattern), element);
        if let Some(step) = in_place::step(self, place, &bound_to) {
            return step;
        }
        let worker = step.by_comparison.as_ref().unwrap_or(&self.worker);
        if let Expr::Closure(closure) = &worker.expr
            && self.keeps_remainder()
        {
            return quote_spanned!(here=> #place = #runtime::apply_apart(#place, #element, #closure););
        }
        let arguments = [place.clone(), element.clone()];
        let next = apply(runtime, worker, &step.of.name("worker"), &arguments);
        quote_spanned!(here=> #place = #next;)
    }

    fn range(&self, of: &Accumulator<'_>) -> Option<RangeTokens> {
        let (redomap, runtime) = (self.divided()?, of.runtime);
        let (start, fold) = (of.name("initial"), of.fold());
        let (ty, initial) = (self.accumulator.iter(), &self.initial);
        let identity = redomap.each(|monoid, part| monoid.start(runtime, &quote!(#start #part)));
        let whole = redomap.each(|monoid, part| {
            monoid.finish(runtime, &quote!(#start #part), &quote!(#fold #part))
        });
        Some(RangeTokens {
            before: quote!(let #start #(: #ty)* = #initial;),
            start: quote!(let mut #fold = #identity;),
            end: quote!(let #fold = #whole;),
        })
    }

    fn combine(&self, of: &Accumulator<'_>) -> TokenStream {
        let (runtime, (left, right)) = (of.runtime, of.sides());
        if let Some(redomap) = self.divided() {
            return redomap.each(|monoid, part| {
                monoid.combine(runtime, &quote!(#left #part), &quote!(#right #part))
            });
        }
        let worker = self.combine.as_ref().unwrap_or(&self.worker);
        let arguments = [quote!(#left), quote!(#right)];
        apply(runtime, worker, &of.name("worker"), &arguments)
    }
}

/// A number whose type is open, or a tuple of such and of values of visible type.
pub(crate) fn number(initial: &Expr, environment: &Environment) -> bool {
    match initial {
        Expr::Lit(literal) => matches!(literal.lit, Lit::Int(_) | Lit::Float(_)),
        Expr::Paren(paren) => number(&paren.expr, environment),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => number(&unary.expr, environment),
        Expr::Tuple(tuple) => tuple.elems.iter().all(|part| number(part, environment)),
        other => {
            visible_type(other, environment).is_some_and(|ty| !mentions_unseen_or_mutable(&ty))
        }
    }
}
