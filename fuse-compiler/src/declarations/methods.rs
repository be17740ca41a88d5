//! What methods give back.
//!
//! In: the name of a method, and what it is called on. Out: the type that its declaration says, where rustc looks at no other method of
//! that name first: one of an `impl` of no trait, which takes its receiver as that is.

use super::functions::Function;
use super::items::{Item, Kind};
use super::{Declarations, name_of, parsed};
use crate::rust::types::peel;
use quote::ToTokens as _;
use syn::{FnArg, ItemImpl, ReturnType, Signature, Type, parse_str};

impl Declarations {
    /// What a method gives back that stands in the `impl` of the function itself, and takes `self` as that does.
    pub(crate) fn returned_by_method(&self, name: &str) -> Option<Type> {
        let of = self.of.as_ref().filter(|of| of.inherent)?;
        let (_, method) = self.method(of.functions.iter(), name)?;
        let taken = receiver(&method)?;
        let alike = among_references(&taken) && of.receiver.as_ref() == Some(&taken);
        self.returned(&method).filter(|_| alike)
    }

    /// What a method of a type of the module without parameters gives back, of a receiver of that type.
    pub(crate) fn returned_by_method_of(&self, of: &Type, name: &str) -> Option<Type> {
        let (_, method) = self.method_of(of, name)?;
        self.returned(&method)
    }

    /// That method, with its body.
    pub(crate) fn method_with_body(&self, of: &Type, name: &str) -> Option<Function> {
        let (item, _) = self.method_of(of, name)?;
        self.read(item)
    }

    fn method_of(&self, of: &Type, name: &str) -> Option<(&Item, Signature)> {
        let (target, taken) = match peel(of) {
            Type::Reference(reference) if reference.mutability.is_some() => {
                (&*reference.elem, "& mut self")
            }
            Type::Reference(reference) => (&*reference.elem, "& self"),
            value => (value, "self"),
        };
        let (item, method) = self.inherent(&name_of(target)?, name)?;
        let alike = receiver(&method).as_deref() == Some(taken);
        alike.then_some((item, method))
    }

    /// A function of a type of the module that takes no `self`, `Table::of(..)`: what it gives back.
    pub(crate) fn returned_by_associated(&self, of: &str, name: &str) -> Option<Type> {
        let of = self.target(of)?;
        let (_, function) = self.associated(&of, name)?;
        match &function.output {
            // Of a type without parameters it is the type itself.
            ReturnType::Type(_, ty) if matches!(peel(ty), Type::Path(path) if path.path.is_ident("Self")) => {
                parse_str(&of).ok()
            }
            _ => self.returned(&function),
        }
    }

    /// The same, with its body.
    pub(crate) fn associated_with_body(&self, of: &str, name: &str) -> Option<Function> {
        let (item, _) = self.associated(&self.target(of)?, name)?;
        self.read(item)
    }

    /// The type of an argument of such a function, by its place.
    pub(crate) fn taken_by_associated(&self, of: &str, name: &str, place: usize) -> Option<Type> {
        let (_, function) = self.associated(&self.target(of)?, name)?;
        self.taken(&function, place)
    }

    fn associated(&self, of: &str, name: &str) -> Option<(&Item, Signature)> {
        let (item, function) = self.inherent(of, name)?;
        receiver(&function).is_none().then_some((item, function))
    }

    /// The name of a type, of which `Self` may be another.
    fn target(&self, name: &str) -> Option<String> {
        match name {
            "Self" => name_of(&self.of.as_ref()?.ty),
            name => Some(name.to_owned()),
        }
    }

    /// The only function of a name in the `impl`s of a type without parameters that are of no trait.
    fn inherent(&self, target: &str, name: &str) -> Option<(&Item, Signature)> {
        let mut declared = self.scope().iter().filter(|item| item.name == target);
        let known = |item: &&Item| matches!(item.kind, Kind::Struct | Kind::Enum) && item.plain;
        declared.next().filter(known)?;
        if declared.next().is_some() {
            return None;
        }
        let has = |item: &&Item| item.inside.iter().any(|method| method.name == name);
        let impls = self.scope().iter().filter(|item| item.kind == Kind::Impl);
        let mut own = Vec::new();
        for item in impls.filter(has) {
            let header = self.file.text.get(item.at.clone())?;
            let header: ItemImpl = parsed(&format!("{header} {{}}"))?;
            if header.trait_.is_none() && name_of(&header.self_ty).as_deref() == Some(target) {
                let plain = item.plain && header.generics.params.is_empty();
                own.push(plain.then_some(item)?);
            }
        }
        self.method(own.into_iter().flat_map(|item| &item.inside), name)
    }

    /// The only one of some functions that has a name, if it is certainly there.
    fn method<'a>(
        &self,
        of: impl Iterator<Item = &'a Item>,
        name: &str,
    ) -> Option<(&'a Item, Signature)> {
        let mut named = of.filter(|item| item.name == name);
        let item = named.next().filter(|method| method.plain)?;
        let header = self.file.text.get(item.at.clone())?;
        let method: syn::ImplItemFn = parsed(&format!("{header} {{}}"))?;
        named.next().is_none().then_some((item, method.sig))
    }
}

/// How a method takes `self`, as it is written.
fn receiver(method: &Signature) -> Option<String> {
    let first = method.inputs.first();
    let receiver = first.filter(|input| matches!(input, FnArg::Receiver(_)));
    receiver.map(|receiver| receiver.to_token_stream().to_string())
}

fn among_references(receiver: &str) -> bool {
    ["& self", "& mut self"].contains(&receiver)
}
