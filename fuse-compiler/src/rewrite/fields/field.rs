//! A field under a name of its own.
//!
//! In: a field of a reference, its type, how it is used. Out: the `let` that binds its name, and what is known of that.

use crate::rust::environment::{Environment, Known, Origin};
use crate::rust::spelling::spelling;
use crate::rust::ty::Ty;
use crate::rust::types::{By, reference};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Member, Type};

/// A field, and how it is used.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub(super) root: Ident,
    pub(super) member: Member,
    pub(super) ty: Type,
    pub(super) name: Ident,
    /// True if it is visibly an array.
    pub(super) array: bool,
    /// True if it is visibly a number, or another primitive.
    pub(super) scalar: bool,
    /// True if it is behind a mutable reference.
    pub(super) by_mutable: bool,
    pub(super) used: bool,
    pub(super) changed: bool,
    /// True if something borrows it for that.
    pub(super) lent: bool,
    /// True if what is behind the statements always runs after them.
    pub(super) written_back: bool,
}

impl Field {
    /// A field of a type that is visibly of numbers alone, or an array of structs or enumerations of the file, under a name that nothing
    /// else has.
    pub(super) fn new(
        root: Ident,
        member: &Member,
        (ty, by_mutable): (Type, bool),
        taken: &dyn Fn(&str) -> bool,
        environment: &Environment,
    ) -> Option<Field> {
        fn of_numbers(ty: &Type, environment: &Environment) -> bool {
            match environment.array_of(ty) {
                Some(array) => array.by == By::Owned && of_numbers(&array.element, environment),
                None => match environment.ty(ty) {
                    declared @ Ty::Declared { .. } => declared.is_frozen(),
                    other => other.is_made_of_scalars(),
                },
            }
        }
        let number = environment.scalar(&ty).is_some();
        if !of_numbers(&ty, environment) || !number && environment.array_of(&ty).is_none() {
            return None;
        }
        let key = key(member);
        let (own, bare) = (spelling(&root), key.trim_start_matches('_'));
        if !key.is_ascii() || !own.is_ascii() || bare.is_empty() {
            return None;
        }
        let mut name =
            format!("{}_{}", own.trim_matches('_'), bare.trim_end_matches('_')).to_lowercase();
        // Of a field rustc does not say that a value is never read; of a local only if it begins so.
        if number {
            name.insert_str(0, "__");
        }
        while taken(&name) {
            name.push('2');
        }
        let span = match member {
            Member::Named(name) => name.span(),
            Member::Unnamed(index) => index.span,
        };
        Some(Field {
            root,
            member: member.clone(),
            array: environment.array_of(&ty).is_some(),
            scalar: number,
            ty,
            name: Ident::new(&name, span),
            by_mutable,
            used: false,
            changed: false,
            lent: false,
            written_back: false,
        })
    }

    /// True if its name holds a value of its own.
    pub(super) fn copied(&self) -> bool {
        self.scalar && (!self.changed || self.written_back)
    }

    /// True if that may be another one in the end: in memory, nobody would see that no store to an array can change it.
    fn is_variable(&self) -> bool {
        self.copied() && self.changed
    }

    /// The type of its name.
    pub(super) fn bound(&self) -> Type {
        if self.copied() {
            return self.ty.clone();
        }
        let mutability = self.by_mutable && self.changed;
        reference(self.ty.clone(), None, mutability.then(Default::default))
    }

    pub(super) fn known(&self) -> Known {
        Known {
            name: spelling(&self.name),
            ty: Some(self.bound()),
            mutable: self.is_variable(),
            origin: Origin::Parameter,
        }
    }

    /// The `let` of its name.
    pub(super) fn declared(&self) -> TokenStream {
        let (name, member, root) = (&self.name, &self.member, &self.root);
        let ty = self.bound();
        let bound = match self.by_mutable && self.changed {
            _ if self.is_variable() => quote!(let mut #name: #ty = #root.#member;),
            _ if self.copied() => quote!(let #name: #ty = #root.#member;),
            true => quote!(let #name: #ty = &mut #root.#member;),
            false => quote!(let #name: #ty = &#root.#member;),
        };
        // What uses it may be unreachable, or come behind another value.
        quote!(#bound let _ = &#name;)
    }

    /// What gives the field the value of its name.
    pub(super) fn written_back(&self) -> Option<TokenStream> {
        let (name, member, root) = (&self.name, &self.member, &self.root);
        self.is_variable().then(|| quote!(#root.#member = #name;))
    }
}

/// A member as it is looked up.
pub(super) fn key(member: &Member) -> String {
    match member {
        Member::Named(name) => spelling(name),
        Member::Unnamed(index) => index.index.to_string(),
    }
}
