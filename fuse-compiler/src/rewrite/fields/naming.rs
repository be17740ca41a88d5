//! Names in the place of fields.
//!
//! In: statements, and fields with their names. Out: the same statements with `a` where `self.a` stood, `*a` where its value did.

use super::field::{Field, key};
use super::uses::{CHANGES, LOOKS, member_of};
use crate::rust::spelling::among;
use crate::rust::visit_mut::{self, VisitMut};
use crate::sorted::SortedMap;
use proc_macro2::Ident;
use syn::{Expr, Member};

/// Writes the names where the fields stand.
pub(super) struct Renaming<'a> {
    pub(super) root: &'a str,
    pub(super) fields: &'a SortedMap<String, Field>,
}

impl Renaming<'_> {
    /// The name of a field, where its use stands.
    fn name(&self, expr: &Expr) -> Option<(Ident, &Field)> {
        let member = member_of(expr, self.root)?;
        let field = self.fields.get(&key(member))?;
        let mut name = field.name.clone();
        if let Member::Named(own) = member {
            name.set_span(own.span());
        }
        Some((name, field))
    }

    /// The name, where what a reference refers to is meant all the same.
    fn bare(&self, expr: &mut Expr) {
        if let Some((name, _)) = self.name(expr) {
            *expr = syn::parse_quote!(#name);
        }
    }

    /// The field, where what binds tighter than a `*` follows.
    fn whole(&self, expr: &mut Expr) {
        if let Some((name, field)) = self.name(expr) {
            *expr = match field.copied() {
                true => syn::parse_quote!(#name),
                false => syn::parse_quote!((*#name)),
            };
        }
    }
}

impl VisitMut for Renaming<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Index(index) => self.bare(&mut index.expr),
            Expr::Field(field) if member_of(&field.base, self.root).is_some() => {
                self.bare(&mut field.base);
            }
            Expr::MethodCall(call) => {
                let method = call.method.to_string();
                let same = among(LOOKS, &method) && method != "clone" || among(CHANGES, &method);
                let array = self
                    .name(&call.receiver)
                    .is_some_and(|(_, field)| field.array);
                match same && array {
                    true => self.bare(&mut call.receiver),
                    false => self.whole(&mut call.receiver),
                }
            }
            Expr::Try(tried) => self.whole(&mut tried.expr),
            _ => {}
        }
        match self.name(expr) {
            Some((name, field)) if field.copied() => *expr = syn::parse_quote!(#name),
            Some((name, _)) => *expr = syn::parse_quote!(*#name),
            None => visit_mut::visit_expr_mut(self, expr),
        }
    }
}
