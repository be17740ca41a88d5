//! The names that user tokens mention freely (docs/DESIGN.md section 3, *Barriers*).
//!
//! In: an expression, statement, block, pattern or macro. Out: [`Mentions`], with the names bound
//! inside left out in the order in which Rust's scopes shadow. Every set is a superset of the
//! truth, but for one case that only a flag can show: a macro that is not listed may mention any
//! name, even one that is not among its tokens, when it is defined in the same function.

use crate::sorted::SortedSet;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Block, Expr, Item, Local, Macro, Pat, Stmt, UnOp};

use super::expr::operands;
pub(crate) use super::expr::{compound, place_root};
use super::spelling::spelling;
use super::{format_string, macros, patterns};

/// What an expression mentions of the names outside it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mentions {
    /// Every name mentioned, in whatever way; a superset of all other sets.
    pub(crate) read: SortedSet<String>,
    /// Names used by value, so moved unless their types are `Copy`; through fields too.
    pub(crate) moved: SortedSet<String>,
    /// Names assigned, wholly or in part (`x = 1`, `x.a += 1`, `x[i] = 1`, `*x = 1`).
    pub(crate) assigned: SortedSet<String>,
    /// Names under `&mut`, under `ref mut`, or destructured, which may borrow mutably unseen.
    pub(crate) mutably_borrowed: SortedSet<String>,
    /// Names that are the root of a method's receiver; the method may move or mutate them.
    pub(crate) method_receivers: SortedSet<String>,
    /// Names called as functions.
    pub(crate) called: SortedSet<String>,
    /// Names that are indexed: `x[i]`, `x.get(i)`.
    pub(crate) indexed: SortedSet<String>,
    /// Contains a macro outside the list, or an item that may define one.
    pub(crate) opaque_macro: bool,
}

impl Mentions {
    /// Of an expression.
    pub(crate) fn of_expr(expr: &Expr) -> Mentions {
        let mut walk = Walk::default();
        walk.expr(expr, Use::Value);
        walk.found
    }

    /// Names that are assigned, or may be borrowed mutably, with and without a `&mut` that shows it.
    pub(crate) fn changed_or_borrowed(&self) -> SortedSet<String> {
        let mut names = self.mutably_borrowed.clone();
        names.extend(self.method_receivers.iter().cloned());
        names.extend(self.assigned.iter().cloned());
        names
    }

    /// Of a statement; the names that a `let` binds are not in scope in its own initialiser.
    pub(crate) fn of_stmt(stmt: &Stmt) -> Mentions {
        let mut walk = Walk::default();
        walk.stmt(stmt);
        walk.found
    }

    /// Of a `let`.
    pub(crate) fn of_local(local: &Local) -> Mentions {
        let mut walk = Walk::default();
        walk.local(local);
        walk.found
    }

    /// Whether a name is visibly not among them.
    pub(crate) fn avoid(&self, name: &str) -> bool {
        !self.opaque_macro && !self.read.contains(name)
    }

    /// Of a block.
    pub(crate) fn of_block(block: &Block) -> Mentions {
        let mut walk = Walk::default();
        walk.block(block);
        walk.found
    }

    /// Joins what two pieces of code mention.
    pub(crate) fn extend(&mut self, other: Mentions) {
        self.read.extend(other.read);
        self.moved.extend(other.moved);
        self.assigned.extend(other.assigned);
        self.mutably_borrowed.extend(other.mutably_borrowed);
        self.method_receivers.extend(other.method_receivers);
        self.called.extend(other.called);
        self.indexed.extend(other.indexed);
        self.opaque_macro |= other.opaque_macro;
    }
}

/// How a place is used where it stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Value,
    Borrow,
    BorrowMut,
    Assign,
    Receiver,
    Callee,
}

#[derive(Default)]
struct Walk {
    bound: Vec<String>,
    found: Mentions,
}

impl Walk {
    fn name(&mut self, name: String, usage: Use) {
        if self.bound.contains(&name) {
            return;
        }
        let found = &mut self.found;
        match usage {
            Use::Value => found.moved.insert(name.clone()),
            Use::Borrow => false,
            Use::BorrowMut => found.mutably_borrowed.insert(name.clone()),
            Use::Assign => found.assigned.insert(name.clone()),
            Use::Receiver => found.method_receivers.insert(name.clone()),
            Use::Callee => found.called.insert(name.clone()),
        };
        found.read.insert(name);
    }

    fn scoped(&mut self, inside: impl FnOnce(&mut Walk)) {
        let depth = self.bound.len();
        inside(self);
        self.bound.truncate(depth);
    }

    fn bind(&mut self, pattern: &Pat) {
        self.pattern(pattern);
    }

    /// Mentions of a pattern; its names are bound from here on. A guard sees them.
    fn pattern(&mut self, pattern: &Pat) {
        match pattern {
            Pat::Ident(ident) => {
                let name = spelling(&ident.ident);
                if patterns::capitalised(&name) {
                    self.name(name.clone(), Use::Borrow);
                }
                if let Some((_, subpattern)) = &ident.subpat {
                    self.pattern(subpattern);
                }
                self.bound.push(name);
            }
            Pat::Guard(guard) => {
                self.pattern(&guard.pat);
                self.expr(&guard.guard, Use::Value);
            }
            Pat::Or(or) => or.cases.iter().for_each(|case| self.pattern(case)),
            Pat::Paren(paren) => self.pattern(&paren.pat),
            Pat::Reference(reference) => self.pattern(&reference.pat),
            Pat::Slice(slice) => slice.elems.iter().for_each(|part| self.pattern(part)),
            Pat::Tuple(tuple) => tuple.elems.iter().for_each(|part| self.pattern(part)),
            Pat::TupleStruct(tuple) => tuple.elems.iter().for_each(|part| self.pattern(part)),
            Pat::Struct(fields) => {
                let patterns = fields.fields.iter().map(|field| &field.pat);
                patterns.for_each(|part| self.pattern(part));
            }
            Pat::Type(typed) => self.pattern(&typed.pat),
            Pat::Wild(_) | Pat::Rest(_) => {}
            Pat::Const(_) | Pat::Lit(_) | Pat::Path(_) | Pat::Range(_) => {
                // Constants only: no local can stand here.
                self.identifiers(pattern.to_token_stream());
            }
            Pat::Macro(mac) => self.mac(&mac.mac),
            _ => self.tokens(pattern.to_token_stream()),
        }
    }

    /// Identifiers that can only mean constants.
    fn identifiers(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => self.name(spelling(&ident), Use::Borrow),
                TokenTree::Group(group) => self.identifiers(group.stream()),
                _ => {}
            }
        }
    }

    fn block(&mut self, block: &Block) {
        self.scoped(|walk| block.stmts.iter().for_each(|stmt| walk.stmt(stmt)));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Local(local) => self.local(local),
            Stmt::Expr(expr, _) => self.expr(expr, Use::Value),
            Stmt::Macro(mac) => self.mac(&mac.mac),
            Stmt::Item(item) => self.item(item),
        }
    }

    fn local(&mut self, local: &Local) {
        if let Some(init) = &local.init {
            self.scrutinee(&init.expr, &local.pat);
            if let Some((_, diverge)) = &init.diverge {
                self.expr(diverge, Use::Value);
            }
        }
        self.bind(&local.pat);
    }

    /// Items see no locals; but one may define a macro that does.
    fn item(&mut self, item: &Item) {
        if matches!(item, Item::Macro(_) | Item::Verbatim(_) | Item::Use(_)) {
            self.found.opaque_macro |= !matches!(item, Item::Use(_));
            self.identifiers(item.to_token_stream());
        }
    }

    /// What a pattern is matched against: moved by a name, and perhaps borrowed mutably, unseen,
    /// by anything that takes it apart.
    fn scrutinee(&mut self, expr: &Expr, pattern: &Pat) {
        self.expr(expr, Use::Value);
        self.taken_apart(expr, pattern);
    }

    fn taken_apart(&mut self, expr: &Expr, pattern: &Pat) {
        if patterns::single_name(pattern).is_none()
            && !matches!(pattern, Pat::Wild(_))
            && let Some(root) = place_root(expr)
        {
            self.name(root, Use::BorrowMut);
        }
    }

    fn tokens(&mut self, tokens: TokenStream) {
        self.found.opaque_macro = true;
        let tokens = tokens.into_iter().collect::<Vec<_>>();
        let parts = (0..tokens.len())
            .map(|index| part_of_path(&tokens, index))
            .collect::<Vec<_>>();
        for (token, part) in tokens.into_iter().zip(parts) {
            match token {
                // A part of a longer path is no local that is assigned.
                TokenTree::Ident(ident) if part => self.name(spelling(&ident), Use::Borrow),
                TokenTree::Ident(ident) => {
                    let name = spelling(&ident);
                    let all = [Use::Value, Use::BorrowMut, Use::Assign, Use::Receiver];
                    for usage in all {
                        self.name(name.clone(), usage);
                    }
                    self.name(name, Use::Callee);
                }
                TokenTree::Group(group) => self.tokens(group.stream()),
                TokenTree::Literal(literal) => {
                    for name in inline_names(&literal) {
                        self.name(name, Use::Borrow);
                    }
                }
                TokenTree::Punct(_) => {}
            }
        }
    }

    fn mac(&mut self, mac: &Macro) {
        if let Some(printed) = macros::printed(mac) {
            // It looks at its arguments, whatever else it does.
            self.found.opaque_macro = true;
            for expr in &printed.by_value {
                self.expr(expr, Use::BorrowMut);
                self.expr(expr, Use::Receiver);
            }
            for expr in &printed.borrowed {
                self.expr(expr, Use::Borrow);
            }
            for name in printed.inline {
                self.name(name, Use::Borrow);
            }
            return;
        }
        let Some(listed) = macros::listed(mac) else {
            return self.tokens(mac.tokens.clone());
        };
        for expr in &listed.by_value {
            self.expr(expr, Use::Value);
        }
        if listed.pattern.is_none() {
            for expr in &listed.borrowed {
                self.expr(expr, Use::Borrow);
            }
        }
        for name in listed.inline {
            self.name(name, Use::Borrow);
        }
        if let Some((pattern, guard)) = &listed.pattern {
            for expr in &listed.borrowed {
                self.scrutinee(expr, pattern);
            }
            self.scoped(|walk| {
                walk.pattern(pattern);
                if let Some(guard) = guard {
                    walk.expr(guard, Use::Value);
                }
            });
        }
    }

    fn exprs<'a>(&mut self, exprs: impl IntoIterator<Item = &'a Expr>) {
        for expr in exprs {
            self.expr(expr, Use::Value);
        }
    }

    fn expr(&mut self, expr: &Expr, usage: Use) {
        match expr {
            Expr::Path(path) => {
                let single = path.qself.is_none()
                    && path.path.leading_colon.is_none()
                    && path.path.segments.len() == 1;
                if let (true, Some(segment)) = (single, path.path.segments.first()) {
                    self.name(spelling(&segment.ident), usage);
                }
            }
            Expr::Paren(paren) => self.expr(&paren.expr, usage),
            Expr::Group(group) => self.expr(&group.expr, usage),
            Expr::Field(field) => self.expr(&field.base, usage),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => {
                self.expr(&unary.expr, usage);
            }
            Expr::Index(index) => {
                self.indexed(&index.expr);
                let usage = if usage == Use::Value {
                    Use::Borrow
                } else {
                    usage
                };
                self.expr(&index.expr, usage);
                self.expr(&index.index, Use::Value);
            }
            Expr::Reference(reference) => self.expr(
                &reference.expr,
                match reference.mutability {
                    Some(_) => Use::BorrowMut,
                    None => Use::Borrow,
                },
            ),
            Expr::RawAddr(raw) => self.expr(&raw.expr, Use::BorrowMut),
            Expr::MethodCall(call) => {
                if call.method == "get" || call.method == "get_unchecked" {
                    self.indexed(&call.receiver);
                }
                self.expr(&call.receiver, Use::Receiver);
                self.exprs(&call.args);
            }
            Expr::Call(call) => {
                self.expr(&call.func, Use::Callee);
                self.exprs(&call.args);
            }
            Expr::Assign(assign) => {
                self.expr(&assign.left, Use::Assign);
                self.expr(&assign.right, Use::Value);
            }
            Expr::Binary(binary) => {
                use syn::BinOp::{Eq, Ge, Gt, Le, Lt, Ne};
                let (left, right) = match binary.op {
                    op if compound(&op) => (Use::Assign, Use::Value),
                    Eq(_) | Ne(_) | Lt(_) | Le(_) | Gt(_) | Ge(_) => (Use::Borrow, Use::Borrow),
                    _ => (Use::Value, Use::Value),
                };
                self.expr(&binary.left, left);
                self.expr(&binary.right, right);
            }
            // Values that are taken apart by an assignment: `(a, b.c) = ...`.
            Expr::Tuple(_) | Expr::Array(_) | Expr::Struct(_) if usage == Use::Assign => {
                let parts = operands(expr).into_iter().flatten();
                parts.for_each(|part| self.expr(part, usage));
            }
            other => match operands(other) {
                Some(values) => self.exprs(values),
                None => self.control(other),
            },
        }
    }

    /// What has a scope of its own.
    fn control(&mut self, expr: &Expr) {
        match expr {
            Expr::Block(block) => self.block(&block.block),
            Expr::Const(block) => self.block(&block.block),
            Expr::Unsafe(block) => self.block(&block.block),
            Expr::TryBlock(block) => self.block(&block.block),
            Expr::Loop(looped) => self.block(&looped.body),
            Expr::Async(block) => {
                let before = std::mem::take(&mut self.found);
                self.block(&block.block);
                self.captured(before, block.capture.is_some());
            }
            Expr::Closure(closure) => {
                let before = std::mem::take(&mut self.found);
                self.scoped(|walk| {
                    closure.inputs.iter().for_each(|input| walk.bind(input));
                    walk.expr(&closure.body, Use::Value);
                });
                self.captured(before, closure.capture.is_some());
            }
            Expr::If(branch) => {
                self.scoped(|walk| {
                    walk.expr(&branch.cond, Use::Value);
                    walk.block(&branch.then_branch);
                });
                self.exprs(branch.else_branch.as_ref().map(|(_, branch)| &**branch));
            }
            // Its names live until the `if`, `while` or guard around it ends.
            Expr::Let(condition) => {
                self.scrutinee(&condition.expr, &condition.pat);
                self.bind(&condition.pat);
            }
            Expr::Match(matched) => {
                self.expr(&matched.expr, Use::Value);
                for arm in &matched.arms {
                    self.taken_apart(&matched.expr, &arm.pat);
                    self.scoped(|walk| {
                        walk.bind(&arm.pat);
                        walk.expr(&arm.body, Use::Value);
                    });
                }
            }
            Expr::While(looped) => self.scoped(|walk| {
                walk.expr(&looped.cond, Use::Value);
                walk.block(&looped.body);
            }),
            Expr::ForLoop(looped) => {
                self.expr(&looped.expr, Use::Value);
                self.scoped(|walk| {
                    walk.bind(&looped.pat);
                    walk.block(&looped.body);
                });
            }
            Expr::Macro(mac) => self.mac(&mac.mac),
            other => self.tokens(other.to_token_stream()),
        }
    }

    /// Adds what stood before a capturing expression; a `move` moves all that it captures.
    fn captured(&mut self, before: Mentions, by_move: bool) {
        if by_move {
            self.found.moved.extend(self.found.read.clone());
        }
        self.found.extend(before);
    }

    fn indexed(&mut self, base: &Expr) {
        if let Some(name) = place_root(base)
            && !self.bound.contains(&name)
        {
            self.found.indexed.insert(name);
        }
    }
}

/// True for an identifier with `::` on either side.
fn part_of_path(tokens: &[TokenTree], index: usize) -> bool {
    let colons = |first: Option<usize>| {
        let colon = |at: usize| matches!(tokens.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == ':');
        first.is_some_and(|first| colon(first) && colon(first + 1))
    };
    colons(index.checked_sub(2)) || colons(Some(index + 1))
}

/// The names in a string literal, should it be a format string.
pub(crate) fn inline_names(literal: &proc_macro2::Literal) -> SortedSet<String> {
    match syn::Lit::new(literal.clone()) {
        syn::Lit::Str(text) => format_string::names(&text.value()),
        _ => SortedSet::new(),
    }
}

/// Whether tokens hold a None-delimited group.
pub(crate) fn none_group(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => {
            group.delimiter() == Delimiter::None || none_group(group.stream())
        }
        _ => false,
    })
}

#[cfg(test)]
mod tests;
