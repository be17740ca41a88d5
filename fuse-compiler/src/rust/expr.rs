//! The shape of expressions, where their meaning is none of the question.
//!
//! In: an expression. Out: what it is without parentheses, its operands, its attributes.

use super::spelling::spelling;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use syn::{Attribute, BinOp, Block, Expr, ExprPath, Lit, Stmt, UnOp};

/// An expression without parentheses and groups around it. Those with attributes stay.
pub(crate) fn strip(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(paren) if paren.attrs.is_empty() => strip(&paren.expr),
        Expr::Group(group) if group.attrs.is_empty() => strip(&group.expr),
        other => other,
    }
}

/// An expression without parentheses, and without blocks of nothing else, about which rustc would warn.
pub(crate) fn bare(expr: &Expr) -> &Expr {
    match strip(expr) {
        Expr::Block(block) if block.attrs.is_empty() && block.label.is_none() => {
            sole(&block.block).map_or(strip(expr), bare)
        }
        other => other,
    }
}

/// Tokens in the braces of a block: by the edition of those rustc says what the temporaries of a tail outlive.
pub(crate) fn braced(inside: TokenStream, block: &Block) -> TokenTree {
    let mut group = Group::new(Delimiter::Brace, inside);
    group.set_span(block.brace_token.span.join());
    TokenTree::Group(group)
}

/// The expression that a block consists of.
pub(crate) fn sole(block: &Block) -> Option<&Expr> {
    match block.stmts.as_slice() {
        [Stmt::Expr(expr, None)] => Some(expr),
        _ => None,
    }
}

/// The expression whose value a body has.
pub(crate) fn tail(body: &mut Expr) -> Option<&mut Expr> {
    match body {
        Expr::Block(block) => match block.block.stmts.last_mut()? {
            Stmt::Expr(last, None) if block.attrs.is_empty() && block.label.is_none() => tail(last),
            _ => None,
        },
        other => Some(other),
    }
}

/// The `x` of `Some(x)`, whoever's that is.
pub(crate) fn in_some(expr: &Expr) -> Option<&Expr> {
    let Expr::Call(call) = expr else {
        return None;
    };
    let some = matches!(&*call.func, Expr::Path(path) if path.path.is_ident("Some"));
    call.args
        .first()
        .filter(|_| some && call.attrs.is_empty() && call.args.len() == 1)
}

/// The single name that an expression is.
pub(crate) fn name_of(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Path(path) => name_of_path(path),
        Expr::Paren(paren) => name_of(&paren.expr),
        Expr::Group(group) => name_of(&group.expr),
        _ => None,
    }
}

/// The single name that a path is.
pub(crate) fn name_of_path(path: &ExprPath) -> Option<String> {
    let segments = &path.path.segments;
    let single = path.qself.is_none() && path.path.leading_colon.is_none() && segments.len() == 1;
    segments
        .first()
        .filter(|_| single)
        .map(|s| spelling(&s.ident))
}

/// A literal that may be a length, and what it is.
pub(crate) fn literal_length(expr: &Expr) -> Option<usize> {
    match expr {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(int) if matches!(int.suffix(), "" | "usize") => int.base10_parse().ok(),
            _ => None,
        },
        _ => None,
    }
}

/// What stands between the `&&`s of a condition.
pub(crate) fn conjuncts<'a>(condition: &'a Expr, found: &mut Vec<&'a Expr>) {
    match condition {
        Expr::Binary(binary) if matches!(binary.op, BinOp::And(_)) => {
            conjuncts(&binary.left, found);
            conjuncts(&binary.right, found);
        }
        other => found.push(other),
    }
}

/// Whether an operator compares, or is `&&` or `||`: a `bool` from borrowed operands.
pub(crate) fn compares(op: &BinOp) -> bool {
    jumps(op)
        || matches!(
            op,
            BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_)
        )
}

/// Whether an operator is `&&` or `||`: what stands on its right may not be evaluated.
pub(crate) fn jumps(op: &BinOp) -> bool {
    matches!(op, BinOp::And(_) | BinOp::Or(_))
}

/// Whether an operator is one of arithmetic.
pub(crate) fn computes(op: &BinOp) -> bool {
    matches!(
        op,
        BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_)
    )
}

/// Whether an operator is one of bits.
pub(crate) fn combines_bits(op: &BinOp) -> bool {
    matches!(op, BinOp::BitAnd(_) | BinOp::BitOr(_) | BinOp::BitXor(_))
}

/// Whether an operator assigns: `+=` and its kin.
pub(crate) fn compound(op: &BinOp) -> bool {
    matches!(
        op,
        BinOp::AddAssign(_)
            | BinOp::SubAssign(_)
            | BinOp::MulAssign(_)
            | BinOp::DivAssign(_)
            | BinOp::RemAssign(_)
            | BinOp::BitXorAssign(_)
            | BinOp::BitAndAssign(_)
            | BinOp::BitOrAssign(_)
            | BinOp::ShlAssign(_)
            | BinOp::ShrAssign(_)
    )
}

/// The name at the root of a place: `x` of `x`, `x.a.0`, `x[i]`, `*x`, `(x)`.
pub(crate) fn place_root(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Path(path) if path.qself.is_none() => path.path.get_ident().map(spelling),
        Expr::Paren(paren) => place_root(&paren.expr),
        Expr::Group(group) => place_root(&group.expr),
        Expr::Field(field) => place_root(&field.base),
        Expr::Index(index) => place_root(&index.expr),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => place_root(&unary.expr),
        _ => None,
    }
}

/// Defines the operands of an expression, by `&` and by `&mut`.
macro_rules! operands {
    ($(#[$doc:meta])* $name:ident, $iter:ident, $deref:ident $(, $mutable:tt)?) => {
        $(#[$doc])*
        pub(crate) fn $name(expr: & $($mutable)? Expr) -> Option<Vec<& $($mutable)? Expr>> {
            Some(match expr {
                Expr::Lit(_) | Expr::Infer(_) | Expr::Continue(_) | Expr::Path(_) => Vec::new(),
                Expr::Paren(inner) => vec![& $($mutable)? *inner.expr],
                Expr::Group(inner) => vec![& $($mutable)? *inner.expr],
                Expr::Field(inner) => vec![& $($mutable)? *inner.base],
                Expr::Unary(inner) => vec![& $($mutable)? *inner.expr],
                Expr::Cast(inner) => vec![& $($mutable)? *inner.expr],
                Expr::Reference(inner) => vec![& $($mutable)? *inner.expr],
                Expr::RawAddr(inner) => vec![& $($mutable)? *inner.expr],
                Expr::Await(inner) => vec![& $($mutable)? *inner.base],
                Expr::Try(inner) => vec![& $($mutable)? *inner.expr],
                Expr::Index(inner) => vec![& $($mutable)? *inner.expr, & $($mutable)? *inner.index],
                Expr::Assign(inner) => vec![& $($mutable)? *inner.left, & $($mutable)? *inner.right],
                Expr::Binary(inner) => vec![& $($mutable)? *inner.left, & $($mutable)? *inner.right],
                Expr::Repeat(inner) => vec![& $($mutable)? *inner.expr, & $($mutable)? *inner.len],
                Expr::Tuple(inner) => inner.elems.$iter().collect(),
                Expr::Array(inner) => inner.elems.$iter().collect(),
                Expr::Range(inner) => {
                    let ends = [inner.start.$deref(), inner.end.$deref()];
                    ends.into_iter().flatten().collect()
                }
                Expr::Break(inner) => inner.expr.$deref().into_iter().collect(),
                Expr::Return(inner) => inner.expr.$deref().into_iter().collect(),
                Expr::Yield(inner) => inner.expr.$deref().into_iter().collect(),
                Expr::Struct(inner) => {
                    let fields = inner.fields.$iter().map(|field| & $($mutable)? field.expr);
                    fields.chain(inner.rest.$deref()).collect()
                }
                Expr::Call(call) => {
                    let function = std::iter::once(& $($mutable)? *call.func);
                    function.chain(call.args.$iter()).collect()
                }
                Expr::MethodCall(call) => {
                    let receiver = std::iter::once(& $($mutable)? *call.receiver);
                    receiver.chain(call.args.$iter()).collect()
                }
                _ => return None,
            })
        }
    };
}

operands!(
    /// What an expression evaluates, each once, before it does something with it; `None` for what has blocks, patterns or
    /// macros.
    operands, iter, as_deref
);
operands!(
    /// The same, to be changed.
    operands_mut, iter_mut, as_deref_mut, mut
);

/// The attributes of an expression that is made of operands or of blocks.
pub(crate) fn attributes(expr: &Expr) -> &[Attribute] {
    macro_rules! of {
        ($($kind:ident)*) => {
            match expr {
                $(Expr::$kind(inner) => &inner.attrs,)*
                _ => &[],
            }
        };
    }
    of!(Array Assign Async Await Binary Block Break Call Cast Closure Const Continue Field ForLoop Group If Index Infer Let Lit
        Loop Macro Match MethodCall Paren Path Range RawAddr Reference Repeat Return Struct Try TryBlock Tuple Unary Unsafe
        While Yield)
}
