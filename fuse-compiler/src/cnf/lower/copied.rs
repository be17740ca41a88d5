//! Names whose type must be `Copy` for the source to compile, although the macro does not see it.
//!
//! In: two chains, or two statements, in the order of the source. Out: whether a name that one of them takes is a copy. An
//! operator takes its operands by value, and a worker is called more than once; what a chain or a statement has taken as a
//! whole and a later one mentions was not moved. Rustc refuses all else in the source, so that the expansion may rely on it.

use crate::ops::chain::Chain;
use crate::region::{Kind, Statement};
use crate::rust::mentions::place_root;
use crate::rust::patterns;
use crate::rust::visit::{self, Visit};
use crate::sorted::SortedSet;
use syn::{BinOp, Expr, Pat, UnOp};

/// True if a name that both mention, and the later or the earlier takes, must be copied where it is taken.
pub(super) fn is_copied(name: &str, earlier: &[&Chain], later: &[&Chain]) -> bool {
    let by_operator = |chain: &&Chain| operands(chain).contains(name);
    earlier.iter().any(|chain| takes_whole(chain, name))
        || earlier.iter().chain(later).any(by_operator)
}

/// True if a chain takes a name itself, no part of it.
fn takes_whole(chain: &Chain, name: &str) -> bool {
    let is = |expr: &Expr| {
        matches!(expr, Expr::Path(_)) && place_root(expr).is_some_and(|root| root == name)
    };
    let starts = chain.consumer.initial().is_some_and(is);
    starts
        || chain
            .workers()
            .iter()
            .any(|worker| worker.local && is(&worker.expr))
}

/// True if a statement takes a name itself, outside of its chains, wherever its value comes from: an operand of an
/// operator, a cast, a part of a tuple or a struct, an argument.
pub(super) fn statement_takes_whole(statement: &Statement, name: &str) -> bool {
    match &statement.kind {
        Kind::Let(binding) => value_takes_whole(&binding.value.expr, name),
        Kind::Tail(value) => value_takes_whole(&value.expr, name),
        Kind::Barrier(_) | Kind::Each(_) => false,
    }
}

fn value_takes_whole(expr: &Expr, name: &str) -> bool {
    let parts: Vec<&Expr> = match expr {
        Expr::Path(_) => return place_root(expr).is_some_and(|root| root == name),
        Expr::Paren(inner) => vec![&inner.expr],
        Expr::Cast(inner) => vec![&inner.expr],
        Expr::Binary(inner) if is_arithmetic(&inner.op) => {
            vec![&inner.left, &inner.right]
        }
        Expr::Tuple(inner) => inner.elems.iter().collect(),
        Expr::Array(inner) => inner.elems.iter().collect(),
        Expr::Struct(inner) => inner.fields.iter().map(|field| &field.expr).collect(),
        Expr::Call(inner) => inner.args.iter().collect(),
        Expr::MethodCall(inner) => inner.args.iter().collect(),
        _ => return false,
    };
    parts.into_iter().any(|part| value_takes_whole(part, name))
}

/// The names that are operands in its workers.
fn operands(chain: &Chain) -> SortedSet<String> {
    let mut all = SortedSet::new();
    for worker in chain.workers() {
        let mut operands = Operands::default();
        operands.visit_expr(&worker.expr);
        let free = operands.names.difference(&operands.bound);
        all.extend(free.filter(|name| worker.reads().contains(*name)).cloned());
    }
    all
}

/// True for the operators that take both operands by value.
fn is_arithmetic(op: &BinOp) -> bool {
    use BinOp::{Add, BitAnd, BitOr, BitXor, Div, Mul, Rem, Shl, Shr, Sub};
    matches!(
        op,
        Add(_)
            | Sub(_)
            | Mul(_)
            | Div(_)
            | Rem(_)
            | BitAnd(_)
            | BitOr(_)
            | BitXor(_)
            | Shl(_)
            | Shr(_)
    )
}

#[derive(Default)]
struct Operands {
    names: SortedSet<String>,
    /// Names that are bound anywhere inside.
    bound: SortedSet<String>,
}

impl Operands {
    fn operand(&mut self, expr: &Expr) {
        match expr {
            Expr::Paren(paren) => self.operand(&paren.expr),
            Expr::Path(_) => self.names.extend(place_root(expr)),
            _ => {}
        }
    }
}

impl<'ast> Visit<'ast> for Operands {
    fn visit_expr_binary(&mut self, binary: &'ast syn::ExprBinary) {
        if is_arithmetic(&binary.op) {
            self.operand(&binary.left);
            self.operand(&binary.right);
        }
        visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_unary(&mut self, unary: &'ast syn::ExprUnary) {
        if let UnOp::Neg(_) | UnOp::Not(_) = unary.op {
            self.operand(&unary.expr);
        }
        visit::visit_expr_unary(self, unary);
    }

    fn visit_pat(&mut self, pattern: &'ast Pat) {
        self.bound.extend(patterns::binds(pattern));
    }

    // What a macro does with its tokens is not seen.
    fn visit_macro(&mut self, _: &'ast syn::Macro) {}
}
