//! What the declarations around a function say of the names and types in it.
//!
//! In: a type as written, a place, the name of a function. Out: the type without aliases, the type of a field, what a call gives back;
//! nothing where an item of the body hides what is meant.

use super::{Bounds, Environment};
use crate::rust::spelling::spelling;
use crate::rust::types::peel;
use crate::rust::visit_mut::{self, VisitMut};
use proc_macro2::Ident;
use syn::{Member, ReturnType, Signature, Type, TypeParamBound};

/// How many aliases may stand for each other.
const ALIASES: usize = 4;

impl Environment {
    /// Whether anything is declared around the function.
    pub(crate) fn declares(&self) -> bool {
        self.declarations.is_some()
    }

    /// A type with what its aliases stand for.
    pub(crate) fn without_aliases(&self, mut ty: Type) -> Type {
        if self.declarations.is_some() {
            let mut aliases = Aliases {
                environment: self,
                left: ALIASES,
            };
            aliases.visit_type_mut(&mut ty);
        }
        ty
    }

    fn alias(&self, ty: &Type) -> Option<Type> {
        let Type::Path(path) = ty else { return None };
        let name = spelling(path.path.get_ident().filter(|_| path.qself.is_none())?);
        let declarations = self
            .declarations
            .as_ref()
            .filter(|_| self.means_std(&name))?;
        declarations.alias(&name)
    }

    /// What a trait of the module that is not bounded by itself says of what is bounded by it.
    pub(super) fn bounds_of_trait(&self, name: &Ident) -> Bounds {
        let declarations = self.declarations.as_ref();
        let above =
            declarations.map_or_else(Vec::new, |declared| declared.supertraits(&spelling(name)));
        let itself = |bound: &&TypeParamBound| matches!(bound, TypeParamBound::Trait(bound) if bound.path.is_ident(name));
        self.bounds_of(above.iter().filter(|bound| !itself(bound)))
    }

    /// Whether a path is that of a type which no item of the body hides.
    fn is_declared(&self, of: &Type) -> bool {
        let hidden = |ident| !self.means_std(&spelling(ident));
        !matches!(of, Type::Path(path) if path.path.segments.first().is_none_or(|first| hidden(&first.ident)))
    }

    /// The type of a field of a type.
    pub(crate) fn field_of_type(&self, of: &Type, member: &Member) -> Option<Type> {
        let declarations = self
            .declarations
            .as_ref()
            .filter(|_| self.is_declared(of))?;
        Some(self.without_aliases(declarations.field(of, member)?))
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

    /// What a call of a function gives back, where that is declared and has no parameters of its own.
    pub(crate) fn returned_by(&self, function: &str) -> Option<Type> {
        if self.lookup(function).is_some() || !self.means_std(function) {
            return None;
        }
        self.returned(self.declarations.as_ref()?.function(function)?)
    }

    /// What a method of a type gives back.
    pub(crate) fn returned_by_method(&self, of: &Type, method: &str) -> Option<Type> {
        let declarations = self
            .declarations
            .as_ref()
            .filter(|_| self.is_declared(of))?;
        self.returned(declarations.method(of, method)?)
    }

    /// What a function gives back, if it is no reference: whom that borrows from is not seen.
    fn returned(&self, signature: Signature) -> Option<Type> {
        let plain = signature.generics.params.is_empty() && signature.asyncness.is_none();
        match signature.output {
            ReturnType::Type(_, ty) if plain => {
                let ty = self.without_aliases(*ty);
                (self.visibly_owned(&ty) && self.visibly_plain(&ty)).then_some(ty)
            }
            _ => None,
        }
    }
}

struct Aliases<'a> {
    environment: &'a Environment,
    /// How many more may stand for each other.
    left: usize,
}

impl VisitMut for Aliases<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Some(meant) = self.environment.alias(ty)
            && self.left > 0
        {
            *ty = meant;
            self.left -= 1;
            self.visit_type_mut(ty);
            self.left += 1;
        } else {
            visit_mut::visit_type_mut(self, ty);
        }
    }
}
