//! What is known about the names in scope (docs/DESIGN.md section 3, *Arrays* and *Workers*, rule (b)).
//!
//! In: a function's signature and, from the parser of regions, every name as it is bound. Out:
//! answers about a name: its visible type, whether it can be called without effects, whether it is
//! visibly shared.
//!
//! Invariant, kept by whoever walks the statements: **every local in scope has an entry**, at least
//! one of [`Origin::Unknown`]. A name without an entry is therefore an item (a function, a
//! constant, a static), never a captured local.

mod around;
mod declared;
mod questions;
mod types;

use crate::declarations::Declarations;
use crate::sorted::{SortedMap, SortedSet};
use std::rc::Rc;

use syn::{
    FnArg, GenericParam, Generics, Pat, ReceiverKind, ReturnType, Safety, Signature, Type,
    TypeParamBound, WherePredicate,
};

use super::extent::Extent;
use super::spelling::{among, spelling};
use super::types::{By, Owner, peel, reference};

/// Where a name got its value.
#[derive(Clone, Debug)]
pub(crate) enum Origin {
    /// A parameter of the function, or a part of one.
    Parameter,
    /// The pattern of a `for` loop that runs to its end, around the block that is looked at: what it refers to is borrowed
    /// for as long as the loop runs, so no statement of the block can write it by another name.
    Element,
    /// A `let` with a type annotation.
    AnnotatedLet,
    /// A `let` without a value: what assigns it first may do so once.
    Late,
    /// A `let` whose type the macro itself knows to be owned, such as `collect::<Vec<_>>()` or the
    /// result of arithmetic; the type itself may be missing.
    InferredOwned,
    /// A call, a macro, or anything else that returns what it likes.
    Call,
    /// A pattern that may bind references (a match arm, a destructuring `let`, a `for`).
    Pattern,
    /// A closure literal, bound by an identifier.
    LocalClosure(Box<syn::ExprClosure>),
    /// Nothing is known.
    Unknown,
    /// A `let` of tuples or arrays of numbers whose types rustc infers: `[0.0; 6]`, `vec![0; n]`. Never one number alone.
    Numbers,
    /// A `let` without annotation, of a literal number whose type rustc infers; true for a float.
    Literal(bool),
}

impl Origin {
    /// Whether what a name without a visible type holds is its own.
    pub(crate) fn is_owned(&self) -> bool {
        matches!(self, Origin::InferredOwned | Origin::Literal(_))
    }
}

/// One name and what is known about it.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    /// As spelt.
    pub(crate) name: String,
    /// Its type, where the source shows it.
    pub(crate) ty: Option<Type>,
    /// Bound by `mut`.
    pub(crate) mutable: bool,
    /// Where its value came from.
    pub(crate) origin: Origin,
}

/// The bounds of a type parameter that matter here.
#[derive(Clone, Copy, Debug, Default)]
struct Bounds {
    copy: bool,
    /// Bounded by a trait of numbers.
    number: bool,
    /// Bounded by `Fn`.
    callable: bool,
    /// Bounded by `FnMut` or `FnOnce`.
    mutating: bool,
    /// Bounded by `Iterator`, or one of the traits below it.
    iterator: bool,
    /// Bounded by `Sync`, or by a trait that may be one of those below it.
    shared: bool,
}

impl Bounds {
    fn extend(&mut self, more: Bounds) {
        self.copy |= more.copy;
        self.number |= more.number;
        self.callable |= more.callable;
        self.mutating |= more.mutating;
        self.iterator |= more.iterator;
        self.shared |= more.shared;
    }
}

/// What a call of a name runs.
#[derive(Clone, Debug)]
pub(crate) enum Callable {
    /// A function pointer or something visibly bounded by `Fn`.
    Function,
    /// A closure literal, with what was in scope where it was written.
    Closure(Box<syn::ExprClosure>, Environment),
    /// No local of this name: an item.
    Item,
    /// `FnMut`, `&mut F`, a name of unknown type.
    Unknown,
}

/// How far a name is visibly beyond the reach of mutation by methods (rule (b)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sharing {
    /// Nothing is visible: a method may mutate it.
    Hidden,
    /// An owned, immutable local of visible type. Its fields may hold a `&mut`, through which a
    /// method of a *field* may mutate, so only methods of the name itself are beyond suspicion.
    Owned,
    /// `&T`, or an owned immutable local of types that hold no `&mut`: so are all its places.
    Deep,
}

/// An ordered, scoped list of what is known about names; later entries shadow earlier ones.
#[derive(Clone, Debug, Default)]
pub(crate) struct Environment {
    entries: Vec<Rc<Known>>,
    generics: SortedMap<String, Bounds>,
    /// Constant parameters, which no pattern may bind.
    constants: SortedSet<String>,
    hidden_types: SortedSet<String>,
    facts: Vec<Fact>,
    /// True in an `unsafe` function or block.
    in_unsafe: bool,
    /// What is declared around the function, if that is known.
    declarations: Option<Rc<Declarations>>,
    /// True where the body of the function begins.
    outermost: bool,
    /// How many functions have called this one, as far as they are looked into.
    calls: usize,
}

/// Two lengths that are equal as long as each of their names means what it meant there.
#[derive(Clone, Debug)]
struct Fact {
    sides: (Extent, Extent),
    /// The names, each with the entry that it meant.
    names: Vec<(String, Option<usize>)>,
}

/// A point to which [`Environment::leave`] returns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scope(usize);

impl Environment {
    /// The environment at the start of a function body: its generics and its parameters.
    pub(crate) fn of_signature(signature: &Signature) -> Environment {
        Environment::of_function(signature, None)
    }

    /// The same, of a function around which something is declared: the generics of its `impl` are its own.
    pub(crate) fn of_function(
        signature: &Signature,
        declarations: Option<&Rc<Declarations>>,
    ) -> Environment {
        let mut environment = Environment {
            declarations: declarations.cloned(),
            outermost: true,
            ..Environment::default()
        };
        if let Some(generics) = declarations.and_then(|declarations| declarations.generics()) {
            environment.add_generics(generics);
        }
        environment.add_generics(&signature.generics);
        environment.in_unsafe = matches!(signature.safety, Safety::Unsafe(_));
        for input in &signature.inputs {
            match input {
                FnArg::Typed(typed) => {
                    environment.bind(&typed.pat, Some(&typed.ty), &Origin::Parameter);
                }
                FnArg::Receiver(receiver) => {
                    let ty = match &receiver.kind {
                        ReceiverKind::Value => Some(syn::parse_quote!(Self)),
                        ReceiverKind::Reference(_, _, None) => Some(syn::parse_quote!(&Self)),
                        ReceiverKind::Reference(_, _, Some(_)) => {
                            Some(syn::parse_quote!(&mut Self))
                        }
                        ReceiverKind::Typed(_, ty) => Some((**ty).clone()),
                        _ => None,
                    };
                    environment.push(Known {
                        name: "self".to_owned(),
                        ty,
                        mutable: receiver.mutability.is_some(),
                        origin: Origin::Parameter,
                    });
                }
            }
        }
        environment
    }

    /// Adds type parameters with the bounds that matter.
    pub(crate) fn add_generics(&mut self, generics: &Generics) {
        for parameter in &generics.params {
            match parameter {
                GenericParam::Type(parameter) => {
                    let bounds = self.bounds_of(parameter.bounds.iter());
                    self.generics.insert(spelling(&parameter.ident), bounds);
                }
                GenericParam::Const(parameter) => {
                    let name = spelling(&parameter.ident);
                    self.constants.insert(name.clone());
                    self.push(Known {
                        name,
                        ty: Some(parameter.ty.clone()),
                        mutable: false,
                        origin: Origin::Parameter,
                    });
                }
                GenericParam::Lifetime(_) => {}
            }
        }
        let predicates = generics.where_clause.iter().flat_map(|w| &w.predicates);
        for predicate in predicates {
            let WherePredicate::Type(predicate) = predicate else {
                continue;
            };
            let more = self.bounds_of(predicate.bounds.iter());
            if let Type::Path(path) = peel(&predicate.bounded_ty)
                && let Some(ident) = path.path.get_ident()
                && let Some(known) = self.generics.get_mut(&ident.to_string())
            {
                known.extend(more);
            }
        }
    }

    fn bounds_of<'a>(&self, bounds: impl Iterator<Item = &'a TypeParamBound>) -> Bounds {
        const LEVELS: usize = 4;
        self.bounds_within(bounds, LEVELS)
    }

    /// The same, with what traits of the file say that are so many levels above each other.
    fn bounds_within<'a>(
        &self,
        bounds: impl Iterator<Item = &'a TypeParamBound>,
        levels: usize,
    ) -> Bounds {
        let mut result = Bounds::default();
        for bound in bounds {
            if let TypeParamBound::Trait(bound) = bound
                && bound.maybe.is_none()
                && let Some(last) = bound.path.segments.last()
            {
                let name = last.ident.to_string();
                result.copy |= name == "Copy";
                result.number |= among(NUMBERS, &name);
                result.shared |= !among(ALONE, &name);
                result.callable |= name == "Fn";
                result.mutating |= name == "FnMut" || name == "FnOnce";
                result.iterator |= among(ITERATORS, &name);
                if let Some(name) = bound.path.get_ident() {
                    result.extend(self.bounds_of_trait(name, levels));
                }
            }
        }
        result
    }

    /// Declares that a type name does not mean std's type here (an item or `use` in the body).
    pub(crate) fn hide_type(&mut self, name: &str) {
        self.hidden_types.insert(name.to_owned());
    }

    /// Adds an entry; it shadows earlier ones of its name.
    pub(crate) fn push(&mut self, mut known: Known) {
        known.ty = known.ty.map(|ty| self.without_aliases(ty));
        self.entries.push(Rc::new(known));
    }

    /// Adds an entry of which nothing is known.
    pub(crate) fn push_unknown(&mut self, name: &str, mutable: bool) {
        self.push(Known {
            name: name.to_owned(),
            ty: None,
            mutable,
            origin: Origin::Unknown,
        });
    }

    /// Notes the type of the elements of a vector that was declared without one.
    pub(crate) fn decide(&mut self, vector: &str, element: &Type) {
        let open = self.visible_array(vector).is_some_and(|array| {
            array.owner == Owner::Vec
                && array.by == By::Owned
                && matches!(array.element, Type::Infer(_))
        });
        if open && let Some(position) = self.position(vector) {
            let known = Rc::make_mut(&mut self.entries[position]);
            known.ty = Some(syn::parse_quote!(Vec<#element>));
        }
    }

    /// Adds every name that a pattern binds, with its type where the pattern and `ty` show it.
    /// A name whose type does not show gets `origin` all the same, so that nothing is claimed of it.
    pub(crate) fn bind(&mut self, pattern: &Pat, ty: Option<&Type>, origin: &Origin) {
        match pattern {
            Pat::Ident(ident) => {
                let ty = match (&ident.by_ref, &ident.mutability) {
                    (None, _) => ty.cloned(),
                    (Some(_), None) => ty.map(|ty| reference(ty.clone(), None, None)),
                    (Some(_), Some(_)) => ty
                        .map(|ty| reference(ty.clone(), None, Some(<syn::Token![mut]>::default()))),
                };
                self.push(Known {
                    name: spelling(&ident.ident),
                    ty,
                    mutable: ident.mutability.is_some() && ident.by_ref.is_none(),
                    origin: origin.clone(),
                });
                if let Some((_, subpattern)) = &ident.subpat {
                    self.bind(subpattern, None, origin);
                }
            }
            Pat::Type(typed) => self.bind(&typed.pat, Some(&typed.ty), origin),
            Pat::Paren(paren) => self.bind(&paren.pat, ty, origin),
            Pat::Reference(reference) => {
                let inner = match ty.map(peel) {
                    Some(Type::Reference(ty)) => Some(&*ty.elem),
                    _ => None,
                };
                self.bind(&reference.pat, inner, origin);
            }
            Pat::Tuple(tuple) => {
                let parts = ty.and_then(|ty| tuple_parts(ty, tuple.elems.len()));
                let rest = tuple.elems.iter().any(|pat| matches!(pat, Pat::Rest(_)));
                for (index, part) in tuple.elems.iter().enumerate() {
                    let by_default = ty.is_none_or(|ty| is_bound_by_default(ty, part));
                    let ty = match &parts {
                        Some(parts) if !rest && by_default => parts.get(index),
                        _ => None,
                    };
                    self.bind(part, ty, origin);
                }
            }
            Pat::TupleStruct(wrapper) if wrapper.elems.len() == 1 => {
                let inner = ty.and_then(|ty| self.wrapped(&wrapper.path, ty));
                let part = &wrapper.elems[0];
                let inner = inner.filter(|_| ty.is_none_or(|ty| is_bound_by_default(ty, part)));
                self.bind(part, inner.as_ref(), origin);
            }
            other => {
                for name in super::patterns::bindings(other) {
                    self.push(Known {
                        name: name.name,
                        ty: None,
                        mutable: name.mutable,
                        origin: origin.clone(),
                    });
                }
            }
        }
    }

    /// What `Some`, `Ok` or `Err` wraps in a type.
    fn wrapped(&self, wrapper: &syn::Path, ty: &Type) -> Option<Type> {
        let wrapper = wrapper.get_ident().map(spelling)?;
        if self.lookup(&wrapper).is_some() {
            return None;
        }
        if let Type::Reference(behind) = peel(ty) {
            let inner = self.wrapped_in(&wrapper, &behind.elem)?.clone();
            return Some(reference(inner, behind.lifetime.clone(), behind.mutability));
        }
        self.wrapped_in(&wrapper, ty).cloned()
    }

    fn wrapped_in<'t>(&self, wrapper: &str, ty: &'t Type) -> Option<&'t Type> {
        match wrapper {
            "Some" => self.std_argument(ty, &["Option"]),
            "Ok" => self.std_arguments(ty, &["Result"])?.first().copied(),
            "Err" => self.std_arguments(ty, &["Result"])?.get(1).copied(),
            _ => None,
        }
    }

    /// The entry that a name means here; `None` for an item.
    pub(crate) fn lookup(&self, name: &str) -> Option<&Known> {
        self.known(name).map(|known| &**known)
    }

    /// True for a constant parameter: a `let` of that name would be a pattern that compares.
    pub(crate) fn is_constant_parameter(&self, name: &str) -> bool {
        self.constants.contains(name)
    }

    /// The same, to keep.
    pub(crate) fn known(&self, name: &str) -> Option<&Rc<Known>> {
        self.entries.iter().rev().find(|known| known.name == name)
    }

    /// Every entry, those that others shadow among them.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Known> {
        self.entries.iter().map(|known| &**known)
    }

    /// The index of the entry that a name means, counted from the first one bound.
    pub(crate) fn position(&self, name: &str) -> Option<usize> {
        self.entries.iter().rposition(|known| known.name == name)
    }

    /// The visible type of a name.
    pub(crate) fn type_of(&self, name: &str) -> Option<&Type> {
        self.lookup(name)?.ty.as_ref()
    }

    /// Opens a scope.
    pub(crate) fn enter(&self) -> Scope {
        Scope(self.entries.len())
    }

    /// Every entry since `scope` was opened.
    pub(crate) fn since(&self, scope: Scope) -> &[Rc<Known>] {
        &self.entries[scope.0..]
    }

    /// Whether it is that of a function's body, whose blocks it is for from now on.
    pub(crate) fn enter_body(&mut self) -> bool {
        std::mem::replace(&mut self.outermost, false)
    }

    /// Forgets every entry since `scope` was opened.
    pub(crate) fn leave(&mut self, scope: Scope) {
        self.entries.truncate(scope.0);
    }

    /// What was in scope where a scope was opened that nobody has left.
    pub(crate) fn at(&self, scope: Scope) -> Environment {
        self.before(scope.0.min(self.entries.len()))
    }

    /// What was in scope where a name was bound.
    fn before(&self, position: usize) -> Environment {
        Environment {
            entries: self.entries[..position].to_vec(),
            generics: self.generics.clone(),
            constants: self.constants.clone(),
            hidden_types: self.hidden_types.clone(),
            facts: Vec::new(),
            in_unsafe: self.in_unsafe,
            declarations: self.declarations.clone(),
            outermost: false,
            calls: self.calls,
        }
    }

    /// Notes that what follows stands in an `unsafe` block; true if it did before.
    pub(crate) fn enter_unsafe(&mut self, inside: bool) -> bool {
        core::mem::replace(&mut self.in_unsafe, inside)
    }

    /// Whether a pointer may be read here without an `unsafe` of its own.
    pub(crate) fn is_unsafe(&self) -> bool {
        self.in_unsafe
    }

    /// Remembers that two lengths are equal from here on, for the blocks inside later statements.
    /// Lengths that a statement in between may change are not remembered.
    pub(crate) fn state(&mut self, left: &Extent, right: &Extent) {
        let mut names = Vec::new();
        let mut stays = true;
        for side in [left, right] {
            side.names(&mut |name, array| {
                stays &= !array || self.fixed_length(name);
                names.push((name.to_owned(), self.position(name)));
            });
        }
        if stays {
            let sides = (left.clone(), right.clone());
            self.facts.push(Fact { sides, names });
        }
    }

    /// The lengths that are equal here.
    pub(crate) fn facts(&self) -> Vec<(Extent, Extent)> {
        let holds = |fact: &&Fact| {
            let mut names = fact.names.iter();
            names.all(|(name, position)| self.position(name) == *position)
        };
        let facts = self.facts.iter().filter(holds);
        facts.map(|fact| fact.sides.clone()).collect()
    }
}

/// Traits of iterators.
const ITERATORS: &str = "Iterator DoubleEndedIterator ExactSizeIterator";

/// Traits of num's, nalgebra's and faer's that numbers have.
const NUMBERS: &str =
    "ComplexField Float FloatConst FloatCore Num PrimInt Real RealField Signed Unsigned";

/// Traits of std that say nothing of threads; of any other trait that may be.
const ALONE: &str = "Add AsRef Clone Copy Debug Default Display Div Eq Fn FnMut FnOnce From Hash Into IntoIterator \
    Iterator Mul Neg Ord PartialEq PartialOrd Rem Send Sized Sub Sum";

/// The types of a tuple's parts as a tuple pattern sees them: through a reference they are
/// references.
/// Whether a part of a pattern has the type that it has where what is matched is of this type: behind a reference, `mut`, `ref` and `&`
/// mean something else in the editions before 2024.
fn is_bound_by_default(matched: &Type, part: &Pat) -> bool {
    let plain = match part {
        Pat::Ident(ident) => ident.mutability.is_none() && ident.by_ref.is_none(),
        Pat::Reference(_) => false,
        Pat::Paren(paren) => is_bound_by_default(matched, &paren.pat),
        _ => true,
    };
    plain || !matches!(peel(matched), Type::Reference(_))
}

fn tuple_parts(ty: &Type, length: usize) -> Option<Vec<Type>> {
    match peel(ty) {
        Type::Tuple(tuple) if tuple.elems.len() == length => {
            Some(tuple.elems.iter().cloned().collect())
        }
        Type::Reference(reference) => {
            let parts = tuple_parts(&reference.elem, length)?;
            let through = |part| {
                super::types::reference(part, reference.lifetime.clone(), reference.mutability)
            };
            Some(parts.into_iter().map(through).collect())
        }
        _ => None,
    }
}

/// The annotated type of a closure's result.
pub(crate) fn return_annotation(output: &ReturnType) -> Option<&Type> {
    match output {
        ReturnType::Default => None,
        ReturnType::Type(_, ty) => Some(ty),
    }
}

#[cfg(test)]
mod tests;
