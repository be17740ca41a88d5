//! What is known of a name where it is bound.
//!
//! In: a name and its environment. Out: a [`Bound`].

use super::environment::{Environment, Origin};
use super::extent::Extent;
use super::facts;
use super::inferred::has_hole;
use super::types::{self, By, Owner};
use syn::Type;

/// A name with what is visible of its type where it is bound.
#[derive(Clone, Debug)]
pub(crate) struct Bound {
    /// The name.
    pub(crate) name: String,
    /// True if it may be assigned or mutably borrowed.
    pub(crate) mutable: bool,
    /// Set if it is visibly an array.
    pub(crate) array: Option<BoundArray>,
    /// True if it is visibly a matrix of numbers of its own: what is done to one element is done to no other.
    pub(crate) matrix: bool,
    /// True if its type visibly holds no reference.
    pub(crate) owned: bool,
    /// True if it is a parameter of the function, or a part of one: no other name of the function
    /// was borrowed to make it.
    pub(crate) parameter: bool,
    /// True if it may come to hold references that it was not made with.
    pub(crate) holds: bool,
    /// True if neither the name nor anything of its type can be given a reference to hold.
    pub(crate) inert: bool,
    /// True for a vector that begins with nothing in it: it borrows nothing yet.
    pub(crate) empty: bool,
    /// True for a number without `mut`: whoever borrows it cannot change it.
    pub(crate) constant: bool,
    /// True for a literal, or an array of them, whose type a later statement may decide.
    pub(crate) open: bool,
    /// True if its type is visible, all of it.
    pub(crate) seen: bool,
}

/// What is visible of an array.
#[derive(Clone, Debug)]
pub(crate) struct BoundArray {
    /// Owned, shared or mutably borrowed.
    pub(crate) by: By,
    /// True if its elements are numbers, or arrays of numbers of their own: what is done to one of them is done to no other.
    pub(crate) numbers: bool,
    /// True if they are literals whose type a later statement may decide.
    pub(crate) open: bool,
    /// True if it is a `Vec`, not a slice or `[T; N]`.
    pub(crate) vector: bool,
    /// The `N` of `[T; N]`.
    pub(crate) length: Option<Extent>,
    /// True if its length stays while the name is not bound anew.
    pub(crate) fixed: bool,
}

/// True if nothing of this type can be given a reference to hold. A reference behind `&mut` can be
/// assigned, one behind `&` cannot.
fn inert(ty: &Type, environment: &Environment) -> bool {
    let values = match types::peel(ty) {
        Type::Reference(reference) if reference.mutability.is_none() => {
            return inert(&reference.elem, environment);
        }
        Type::Reference(reference) => &reference.elem,
        other => other,
    };
    let values = match types::peel(values) {
        Type::Slice(slice) => &slice.elem,
        other => other,
    };
    environment.visibly_plain(values) && environment.visibly_owned(values)
}

/// True for a number, and for an array of its own of such.
fn of_numbers(element: &Type, environment: &Environment) -> bool {
    match environment.array_of(element) {
        Some(array) => array.by == By::Owned && of_numbers(&array.element, environment),
        None => environment.scalar(element).is_some(),
    }
}

impl Environment {
    /// True if no name in scope but one may hold what that lends, whether it is mentioned or not: what is bound in the function is its
    /// own, and a parameter can be given no reference to hold.
    pub(crate) fn lends_nothing(&self, but: &str) -> bool {
        self.all().filter(|known| known.name != but).all(|known| {
            let ty = known.ty.as_ref();
            match known.origin {
                Origin::Parameter => ty.is_some_and(|ty| inert(ty, self) || self.visibly_owned(ty)),
                Origin::Numbers => true,
                _ => ty.map_or(known.origin.is_owned(), |ty| self.visibly_owned(ty)),
            }
        })
    }
}

impl Bound {
    /// What the environment knows of a name.
    #[must_use]
    pub(crate) fn of(name: &str, environment: &Environment) -> Bound {
        let known = environment.lookup(name);
        let array = environment.visible_array(name);
        let numbers = known.is_some_and(|known| matches!(known.origin, Origin::Numbers));
        Bound {
            name: name.to_owned(),
            matrix: array.is_none() && environment.holds_matrix_of_numbers(name),
            mutable: known.is_none_or(|known| known.mutable),
            owned: known.is_some_and(|known| match &known.ty {
                Some(ty) => {
                    environment.outlives_body(ty) || matches!(known.origin, Origin::Numbers)
                }
                None => known.origin.is_owned() || matches!(known.origin, Origin::Numbers),
            }),
            inert: known.is_some_and(|known| {
                let ty = known.ty.as_ref();
                ty.is_some_and(|ty| {
                    let another = known.mutable && matches!(types::peel(ty), Type::Reference(_));
                    !another && inert(ty, environment)
                })
            }),
            // What the lifetimes of the signature allow a parameter to hold is not of this body.
            holds: known.is_none_or(|known| {
                !matches!(known.origin, Origin::Parameter)
                    && (known.mutable
                        || !known.ty.as_ref().is_some_and(|ty| inert(ty, environment)))
            }),
            parameter: known
                .is_some_and(|known| matches!(known.origin, Origin::Parameter | Origin::Element)),
            seen: known.is_some_and(|known| known.ty.as_ref().is_some_and(|ty| !has_hole(ty))),
            empty: false,
            constant: known.is_some_and(|known| {
                let number = match &known.ty {
                    Some(Type::Reference(_)) => false,
                    Some(ty) => environment.primitive_number(ty).is_some(),
                    None => matches!(known.origin, Origin::Literal(_)),
                };
                number && !known.mutable
            }),
            open: known.is_some_and(|known| match &known.ty {
                Some(_) => array
                    .as_ref()
                    .is_some_and(|array| numbers && matches!(array.element, Type::Infer(_))),
                None => matches!(known.origin, Origin::Literal(_)),
            }),
            array: array.map(|array| BoundArray {
                by: array.by,
                numbers: numbers || of_numbers(&array.element, environment),
                open: numbers && matches!(array.element, Type::Infer(_)),
                vector: matches!(array.owner, Owner::Vec),
                length: facts::of_owner(&array.owner, environment),
                fixed: environment.fixed_length(name),
            }),
        }
    }
}
