//! What a reduction keeps of some chunks: the state of the runtime that it merges in, and how a round makes it.
//!
//! In: a chain that ends in a number. Out: its [`Part`], or why parts of it do not merge.

use crate::ops::chain::{Adapter, Chain, Question, Worker};
use crate::ops::consumer::count::Count;
use crate::ops::consumer::extremum::{By, End, Extremum};
use crate::ops::consumer::fold::Fold;
use crate::ops::consumer::sum::{Operator, Reduction};
use crate::ops::monoid::Monoid;
use crate::ops::monoid::redomap::Redomap;
use crate::rust::expr::strip;
use crate::rust::ty::Scalar;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Expr, GenericArgument, Lit, PathArguments, ReturnType, Type};

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
    /// The least or the greatest element, by a comparison.
    Best(&'r Chain, Type, End, &'r By),
    /// The first element that passes.
    First(&'r Chain, Type),
    /// The place of the first element that passes.
    Position(&'r Chain),
    /// Whether an element passes.
    Any(&'r Chain),
    /// Whether all do.
    All(&'r Chain),
}

/// The elements that a part takes in by blocks.
pub(super) struct Elements<'r> {
    chain: &'r Chain,
    /// The type of an element, and of the result.
    ty: Type,
    scalar: Scalar,
    /// Where they come from a fold: it.
    fold: Option<&'r Fold>,
    /// The slice that they are, if no closure makes them.
    pub(super) slice: Option<Ident>,
}

const OTHERS: &str = "parts of this do not merge in any order\nuse `sum`, `count`, `min`, `max`, `any`, `all`, `find`, `position`, or a `fold` by `+`, `min` or `max`";

impl<'r> Part<'r> {
    /// That of a chain.
    pub(super) fn of(
        chain: &'r Chain,
        aligned: bool,
        slice: Option<Ident>,
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
                    chain,
                    ty,
                    scalar,
                    fold: None,
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
                chain,
                ty,
                scalar,
                fold: Some(fold),
                slice: None,
            };
            return match operator {
                Monoid::Sum | Monoid::IntegerSum => of_64_bits(scalar, Part::Sum(elements)),
                Monoid::Least => Ok(Part::End(elements, End::Min)),
                Monoid::Greatest => Ok(Part::End(elements, End::Max)),
                _ => Err(OTHERS),
            };
        }
        if consumer.is::<Count>() {
            return Ok(Part::Count(chain));
        }
        let found = || match (element(chain), chain.stream.item.by_reference) {
            (Some(ty), false) if Scalar::written(&ty).is_some_and(Scalar::is_number) => Ok(ty),
            (Some(_), true) => {
                Err("what is found refers to a chunk that is gone\nput `.copied()` before it")
            }
            _ => Err(
                "what is found is not visibly a number\nmake the closure before it say what it gives, as in `|x| -> f64 { .. }`",
            ),
        };
        if let Some(Extremum { end, by, .. }) = consumer.of::<Extremum>() {
            return Ok(Part::Best(chain, found()?, *end, by));
        }
        match consumer.question() {
            Some(Question::Any) => Ok(Part::Any(chain)),
            Some(Question::All) => Ok(Part::All(chain)),
            Some(Question::Find) => Ok(Part::First(chain, found()?)),
            Some(Question::Position) if aligned => Ok(Part::Position(chain)),
            _ => Err(OTHERS),
        }
    }

    /// The type of the result.
    pub(super) fn ty(&self, runtime: &TokenStream) -> TokenStream {
        match self {
            Part::Length | Part::Count(_) => quote!(#runtime::usize),
            Part::Sum(elements) | Part::End(elements, _) => {
                let ty = &elements.ty;
                quote!(#ty)
            }
            Part::Best(_, ty, ..) | Part::First(_, ty) => quote!(#runtime::Option<#ty>),
            Part::Position(_) => quote!(#runtime::Option<#runtime::usize>),
            Part::Any(_) | Part::All(_) => quote!(#runtime::bool),
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
            Part::Best(_, ty, ..) | Part::First(_, ty) => quote!(#chunked::Found<#ty>),
            Part::Position(_) => quote!(#chunked::Found<#runtime::u64>),
            Part::Any(_) | Part::All(_) => quote!(#runtime::bool),
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
            Part::Best(..) | Part::First(..) | Part::Position(_) => true,
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

    /// What the function of a round gives for it, and the type of that; `None` if it needs none of it.
    pub(super) fn of_block(&self, runtime: &TokenStream) -> Option<(TokenStream, TokenStream)> {
        let as_written = |chain: &Chain| {
            let expr = &chain.expr;
            Some((quote!(#expr), self.ty(runtime)))
        };
        match self {
            Part::Length => None,
            Part::Sum(elements) | Part::End(elements, _) => elements
                .slice
                .is_none()
                .then(|| elements.collected(runtime)),
            Part::Count(chain) | Part::Position(chain) | Part::Any(chain) | Part::All(chain) => {
                as_written(chain)
            }
            Part::Best(chain, ..) | Part::First(chain, _) => as_written(chain),
        }
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
            Part::Sum(_) | Part::End(..) => quote!(#state.add(&#block);),
            Part::Position(_) => {
                let other =
                    quote!(&#found(#place, #block.map(|index| #place + index as #runtime::u64)));
                quote!(#state.first(#other);)
            }
            Part::Best(..) | Part::First(..) => {
                self.merge(runtime, state, &quote!(#found(#place, #block)))
            }
            Part::Any(_) => quote!(#state |= #block;),
            Part::All(_) => quote!(#state |= !#block;),
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
            Part::Best(_, ty, end, by) => {
                let chunked = quote!(#runtime::chunked);
                let compare = match by {
                    By::Itself => quote!(#chunked::by_itself),
                    By::Comparison(worker) => {
                        let worker = &worker.expr;
                        quote!(#worker)
                    }
                    By::Key(worker) => {
                        let worker = &worker.expr;
                        quote!(#chunked::by_key::<#ty, _>(#worker))
                    }
                };
                match end {
                    End::Min => quote!(#state.least(&#other, #compare);),
                    End::Max => quote!(#state.greatest(&#other, #compare);),
                }
            }
            Part::First(..) | Part::Position(_) => quote!(#state.first(&#other);),
            Part::Any(_) | Part::All(_) => quote!(#state |= #other;),
            _ => quote!(#runtime::chunked::Merge::merge(&mut #state, &#other);),
        }
    }

    /// The result of a state.
    pub(super) fn value(&self, runtime: &TokenStream, state: &TokenStream) -> TokenStream {
        match self {
            Part::Length | Part::Count(_) => quote!(#state as #runtime::usize),
            Part::Sum(elements) => {
                let start = elements.start().map(|start| match elements.scalar.name() {
                    "f32" => quote!(sum.add_f32(&[#start]);),
                    _ => quote!(sum.add(&[#start]);),
                });
                let ty = &elements.ty;
                match elements.scalar.name() {
                    "f32" => quote!({ let mut sum = #state; #start sum.value_f32() }),
                    "f64" => quote!({ let mut sum = #state; #start sum.value() }),
                    // Where the function's own additions are checked, so is this.
                    _ => quote!({
                        let mut sum: #runtime::chunked::IntegerSum = #state;
                        #start
                        let over: #ty = if sum.fits::<#ty>() { 0 } else { 1 };
                        let _ = <#ty>::MAX + over;
                        sum.value::<#ty>()
                    }),
                }
            }
            Part::End(elements, _) => {
                let start = elements.start();
                quote!({ let mut end = #state; end.add(&[#start]); end.0.unwrap_or(#start) })
            }
            Part::Best(..) | Part::First(..) => quote!(#state.value()),
            Part::Position(_) => quote!(#state.value().map(|place| place as #runtime::usize)),
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
    /// The start of a fold.
    fn start(&self) -> Option<&Expr> {
        self.fold.map(|fold| &fold.initial)
    }

    /// The elements of a block as an array, and its type.
    fn collected(&self, runtime: &TokenStream) -> (TokenStream, TokenStream) {
        let ty = &self.ty;
        let array = quote!(#runtime::Vec<#ty>);
        let Expr::MethodCall(call) = &self.chain.expr else {
            let expr = &self.chain.expr;
            return (quote!(#expr), array);
        };
        let stream = &call.receiver;
        let by_reference = self.chain.stream.item.by_reference;
        let mapped = match self.fold.map(|fold| &fold.worker.expr) {
            Some(Expr::Closure(closure)) => {
                // What the operator makes of nothing and an element is the element's share.
                let (name, element, body) = (&closure.inputs[0], &closure.inputs[1], &closure.body);
                let name = match name {
                    syn::Pat::Type(typed) => &*typed.pat,
                    name => name,
                };
                let nothing = self.nothing();
                quote!(.map(|#element| -> #ty { let #name: #ty = #nothing; #body }))
            }
            _ if by_reference => quote!(.copied()),
            _ => TokenStream::new(),
        };
        (quote!(#stream #mapped .collect::<#array>()), array)
    }

    /// What the operator of a fold leaves any element as it is with.
    fn nothing(&self) -> TokenStream {
        let ty = &self.ty;
        let operator = self.fold.and_then(|fold| fold.redomap.as_ref());
        match (operator, self.scalar.is_float()) {
            (Some(Redomap::Whole(Monoid::Least)), true) => quote!(#ty::INFINITY),
            (Some(Redomap::Whole(Monoid::Greatest)), true) => quote!(#ty::NEG_INFINITY),
            (Some(Redomap::Whole(Monoid::Least)), false) => quote!(#ty::MAX),
            (Some(Redomap::Whole(Monoid::Greatest)), false) => quote!(#ty::MIN),
            (_, true) => quote!(-0.0),
            (_, false) => quote!(0),
        }
    }
}

/// The type of the elements that are consumed: visible, or written behind the arrow of the last closure that makes them.
fn element(chain: &Chain) -> Option<Type> {
    let written = |worker: &Worker| match &worker.expr {
        Expr::Closure(closure) => match &closure.output {
            ReturnType::Type(_, ty) => Some((**ty).clone()),
            ReturnType::Default => None,
        },
        _ => None,
    };
    let made = |adapter: &Adapter| match adapter {
        Adapter::Filter(_) => None,
        Adapter::Map(worker) => Some(written(worker)),
        Adapter::FilterMap(worker) => Some(written(worker).and_then(|ty| option_of(&ty))),
        _ => Some(None),
    };
    let closure = || chain.stream.adapters.iter().rev().find_map(made).flatten();
    chain.stream.item.ty.clone().or_else(closure)
}

/// `T` of `Option<T>`.
fn option_of(ty: &Type) -> Option<Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?;
    match &last.arguments {
        PathArguments::AngleBracketed(of) if last.ident == "Option" => match of.args.first()? {
            GenericArgument::Type(ty) => Some(ty.clone()),
            _ => None,
        },
        _ => None,
    }
}

/// The type of a start that says it: `f64::INFINITY`, `-1i64`.
fn start_of(start: &Expr) -> Option<(Type, Scalar)> {
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
