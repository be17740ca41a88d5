//! What the items of a block declare: in the whole block, before them too.
//!
//! In: the statements of a block, and what is known around it. Out: the environment inside: names of
//! types that do not mean std's there, locals that an item hides, and lengths of types written outside,
//! which mean nothing there, if they mention a name that the block declares anew: `[T; N]` is the `N`
//! where the type was written.

use super::{Environment, Known, Origin};
use crate::rust::macros;
use crate::rust::patterns::capitalised;
use crate::rust::spelling::spelling;
use crate::rust::visit::{self, Visit};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Block, Item, Stmt, Type, TypeArray, UseTree};

/// What the items of a block declare.
#[derive(Debug, Default)]
struct Declared {
    /// Names of types that are not std's.
    types: Vec<String>,
    /// Names of values, with their types where they are constants.
    values: Vec<(String, Option<Type>)>,
    /// True if it may declare any name: by a glob, or a macro that is not understood.
    any: bool,
}

impl Declared {
    fn of(block: &Block) -> Declared {
        let mut declared = Declared::default();
        for stmt in &block.stmts {
            match stmt {
                Stmt::Item(item) => declared.item(item),
                Stmt::Macro(mac) => declared.any |= macros::may_declare(&mac.mac).is_some(),
                Stmt::Local(_) | Stmt::Expr(..) => {}
            }
        }
        declared
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Use(item) => self.imported(&item.tree, false),
            Item::Struct(item) => self.types.push(spelling(&item.ident)),
            Item::Enum(item) => self.types.push(spelling(&item.ident)),
            Item::Type(item) => self.types.push(spelling(&item.ident)),
            Item::Union(item) => self.types.push(spelling(&item.ident)),
            Item::Mod(item) => self.types.push(spelling(&item.ident)),
            Item::Const(item) => {
                let ty = (*item.ty).clone();
                self.values.push((spelling(&item.ident), Some(ty)));
            }
            Item::Static(item) => self.values.push((spelling(&item.ident), None)),
            Item::Fn(item) => self.values.push((spelling(&item.sig.ident), None)),
            Item::Impl(_) | Item::Trait(_) | Item::TraitAlias(_) | Item::ExternCrate(_) => {}
            _ => self.any = true,
        }
    }

    /// What comes from std under its own name is std's, but for its several types called `Result`.
    fn imported(&mut self, tree: &UseTree, std: bool) {
        match tree {
            UseTree::Path(path) => {
                let first = ["std", "core", "alloc"];
                let std = std || first.iter().any(|name| path.ident == name);
                self.imported(&path.tree, std);
            }
            UseTree::Name(name) => {
                let name = name.ident.clone();
                if !std || name == "Result" {
                    self.types.push(spelling(&name));
                }
                self.values.push((spelling(&name), None));
            }
            UseTree::Rename(rename) => {
                self.types.push(spelling(&rename.rename));
                self.values.push((spelling(&rename.rename), None));
            }
            // What it brings of std's is std's, and no length.
            UseTree::Glob(_) if std => {}
            // It may import anything that the macro takes for std's.
            UseTree::Glob(_) => {
                self.any = true;
                let names = [
                    "Vec", "Box", "Option", "String", "Some", "None", "Ok", "Err",
                ];
                self.types.extend(names.map(str::to_owned));
            }
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.imported(tree, std)),
        }
    }

    /// Whether a length that was written outside may mean something else inside.
    fn changes(&self, tokens: TokenStream) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Ident(ident) => {
                let name = spelling(&ident);
                self.any || self.values.iter().any(|(value, _)| *value == name)
            }
            TokenTree::Group(group) => self.changes(group.stream()),
            TokenTree::Punct(_) | TokenTree::Literal(_) => false,
        })
    }
}

/// Looks for an array in a type whose length changes.
struct Lengths<'a> {
    declared: &'a Declared,
    found: bool,
}

impl<'ast> Visit<'ast> for Lengths<'_> {
    fn visit_type_array(&mut self, array: &'ast TypeArray) {
        self.found |= self.declared.changes(array.len.to_token_stream());
        visit::visit_type_array(self, array);
    }
}

impl Declared {
    fn changes_within(&self, ty: &Type) -> bool {
        let mut lengths = Lengths {
            declared: self,
            found: false,
        };
        lengths.visit_type(ty);
        lengths.found
    }

    /// A type that was written outside, as far as it means the same inside: an array without its
    /// length, since only types of elements are ever written again.
    fn inside(&self, ty: Type) -> Option<Type> {
        match ty {
            Type::Reference(mut reference) => {
                *reference.elem = self.inside(*reference.elem)?;
                Some(Type::Reference(reference))
            }
            Type::Array(mut array) if !self.changes_within(&array.elem) => {
                if self.changes(array.len.to_token_stream()) {
                    array.len = syn::parse_quote!(_);
                }
                Some(Type::Array(array))
            }
            other => (!self.changes_within(&other)).then_some(other),
        }
    }
}

impl Environment {
    /// Enters a block: what its items declare holds in all of it. The type of its value, if it is
    /// given, was written outside as well.
    pub(crate) fn declare(&mut self, block: &Block, result: &mut Option<Type>) {
        let declared = Declared::of(block);
        for name in &declared.types {
            self.hide_type(name);
        }
        for (name, _) in declared.values.iter().filter(|(name, _)| capitalised(name)) {
            self.hide_type(name);
        }
        if declared.values.is_empty() && !declared.any {
            return;
        }
        let entries = self.entries.iter_mut();
        let types = entries.map(|known| &mut std::rc::Rc::make_mut(known).ty);
        for ty in types.chain([result]) {
            *ty = ty.take().and_then(|ty| declared.inside(ty));
        }
        let named = |name: &str| declared.values.iter().any(|(value, _)| value == name);
        self.facts.retain(|fact| {
            fact.names.iter().all(|(name, position)| {
                let item = position.is_none() || capitalised(name);
                !(named(name) || (declared.any && item))
            })
        });
        for (name, ty) in declared.values {
            if self.lookup(&name).is_some() {
                self.push(Known {
                    name,
                    ty,
                    mutable: false,
                    origin: Origin::Unknown,
                });
            }
        }
    }
}
