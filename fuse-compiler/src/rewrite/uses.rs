//! How the statements behind an array use its name, and the names that are nothing but another name of it.

use super::{Rewriting, name_of, plain_let};
use crate::ops::reading::vec_of;
use crate::rust::expr::{compound, strip};
use crate::rust::spelling::{among, spelling, times};
use crate::rust::std_names;
use crate::rust::types::peel;
use crate::rust::visit::{self, Visit};
use crate::rust::visit_mut::{self, VisitMut};
use crate::sorted::SortedSet;
use quote::ToTokens;
use syn::{Expr, ExprMethodCall, Pat, Stmt, Type};

/// Methods that look at an array and keep nothing of it.
const LOOKS: &str =
    "iter len is_empty windows chunks chunks_exact rchunks first last get contains par_iter";

/// How often a name is used in which way.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Uses {
    /// As the receiver of a method that looks at it, indexed, or borrowed.
    looked: usize,
    /// Taken as a whole: given back, passed on, put into a struct.
    taken: usize,
    /// In any way.
    all: usize,
    /// True if a pattern takes something by `ref mut`: an element, perhaps.
    lent: bool,
}

struct Search<'a> {
    name: &'a str,
    uses: Uses,
}

impl Uses {
    pub(super) fn of(name: &str, stmts: &[Stmt]) -> Uses {
        let mut search = Search {
            name,
            uses: Uses::default(),
        };
        for stmt in stmts {
            search.visit_stmt(stmt);
        }
        // In the tokens of macros, and wherever else nothing is visited.
        search.uses.all = stmts
            .iter()
            .map(|stmt| times(name, stmt.to_token_stream()))
            .sum();
        search.uses
    }

    /// True if it is neither changed nor moved.
    pub(super) fn stays(self) -> bool {
        self.looked == self.all && !self.lent
    }

    /// True if nobody mentions it.
    pub(super) fn none(self) -> bool {
        self.all == 0
    }

    /// True if it is not changed: it is read, or moved as a whole.
    pub(super) fn unchanged(self) -> bool {
        self.looked + self.taken == self.all && !self.lent
    }
}

impl Search<'_> {
    fn is(&self, expr: &Expr) -> bool {
        name_of(expr).is_some_and(|name| name == self.name)
    }

    fn is_element(&self, expr: &Expr) -> bool {
        matches!(strip(expr), Expr::Index(index) if self.is(&index.expr))
    }
}

/// True for a method that changes nothing of a number.
fn looks(call: &ExprMethodCall) -> bool {
    let facts = std_names::SCALAR | std_names::COMPARISON;
    std_names::is(&call.method.to_string(), call.args.len(), facts)
}

impl<'ast> Visit<'ast> for Search<'_> {
    fn visit_pat(&mut self, pattern: &'ast Pat) {
        self.uses.lent |= matches!(pattern, Pat::Ident(name) if name.by_ref.is_some() && name.mutability.is_some());
        visit::visit_pat(self, pattern);
    }

    fn visit_stmt(&mut self, stmt: &'ast Stmt) {
        if let Stmt::Expr(value, None) = stmt {
            self.uses.taken += usize::from(self.is(value));
        }
        visit::visit_stmt(self, stmt);
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        let looked = match expr {
            Expr::MethodCall(call) => {
                self.is(&call.receiver) && among(LOOKS, &call.method.to_string())
            }
            Expr::Reference(reference) => {
                reference.mutability.is_none() && self.is(&reference.expr)
            }
            _ => false,
        };
        self.uses.looked += usize::from(looked);
        let values: Vec<&Expr> = match expr {
            Expr::Tuple(tuple) => tuple.elems.iter().collect(),
            Expr::Struct(made) => made.fields.iter().map(|field| &field.expr).collect(),
            Expr::Call(call) => call.args.iter().collect(),
            Expr::Return(given) => given.expr.iter().map(|expr| &**expr).collect(),
            _ => Vec::new(),
        };
        self.uses.taken += values.into_iter().filter(|value| self.is(value)).count();
        match expr {
            // `ys[i] = x`, `ys[i] += x` and `&mut ys[i]` change it; so may a method of an element that is not known to look at it.
            Expr::Assign(assign) => return self.visit_expr(&assign.right),
            Expr::Binary(binary) if compound(&binary.op) => return self.visit_expr(&binary.right),
            Expr::Reference(reference) if reference.mutability.is_some() => return,
            Expr::RawAddr(_) => return,
            Expr::MethodCall(call) if self.is_element(&call.receiver) && !looks(call) => {
                return call
                    .args
                    .iter()
                    .for_each(|argument| self.visit_expr(argument));
            }
            _ => {}
        }
        if let Expr::Index(index) = expr
            && self.is(&index.expr)
            && !matches!(&*index.index, Expr::Range(_))
        {
            self.uses.looked += 1;
        }
        visit::visit_expr(self, expr);
    }
}

/// `let zs = &ys;`: where `zs` stands, `ys` may stand.
pub(super) fn aliases(rewriting: &mut Rewriting<'_>) {
    let mut index = 0;
    while index < rewriting.stmts.len() {
        match alias_at(rewriting, index) {
            Some((array, stmts)) => {
                rewriting.stmts.truncate(index);
                rewriting.stmts.extend(stmts);
                rewriting.wanted.push(vec![array]);
            }
            None => index += 1,
        }
    }
}

/// The array that a statement gives another name, and the statements behind it without that name.
fn alias_at(rewriting: &Rewriting<'_>, index: usize) -> Option<(String, Vec<Stmt>)> {
    let (ident, ty, init) = plain_let(&rewriting.stmts[index])?;
    let name = spelling(&ident.ident);
    let array = aliased(init)?;
    // What has a type may be all that shows which the elements are of.
    let shows_nothing = |ty: &Type| {
        let environment = rewriting.environment_at(index);
        let seen = environment.array_of(ty).map(|of| of.element);
        let known = environment.visible_array(&array).map(|of| of.element);
        is_borrowed_array(ty)
            && (matches!(seen, Some(Type::Infer(_)))
                || known.is_some_and(|of| times("_", of.to_token_stream()) == 0))
    };
    if ident.mutability.is_some()
        || !ty.is_none_or(shows_nothing)
        || name == array
        || !rewriting.may(&array)
        || !rewriting.may(&name)
    {
        return None;
    }
    let before = &rewriting.stmts[..index];
    let makes = |stmt: &Stmt| {
        plain_let(stmt).is_some_and(|(ident, _, init)| {
            spelling(&ident.ident) == array
                && ident.mutability.is_none()
                && matches!(init, Expr::MethodCall(call) if call.method == "collect")
        })
    };
    if !before.iter().any(makes) {
        return None;
    }
    let mut stmts = rewriting.stmts[index + 1..].to_vec();
    let mut alias = Alias {
        name: &name,
        array: &array,
        bound: false,
    };
    stmts.iter_mut().for_each(|stmt| alias.visit_stmt_mut(stmt));
    let left = |stmt: &Stmt| times(&name, stmt.to_token_stream()) > 0;
    (!alias.bound && !stmts.iter().any(left)).then_some((array, stmts))
}

/// True for `&[T]` and `&Vec<T>`: what is seen as something else (`&dyn Shape`) has methods of its own.
fn is_borrowed_array(ty: &Type) -> bool {
    match peel(ty) {
        Type::Reference(reference) => {
            matches!(peel(&reference.elem), Type::Slice(_))
                || vec_of(peel(&reference.elem)).is_some()
        }
        _ => false,
    }
}

/// The array that is borrowed, whole.
fn aliased(init: &Expr) -> Option<String> {
    match init {
        Expr::Reference(reference) if reference.mutability.is_none() => match &*reference.expr {
            Expr::Index(index) if matches!(&*index.index, Expr::Range(range) if range.start.is_none() && range.end.is_none()) => {
                name_of(&index.expr)
            }
            other => name_of(other),
        },
        Expr::MethodCall(call) if call.method == "as_slice" && call.args.is_empty() => {
            name_of(&call.receiver)
        }
        _ => None,
    }
}

/// Writes the array where its other name stands.
struct Alias<'a> {
    name: &'a str,
    array: &'a str,
    /// True if a pattern binds one of the two anew.
    bound: bool,
}

impl Alias<'_> {
    fn is(&self, expr: &Expr) -> bool {
        name_of(expr).is_some_and(|name| name == self.name)
    }

    /// The array, in the place of the other name.
    fn array(&self, expr: &Expr) -> Expr {
        let span = syn::spanned::Spanned::span(expr);
        let array = match self.array.strip_prefix("r#") {
            Some(raw) => proc_macro2::Ident::new_raw(raw, span),
            None => proc_macro2::Ident::new(self.array, span),
        };
        syn::parse_quote!(#array)
    }
}

impl VisitMut for Alias<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::MethodCall(call) if self.is(&call.receiver) => {
                *call.receiver = self.array(&call.receiver);
            }
            Expr::Index(index) if self.is(&index.expr) => {
                *index.expr = self.array(&index.expr);
            }
            Expr::Path(_) if self.is(expr) => {
                let array = self.array(expr);
                *expr = syn::parse_quote!(&#array);
                return;
            }
            _ => {}
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_pat_mut(&mut self, pattern: &mut Pat) {
        if let Pat::Ident(ident) = pattern {
            let bound = spelling(&ident.ident);
            self.bound |= bound == self.name || bound == self.array;
        }
        visit_mut::visit_pat_mut(self, pattern);
    }

    fn visit_field_value_mut(&mut self, field: &mut syn::FieldValue) {
        // `S { name }` prints the name of the field alone.
        self.bound |= field.colon_token.is_none() && self.is(&field.expr);
        visit_mut::visit_field_value_mut(self, field);
    }
}

/// The names that statements bind.
pub(super) fn bound(stmts: &[Stmt]) -> SortedSet<String> {
    struct Names(SortedSet<String>);
    impl<'ast> Visit<'ast> for Names {
        fn visit_pat(&mut self, pattern: &'ast Pat) {
            if let Pat::Ident(ident) = pattern {
                self.0.insert(spelling(&ident.ident));
            }
            visit::visit_pat(self, pattern);
        }
    }
    let mut names = Names(SortedSet::new());
    stmts.iter().for_each(|stmt| names.visit_stmt(stmt));
    names.0
}
