//! What a reduction keeps of some chunks: the state of the runtime that it merges in, and how a round makes it.
//!
//! In: a chain that ends in a number. Out: its [`Part`], or why parts of it do not merge.

use super::accumulated::Accumulated;
use super::found::Element;
use super::orders;
use super::program::Panics;
use super::unfiltered::unfiltered;
use crate::ops::chain::{Chain, Question};
use crate::ops::consumer::count::Count;
use crate::ops::consumer::extremum::{By, End, Extremum};
use crate::ops::consumer::fold::Fold;
use crate::ops::consumer::sum::{Operator, Reduction};
use crate::ops::monoid::Monoid;
use crate::ops::monoid::redomap::Redomap;
use crate::rust::expr::strip;
use crate::rust::ty::Scalar;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{Expr, Lit, Type};

/// A reduction of chunks.
pub(super) enum Part<'r> {
    /// How many elements the slices have.
    Length,
    /// How many elements a chain has.
    Count(&'r Chain),
    /// The sum of elements.
    Sum(Elements<'r>),
    /// The least or the greatest of elements and a start, by `min` or `max`.
    End(Elements<'r>, End),
    /// What an operator of machine words makes of a start and of elements, which is the same in any order.
    Words(Elements<'r>, Monoid),
    /// So many bins of integers, to which a loop has pushed their places and what they take in.
    Bins(Ident, Type, Expr),
    /// The least or the greatest element, by a comparison.
    Best(&'r Chain, Element, End, &'r By),
    /// The first or the last element that passes.
    Found(&'r Chain, Element, Side),
    /// The place of it.
    Position(&'r Chain, Side),
    /// Whether an element passes.
    Any(&'r Chain),
    /// Whether all do.
    All(&'r Chain),
}

/// Which of the elements that pass is found.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    First,
    Last,
}

/// The elements that a part takes in by blocks.
pub(super) struct Elements<'r> {
    made: From<'r>,
    /// The type of an element, and of the result.
    ty: Type,
    scalar: Scalar,
    /// The slice that they are, if no closure makes them.
    pub(super) slice: Option<Ident>,
}

/// What makes elements.
enum From<'r> {
    /// A chain that ends in a sum.
    Chain(&'r Chain),
    /// One that ends in a fold.
    Fold(&'r Chain, &'r Fold),
    /// A loop, which has pushed them to an array; what it begins with.
    Array(Ident, Box<Expr>),
    /// One that keeps an element by a test: NaN to begin with stays.
    Tested(Ident, Box<Expr>),
}

const OTHERS: &str = "parts of this do not merge in any order\nuse `sum`, `count`, `min`, `max`, `any`, `all`, `find`, `next`, `last`, `position`, or a `fold` by `+`, `min`, `max`, `|`, `&` or `^`";

impl<'r> Part<'r> {
    /// That of a chain.
    pub(super) fn of(
        chain: &'r Chain,
        aligned: bool,
        slice: Option<Ident>,
        element: Option<&Type>,
    ) -> Result<Part<'r>, &'static str> {
        let consumer = &chain.consumer;
        if let Some(sum) = consumer.of::<Reduction>() {
            if sum.operator == Operator::Product {
                return Err(
                    "products of parts do not round, or overflow, as the whole does\nadd logarithms, or keep the product outside of the function",
                );
            }
            let (ty, scalar) = (sum.number.clone(), sum.scalar);
            return of_64_bits(
                scalar,
                Part::Sum(Elements {
                    made: From::Chain(chain),
                    ty,
                    scalar,
                    slice,
                }),
            );
        }
        if let Some(fold) = consumer.of::<Fold>() {
            let written = fold.accumulator.clone().zip(fold.scalar);
            let shown = written.or_else(|| start_of(&fold.initial));
            let Some((ty, scalar)) = shown else {
                return Err(
                    "the type of the fold is not visibly a number\nannotate it: `let most: f64 = ..`",
                );
            };
            let Some(Redomap::Whole(operator)) = &fold.redomap else {
                return Err(OTHERS);
            };
            let elements = Elements {
                made: From::Fold(chain, fold),
                ty,
                scalar,
                slice: None,
            };
            return Part::by(elements, *operator);
        }
        if consumer.is::<Count>() {
            return Ok(Part::Count(chain));
        }
        let found = || Element::of(chain, element);
        if let Some(Extremum { end, by, .. }) = consumer.of::<Extremum>() {
            if let By::Comparison(worker) = by
                && !orders::is_total(&worker.expr)
            {
                return Err(orders::NO_ORDER);
            }
            return Ok(Part::Best(chain, found()?, *end, by));
        }
        match (consumer.question(), consumer.name()) {
            (Some(Question::Any), _) => Ok(Part::Any(chain)),
            (Some(Question::All), _) => Ok(Part::All(chain)),
            (Some(Question::Find), _) | (_, "next") => {
                Ok(Part::Found(chain, found()?, Side::First))
            }
            (_, "last" | "next_back" | "rfind") => Ok(Part::Found(chain, found()?, Side::Last)),
            (Some(Question::Position), _) if aligned => Ok(Part::Position(chain, Side::First)),
            (_, "rposition") if aligned => Ok(Part::Position(chain, Side::Last)),
            _ => Err(OTHERS),
        }
    }

    /// What a loop makes of a start and the elements that it has pushed to an array.
    pub(super) fn of_array(
        array: Ident,
        start: Expr,
        ty: Type,
        scalar: Scalar,
        becomes: Accumulated,
    ) -> Result<Part<'r>, &'static str> {
        let operator = match becomes {
            Accumulated::By(operator) | Accumulated::Kept(operator)
                if operator.is_of(scalar.kind()) =>
            {
                operator
            }
            Accumulated::Signed if scalar.is_float() => Monoid::Sum,
            _ => return Err(OTHERS),
        };
        let start = Box::new(start);
        let elements = Elements {
            made: match becomes {
                Accumulated::Kept(_) => From::Tested(array, start),
                _ => From::Array(array, start),
            },
            ty,
            scalar,
            slice: None,
        };
        Part::by(elements, operator)
    }

    /// What an operator makes of elements.
    fn by(elements: Elements<'r>, operator: Monoid) -> Result<Part<'r>, &'static str> {
        match operator {
            Monoid::Sum | Monoid::IntegerSum => of_64_bits(elements.scalar, Part::Sum(elements)),
            Monoid::Least => Ok(Part::End(elements, End::Min)),
            Monoid::Greatest => Ok(Part::End(elements, End::Max)),
            Monoid::And
            | Monoid::Or
            | Monoid::Xor
            | Monoid::WrappingSum
            | Monoid::SaturatingSum => Ok(Part::Words(elements, operator)),
            Monoid::Product | Monoid::IntegerProduct | Monoid::WrappingProduct => Err(OTHERS),
        }
    }

    /// The type of what is kept of the result.
    pub(super) fn ty(&self, runtime: &TokenStream) -> TokenStream {
        match self {
            Part::Length | Part::Count(_) => quote!(#runtime::usize),
            Part::Sum(elements) | Part::End(elements, _) | Part::Words(elements, _) => {
                let ty = &elements.ty;
                quote!(#ty)
            }
            Part::Best(_, element, ..) | Part::Found(_, element, _) => {
                let kept = element.kept(runtime);
                quote!(#runtime::Option<#kept>)
            }
            Part::Position(..) => quote!(#runtime::Option<#runtime::usize>),
            Part::Any(_) | Part::All(_) => quote!(#runtime::bool),
            Part::Bins(_, _, count) => quote!(#runtime::chunked::Bins<{ #count }>),
        }
    }

    /// The type of the result in the function, and the result that is kept in a place as it is seen there.
    pub(super) fn seen(
        &self,
        runtime: &TokenStream,
        kept: &TokenStream,
    ) -> (TokenStream, TokenStream) {
        match self {
            Part::Best(_, element, ..) | Part::Found(_, element, _) => {
                let seen = element.seen(runtime);
                (quote!(#runtime::Option<#seen>), element.lend(kept))
            }
            Part::Bins(_, ty, count) => (quote!([#ty; #count]), quote!(#kept.value::<#ty>())),
            _ => (self.ty(runtime), kept.clone()),
        }
    }

    /// The type of its state.
    pub(super) fn state(&self, runtime: &TokenStream) -> TokenStream {
        let chunked = quote!(#runtime::chunked);
        match self {
            Part::Length | Part::Count(_) => quote!(#runtime::u64),
            Part::Sum(elements) if elements.scalar.is_float() => quote!(#chunked::FloatSum),
            Part::Sum(_) => quote!(#chunked::IntegerSum),
            Part::End(elements, end) => {
                let ty = &elements.ty;
                match end {
                    End::Min => quote!(#chunked::Least<#ty>),
                    End::Max => quote!(#chunked::Greatest<#ty>),
                }
            }
            Part::Words(elements, _) => {
                let ty = &elements.ty;
                quote!(#ty)
            }
            Part::Best(_, element, ..) | Part::Found(_, element, _) => {
                let kept = element.kept(runtime);
                quote!(#chunked::Found<#kept>)
            }
            Part::Position(..) => quote!(#chunked::Found<#runtime::u64>),
            Part::Any(_) | Part::All(_) => quote!(#runtime::bool),
            Part::Bins(..) => self.ty(runtime),
        }
    }

    /// Whether its result may not fit its type.
    pub(super) fn at_end(&self) -> Panics {
        match self {
            Part::Sum(elements) if !elements.scalar.is_float() => Panics::AtEnd,
            Part::Bins(..) => Panics::AtEnd,
            _ => Panics::Never,
        }
    }

    /// True if states are merged by a closure of the function's.
    pub(super) fn compares(&self) -> bool {
        matches!(self, Part::Best(..))
    }

    /// True if it depends on where its elements stand: which of two is the first, or that there are so many before it.
    pub(super) fn is_placed(&self) -> bool {
        match self {
            // Of two numbers that are equal, either one is it.
            Part::Best(_, _, _, By::Itself) => false,
            Part::Best(..) | Part::Found(..) | Part::Position(..) => true,
            _ => false,
        }
    }

    /// The elements that it takes in by blocks.
    pub(super) fn elements(&self) -> Option<&Elements<'r>> {
        match self {
            Part::Sum(elements) | Part::End(elements, _) => Some(elements),
            _ => None,
        }
    }

    /// True if it takes in arrays of what the elements of a block make.
    pub(super) fn takes_blocks(&self) -> bool {
        matches!(self, Part::Sum(_) | Part::End(..) | Part::Bins(..))
    }

    /// What the function of a round gives for it, and the type of that; `None` if it needs none of it.
    pub(super) fn of_block(&self, runtime: &TokenStream) -> Option<(TokenStream, TokenStream)> {
        let value = match self {
            Part::Length => return None,
            Part::Bins(array, ty, _) => {
                let ty = quote!(#runtime::Vec<(#runtime::usize, #ty)>);
                return Some((quote!(#array), ty));
            }
            Part::Sum(elements) | Part::End(elements, _) => {
                let is_made = elements.slice.is_none();
                return is_made.then(|| elements.collected(runtime));
            }
            Part::Words(elements, operator) => elements.folded(runtime, *operator),
            Part::Count(chain) | Part::Position(chain, _) | Part::Any(chain) | Part::All(chain) => {
                chain.expr.to_token_stream()
            }
            Part::Best(chain, element, ..) | Part::Found(chain, element, _) => {
                element.keep(&chain.expr.to_token_stream())
            }
        };
        Some((value, self.ty(runtime)))
    }

    /// Takes what a block gave into a state. `block` is that, or the slice itself; `place` is where the block starts.
    pub(super) fn update(
        &self,
        runtime: &TokenStream,
        state: &TokenStream,
        block: &TokenStream,
        place: &Ident,
    ) -> TokenStream {
        let found = quote!(#runtime::chunked::Found::at);
        match self {
            Part::Length => quote!(#state += #block.len() as #runtime::u64;),
            Part::Count(_) => quote!(#state += #block as #runtime::u64;),
            Part::Sum(elements) if elements.scalar.name() == "f32" => {
                quote!(#state.add_f32(&#block);)
            }
            Part::Sum(_) | Part::End(..) | Part::Bins(..) => quote!(#state.add(&#block);),
            Part::Position(..) => {
                let there = quote!(#block.map(|index| #place + index as #runtime::u64));
                self.merge(runtime, state, &quote!(#found(#place, #there)))
            }
            Part::Best(..) | Part::Found(..) => {
                self.merge(runtime, state, &quote!(#found(#place, #block)))
            }
            Part::Any(_) => quote!(#state |= #block;),
            // What is kept is whether one fails, and of `&` the bits that one lacks: both begin with nothing.
            Part::All(_) | Part::Words(_, Monoid::And) => quote!(#state |= !#block;),
            Part::Words(..) => self.merge(runtime, state, block),
        }
    }

    /// Takes another state into one.
    pub(super) fn merge(
        &self,
        runtime: &TokenStream,
        state: &TokenStream,
        other: &TokenStream,
    ) -> TokenStream {
        match self {
            Part::Best(_, element, end, by) => {
                let chunked = quote!(#runtime::chunked);
                let (a, b) = (format_ident!("loopfuse_a"), format_ident!("loopfuse_b"));
                let [seen_a, seen_b] = [&a, &b].map(|name| element.compared(&quote!(#name)));
                let compare = match by {
                    By::Itself => quote!(#chunked::by_itself),
                    By::Comparison(worker) => {
                        let worker = &worker.expr;
                        quote!(#worker)
                    }
                    By::Key(worker) => {
                        let (worker, seen) = (&worker.expr, element.seen(runtime));
                        quote!(#chunked::by_key::<#seen, _>(#worker))
                    }
                };
                let compare = quote!(|#a, #b| #chunked::compared(&#seen_a, &#seen_b, #compare));
                match end {
                    End::Min => quote!(#state.least(&#other, #compare);),
                    End::Max => quote!(#state.greatest(&#other, #compare);),
                }
            }
            Part::Found(.., Side::First) | Part::Position(_, Side::First) => {
                quote!(#state.first(&#other);)
            }
            Part::Found(.., Side::Last) | Part::Position(_, Side::Last) => {
                quote!(#state.last(&#other);)
            }
            Part::Any(_) | Part::All(_) => quote!(#state |= #other;),
            Part::Words(_, operator) => match operator {
                Monoid::Xor => quote!(#state ^= #other;),
                Monoid::WrappingSum => quote!(#state = #state.wrapping_add(#other);),
                Monoid::SaturatingSum => quote!(#state = #state.saturating_add(#other);),
                _ => quote!(#state |= #other;),
            },
            _ => quote!(#runtime::chunked::Merge::merge(&mut #state, &#other);),
        }
    }

    /// The result of a state.
    pub(super) fn value(&self, runtime: &TokenStream, state: &TokenStream) -> TokenStream {
        match self {
            Part::Length | Part::Count(_) => quote!(#state as #runtime::usize),
            Part::Sum(elements) => {
                let start = elements.start().map(|start| match elements.scalar.name() {
                    "f32" => quote!(loopfuse_sum.add_f32(&[#start]);),
                    _ => quote!(loopfuse_sum.add(&[#start]);),
                });
                let ty = &elements.ty;
                match elements.scalar.name() {
                    "f32" => {
                        quote!({ let mut loopfuse_sum = #state; #start loopfuse_sum.value_f32() })
                    }
                    "f64" => quote!({ let mut loopfuse_sum = #state; #start loopfuse_sum.value() }),
                    // Where the function's own additions are checked, so is this.
                    _ => quote!({
                        let mut loopfuse_sum: #runtime::chunked::IntegerSum = #state;
                        #start
                        let loopfuse_over: #ty = if loopfuse_sum.fits::<#ty>() { 0 } else { 1 };
                        let _ = <#ty>::MAX + loopfuse_over;
                        loopfuse_sum.value::<#ty>()
                    }),
                }
            }
            Part::End(elements, _) => {
                let start = elements.start();
                let first = match elements.made {
                    From::Tested(..) => quote!(loopfuse_start == loopfuse_start),
                    _ => quote!(true),
                };
                quote!({
                    let loopfuse_start = #start;
                    let mut loopfuse_best = #state;
                    loopfuse_best.add(&[loopfuse_start]);
                    loopfuse_best.0.filter(|_| #first).unwrap_or(loopfuse_start)
                })
            }
            Part::Words(elements, operator) => {
                let (start, ty) = (elements.start(), &elements.ty);
                let all = match operator {
                    Monoid::And => quote!(loopfuse_all &= !#state;),
                    _ => self.merge(runtime, &quote!(loopfuse_all), state),
                };
                quote!({ let mut loopfuse_all: #ty = #start; #all loopfuse_all })
            }
            Part::Best(..) | Part::Found(..) => quote!(#state.value()),
            // As of sums.
            Part::Bins(_, ty, _) => quote!({
                let loopfuse_over: #ty = if #state.fits::<#ty>() { 0 } else { 1 };
                let _ = <#ty>::MAX + loopfuse_over;
                #state.clone()
            }),
            Part::Position(..) => quote!(#state.value().map(|place| place as #runtime::usize)),
            Part::Any(_) => quote!(#state),
            Part::All(_) => quote!(!#state),
        }
    }
}

/// Sums of 128 bits have no wider state to be exact in.
fn of_64_bits(scalar: Scalar, part: Part<'_>) -> Result<Part<'_>, &'static str> {
    match scalar.bits() {
        128 => Err("sums of 128 bits have no exact state\nadd numbers of 64 bits"),
        _ => Ok(part),
    }
}

impl Elements<'_> {
    /// What the operator begins with.
    fn start(&self) -> Option<&Expr> {
        match &self.made {
            From::Chain(_) => None,
            From::Fold(_, fold) => Some(&fold.initial),
            From::Array(_, start) | From::Tested(_, start) => Some(start),
        }
    }

    /// What the operator makes of the elements of a block alone.
    fn folded(&self, runtime: &TokenStream, operator: Monoid) -> TokenStream {
        let ty = &self.ty;
        let nothing = match operator {
            Monoid::And => quote!(!<#ty as #runtime::Default>::default()),
            _ => quote!(<#ty as #runtime::Default>::default()),
        };
        match &self.made {
            From::Chain(chain) | From::Fold(chain, _) => {
                let mut expr = chain.expr.clone();
                if let Expr::MethodCall(call) = &mut expr
                    && let Some(start) = call.args.first_mut()
                {
                    *start = syn::parse_quote!(#nothing);
                }
                expr.into_token_stream()
            }
            From::Array(array, _) | From::Tested(array, _) => {
                let both = match operator {
                    Monoid::And => quote!(all & x),
                    Monoid::Xor => quote!(all ^ x),
                    Monoid::WrappingSum => quote!(all.wrapping_add(*x)),
                    Monoid::SaturatingSum => quote!(all.saturating_add(*x)),
                    _ => quote!(all | x),
                };
                quote!(#array.iter().fold(#nothing, |all: #ty, x| #both))
            }
        }
    }

    /// The elements of a block as an array, and its type.
    fn collected(&self, runtime: &TokenStream) -> (TokenStream, TokenStream) {
        let ty = &self.ty;
        let array = quote!(#runtime::Vec<#ty>);
        let (chain, fold) = match &self.made {
            From::Chain(chain) => (chain, None),
            From::Fold(chain, fold) => (chain, Some(*fold)),
            From::Array(made, _) | From::Tested(made, _) => return (quote!(#made), array),
        };
        let Expr::MethodCall(call) = &chain.expr else {
            let expr = &chain.expr;
            return (quote!(#expr), array);
        };
        let stream = &call.receiver;
        let by_reference = chain.stream.item.by_reference;
        let element = quote!(loopfuse_element);
        let worker = fold.and_then(|fold| match &fold.worker.expr {
            Expr::Closure(closure) => Some((fold, closure)),
            _ => None,
        });
        let made = match worker {
            Some((fold, closure)) => {
                // What the operator makes of nothing and an element is the element's share.
                let (name, parameter, body) =
                    (&closure.inputs[0], &closure.inputs[1], &closure.body);
                let name = match name {
                    syn::Pat::Type(typed) => &*typed.pat,
                    name => name,
                };
                let nothing = self.nothing(fold);
                Some(quote!({ let #parameter = #element; let #name: #ty = #nothing; #body }))
            }
            _ if by_reference => Some(quote!(*#element)),
            // Numbers, or references to them, that a closure makes: both are added to nothing.
            _ if chain.stream.item.ty.is_none() => {
                let nothing = nothing(Monoid::Sum, self.scalar);
                Some(quote!({ let loopfuse_nothing: #ty = #nothing; loopfuse_nothing + #element }))
            }
            _ => None,
        };
        let last = made.as_ref().unwrap_or(&element);
        if let Some(absent) = self.absent(fold)
            && let Some(stream) = unfiltered(stream, runtime, ty, last, &absent)
        {
            return (quote!(#stream.collect::<#array>()), array);
        }
        let mapped = match made {
            Some(_) if by_reference && worker.is_none() => quote!(.copied()),
            Some(made) => quote!(.map(|#element| -> #ty { #made })),
            None => TokenStream::new(),
        };
        (quote!(#stream #mapped .collect::<#array>()), array)
    }

    /// An element that the operator takes in as none; `None` if each counts.
    fn absent(&self, fold: Option<&Fold>) -> Option<Expr> {
        let operator = match fold.map(|fold| &fold.redomap) {
            None => Monoid::Sum,
            Some(Some(Redomap::Whole(operator))) => *operator,
            Some(_) => return None,
        };
        absent(operator, self.scalar, &self.ty)
    }

    /// What the operator of a fold leaves any element as it is with.
    fn nothing(&self, fold: &Fold) -> TokenStream {
        let ty = &self.ty;
        match (fold.redomap.as_ref(), self.scalar.is_float()) {
            (Some(Redomap::Whole(Monoid::Least)), true) => quote!(#ty::INFINITY),
            (Some(Redomap::Whole(Monoid::Greatest)), true) => quote!(#ty::NEG_INFINITY),
            (Some(Redomap::Whole(Monoid::Least)), false) => quote!(#ty::MAX),
            (Some(Redomap::Whole(Monoid::Greatest)), false) => quote!(#ty::MIN),
            (_, true) => quote!(-0.0),
            (_, false) => quote!(0),
        }
    }
}

/// What leaves any element as it is by an operator between the two.
pub(super) fn nothing(operator: Monoid, scalar: Scalar) -> Option<Expr> {
    let is_bool = scalar.name() == "bool";
    Some(match operator {
        Monoid::Sum if scalar.is_float() => syn::parse_quote!(-0.0),
        Monoid::And if is_bool => syn::parse_quote!(true),
        Monoid::Or | Monoid::Xor if is_bool => syn::parse_quote!(false),
        Monoid::And => syn::parse_quote!(!0),
        Monoid::Sum | Monoid::Or | Monoid::Xor => syn::parse_quote!(0),
        _ => return None,
    })
}

/// What changes nothing of a state that takes it in; `None` if there is no such number.
pub(super) fn absent(operator: Monoid, scalar: Scalar, ty: &Type) -> Option<Expr> {
    match operator {
        // It counts as none.
        Monoid::Least | Monoid::Greatest if scalar.is_float() => Some(syn::parse_quote!(#ty::NAN)),
        Monoid::IntegerSum => nothing(Monoid::Sum, scalar),
        _ => nothing(operator, scalar),
    }
}

/// The type of a start that says it: `f64::INFINITY`, `-1i64`.
pub(super) fn start_of(start: &Expr) -> Option<(Type, Scalar)> {
    let name = match strip(start) {
        Expr::Path(path) if path.path.segments.len() == 2 => path.path.segments[0].ident.clone(),
        Expr::Unary(unary) => return start_of(&unary.expr),
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) if !number.suffix().is_empty() => {
                Ident::new(number.suffix(), number.span())
            }
            Lit::Float(number) if !number.suffix().is_empty() => {
                Ident::new(number.suffix(), number.span())
            }
            _ => return None,
        },
        _ => return None,
    };
    let scalar = Scalar::of(&name).filter(|scalar| scalar.is_number())?;
    Some((syn::parse_quote!(#name), scalar))
}
