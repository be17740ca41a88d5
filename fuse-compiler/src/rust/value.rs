//! Whether an expression is visibly a value.
//!
//! In: an expression and its environment. Out: yes only where the tokens show it. A value is what
//! the rule of docs/DESIGN.md section 3, *Escaping references*, asks the body of a worker to be.

use syn::{Block, Expr, ExprMethodCall, Lit, Stmt, Type, UnOp};

use super::environment::{Environment, Origin};
use super::macros::{self, Kind};
use super::patterns;
use super::visible::{self, PathCall};
use crate::rust::std_names;

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
    if std_names::is(&name, arguments, std_names::COMPARISON) {
        return true;
    }
    if std_names::is(&name, arguments, std_names::KNOWN) {
        // All operands of these have one type.
        let extremum = matches!(name.as_str(), "min" | "max" | "clamp");
        return std_names::is(&name, arguments, std_names::VALUE)
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

#[cfg(test)]
mod tests {
    use super::makes_owned;
    use crate::rust::environment::Environment;

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
