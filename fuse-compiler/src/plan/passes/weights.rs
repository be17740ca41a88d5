//! What workers cost that a machine can run on several elements at once, and which keep the smaller or the larger of two.
//!
//! In: the user's expressions. Out: answers.

use super::primitive;
use crate::ops::chain::Worker;
use crate::rust::patterns::single_name;
use crate::rust::std_names;
use crate::rust::types::{Primitive, primitive_name};
use crate::rust::visit::{self, Visit};
use crate::rust::worker::inlined_body;
use proc_macro2::Ident;
use syn::{BinOp, Block, Expr, ExprLit, ExprMethodCall, Lit, Stmt};

/// True for `f64::max`, `|a, x| a.max(x)` and their like, and for several of them in a tuple.
pub(crate) fn keeps_extrema(worker: &Expr) -> bool {
    match worker {
        Expr::Closure(closure) => keeps_extrema(inlined_body(closure)),
        Expr::Tuple(tuple) => tuple.elems.iter().all(keeps_extrema),
        other => keeps_extremum(other),
    }
}

/// True for those, and for a tuple of which one is such.
pub(crate) fn keeps_extremum(worker: &Expr) -> bool {
    let extremum = |name: &Ident| name == "max" || name == "min";
    match worker {
        Expr::Path(path) => path
            .path
            .segments
            .last()
            .is_some_and(|last| extremum(&last.ident)),
        Expr::Closure(closure) => keeps_extremum(&closure.body),
        Expr::Paren(paren) => keeps_extremum(&paren.expr),
        Expr::Block(block) => match block.block.stmts.as_slice() {
            [Stmt::Expr(tail, None)] => keeps_extremum(tail),
            _ => false,
        },
        Expr::MethodCall(call) => extremum(&call.method) && call.args.len() == 1,
        Expr::Call(call) => call.args.len() == 2 && keeps_extremum(&call.func),
        Expr::Tuple(tuple) => tuple.elems.iter().any(keeps_extremum),
        _ => false,
    }
}

/// What an operation costs that a machine can do on several floats at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Weight {
    Light,
    Heavy,
}

/// What a worker costs; `None` if it does anything but such operations, or call what may be made of them.
pub(crate) fn weight(worker: &Worker) -> Option<Weight> {
    let closure = match &worker.expr {
        Expr::Closure(closure) => closure,
        Expr::Path(_) if !worker.local => return weight_of_function(&worker.expr),
        _ => return None,
    };
    if !worker.judgment.inline {
        return None;
    }
    weight_of(inlined_body(closure))
}

fn weight_of(expr: &Expr) -> Option<Weight> {
    match expr {
        Expr::Path(_) | Expr::Lit(_) => Some(Weight::Light),
        Expr::Paren(inner) => weight_of(&inner.expr),
        Expr::Unary(inner) => weight_of(&inner.expr),
        Expr::Field(inner) => weight_of(&inner.base),
        Expr::Binary(inner) => {
            let own = match inner.op {
                BinOp::Div(_) if !is_power_of_two(&inner.right) => Weight::Heavy,
                BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) => Weight::Light,
                _ => return None,
            };
            Some(
                own.max(weight_of(&inner.left)?)
                    .max(weight_of(&inner.right)?),
            )
        }
        Expr::Block(inner) if inner.label.is_none() && inner.attrs.is_empty() => {
            weight_of_block(&inner.block)
        }
        Expr::Cast(inner) if primitive(&inner.ty) == Some(Primitive::Float) => {
            weight_of(&inner.expr)
        }
        Expr::Call(call) if call.args.len() == 1 && converts(&call.func) => {
            weight_of(&call.args[0])
        }
        Expr::Call(call) => {
            let mut arguments = call.args.iter();
            let light = arguments.all(|argument| weight_of(argument).is_some());
            weight_of_function(&call.func).filter(|_| light)
        }
        Expr::MethodCall(call) if call.args.is_empty() && call.turbofish.is_none() => {
            let name = call.method.to_string();
            std_names::method(&name, 0)?;
            Some(weight_of_method(&name)?.max(weight_of(&call.receiver)?))
        }
        _ => None,
    }
}

/// True if a worker runs a loop for each element that adds up, or folds.
pub(crate) fn runs_loops(worker: &Expr) -> bool {
    struct Finder(bool);
    impl<'ast> Visit<'ast> for Finder {
        fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
            let folds = ["sum", "product", "fold"]
                .iter()
                .any(|name| call.method == name);
            self.0 |= folds && matches!(&*call.receiver, Expr::MethodCall(_));
            visit::visit_expr_method_call(self, call);
        }
        fn visit_expr_for_loop(&mut self, _: &'ast syn::ExprForLoop) {
            self.0 = true;
        }
    }
    let mut finder = Finder(false);
    finder.visit_expr(worker);
    finder.0
}

/// True if a worker counts bits: a dozen operators for each element where the machine has no instruction for vectors of them.
pub(crate) fn counts_bits(worker: &Worker) -> bool {
    struct Finder(bool);
    impl<'ast> Visit<'ast> for Finder {
        fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
            self.0 |= std_names::counts_bits(&call.method.to_string(), call.args.len());
            visit::visit_expr_method_call(self, call);
        }
    }
    let mut finder = Finder(false);
    finder.visit_expr(&worker.expr);
    finder.0
}

/// How many bits a primitive has.
pub(crate) fn width(name: &str) -> Option<u32> {
    match name.trim_start_matches(['i', 'u', 'f']) {
        "size" => Some(usize::BITS),
        "bool" => Some(u8::BITS),
        "char" => Some(u32::BITS),
        bits => bits.parse().ok(),
    }
}

/// What a method of floats costs.
fn weight_of_method(name: &str) -> Option<Weight> {
    match name {
        "sqrt" | "recip" => Some(Weight::Heavy),
        "abs" => Some(Weight::Light),
        _ => None,
    }
}

/// What a function costs. One that is not seen may divide: where it does not, a pass of its own costs little beside a call.
fn weight_of_function(function: &Expr) -> Option<Weight> {
    let Expr::Path(path) = function else {
        return None;
    };
    let mut segments = path.path.segments.iter();
    let (first, second) = (segments.next()?, segments.next());
    let Some(second) = second.filter(|_| primitive_name(&first.ident.to_string()).is_some()) else {
        return path.qself.is_none().then_some(Weight::Heavy);
    };
    weight_of_method(&second.ident.to_string())
}

/// What a block costs that does nothing but compute, in locals of its own.
fn weight_of_block(block: &Block) -> Option<Weight> {
    let (last, before) = block.stmts.split_last()?;
    let Stmt::Expr(value, None) = last else {
        return None;
    };
    let mut locals: Vec<&Ident> = Vec::new();
    let mut weight = weight_of(value)?;
    for stmt in before {
        let is_local = |expr: &Expr| match expr {
            Expr::Path(path) => path
                .path
                .get_ident()
                .is_some_and(|name| locals.contains(&name)),
            _ => false,
        };
        let found = match stmt {
            Stmt::Local(local) => {
                let (Some(name), Some(init)) = (single_name(&local.pat), &local.init) else {
                    return None;
                };
                if init.diverge.is_some() {
                    return None;
                }
                locals.push(&name.ident);
                weight_of(&init.expr)?
            }
            Stmt::Expr(Expr::Assign(assign), Some(_)) if is_local(&assign.left) => {
                weight_of(&assign.right)?
            }
            Stmt::Expr(Expr::Binary(step), Some(_)) if is_local(&step.left) => {
                let own = match step.op {
                    BinOp::DivAssign(_) if !is_power_of_two(&step.right) => Weight::Heavy,
                    BinOp::AddAssign(_)
                    | BinOp::SubAssign(_)
                    | BinOp::MulAssign(_)
                    | BinOp::DivAssign(_) => Weight::Light,
                    _ => return None,
                };
                own.max(weight_of(&step.right)?)
            }
            _ => return None,
        };
        weight = weight.max(found);
    }
    Some(weight)
}

/// True for `f64::from`.
fn converts(function: &Expr) -> bool {
    let Expr::Path(path) = function else {
        return false;
    };
    let mut segments = path.path.segments.iter();
    let float = segments.next().is_some_and(|segment| {
        primitive_name(&segment.ident.to_string()) == Some(Primitive::Float)
    });
    let from = segments
        .next()
        .is_some_and(|segment| segment.ident == "from");
    path.qself.is_none() && float && from && segments.next().is_none()
}

/// True for literals by which a division is a multiplication.
fn is_power_of_two(expr: &Expr) -> bool {
    let Expr::Lit(ExprLit {
        lit: Lit::Float(literal),
        ..
    }) = expr
    else {
        return false;
    };
    let mantissa = |number: f64| number.to_bits() & ((1 << (f64::MANTISSA_DIGITS - 1)) - 1);
    literal
        .base10_parse()
        .is_ok_and(|number: f64| number.is_normal() && mantissa(number) == 0)
}
