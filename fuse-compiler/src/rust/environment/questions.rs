//! What may be asked of a name or of a type in scope.
//!
//! In: the name or the type. Out: what its visible type says of it: whether it means what std means by it, may be called without
//! effects, is shared, or may be changed.

use super::super::types::{self, peel, shared_reference};
use super::{Bounds, Callable, Environment, Origin, Sharing};
use crate::rust::visit::{self, Visit};
use syn::Type;

impl Environment {
    /// Whether a name means what std means by it: no type parameter and no item of the body has it, nor one that is declared around
    /// the function.
    pub(crate) fn means_std(&self, name: &str) -> bool {
        self.is_unhidden(name) && !self.is_declared_anew(name)
    }

    /// Whether a name means what it means around the function: no type parameter and no item of the body has it.
    pub(crate) fn is_unhidden(&self, name: &str) -> bool {
        !self.generics.contains_key(name) && !self.hidden_types.contains(name)
    }

    /// Whether a variant's name is that of the prelude.
    pub(crate) fn is_of_prelude(&self, variant: &str) -> bool {
        self.lookup(variant).is_none() && self.means_std(variant)
    }

    /// Whether a name holds tuples or arrays of numbers, of types that rustc infers.
    pub(crate) fn is_of_numbers(&self, name: &str) -> bool {
        let known = self.lookup(name);
        known.is_some_and(|known| matches!(known.origin, Origin::Numbers))
    }

    /// Whether a name is that of a type parameter of the function.
    pub(crate) fn is_type_parameter(&self, name: &str) -> bool {
        self.generics.contains_key(name)
    }

    /// Whether a name is that of a type parameter that is visibly `Copy`.
    pub(crate) fn is_copy_parameter(&self, name: &str) -> bool {
        self.generics.get(name).is_some_and(|bounds| bounds.copy)
    }

    /// What is known of a type that is a type parameter of the function.
    fn parameter(&self, ty: &Type) -> Option<Bounds> {
        match peel(ty) {
            Type::Path(path) => {
                let name = path.path.get_ident()?.to_string();
                let hidden = self.hidden_types.contains(&name);
                self.generics.get(&name).copied().filter(|_| !hidden)
            }
            _ => None,
        }
    }

    /// The same, or what is known of an `impl` or a `dyn`.
    fn bounds(&self, ty: &Type) -> Option<Bounds> {
        match peel(ty) {
            Type::ImplTrait(ty) => Some(self.bounds_of(ty.bounds.iter())),
            Type::TraitObject(ty) => Some(self.bounds_of(ty.bounds.iter())),
            other => self.parameter(other),
        }
    }

    /// Whether a type is a type parameter of the function.
    pub(crate) fn is_generic(&self, ty: &Type) -> bool {
        self.parameter(ty).is_some()
    }

    /// Whether a type is a type parameter visibly bounded by `Copy`.
    pub(crate) fn is_copy_generic(&self, ty: &Type) -> bool {
        self.parameter(ty).is_some_and(|bounds| bounds.copy)
    }

    /// Whether a type is a type parameter visibly bounded by a trait of numbers.
    pub(crate) fn is_number_generic(&self, ty: &Type) -> bool {
        self.parameter(ty).is_some_and(|bounds| bounds.number)
    }

    /// Whether a type is `impl Iterator` or a type parameter bounded by it.
    pub(crate) fn visibly_iterator(&self, ty: &Type) -> bool {
        let bounds = self
            .bounds(ty)
            .filter(|_| !matches!(peel(ty), Type::TraitObject(_)));
        bounds.is_some_and(|bounds| bounds.iterator)
    }

    /// What a call of `name` runs (rule (b)).
    pub(crate) fn callable(&self, name: &str) -> Callable {
        let Some(position) = self.position(name) else {
            return Callable::Item;
        };
        let known = &self.entries[position];
        if let Origin::LocalClosure(closure) = &known.origin {
            return Callable::Closure(closure.clone(), self.before(position));
        }
        match &known.ty {
            Some(ty) if self.visibly_fn(ty) => Callable::Function,
            _ => Callable::Unknown,
        }
    }

    /// `fn(..)`, `impl Fn`, `dyn Fn`, `F: Fn`, and shared references or boxes of these.
    fn visibly_fn(&self, ty: &Type) -> bool {
        if let Some(bounds) = self.bounds(ty) {
            return bounds.callable;
        }
        match peel(ty) {
            Type::FnPtr(pointer) => pointer.unsafety.is_none(),
            Type::Reference(reference) => {
                reference.mutability.is_none() && self.visibly_fn(&reference.elem)
            }
            other => {
                let inner = self.std_argument(other, &["Box", "Rc", "Arc"]);
                inner.is_some_and(|inner| self.visibly_fn(inner))
            }
        }
    }

    /// Whether a type is, or refers to, something bounded by `FnMut` or `FnOnce` but not by `Fn`.
    pub(crate) fn bounded_by_fn_mut(&self, ty: &Type) -> bool {
        let bounds = self.bounds(types::dereferenced(ty));
        bounds.is_some_and(|bounds| bounds.mutating && !bounds.callable)
    }

    /// How far a name is visibly shared (rule (b)). An item is never: a static may hold anything.
    pub(crate) fn sharing(&self, name: &str) -> Sharing {
        let Some(known) = self.lookup(name) else {
            return Sharing::Hidden;
        };
        if known.mutable {
            return Sharing::Hidden;
        }
        if matches!(known.origin, Origin::Numbers) {
            return Sharing::Deep;
        }
        match (&known.origin, &known.ty) {
            (Origin::Call | Origin::Pattern | Origin::Unknown, _) => Sharing::Hidden,
            (Origin::LocalClosure(_), _) => Sharing::Hidden,
            (origin, None) if origin.is_owned() => Sharing::Owned,
            (_, None) => Sharing::Hidden,
            (_, Some(ty)) => self.sharing_of_type(ty),
        }
    }

    fn sharing_of_type(&self, ty: &Type) -> Sharing {
        if types::mentions_interior_mutability(ty) {
            return Sharing::Hidden;
        }
        if shared_reference(ty).is_some() {
            return Sharing::Deep;
        }
        if types::mentions_unseen_or_mutable(ty) || self.is_generic(ty) {
            return Sharing::Hidden;
        }
        if self.visibly_plain(ty) || self.visibly_owned(ty) {
            return Sharing::Deep;
        }
        // It may be another name of a mutable reference.
        if self.may_be_a_reference(ty) {
            return Sharing::Hidden;
        }
        Sharing::Owned
    }

    /// True for a type of somebody's that shows a lifetime: `Slot<'_>`.
    fn may_be_a_reference(&self, ty: &Type) -> bool {
        let Type::Path(path) = peel(ty) else {
            return false;
        };
        let arguments = path.path.segments.last().map(|last| &last.arguments);
        let Some(syn::PathArguments::AngleBracketed(angle)) = arguments else {
            return false;
        };
        let lifetime = |argument: &_| matches!(argument, syn::GenericArgument::Lifetime(_));
        angle.args.iter().any(lifetime) && !self.is_std(ty)
    }

    /// Rule (b)'s "visibly shared": `&T`, or an owned immutable local of visible type.
    pub(crate) fn visibly_shared(&self, name: &str) -> bool {
        self.sharing(name) > Sharing::Hidden
    }

    /// Whether a name is visibly of a type of std's that is not `Copy`: mentioned by value, it is gone.
    pub(crate) fn visibly_moves(&self, name: &str) -> bool {
        let ty = self.type_of(name);
        ty.is_some_and(|ty| {
            self.is_std(ty) && !self.visibly_copy(ty) && !matches!(peel(ty), Type::Reference(_))
        })
    }

    /// Whether a method with `&mut self` may be called on a name: it is `mut` or a `&mut`, and not
    /// visibly of a type of std, whose methods are known.
    pub(crate) fn may_be_changed(&self, name: &str) -> bool {
        let Some(known) = self.lookup(name) else {
            return false;
        };
        match (&known.origin, &known.ty) {
            (Origin::LocalClosure(_), None) => false,
            (origin, None) if origin.is_owned() => false,
            (_, None) => known.mutable,
            (_, Some(ty)) => {
                let behind = types::is_mutable_reference(ty);
                (known.mutable || behind) && !self.is_std(ty) && self.matrix_of(ty).is_none()
            }
        }
    }

    /// Whether a name is `mut`, or a `&mut` of whatever type.
    pub(crate) fn is_reached_mutably(&self, name: &str) -> bool {
        let known = self.lookup(name);
        known.is_some_and(|known| {
            known.mutable || known.ty.as_ref().is_some_and(types::is_mutable_reference)
        })
    }

    /// Whether a bare mention of a name, where a value is expected, may reborrow it mutably: rustc
    /// does so, without a `&mut` in the source, for a name of type `&mut T`.
    pub(crate) fn may_reborrow(&self, name: &str) -> bool {
        let Some(known) = self.lookup(name) else {
            return false;
        };
        match (&known.origin, &known.ty) {
            (Origin::LocalClosure(_), None) => false,
            (origin, None) if origin.is_owned() => false,
            (_, None) => true,
            (_, Some(ty)) => match peel(ty) {
                Type::Reference(reference) => reference.mutability.is_some(),
                Type::Infer(_) | Type::Macro(_) | Type::Verbatim(_) => true,
                _ => false,
            },
        }
    }

    /// Whether several threads visibly may not share a type: a type parameter, an `impl` or a `dyn` whose bounds leave it
    /// open, a raw pointer, an `Rc` or a cell of std's.
    pub(crate) fn visibly_unshared(&self, ty: &Type) -> bool {
        struct Search<'a>(&'a Environment, bool);
        impl<'ast> Visit<'ast> for Search<'_> {
            fn visit_type(&mut self, ty: &'ast Type) {
                let environment = self.0;
                match ty {
                    Type::Ptr(_) => self.1 = true,
                    Type::FnPtr(_) => {}
                    ty => {
                        let bounds = environment.bounds(ty);
                        self.1 |= bounds.is_some_and(|bounds| !bounds.shared)
                            || environment.std_container(ty, "Rc Cell RefCell");
                        // The bounds of an `impl` or a `dyn` have been looked at.
                        if !matches!(ty, Type::ImplTrait(_) | Type::TraitObject(_)) {
                            visit::visit_type(self, ty);
                        }
                    }
                }
            }
        }
        let mut search = Search(self, false);
        search.visit_type(ty);
        search.1
    }
}
