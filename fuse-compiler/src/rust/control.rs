//! What besides names a piece of code may do to its surroundings: leave it, suspend it, or carry
//! something that only rustc understands (docs/DESIGN.md section 3, *Barriers* and *Workers*).

mod branches;

use crate::rust::visit::{self, Visit};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::{Expr, Item, Label, Lifetime, Macro, Stmt};

use super::{macros, mentions};

/// What a piece of code contains.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Control {
    /// A `return` out of it.
    pub(crate) returns: bool,
    /// A `?` that leaves it.
    pub(crate) question: bool,
    /// A `break` or `continue` of a loop or block outside it.
    pub(crate) breaks: bool,
    /// `.await` outside an `async` block of its own.
    pub(crate) awaits: bool,
    /// `yield`.
    pub(crate) yields: bool,
    /// An attribute on any statement, expression, field, arm or item; doc comments too.
    pub(crate) attributes: bool,
    /// A None-delimited group, in a macro's tokens too.
    pub(crate) none_groups: bool,
    /// An `unsafe` block.
    pub(crate) unsafe_blocks: bool,
    /// An `async` block or closure.
    pub(crate) asynchronous: bool,
    /// A macro outside the list, which may do any of these.
    pub(crate) unlisted_macros: bool,
    /// An item declared inside.
    pub(crate) items: bool,
    /// Tokens that syn does not interpret.
    pub(crate) verbatim: bool,
    /// A way out of it that is not foreseen to be taken hardly ever (see `branches`).
    pub(crate) likely: bool,
}

impl Control {
    /// Of an expression.
    pub(crate) fn of_expr(expr: &Expr) -> Control {
        let mut search = Search::default();
        search.visit_expr(expr);
        search.found
    }

    /// Of a block, without the loop that it may be the body of.
    pub(crate) fn of_block(block: &syn::Block) -> Control {
        let mut search = Search::default();
        search.visit_block(block);
        search.found
    }

    /// Of a closure.
    pub(crate) fn of_closure(closure: &syn::ExprClosure) -> Control {
        let mut search = Search::default();
        search.visit_expr_closure(closure);
        search.found
    }

    /// Of a statement.
    pub(crate) fn of_stmt(stmt: &Stmt) -> Control {
        let mut search = Search::default();
        search.visit_stmt(stmt);
        search.found
    }

    /// Whether control may leave other than at the end.
    pub(crate) fn leaves(&self) -> bool {
        self.returns
            || self.question
            || self.breaks
            || self.awaits
            || self.yields
            || self.unlisted_macros
            || self.verbatim
    }

    /// Whether control leaves hardly ever, if at all: in an error, or where something is zero, empty or missing.
    pub(crate) fn leaves_rarely(&self) -> bool {
        !(self.likely || self.awaits || self.yields || self.verbatim)
    }
}

/// Whether a statement, or anything in it, has an attribute.
pub(crate) fn statement_attributes(stmt: &Stmt) -> bool {
    Control::of_stmt(stmt).attributes
}

/// Whether a `let`, or anything in it, has an attribute that may change what it is. Those that speak of lints, of its
/// layout or to its readers do not, and stay on it.
pub(crate) fn opaque_attributes(local: &syn::Local) -> bool {
    let mut local = local.clone();
    local.attrs.retain(|attribute| !speaks(attribute));
    statement_attributes(&Stmt::Local(local))
}

/// True for an attribute of rustc's that leaves what it stands on as it is.
fn speaks(attribute: &syn::Attribute) -> bool {
    const LINTS: [&str; 6] = ["allow", "deny", "doc", "expect", "forbid", "warn"];
    let path = attribute.path();
    let lint = LINTS.iter().any(|name| path.is_ident(name));
    let first = path.segments.first();
    lint || path.segments.len() == 2 && first.is_some_and(|first| first.ident == "rustfmt")
}

/// Whether `await` or `yield` stands in the tokens, or a macro that is known to hide one.
pub(crate) fn suspends(tokens: TokenStream) -> bool {
    const NAMES: &[&str] = &[
        "await",
        "join",
        "select",
        "select_biased",
        "try_join",
        "yield",
    ];
    let mut before: Option<String> = None;
    for token in tokens {
        let found = match &token {
            TokenTree::Ident(ident) => ident == "await" || ident == "yield",
            TokenTree::Punct(punct) if punct.as_char() == '!' => {
                before.as_ref().is_some_and(|name| NAMES.contains(&&**name))
            }
            TokenTree::Group(group) => suspends(group.stream()),
            _ => false,
        };
        if found {
            return true;
        }
        before = match token {
            TokenTree::Ident(ident) => Some(ident.to_string()),
            _ => None,
        };
    }
    false
}

#[derive(Default)]
struct Search {
    found: Control,
    /// Inside a closure or `async` block `return` and `?` stay inside.
    own_return: bool,
    own_await: bool,
    loops: usize,
    labels: Vec<String>,
    /// Branches around it that are hardly ever taken.
    unlikely: usize,
}

impl Search {
    fn function(&mut self, awaits: bool, inside: impl FnOnce(&mut Search)) {
        let found = std::mem::take(&mut self.found);
        let function = Search {
            found,
            own_return: true,
            own_await: awaits,
            ..Search::default()
        };
        let outer = std::mem::replace(self, function);
        inside(self);
        let found = std::mem::take(&mut self.found);
        *self = Search { found, ..outer };
    }

    fn labelled(&mut self, label: Option<&Label>, loops: usize, inside: impl FnOnce(&mut Search)) {
        let depth = self.labels.len();
        self.labels
            .extend(label.map(|label| label.name.to_string()));
        self.loops += loops;
        inside(self);
        self.loops -= loops;
        self.labels.truncate(depth);
    }

    fn jump(&mut self, label: Option<&Lifetime>) {
        let leaves = match label {
            Some(label) => !self.labels.contains(&label.to_string()),
            None => self.loops == 0,
        };
        self.found.breaks |= leaves;
        self.found.likely |= leaves && self.unlikely == 0;
    }

    fn unlikely(&mut self, inside: impl FnOnce(&mut Search)) {
        self.unlikely += 1;
        inside(self);
        self.unlikely -= 1;
    }
}

impl<'a> Visit<'a> for Search {
    fn visit_attribute(&mut self, _: &'a syn::Attribute) {
        self.found.attributes = true;
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        self.found.verbatim |= matches!(expr, Expr::Verbatim(_));
        visit::visit_expr(self, expr);
    }

    fn visit_expr_group(&mut self, group: &'a syn::ExprGroup) {
        self.found.none_groups = true;
        visit::visit_expr_group(self, group);
    }

    fn visit_type_group(&mut self, group: &'a syn::TypeGroup) {
        self.found.none_groups = true;
        visit::visit_type_group(self, group);
    }

    fn visit_expr_return(&mut self, returned: &'a syn::ExprReturn) {
        self.found.returns |= !self.own_return;
        let fails = returned.expr.as_deref().is_some_and(branches::fails);
        self.found.likely |= !self.own_return && self.unlikely == 0 && !fails;
        visit::visit_expr_return(self, returned);
    }

    fn visit_expr_try(&mut self, tried: &'a syn::ExprTry) {
        self.found.question |= !self.own_return;
        visit::visit_expr_try(self, tried);
    }

    fn visit_expr_await(&mut self, wait: &'a syn::ExprAwait) {
        self.found.awaits |= !self.own_await;
        visit::visit_expr_await(self, wait);
    }

    fn visit_expr_yield(&mut self, yielded: &'a syn::ExprYield) {
        self.found.yields = true;
        visit::visit_expr_yield(self, yielded);
    }

    fn visit_expr_break(&mut self, broken: &'a syn::ExprBreak) {
        self.jump(broken.label.as_ref());
        visit::visit_expr_break(self, broken);
    }

    fn visit_expr_continue(&mut self, continued: &'a syn::ExprContinue) {
        self.jump(continued.label.as_ref());
    }

    fn visit_expr_if(&mut self, branch: &'a syn::ExprIf) {
        let foreseen = branches::foreseen(&branch.cond);
        self.visit_expr(&branch.cond);
        for attribute in &branch.attrs {
            self.visit_attribute(attribute);
        }
        match foreseen {
            Some(false) => self.unlikely(|search| search.visit_block(&branch.then_branch)),
            _ => self.visit_block(&branch.then_branch),
        }
        if let Some((_, other)) = &branch.else_branch {
            match foreseen {
                Some(true) => self.unlikely(|search| search.visit_expr(other)),
                _ => self.visit_expr(other),
            }
        }
    }

    fn visit_local(&mut self, local: &'a syn::Local) {
        let Some(init) = &local.init else {
            return visit::visit_local(self, local);
        };
        for attribute in &local.attrs {
            self.visit_attribute(attribute);
        }
        self.visit_pat(&local.pat);
        self.visit_expr(&init.expr);
        if let Some((_, other)) = &init.diverge {
            self.unlikely(|search| search.visit_expr(other));
        }
    }

    fn visit_expr_loop(&mut self, looped: &'a syn::ExprLoop) {
        self.labelled(looped.label.as_ref(), 1, |search| {
            visit::visit_expr_loop(search, looped);
        });
    }

    fn visit_expr_while(&mut self, looped: &'a syn::ExprWhile) {
        self.labelled(looped.label.as_ref(), 1, |search| {
            visit::visit_expr_while(search, looped);
        });
    }

    fn visit_expr_for_loop(&mut self, looped: &'a syn::ExprForLoop) {
        // The iterator is evaluated outside the loop.
        self.visit_expr(&looped.expr);
        for attribute in &looped.attrs {
            self.visit_attribute(attribute);
        }
        self.labelled(looped.label.as_ref(), 1, |search| {
            search.visit_pat(&looped.pat);
            search.visit_block(&looped.body);
        });
    }

    fn visit_expr_block(&mut self, block: &'a syn::ExprBlock) {
        self.labelled(block.label.as_ref(), 0, |search| {
            visit::visit_expr_block(search, block);
        });
    }

    fn visit_expr_unsafe(&mut self, block: &'a syn::ExprUnsafe) {
        self.found.unsafe_blocks = true;
        visit::visit_expr_unsafe(self, block);
    }

    fn visit_expr_async(&mut self, block: &'a syn::ExprAsync) {
        self.found.asynchronous = true;
        self.function(true, |search| visit::visit_expr_async(search, block));
    }

    fn visit_expr_closure(&mut self, closure: &'a syn::ExprClosure) {
        let asynchronous = closure.asyncness.is_some();
        self.found.asynchronous |= asynchronous;
        self.function(asynchronous, |search| {
            visit::visit_expr_closure(search, closure);
        });
    }

    fn visit_item(&mut self, item: &'a Item) {
        self.found.items = true;
        // The macro or the module in it is seen by nobody else.
        self.found.unlisted_macros |= matches!(item, Item::Macro(_) | Item::Verbatim(_));
        self.function(true, |search| visit::visit_item(search, item));
    }

    fn visit_macro(&mut self, mac: &'a Macro) {
        let tokens = &mac.tokens;
        self.found.none_groups |= mentions::none_group(tokens.clone());
        self.found.attributes |= attribute_tokens(tokens.clone());
        let Some(listed) = macros::listed(mac) else {
            self.found.unlisted_macros = true;
            self.found.likely |= self.unlikely == 0 && !branches::goes_on(mac);
            return;
        };
        let guard = listed.pattern.iter().flat_map(|(_, guard)| guard);
        let arguments = listed.by_value.iter().chain(&listed.borrowed);
        arguments.chain(guard).for_each(|expr| self.argument(expr));
    }
}

impl Search {
    /// What a macro is given, which lives as long as that is looked at.
    fn argument(&mut self, expr: &Expr) {
        self.visit_expr(expr);
    }
}

/// Whether tokens hold something that may be an attribute: `#[..]` or `#![..]`.
fn attribute_tokens(tokens: TokenStream) -> bool {
    let mut pound = false;
    for token in tokens {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '#' => pound = true,
            TokenTree::Punct(punct) if punct.as_char() == '!' && pound => {}
            TokenTree::Group(group) => {
                if pound && group.delimiter() == Delimiter::Bracket {
                    return true;
                }
                pound = false;
                if attribute_tokens(group.stream()) {
                    return true;
                }
            }
            _ => pound = false,
        }
    }
    false
}

#[cfg(test)]
mod tests;
