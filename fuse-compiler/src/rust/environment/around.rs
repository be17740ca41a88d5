//! What the declarations around a function say of the names and types in it.
//!
//! In: a type as written, a place, the name of a function. Out: the type without aliases, the type of a field, what a call gives back;
//! nothing where an item of the body hides what is meant.

use super::{Bounds, Environment, Known, Origin};
use crate::declarations::functions::Function;
use crate::declarations::{Declarations, Structure};
use crate::rust::spelling::spelling;
use crate::rust::ty::Scalar;
use crate::rust::types::peel;
use crate::rust::visit_mut::{self, VisitMut};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use std::rc::Rc;
use syn::{ExprPath, Member, PathSegment, Type};

/// How many functions are looked into that call each other.
const CALLS: usize = 3;

impl Environment {
    /// Whether anything is declared around the function.
    pub(crate) fn declares(&self) -> bool {
        self.declarations.is_some()
    }

    /// A type with what its aliases stand for.
    pub(crate) fn without_aliases(&self, mut ty: Type) -> Type {
        if self.declarations.is_some() {
            Aliases(self).visit_type_mut(&mut ty);
        }
        ty
    }

    /// What an alias of the module stands for.
    pub(crate) fn alias(&self, ty: &Type) -> Option<Type> {
        let Type::Path(path) = ty else { return None };
        let name = spelling(path.path.get_ident().filter(|_| path.qself.is_none())?);
        let declarations = self
            .declarations
            .as_ref()
            .filter(|_| self.is_unhidden(&name))?;
        declarations.alias(&name)
    }

    /// What a trait of the module says of what is bounded by it, so many levels up.
    pub(super) fn bounds_of_trait(&self, name: &Ident, levels: usize) -> Bounds {
        let declarations = self.declarations.as_ref().filter(|_| levels > 0);
        let above =
            declarations.map_or_else(Vec::new, |declared| declared.supertraits(&spelling(name)));
        self.bounds_within(above.iter(), levels.saturating_sub(1))
    }

    /// Whether the module around the function declares something of this name.
    pub(crate) fn is_declared(&self, name: &str) -> bool {
        let declarations = self.declarations.as_ref();
        declarations.is_some_and(|declarations| declarations.declares(name))
    }

    /// Whether a variable of this name might be taken for something in scope.
    pub(crate) fn is_taken(&self, name: &str) -> bool {
        self.lookup(name).is_some() || self.is_declared(name)
    }

    /// Whether the module around the function declares something of this name, or imports it from anywhere but std.
    pub(super) fn is_declared_anew(&self, name: &str) -> bool {
        let declarations = self.declarations.as_ref();
        declarations.is_some_and(|declarations| declarations.declares_anew(name))
    }

    /// Whether a name means a module of std's, as the file shows.
    pub(crate) fn means_module(&self, name: &str) -> bool {
        let declarations = self.declarations.as_ref();
        let imported = |declared: &Rc<Declarations>| declared.declares(name);
        self.means_std(name) && declarations.is_none_or(imported)
    }

    /// Whether the file imports a name from std.
    pub(crate) fn imports(&self, name: &str) -> bool {
        let declarations = self.declarations.as_ref();
        self.means_std(name) && declarations.is_some_and(|declared| declared.declares(name))
    }

    /// True if the file adds up to numbers of this type what are none.
    pub(crate) fn sums_anew(&self, number: Scalar) -> bool {
        let declarations = self.declarations.as_ref();
        declarations.is_some_and(|declarations| declarations.sums_anew(number.name()))
    }

    /// The type of a field of a type.
    pub(crate) fn field_of_type(&self, of: &Type, member: &Member) -> Option<Type> {
        let Type::Path(path) = of else { return None };
        let declarations = self.declarations.as_ref()?;
        let own = spelling(&path.path.segments.first()?.ident);
        declarations
            .field(of, member)
            .filter(|ty| self.is_unhidden(&own) && self.means_as_declared(ty.to_token_stream()))
    }

    /// What a struct of the module is made of.
    pub(crate) fn structure(&self, of: &Type) -> Option<Structure> {
        let structure = self.declarations.as_ref()?.structure(of)?;
        let as_declared = |ty: &Type| self.means_as_declared(ty.to_token_stream());
        (structure.parts.iter().all(as_declared) && as_declared(of)).then_some(structure)
    }

    /// True if no type parameter of the function, and nothing in its body, has a name of a type.
    fn means_as_declared(&self, tokens: TokenStream) -> bool {
        tokens.into_iter().all(|token| match token {
            TokenTree::Ident(name) => self.is_unhidden(&spelling(&name)),
            TokenTree::Group(group) => self.means_as_declared(group.stream()),
            TokenTree::Punct(_) | TokenTree::Literal(_) => true,
        })
    }

    /// The type of a field behind a name that is a reference, and whether it may be changed there.
    pub(crate) fn field_of(&self, name: &str, member: &Member) -> Option<(Type, bool)> {
        match peel(self.type_of(name)?) {
            Type::Reference(reference) => {
                let ty = self.field_of_type(peel(&reference.elem), member)?;
                Some((ty, reference.mutability.is_some()))
            }
            _ => None,
        }
    }

    /// True if the module around the function declares something of this name, or imports it.
    pub(crate) fn declares_anew(&self, name: &str) -> bool {
        let declarations = self.declarations.as_ref();
        declarations.is_some_and(|declarations| declarations.declares_anew(name))
    }

    /// Whether it is of a function that is looked into since another one calls it.
    pub(crate) fn is_called(&self) -> bool {
        self.calls > 0
    }

    /// A function of the module, and what is in scope where its body begins.
    pub(crate) fn function(&self, name: &str) -> Option<(Rc<Function>, Environment)> {
        let declarations = self.declarations.as_ref()?;
        let hidden = self.lookup(name).is_some() || !self.is_unhidden(name);
        let seen = !hidden && self.calls < CALLS;
        let function = seen.then(|| declarations.function(name))??;
        let around = Rc::new(declarations.of_the_module());
        let inside = Environment::of_function(&function.signature, Some(&around));
        let calls = self.calls + 1;
        Some((function, Environment { calls, ..inside }))
    }

    /// A function of a type of the module that takes no `self`, and what is in scope where its body begins.
    pub(crate) fn associated(&self, of: &str, name: &str) -> Option<(Function, Environment)> {
        let declarations = self.declarations.as_ref()?;
        let seen = self.is_unhidden(of) && self.calls < CALLS;
        let function = seen.then(|| declarations.associated_with_body(of, name))??;
        let around = Rc::new(declarations.of_the_module());
        let inside = Environment::of_function(&function.signature, Some(&around));
        let calls = self.calls + 1;
        Some((function, Environment { calls, ..inside }))
    }

    /// What a call of such a function gives back.
    pub(crate) fn returned_by_associated(&self, of: &str, name: &str) -> Option<Type> {
        let declarations = self.declarations.as_ref()?;
        self.is_unhidden(of)
            .then(|| declarations.returned_by_associated(of, name))?
    }

    /// A method that a receiver of such a type has of its own, and what is in scope where its body begins.
    pub(crate) fn method(&self, receiver: &Type, name: &str) -> Option<(Function, Environment)> {
        let declarations = self.declarations.as_ref()?;
        let own = self.means_as_declared(receiver.to_token_stream()) && self.calls < CALLS;
        let method = own.then(|| declarations.method_with_body(receiver, name))??;
        let around = Rc::new(declarations.of_the_module());
        let mut inside = Environment::of_function(&method.signature, Some(&around));
        inside.calls = self.calls + 1;
        // `Self` is the type itself.
        inside.push(Known {
            name: "self".to_owned(),
            ty: Some(receiver.clone()),
            mutable: false,
            origin: Origin::Parameter,
        });
        Some((method, inside))
    }

    /// What a call of a function gives back.
    pub(crate) fn returned_by(&self, function: &str) -> Option<Type> {
        let declarations = self.declarations.as_ref()?;
        let hidden = self.lookup(function).is_some() || !self.is_unhidden(function);
        (!hidden).then(|| declarations.returned_by(function))?
    }

    /// The type of an argument of what is called, by its place: a function or a tuple struct of the module, or `Type::name(..)`.
    pub(crate) fn taken_by(&self, called: &ExprPath, place: usize) -> Option<Type> {
        let declarations = self.declarations.as_ref()?;
        let plain = called.qself.is_none() && called.path.leading_colon.is_none();
        let bare = |segment: &PathSegment| {
            plain.then(|| {
                segment
                    .arguments
                    .is_empty()
                    .then(|| spelling(&segment.ident))
            })?
        };
        let segments: Option<Vec<String>> = called.path.segments.iter().map(bare).collect();
        let ty = match &segments?[..] {
            [name] if self.lookup(name).is_none() && self.is_unhidden(name) => {
                let of: Type = syn::parse_quote!(#called);
                let part = Member::Unnamed(place.into());
                let function = declarations.taken_by(name, place);
                function.or_else(|| declarations.field(&of, &part))
            }
            [of, name] if self.is_unhidden(of) => declarations.taken_by_associated(of, name, place),
            _ => None,
        };
        ty.filter(|ty| self.means_as_declared(ty.to_token_stream()))
    }

    /// What a method gives back of a receiver whose type is declared around the function.
    pub(crate) fn returned_by_method_of(&self, receiver: &Type, method: &str) -> Option<Type> {
        let declarations = self.declarations.as_ref()?;
        let own = self.means_as_declared(receiver.to_token_stream());
        own.then(|| declarations.returned_by_method_of(receiver, method))?
    }

    /// What a method of `self` gives back.
    pub(crate) fn returned_by_method(&self, method: &str) -> Option<Type> {
        self.declarations.as_ref()?.returned_by_method(method)
    }
}

struct Aliases<'a>(&'a Environment);

impl VisitMut for Aliases<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        match self.0.alias(ty) {
            Some(meant) => *ty = meant,
            None => visit_mut::visit_type_mut(self, ty),
        }
    }
}
