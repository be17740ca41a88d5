//! Functions with their bodies.
//!
//! In: the name of a function. Out: its signature and its body, if the module has one of that name and rustc calls just that: a safe one
//! without type parameters, which declares nothing in its body.

use super::items::{Item, Kind};
use super::{Declarations, declares, parsed};
use std::rc::Rc;
use syn::{Expr, ExprBlock, FnArg, ItemFn, Safety, Signature, Type};

/// A function.
#[derive(Debug)]
pub(crate) struct Function {
    /// What it takes, and gives back.
    pub(crate) signature: Signature,
    /// What a call does.
    pub(crate) body: Expr,
}

impl Declarations {
    /// The function of a name.
    pub(crate) fn function(&self, name: &str) -> Option<Rc<Function>> {
        if let Some(known) = self.functions.borrow().get(name) {
            return known.clone();
        }
        let item = self.only(Kind::Function, name);
        let function = item.and_then(|item| self.read(item)).map(Rc::new);
        let mut functions = self.functions.borrow_mut();
        functions.insert(name.to_owned(), function.clone());
        function
    }

    /// A function as it is declared, if it is one of those.
    pub(super) fn read(&self, item: &Item) -> Option<Function> {
        let text = self.file.text.get(item.at.start..item.end)?;
        let ItemFn { sig, block, .. } = parsed(text)?;
        let plain = sig.generics.params.is_empty()
            && sig.generics.where_clause.is_none()
            && sig.asyncness.is_none()
            && sig.abi.is_none()
            && matches!(sig.safety, Safety::Default)
            && !declares(&block);
        plain.then(|| Function {
            signature: sig,
            body: Expr::Block(ExprBlock {
                attrs: Vec::new(),
                label: None,
                block: *block,
            }),
        })
    }

    /// The type of an argument of a function, by its place.
    pub(crate) fn taken_by(&self, name: &str, place: usize) -> Option<Type> {
        let header = self.item(Kind::Function, name)?;
        let function: ItemFn = parsed(&format!("{header} {{}}"))?;
        self.taken(&function.sig, place)
    }

    /// The same of its signature.
    pub(super) fn taken(&self, signature: &Signature, place: usize) -> Option<Type> {
        let configured = |input: &FnArg| match input {
            FnArg::Receiver(receiver) => !receiver.attrs.is_empty(),
            FnArg::Typed(input) => !input.attrs.is_empty(),
        };
        let plain = signature.generics.params.is_empty() && signature.variadic.is_none();
        if !plain || signature.inputs.iter().any(configured) {
            return None;
        }
        match signature.inputs.get(place)? {
            FnArg::Receiver(_) => None,
            FnArg::Typed(input) => self.closed((*input.ty).clone()),
        }
    }

    /// The same, seen from a function of the module that is no method.
    pub(crate) fn of_the_module(&self) -> Declarations {
        Declarations {
            of: None,
            ..self.clone()
        }
    }
}
