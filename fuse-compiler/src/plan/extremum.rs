//! Folds that keep the smallest or the largest float (docs/DESIGN.md section 6, *Lanes*).
//!
//! In: a [`Fold`]. Out: the same fold by one comparison, where that gives the same.
//!
//! `f64::min` returns its other operand where one is NaN, so a machine compares twice and chooses
//! twice, each waiting for the one before. An accumulator that starts from a visible number never
//! becomes NaN: `if x < least { x } else { least }` is then the same in one instruction, whatever `x`
//! is. Of two zeros std leaves open which one comes back; this form keeps the first, as rustc's does.

mod scanned;

pub(crate) use scanned::scan_by_comparison;

use crate::cnf::{BindingId, Input, Lowered, Operation, ValueId};
use crate::ops::chain::{Access, Consumer, Worker};
use crate::ops::consumer::extremum::{End, Extremum};
use crate::ops::consumer::fold::Fold;
use crate::ops::consumer::reduce::Reduce;
use crate::plan::numbers;
use crate::rust::hygiene::made_up;
use crate::rust::spelling::among;
use crate::rust::ty::Scalar;
use crate::rust::types::peel;
use crate::rust::worker::{inlined_body, inlined_pattern};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::{Expr, ExprLit, ExprPath, Lit, Pat, Type, UnOp};

/// What an accumulator keeps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Kept {
    /// True for the smallest.
    pub(crate) smallest: bool,
    /// `f32` or `f64`.
    pub(crate) float: Ident,
}

impl Kept {
    /// What every number is chosen over.
    pub(crate) fn neutral(&self, runtime: &TokenStream) -> TokenStream {
        let smallest = self.smallest;
        quote!(#runtime::farthest(#smallest))
    }

    /// Whether a number is that.
    pub(crate) fn is_neutral(&self, runtime: &TokenStream, best: &Ident) -> TokenStream {
        let smallest = self.smallest;
        quote!(#runtime::is_farthest(#best, #smallest))
    }

    /// The function of the runtime that chooses between the accumulator and an element.
    pub(crate) fn chooser(&self, runtime: &TokenStream) -> TokenStream {
        if self.smallest {
            quote!(#runtime::lesser)
        } else {
            quote!(#runtime::greater)
        }
    }

    /// A function of the user's that is spelt as the floats' own, as one that is that by one
    /// comparison, if it is.
    pub(crate) fn by(&self, runtime: &TokenStream, function: &Expr) -> Expr {
        if self.smallest {
            syn::parse_quote!(#runtime::by_lesser(#function))
        } else {
            syn::parse_quote!(#runtime::by_greater(#function))
        }
    }

    /// What is chosen between the accumulator and another.
    fn chosen(&self, runtime: &TokenStream, best: &Expr, other: &Expr, by: By<'_>) -> Expr {
        match by {
            By::Function(function) => {
                let by = self.by(runtime, function);
                syn::parse_quote!(#by(#best, #other))
            }
            By::Method(method) => {
                let or = if self.smallest {
                    quote!(lesser_or)
                } else {
                    quote!(greater_or)
                };
                let [a, b] = ["best", "other"].map(|of| made_up(of, "one"));
                syn::parse_quote!(#runtime::#or(#best, #other, |#a, #b| #a.#method(#b)))
            }
        }
    }

    /// Whether what folds or reduces like this keeps a primitive float, by its own method.
    pub(crate) fn holds(
        &self,
        runtime: &TokenStream,
        fold: &Ident,
        consumer: &Consumer,
    ) -> TokenStream {
        let Some(worker) = consumer.worker() else {
            return quote!(false);
        };
        let reduces = consumer.is::<Reduce>();
        let function = match &worker.expr {
            function @ Expr::Path(_) => function,
            _ => return quote!(#runtime::is_float(&#fold)),
        };
        let keeps = match (reduces, self.smallest) {
            (true, true) => quote!(reduces_lesser),
            (true, false) => quote!(reduces_greater),
            (false, true) => quote!(keeps_lesser),
            (false, false) => quote!(keeps_greater),
        };
        quote!(#runtime::#keeps(&#fold, #function))
    }
}

/// The least or the greatest of integers of a type that is visible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Whole {
    smallest: bool,
    /// `i64` and its like.
    pub(crate) integer: Ident,
}

impl Whole {
    /// What no integer is worse than: of the type that the elements have, whatever its name means.
    pub(crate) fn worst(&self, runtime: &TokenStream) -> TokenStream {
        if self.smallest {
            quote!(#runtime::greatest())
        } else {
            quote!(#runtime::least())
        }
    }

    /// One step of `Iterator::max` or `Iterator::min`.
    pub(crate) fn step(&self, runtime: &TokenStream) -> TokenStream {
        if self.smallest {
            quote!(#runtime::min)
        } else {
            quote!(#runtime::max)
        }
    }

    /// What a block makes of the reference to the best before, of what is best in it.
    pub(crate) fn of_block(&self, runtime: &TokenStream) -> TokenStream {
        if self.smallest {
            quote!(#runtime::lesser_of_block)
        } else {
            quote!(#runtime::greater_of_block)
        }
    }

    /// The better of two.
    pub(crate) fn chooser(&self, runtime: &TokenStream) -> TokenStream {
        if self.smallest {
            quote!(#runtime::Ord::min)
        } else {
            quote!(#runtime::Ord::max)
        }
    }
}

/// `min()` and `max()`.
fn plain<'a>(lowered: &Lowered<'a>, id: BindingId) -> Option<&'a Extremum> {
    let extremum = lowered.consumer_of::<Extremum>(id);
    extremum.filter(|extremum| extremum.is_plain())
}

/// What `min()` and `max()` keep, of integers that are copied, or that a cast or `u64::from` makes.
#[must_use]
pub(crate) fn of_integers(lowered: &Lowered<'_>, id: BindingId) -> Option<Whole> {
    let extremum = plain(lowered, id)?;
    let integer = copied_number(lowered, lowered.inputs(id)[0])?;
    Scalar::of(&integer)?.is_integer().then_some(Whole {
        smallest: extremum.end == End::Min,
        integer,
    })
}

/// The type of the numbers, and no references to such, that something reads, whether or not all of them are kept.
pub(crate) fn copied_number(lowered: &Lowered<'_>, input: Input<'_>) -> Option<Ident> {
    if let Some(source) = input.source {
        return source.number.clone().filter(|_| input.copied);
    }
    let producer = lowered.program.producer(input.value)?;
    match lowered.operation(producer) {
        Operation::Map(worker) => numbers::made(lowered, producer, worker),
        Operation::Identity | Operation::Filter(_) => {
            copied_number(lowered, lowered.inputs(producer)[0])
        }
        _ => None,
    }
}

/// The source of the references to visible integers of which `min()` and `max()` keep one, and
/// whether it is the smallest.
#[must_use]
pub(crate) fn of_references(lowered: &Lowered<'_>, id: BindingId) -> Option<(ValueId, bool)> {
    let extremum = plain(lowered, id)?;
    let input = lowered.inputs(id)[0];
    let source = input.source?;
    let integer = Scalar::of(source.number.as_ref()?)?.is_integer();
    let borrows = source.access == Access::ByReference && !input.copied;
    (integer && borrows).then_some((input.value, extremum.end == End::Min))
}

/// The integers of a slice to which `min()` and `max()` keep a reference, if they are compared several at once: block by block, for which of
/// the elements it is shows only in the block that has it. Measured, plain over fused at 64, 1 K and 16 K elements: bytes 12 3.1 15 and more,
/// of 16 bits 4.3 5.5 17, of 32 bits 0.55 0.46 0.80, which are compared but four at once.
#[must_use]
pub(crate) fn of_referenced(lowered: &Lowered<'_>, id: BindingId) -> Option<Whole> {
    let (array, smallest) = of_references(lowered, id)?;
    let integer = lowered.inputs(id)[0].source?.number.clone()?;
    let narrow = Scalar::of(&integer)?.bits() <= 16;
    (narrow && !lowered.places.contains(&array)).then_some(Whole { smallest, integer })
}

/// What `min()` and `max()` keep of the elements of a place that is taken for a slice: integers, perhaps.
#[derive(Clone, Debug)]
pub(crate) struct OfPlace {
    smallest: bool,
    /// True if they are copied.
    pub(crate) copied: bool,
    /// The place; `None` if a worker makes the elements.
    elements: Option<Ident>,
}

/// The extremum of a place, or of what a worker makes of a type that is not visible, if it is one.
#[must_use]
pub(crate) fn of_place(lowered: &Lowered<'_>, id: BindingId) -> Option<OfPlace> {
    let extremum = plain(lowered, id)?;
    let input = lowered.inputs(id)[0];
    let smallest = extremum.end == End::Min;
    let Some(source) = input.source else {
        let producer = lowered.program.producer(input.value)?;
        let made = matches!(lowered.operation(producer), Operation::Map(worker) if worker.judgment.gives.is_none());
        let unseen = made && of_integers(lowered, id).is_none();
        return unseen.then_some(OfPlace {
            smallest,
            copied: false,
            elements: None,
        });
    };
    let of_place = lowered.places.contains(&input.value);
    of_place.then(|| OfPlace {
        smallest,
        copied: input.copied,
        elements: Some(source.name.clone()),
    })
}

impl OfPlace {
    /// What keeps it, before the first element.
    pub(crate) fn start(&self, runtime: &TokenStream) -> TokenStream {
        let which = match (self.smallest, self.copied) {
            (true, true) => quote!(__loopfuse_least),
            (true, false) => quote!(__loopfuse_least_reference),
            (false, true) => quote!(__loopfuse_greatest),
            (false, false) => quote!(__loopfuse_greatest_reference),
        };
        match &self.elements {
            Some(elements) => quote!(#runtime::best!(#elements, #which)),
            None if self.smallest => quote!(#runtime::Extreme::from_greatest()),
            None => quote!(#runtime::Extreme::from_least()),
        }
    }

    /// One element.
    pub(crate) fn step(&self, best: &Ident, element: &TokenStream) -> TokenStream {
        if self.smallest {
            quote!((&mut #best).lesser(#element);)
        } else {
            quote!((&mut #best).greater(#element);)
        }
    }

    /// What it makes of the best before.
    pub(crate) fn end(&self, best: &Ident, fold: &Ident) -> TokenStream {
        if self.smallest {
            quote!(#fold = #best.least(#fold);)
        } else {
            quote!(#fold = #best.greatest(#fold);)
        }
    }
}

/// What a consumer keeps in lanes, if it does.
#[must_use]
pub(crate) fn kept_in_lanes(consumer: &Consumer) -> Option<Kept> {
    let reduces = || kept_by(&consumer.of::<Reduce>()?.worker);
    consumer
        .of()
        .and_then(kept)
        .or_else(reduces)
        .or_else(|| by_order(consumer))
}

/// What `max_by` or `min_by` keeps of floats that are compared themselves. Elements that are NaN, and zeros, have an order that lanes do not
/// know: where there are such, they are looked at one by one.
#[must_use]
pub(crate) fn by_order(consumer: &Consumer) -> Option<Kept> {
    let extremum = consumer.of::<Extremum>()?;
    let float = Ident::new(extremum.values?.name(), Span::call_site());
    let smallest = extremum.end == End::Min;
    Some(Kept { smallest, float })
}

/// What `reduce` keeps, if its worker is `f64::min` or the like.
#[must_use]
pub(crate) fn kept_by(worker: &Worker) -> Option<Kept> {
    match &worker.expr {
        Expr::Path(path) if !worker.local => {
            let (smallest, float) = function(path)?;
            Some(Kept { smallest, float })
        }
        _ => None,
    }
}

/// What a fold keeps, if its accumulator is one float that is never NaN.
#[must_use]
pub(crate) fn kept(fold: &Fold) -> Option<Kept> {
    if fold.worker.local {
        return None;
    }
    match &fold.worker.expr {
        Expr::Path(path) => {
            let (smallest, float) = function(path)?;
            let named = number(&fold.initial)?;
            let same = named.is_none_or(|named| named == float);
            same.then_some(Kept { smallest, float })
        }
        Expr::Closure(closure) if fold.worker.judgment.inline && closure.inputs.len() == 2 => {
            let (name, ty) = accumulator(inlined_pattern(&closure.inputs[0]))?;
            let ty = ty.or(fold.accumulator.as_ref());
            let (kept, ..) = component(name, &fold.initial, ty, inlined_body(closure))?;
            Some(kept)
        }
        _ => None,
    }
}

/// The step of a fold by one comparison for each float that it keeps, alone or in a tuple; `None`
/// if it keeps none of which that is right.
#[must_use]
pub(crate) fn by_comparison(fold: &Fold, runtime: &TokenStream) -> Option<Worker> {
    let mut worker = fold.worker.clone();
    if let (Some(kept), function @ Expr::Path(_)) = (kept(fold), &worker.expr) {
        let by = kept.by(runtime, function);
        worker.expr = by;
        return Some(worker);
    }
    let Expr::Closure(closure) = &worker.expr else {
        return None;
    };
    let mut closure = closure.clone();
    if worker.local || !worker.judgment.inline || closure.inputs.len() != 2 {
        return None;
    }
    let (pattern, ty) = typed(inlined_pattern(&closure.inputs[0]));
    let ty = ty.or(fold.accumulator.as_ref());
    let choose = |(kept, other, by): (Kept, &Expr, By<'_>), name: &Ident| -> Expr {
        kept.chosen(runtime, &syn::parse_quote!(#name), other, by)
    };
    let body = inlined_body(&closure);
    let body = match (pattern, &fold.initial, body) {
        (Pat::Tuple(names), Expr::Tuple(initial), Expr::Tuple(body))
            if names.elems.len() == initial.elems.len()
                && names.elems.len() == body.elems.len() =>
        {
            let mut body = body.clone();
            let mut any = false;
            for (index, place) in body.elems.iter_mut().enumerate() {
                let ty = match ty.map(peel) {
                    Some(Type::Tuple(tuple)) => tuple.elems.get(index),
                    _ => None,
                };
                let Some((name, _)) = accumulator(inlined_pattern(&names.elems[index])) else {
                    continue;
                };
                if let Some(found) = component(name, &initial.elems[index], ty, place) {
                    *place = choose(found, name);
                    any = true;
                }
            }
            any.then_some(Expr::Tuple(body))?
        }
        _ => {
            let (name, _) = accumulator(pattern)?;
            choose(component(name, &fold.initial, ty, body)?, name)
        }
    };
    *closure.body = body;
    worker.expr = Expr::Closure(closure);
    Some(worker)
}

/// What chooses between two values.
#[derive(Clone, Copy)]
enum By<'a> {
    /// `f64::min`, or what is spelt like it.
    Function(&'a Expr),
    /// `.min(..)`
    Method(&'a Ident),
}

/// What an accumulator of this name keeps, of what besides itself, and by what.
fn component<'a>(
    name: &Ident,
    initial: &Expr,
    ty: Option<&Type>,
    body: &'a Expr,
) -> Option<(Kept, &'a Expr, By<'a>)> {
    let is_accumulator = |expr: &Expr| matches!(expr, Expr::Path(path) if path.path.is_ident(name));
    let visible = number(initial)?;
    let named = || ty.and_then(|ty| float(peel(ty)));
    match body {
        Expr::Paren(paren) => component(name, initial, ty, &paren.expr),
        Expr::MethodCall(call)
            if call.turbofish.is_none()
                && call.args.len() == 1
                && is_accumulator(&call.receiver) =>
        {
            let smallest = smallest(&call.method)?;
            let float = visible.or_else(named)?;
            let by = By::Method(&call.method);
            Some((Kept { smallest, float }, &call.args[0], by))
        }
        Expr::Call(call) if call.args.len() == 2 && is_accumulator(&call.args[0]) => {
            let Expr::Path(path) = &*call.func else {
                return None;
            };
            let (smallest, float) = function(path)?;
            let same = visible.is_none_or(|visible| visible == float);
            let by = By::Function(&call.func);
            same.then_some((Kept { smallest, float }, &call.args[1], by))
        }
        _ => None,
    }
}

/// The name of an accumulator that is bound by value, and the type that is written on it.
fn accumulator(pattern: &Pat) -> Option<(&Ident, Option<&Type>)> {
    let (pattern, ty) = typed(pattern);
    match pattern {
        Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
            Some((&name.ident, ty))
        }
        _ => None,
    }
}

fn typed(pattern: &Pat) -> (&Pat, Option<&Type>) {
    match pattern {
        Pat::Type(typed) => (&typed.pat, Some(&typed.ty)),
        other => (other, None),
    }
}

/// `f64::min` and its like.
fn function(path: &ExprPath) -> Option<(bool, Ident)> {
    let segments = &path.path.segments;
    if path.qself.is_some() || path.path.leading_colon.is_some() || segments.len() != 2 {
        return None;
    }
    let float = float_name(&segments[0].ident)?;
    let plain = segments.iter().all(|segment| segment.arguments.is_none());
    plain.then_some((smallest(&segments[1].ident)?, float))
}

fn smallest(name: &Ident) -> Option<bool> {
    match name.to_string().as_str() {
        "min" => Some(true),
        "max" => Some(false),
        _ => None,
    }
}

/// The type of what is visibly a float and no NaN; `Some(None)` if only the context tells which.
#[expect(clippy::option_option, reason = "a number, and perhaps its type")]
fn number(expr: &Expr) -> Option<Option<Ident>> {
    match expr {
        Expr::Paren(inner) => number(&inner.expr),
        Expr::Unary(inner) if matches!(inner.op, UnOp::Neg(_)) => number(&inner.expr),
        Expr::Lit(ExprLit {
            lit: Lit::Float(literal),
            ..
        }) => match literal.suffix() {
            "" => Some(None),
            suffix => Some(Some(float_name(&Ident::new(suffix, literal.span()))?)),
        },
        Expr::Path(path) if path.qself.is_none() => {
            let segments = path.path.segments.iter().collect::<Vec<_>>();
            let (float, name) = match segments.as_slice() {
                [float, name] => (float, name),
                [std, float, name] if std.ident == "std" || std.ident == "core" => (float, name),
                _ => return None,
            };
            let numbers = "INFINITY NEG_INFINITY MAX MIN MIN_POSITIVE EPSILON";
            let is_number = name.arguments.is_none() && among(numbers, &name.ident.to_string());
            let float = float_name(&float.ident)?;
            is_number.then_some(Some(float))
        }
        _ => None,
    }
}

fn float(ty: &Type) -> Option<Ident> {
    match ty {
        Type::Path(path) => float_name(path.path.get_ident()?),
        _ => None,
    }
}

fn float_name(name: &Ident) -> Option<Ident> {
    Scalar::of(name)?.is_float().then(|| name.clone())
}

#[cfg(test)]
mod tests;
