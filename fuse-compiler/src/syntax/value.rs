//! Whether an expression is visibly a value, and visibly total.
//!
//! In: an expression and its environment. Out: yes only where the tokens show it. "Value" is design
//! section 3's "a worker whose body is visibly a value", for the rule of escaping references;
//! "total" its "visibly total".

use syn::{BinOp, Block, Expr, ExprMethodCall, Lit, Pat, Stmt, Type, UnOp};

use super::environment::{Environment, Origin};
use super::macros::{self, Kind};
use super::types::{self, Primitive};
use super::visible::{self, PathCall};
use super::{lists, patterns};

fn tail<'a, R>(
    block: &'a Block,
    env: &Environment,
    of: impl FnOnce(Option<&'a Expr>, &Environment) -> R,
) -> R {
    let mut inner = env.clone();
    for stmt in &block.stmts {
        if let Stmt::Local(local) = stmt {
            inner.bind_local(local);
        }
    }
    match block.stmts.last() {
        Some(Stmt::Expr(expr, None)) => of(Some(expr), &inner),
        _ => of(None, &inner),
    }
}

/// Whether an expression is visibly a value that borrows from nothing that lives shorter than
/// `'static`: arithmetic, comparisons, casts, literals, tuples, structs and constructors of values,
/// methods that return owned values.
pub(crate) fn visibly_value(expr: &Expr, env: &Environment) -> bool {
    let value = |expr: &Expr| visibly_value(expr, env);
    match expr {
        Expr::Lit(_) | Expr::Binary(_) => true,
        Expr::Path(path) => match visible::name_of(expr) {
            Some(name) => match env.lookup(&name) {
                Some(known) => match &known.ty {
                    Some(ty) => env.visibly_owned(ty),
                    None => matches!(known.origin, Origin::InferredOwned),
                },
                // A constant or a unit struct: what it borrows from is static.
                None => patterns::capitalised(&name),
            },
            None => path
                .path
                .segments
                .last()
                .is_some_and(|last| patterns::capitalised(&last.ident.to_string())),
        },
        Expr::Paren(paren) => value(&paren.expr),
        Expr::Group(group) => value(&group.expr),
        Expr::Cast(cast) => env.visibly_owned(&cast.ty),
        Expr::Unary(unary) => match unary.op {
            UnOp::Deref(_) => owned_type(expr, env),
            _ => true,
        },
        Expr::Field(_) | Expr::Index(_) => owned_type(expr, env),
        Expr::Tuple(tuple) => tuple.elems.iter().all(value),
        Expr::Array(array) => array.elems.iter().all(value),
        Expr::Repeat(repeat) => value(&repeat.expr),
        Expr::Struct(literal) => {
            literal.fields.iter().all(|field| value(&field.expr))
                && literal.rest.as_deref().is_none_or(value)
        }
        Expr::Range(range) => {
            range.start.as_deref().is_none_or(value) && range.end.as_deref().is_none_or(value)
        }
        Expr::If(branch) => match &branch.else_branch {
            Some((_, other)) => block_value(&branch.then_branch, env) && value(other),
            None => true,
        },
        Expr::Match(matched) => matched.arms.iter().all(|arm| {
            let mut inner = env.clone();
            inner.bind(&arm.pat, None, &Origin::Pattern);
            visibly_value(&arm.body, &inner)
        }),
        Expr::Block(block) => block.label.is_none() && block_value(&block.block, env),
        Expr::Assign(_)
        | Expr::While(_)
        | Expr::ForLoop(_)
        | Expr::Break(_)
        | Expr::Continue(_)
        | Expr::Return(_) => true,
        Expr::Call(call) => match visible::path_call(call, env) {
            PathCall::Constructor => call.args.iter().all(value),
            PathCall::Fresh | PathCall::Primitive => true,
            PathCall::Other => false,
        },
        Expr::MethodCall(call) => method_value(call, env),
        Expr::Macro(mac) => macros::listed(&mac.mac).is_some_and(|listed| match listed.kind {
            Kind::Vec => listed.by_value.iter().all(value),
            _ => true,
        }),
        _ => false,
    }
}

fn owned_type(expr: &Expr, env: &Environment) -> bool {
    visible::visible_type(expr, env).is_some_and(|ty| env.visibly_owned(&ty))
}

fn block_value(block: &Block, env: &Environment) -> bool {
    tail(block, env, |expr, env| {
        expr.is_none_or(|expr| visibly_value(expr, env))
    })
}

fn method_value(call: &ExprMethodCall, env: &Environment) -> bool {
    let name = call.method.to_string();
    let arguments = call.args.len();
    if lists::comparison(&name, arguments) {
        return true;
    }
    if let Some(listed) = lists::method(&name, arguments) {
        // All operands of these have one type.
        let extremum = matches!(name.as_str(), "min" | "max" | "clamp");
        return listed.facts.value
            || (extremum
                && (typed(&call.receiver, env)
                    || call.args.iter().any(|argument| typed(argument, env))))
            || (name == "clone" && visibly_value(&call.receiver, env));
    }
    match (name.as_str(), arguments) {
        ("count", 0) => true,
        ("sum" | "product" | "collect" | "parse", 0) => {
            visible::turbofish(call).is_some_and(|ty| env.visibly_owned(&ty))
        }
        ("unwrap" | "unwrap_or_default" | "copied" | "cloned", 0) | ("expect", 1) => {
            visibly_value(&call.receiver, env)
        }
        ("unwrap_or", 1) => {
            (matches!(*call.receiver, Expr::MethodCall(_)) && visibly_value(&call.receiver, env))
                || call.args.iter().any(|argument| typed(argument, env))
        }
        _ => false,
    }
}

/// Whether an expression shows that its type holds no reference, not only that its value holds none:
/// `None` and `""` are values, but of types that `Some(&x)` and `&x[..]` have too.
fn typed(expr: &Expr, env: &Environment) -> bool {
    match expr {
        Expr::Lit(literal) => matches!(literal.lit, Lit::Int(_) | Lit::Float(_)),
        Expr::Paren(paren) => typed(&paren.expr, env),
        Expr::Unary(unary) if !matches!(unary.op, UnOp::Deref(_)) => typed(&unary.expr, env),
        Expr::Binary(_) => true,
        _ => owned_type(expr, env),
    }
}

/// A literal, a name, or a tuple of such: evaluating it takes no effect and cannot panic.
pub(crate) fn is_value(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(_) | Expr::Path(_) => true,
        Expr::Paren(paren) => is_value(&paren.expr),
        Expr::Unary(unary) => matches!(&*unary.expr, Expr::Lit(_)),
        Expr::Tuple(tuple) => tuple.elems.iter().all(is_value),
        _ => false,
    }
}

/// Whether an expression is made of numbers, and of tuples and arrays of them: a name that begins as
/// such can never hold a reference. `(0, "")` could, and so could what a user's operator gives.
pub(crate) fn visibly_numbers(expr: &Expr, env: &Environment) -> bool {
    let numbers = |expr: &Expr| visibly_numbers(expr, env);
    match expr {
        Expr::Lit(literal) => matches!(literal.lit, Lit::Int(_) | Lit::Float(_)),
        Expr::Paren(paren) => numbers(&paren.expr),
        Expr::Unary(unary) if !matches!(unary.op, UnOp::Deref(_)) => numbers(&unary.expr),
        Expr::Tuple(tuple) => tuple.elems.iter().all(numbers),
        Expr::Array(array) => !array.elems.is_empty() && array.elems.iter().all(numbers),
        Expr::Repeat(repeat) => numbers(&repeat.expr),
        _ => visible::visible_type(expr, env).is_some_and(|ty| env.primitive(&ty).is_some()),
    }
}

/// Whether an expression makes a value of a type that visibly holds no reference: `String::new()`,
/// `Vec::<u8>::with_capacity(9)`.
pub(crate) fn makes_owned(expr: &Expr, env: &Environment) -> bool {
    let Expr::Call(call) = expr else {
        return false;
    };
    let Expr::Path(callee) = &*call.func else {
        return false;
    };
    let mut path = callee.path.clone();
    let made = path.segments.pop();
    path.segments.pop_punct();
    let makes = ["new", "with_capacity", "from", "default"];
    let makes = made.is_some_and(|made| {
        made.arguments.is_none() && makes.iter().any(|name| made.ident == name)
    });
    let ty = syn::TypePath {
        attrs: Vec::new(),
        qself: None,
        path,
    };
    makes
        && callee.qself.is_none()
        && !ty.path.segments.is_empty()
        && env.visibly_owned(&Type::Path(ty))
}

/// Whether evaluating an expression visibly cannot panic, whatever the values: no integer
/// arithmetic, no division, no indexing, no call outside the list, no loop.
pub(crate) fn visibly_total(expr: &Expr, env: &Environment) -> bool {
    let total = |expr: &Expr| visibly_total(expr, env);
    let float = |expr: &Expr| visible::visibly_float(expr, env);
    let scalar = |expr: &Expr| visibly_scalar(expr, env);
    match expr {
        Expr::Lit(_) | Expr::Path(_) | Expr::Closure(_) => true,
        Expr::Paren(paren) => total(&paren.expr),
        Expr::Group(group) => total(&group.expr),
        Expr::Field(field) => total(&field.base),
        Expr::Cast(cast) => total(&cast.expr),
        Expr::Reference(reference) => total(&reference.expr),
        Expr::Unary(unary) => {
            total(&unary.expr) && (!matches!(unary.op, UnOp::Neg(_)) || float(&unary.expr))
        }
        Expr::Binary(binary) => {
            let (left, right) = (&*binary.left, &*binary.right);
            total(left)
                && total(right)
                && match binary.op {
                    BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) => float(left) || float(right),
                    BinOp::Div(_) | BinOp::Rem(_) => float(left) && float(right),
                    BinOp::And(_) | BinOp::Or(_) => true,
                    BinOp::BitAnd(_) | BinOp::BitOr(_) | BinOp::BitXor(_) => {
                        scalar(left) || scalar(right)
                    }
                    op => visible::compares(&op) && (scalar(left) || scalar(right)),
                }
        }
        Expr::Tuple(tuple) => tuple.elems.iter().all(total),
        Expr::Array(array) => array.elems.iter().all(total),
        Expr::Struct(literal) => {
            literal.fields.iter().all(|field| total(&field.expr))
                && literal.rest.as_deref().is_none_or(total)
        }
        Expr::Let(condition) => total(&condition.expr),
        Expr::If(branch) => {
            total(&branch.cond)
                && block_total(&branch.then_branch, env)
                && branch
                    .else_branch
                    .as_ref()
                    .is_none_or(|(_, other)| total(other))
        }
        Expr::Match(matched) => {
            total(&matched.expr)
                && matched.arms.iter().all(|arm| {
                    let mut inner = env.clone();
                    inner.bind(&arm.pat, None, &Origin::Pattern);
                    let guard = match &arm.pat {
                        Pat::Guard(guard) => visibly_total(&guard.guard, &inner),
                        _ => true,
                    };
                    guard && visibly_total(&arm.body, &inner)
                })
        }
        Expr::Block(block) => block_total(&block.block, env),
        Expr::Call(call) => match visible::path_call(call, env) {
            PathCall::Constructor => call.args.iter().all(total),
            PathCall::Primitive => {
                call.args.iter().all(total) && path_total(&call.func, call.args.len())
            }
            PathCall::Fresh | PathCall::Other => false,
        },
        Expr::MethodCall(call) => {
            let name = call.method.to_string();
            let arguments = call.args.len();
            (total(&call.receiver) || is_range(&call.receiver, env))
                && call.args.iter().all(total)
                && ((lists::comparison(&name, arguments) && scalar(&call.receiver))
                    || matches!((name.as_str(), arguments), ("copied", 0) | ("unwrap_or", 1))
                    || (name == "contains" && arguments == 1 && is_range(&call.receiver, env))
                    || lists::method(&name, arguments).is_some_and(|m| {
                        m.facts.total || (m.facts.float_total && float(&call.receiver))
                    }))
        }
        Expr::Macro(mac) => macros::listed(&mac.mac).is_some_and(|listed| {
            let guard = listed.pattern.iter().flat_map(|(_, guard)| guard);
            listed.kind == Kind::Matches && listed.borrowed.iter().chain(guard).all(total)
        }),
        _ => false,
    }
}

/// Whether an expression is visibly a range of primitives.
fn is_range(expr: &Expr, env: &Environment) -> bool {
    match expr {
        Expr::Paren(paren) => is_range(&paren.expr, env),
        Expr::Range(range) => {
            let mut bounds = range.start.iter().chain(&range.end).peekable();
            bounds.peek().is_some()
                && bounds.all(|bound| visibly_scalar(bound, env) && visibly_total(bound, env))
        }
        _ => false,
    }
}

/// Whether an expression is visibly a primitive, or a reference to one, so that comparing it runs no
/// code of a user's: that may panic.
fn visibly_scalar(expr: &Expr, env: &Environment) -> bool {
    let scalar = |ty: Type| env.primitive(types::dereferenced(&ty)).is_some();
    match expr {
        Expr::Lit(_) => true,
        Expr::Paren(paren) => visibly_scalar(&paren.expr, env),
        Expr::Reference(reference) => visibly_scalar(&reference.expr, env),
        Expr::Unary(unary) if !matches!(unary.op, UnOp::Deref(_)) => {
            visibly_scalar(&unary.expr, env)
        }
        Expr::Binary(binary) => {
            visible::compares(&binary.op)
                || visibly_scalar(&binary.left, env)
                || visibly_scalar(&binary.right, env)
        }
        _ => {
            visible::visibly_float(expr, env)
                || visible::visible_type(expr, env).is_some_and(scalar)
        }
    }
}

/// Whether calling a primitive's associated function by path, such as `f64::sqrt`, cannot panic.
pub(crate) fn path_total(func: &Expr, arguments: usize) -> bool {
    let Expr::Path(path) = func else {
        return false;
    };
    let segments = &path.path.segments;
    let [.., owner, name] = &segments.iter().collect::<Vec<_>>()[..] else {
        return false;
    };
    let kind = types::primitive_name(&owner.ident.to_string());
    let name = name.ident.to_string();
    let Some(arguments) = arguments.checked_sub(1) else {
        return false;
    };
    kind.is_some()
        && (lists::comparison(&name, arguments)
            || lists::method(&name, arguments).is_some_and(|m| {
                m.facts.total || (m.facts.float_total && kind == Some(Primitive::Float))
            }))
}

fn block_total(block: &Block, env: &Environment) -> bool {
    let mut inner = env.clone();
    block.stmts.iter().all(|stmt| match stmt {
        Stmt::Local(local) => {
            let total = local
                .init
                .as_ref()
                .is_none_or(|init| init.diverge.is_none() && visibly_total(&init.expr, &inner));
            inner.bind_local(local);
            total
        }
        Stmt::Expr(expr, _) => visibly_total(expr, &inner),
        Stmt::Item(_) | Stmt::Macro(_) => false,
    })
}

#[cfg(test)]
mod tests {
    use super::makes_owned;
    use crate::syntax::environment::Environment;

    #[test]
    fn a_string_of_its_own_holds_no_reference() {
        let makes = |expr| makes_owned(&syn::parse_str(expr).unwrap(), &Environment::default());
        for expr in [
            "String::new()",
            "String::with_capacity(9)",
            "std::string::String::from(\"a\")",
            "Vec::<u8>::new()",
        ] {
            assert!(makes(expr), "{expr}");
        }
        for expr in [
            "Vec::new()",
            "Vec::<&str>::new()",
            "Text::new()",
            "new()",
            "String::new",
            "<String as Made>::new()",
            "make()(1)",
        ] {
            assert!(!makes(expr), "{expr}");
        }
    }
}
