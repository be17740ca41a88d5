//! Whether a block may stand in both arms of an `if`.
//!
//! In: a block. Out: whether its value leaves a temporary behind, which an arm would drop, and what may stand in a function only once: what in it declares something that would be another thing in each of two versions: a static of its own, a type, a
//! macro that may hold such. A closure has another type in each, which a name from outside of them could not be of: so it must be called
//! there, or be gone with its chain.

use crate::ops::recognised;
use crate::rust::expr::{compares, conjuncts, name_of, strip};
use crate::rust::macros;
use crate::rust::patterns::single_name;
use crate::rust::spelling::{among, spelling};
use crate::rust::std_names;
use crate::rust::visit::{self, Visit};
use syn::{Block, Expr, ExprMethodCall, Item, Local, Macro, Stmt, Type, TypeImplTrait, UnOp};

/// What stands in a block, or in the type of its value, only once.
pub(crate) fn stands_once(block: &Block, result: Option<&Type>) -> Option<String> {
    let mut once = Once::default();
    if let Some(result) = result {
        once.visit_type(result);
    }
    once.visit_block(block);
    once.found
}

/// True if a block's value leaves no temporary behind that somebody might see dropped. In the editions before 2024 it would be dropped
/// behind the locals, but in an arm of an `if` it is dropped with that.
pub(crate) fn leaves_no_temporary(block: &Block) -> bool {
    match block.stmts.last() {
        Some(Stmt::Expr(tail, None)) => is_moved(tail),
        _ => true,
    }
}

/// True for an expression whose value is moved on, with all that it was made of.
fn is_moved(expr: &Expr) -> bool {
    let all = |mut parts: syn::punctuated::Iter<'_, Expr>| parts.all(is_moved);
    match strip(expr) {
        Expr::Assign(_) | Expr::ForLoop(_) | Expr::Lit(_) | Expr::Path(_) | Expr::While(_) => true,
        Expr::Break(_) | Expr::Continue(_) => true,
        // The branches and the arms drop their own, and so does a condition.
        Expr::If(conditional) => !holds_let(&conditional.cond),
        Expr::Match(matched) => is_lent(&matched.expr),
        Expr::Block(block) if block.label.is_none() => leaves_no_temporary(&block.block),
        Expr::Return(given) => given.expr.as_deref().is_none_or(is_moved),
        Expr::Binary(binary) if compares(&binary.op) => {
            is_lent(&binary.left) && is_lent(&binary.right)
        }
        Expr::Binary(binary) => is_moved(&binary.left) && is_moved(&binary.right),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => is_place(&unary.expr),
        Expr::Unary(unary) => is_moved(&unary.expr),
        Expr::Cast(cast) => is_moved(&cast.expr),
        Expr::Field(_) => is_place(expr),
        Expr::Index(index) => is_place(&index.expr) && is_moved(&index.index),
        Expr::Range(range) => {
            let ends = [range.start.as_deref(), range.end.as_deref()];
            ends.into_iter().flatten().all(is_moved)
        }
        Expr::Reference(reference) => is_place(&reference.expr),
        Expr::Tuple(tuple) => all(tuple.elems.iter()),
        Expr::Array(array) => all(array.elems.iter()),
        Expr::Struct(made) => {
            let mut fields = made.fields.iter();
            made.rest.as_deref().is_none_or(is_moved) && fields.all(|field| is_moved(&field.expr))
        }
        Expr::Call(call) => is_moved(&call.func) && all(call.args.iter()),
        Expr::Try(tried) => is_moved(&tried.expr),
        Expr::MethodCall(call) => {
            let mut arguments = call.args.iter();
            is_lent(&call.receiver)
                && arguments
                    .all(|argument| matches!(argument, Expr::Closure(_)) || is_moved(argument))
        }
        _ => false,
    }
}

/// True for an expression that may be borrowed: it is a place, or a temporary of std's that nobody sees dropped.
fn is_lent(expr: &Expr) -> bool {
    match strip(expr) {
        Expr::Binary(_) | Expr::Cast(_) | Expr::Lit(_) | Expr::Range(_) => is_moved(expr),
        Expr::MethodCall(call) => is_listed(&call.method.to_string()) && is_moved(expr),
        _ => is_place(expr),
    }
}

fn holds_let(condition: &Expr) -> bool {
    let mut parts = Vec::new();
    conjuncts(condition, &mut parts);
    parts.iter().any(|part| matches!(part, Expr::Let(_)))
}

fn is_place(expr: &Expr) -> bool {
    match strip(expr) {
        Expr::Path(_) => true,
        Expr::Field(field) => is_place(&field.base),
        Expr::Index(index) => is_place(&index.expr),
        Expr::Unary(unary) => matches!(unary.op, UnOp::Deref(_)) && is_place(&unary.expr),
        _ => false,
    }
}

/// A method of iterators or numbers, which give no guards.
fn is_listed(method: &str) -> bool {
    let adapter = |written: &str| written.split('(').next() == Some(method);
    recognised::adapters()
        .iter()
        .any(|row| adapter(row.written))
        || recognised::consumers().iter().any(|row| row.name == method)
        || among("into_iter iter len", method)
        || (0..3).any(|arguments| std_names::is(method, arguments, std_names::SCALAR))
}

#[derive(Default)]
struct Once {
    found: Option<String>,
    /// Names of closures that are called, and nothing else.
    closures: Vec<String>,
}

impl Once {
    fn find(&mut self, found: &str) {
        self.found.get_or_insert_with(|| found.to_owned());
    }

    fn is_closure(&self, expr: &Expr) -> bool {
        name_of(expr).is_some_and(|name| self.closures.contains(&name))
    }

    /// A chain: closures in it are gone where it is `consumed`.
    fn chain(&mut self, chain: &Expr, consumed: bool) {
        let mut calls = Vec::new();
        let mut inner = chain;
        while let Expr::MethodCall(call) = inner {
            calls.push(call);
            inner = &call.receiver;
        }
        let ends = |call: &&ExprMethodCall| among(CONSUMERS, &call.method.to_string());
        let consumed = consumed || calls.iter().any(ends);
        for argument in calls.iter().flat_map(|call| &call.args) {
            match argument {
                Expr::Closure(closure) if consumed => self.visit_expr(&closure.body),
                name if consumed && self.is_closure(name) => {}
                other => self.visit_expr(other),
            }
        }
        self.visit_expr(inner);
    }
}

/// Methods behind which nothing is left of the closures that a chain was made with.
const CONSUMERS: &str = "all any collect count eq find find_map fold for_each is_some_and last map_or map_or_else max \
    max_by max_by_key min min_by min_by_key ok_or_else partition position product reduce rposition sum try_fold try_for_each \
    unwrap_or_else unzip";

impl<'ast> Visit<'ast> for Once {
    fn visit_item(&mut self, _: &'ast Item) {
        self.find("an item");
    }

    fn visit_macro(&mut self, mac: &'ast Macro) {
        if let Some(found) = macros::may_declare(mac) {
            self.find(&found);
        }
    }

    fn visit_type_impl_trait(&mut self, _: &'ast TypeImplTrait) {
        self.find("an `impl`");
    }

    fn visit_local(&mut self, local: &'ast Local) {
        if let Some(init) = &local.init
            && let Expr::Closure(closure) = &*init.expr
            && let Some(name) = single_name(&local.pat)
        {
            self.visit_expr(&closure.body);
            self.closures.push(spelling(&name.ident));
        } else {
            visit::visit_local(self, local);
        }
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            _ if self.found.is_some() => {}
            Expr::Closure(_) | Expr::Async(_) => self.find("a closure"),
            Expr::Path(_) if self.is_closure(expr) => self.find("a closure"),
            Expr::Call(call) if self.is_closure(&call.func) => {
                call.args
                    .iter()
                    .for_each(|argument| self.visit_expr(argument));
            }
            Expr::MethodCall(_) => self.chain(expr, false),
            Expr::ForLoop(looped) => {
                self.chain(&looped.expr, true);
                self.visit_block(&looped.body);
            }
            _ => visit::visit_expr(self, expr),
        }
    }
}
