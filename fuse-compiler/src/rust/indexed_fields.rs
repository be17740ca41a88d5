//! Which fields a worker reads by index: `items.price[i]`, of a struct of arrays, and which numbers and references it reads beside.
//!
//! In: a worker and what is known of names. Out: the struct, where it is visibly a `&`, with the field; the names that are
//! visibly primitive numbers, and stay what they are.

use super::mentions::Mentions;
use super::spelling::spelling;
use super::types::shared_reference;
use crate::rust::environment::{Environment, Origin};
use crate::rust::visit::{self, Visit};
use proc_macro2::Ident;
use syn::{Expr, Member, Type};

/// What a worker reads of the names outside it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Columns {
    /// Fields that it indexes.
    pub(crate) fields: Vec<Column>,
    /// Numbers.
    pub(crate) numbers: Vec<Ident>,
    /// Shared references.
    pub(crate) shared: Vec<Ident>,
}

/// A field that is indexed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Column {
    /// The name of the struct, as it stands in the worker.
    pub(crate) of: Ident,
    /// The field.
    pub(crate) field: String,
}

/// What an expression reads, each as often as it does.
pub(crate) fn read_by(expr: &Expr, mentions: &Mentions, env: &Environment) -> Columns {
    let mut found = Found {
        mentions,
        env,
        columns: Columns::default(),
    };
    found.visit_expr(expr);
    found.columns
}

struct Found<'a> {
    mentions: &'a Mentions,
    env: &'a Environment,
    columns: Columns,
}

impl<'ast> Visit<'ast> for Found<'_> {
    fn visit_expr_index(&mut self, index: &'ast syn::ExprIndex) {
        if let Expr::Field(field) = &*index.expr
            && let Member::Named(member) = &field.member
            && let Expr::Path(path) = &*field.base
            && let Some(name) = path.path.get_ident()
            && self.mentions.read.contains(&spelling(name))
            && let Some(Type::Reference(reference)) = self.env.type_of(&spelling(name))
            && reference.mutability.is_none()
            && name != "self"
        {
            self.columns.fields.push(Column {
                of: name.clone(),
                field: member.to_string(),
            });
        }
        visit::visit_expr_index(self, index);
    }

    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        if let Some(name) = path.path.get_ident()
            && self.mentions.read.contains(&spelling(name))
            && !self.env.is_constant_parameter(&spelling(name))
            && let Some(known) = self.env.lookup(&spelling(name))
            && !known.mutable
            // An item of a block: no pattern binds its name anew.
            && !matches!(known.origin, Origin::Unknown)
            && let Some(ty) = &known.ty
        {
            if self.env.primitive(ty).is_some() {
                self.columns.numbers.push(name.clone());
            } else if shared_reference(ty).is_some() {
                self.columns.shared.push(name.clone());
            }
        }
    }
}
