//! What an expression visibly is: a name, a constructor, a float, of which type.
//!
//! In: an expression and its environment. Out: yes, or a type, only where the tokens show it.

use syn::{BinOp, Expr, ExprCall, ExprMethodCall, GenericArgument, Lit, Local, Pat, Type, UnOp};

use super::environment::{Environment, Known, Origin};
use super::macros::{self, Kind};
use super::patterns;
use super::spelling::spelling;
use super::ty::Scalar;
use super::types::{Primitive, dereferenced, peel};
use crate::rust::std_names;

/// The single name that an expression is.
pub(crate) fn name_of(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Path(path) if path.qself.is_none() && path.path.leading_colon.is_none() => {
            match path.path.segments.len() {
                1 => path.path.segments.first().map(|s| spelling(&s.ident)),
                _ => None,
            }
        }
        Expr::Paren(paren) => name_of(&paren.expr),
        Expr::Group(group) => name_of(&group.expr),
        _ => None,
    }
}

/// What a call of a path runs, as far as its spelling shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PathCall {
    /// `Some(..)`, `Point(..)`, `Shape::Circle(..)`.
    Constructor,
    /// `Vec::new()` and the like: a fresh value, the same one each time.
    Fresh,
    /// `f64::max(a, b)`, `f64::from(a)`: a listed method of a primitive, or a conversion to one.
    Primitive,
    /// Anything else.
    Other,
}

/// Classifies a call by the path that is called.
pub(crate) fn path_call(call: &ExprCall, env: &Environment) -> PathCall {
    let Expr::Path(path) = &*call.func else {
        return PathCall::Other;
    };
    let segments = &path.path.segments;
    let Some(last) = segments.last() else {
        return PathCall::Other;
    };
    let name = last.ident.to_string();
    let local = segments.len() == 1 && env.lookup(&name).is_some();
    let owner = segments.iter().rev().nth(1);
    let owner = owner.map(|owner| owner.ident.to_string());
    if patterns::constructs(owner.as_deref(), &name, call.args.len()) && !local {
        return PathCall::Constructor;
    }
    let (None, Some(owner)) = (&path.qself, owner) else {
        return PathCall::Other;
    };
    let arguments = call.args.len();
    if std_names::CONSTRUCTORS.contains(&(&*owner, &*name, arguments)) && env.means_std(&owner) {
        return PathCall::Fresh;
    }
    // `T::zero()` of a type parameter: numbers of any kind. Those of the `impl` around a method are
    // not seen, but for their names of one letter. A `default` is no number's alone: what is not `Copy` may count what it makes.
    let number = if env.is_type_parameter(&owner) {
        name != "default" || env.is_copy_parameter(&owner)
    } else {
        owner.len() == 1 && patterns::capitalised(&owner)
    };
    if segments.len() == 2 && arguments == 0 && std_names::NUMBERS.contains(&&*name) && number {
        return PathCall::Fresh;
    }
    let literal = |expr: &Expr| matches!(expr, Expr::Lit(_));
    if owner == "String" && name == "from" && call.args.iter().all(literal) {
        return if env.means_std(&owner) {
            PathCall::Fresh
        } else {
            PathCall::Other
        };
    }
    let listed = (name == "from" && arguments == 1)
        || arguments > 0
            && (std_names::is(&name, arguments - 1, std_names::SCALAR)
                || std_names::is(&name, arguments - 1, std_names::COMPARISON));
    if listed && Scalar::named(&owner).is_some() && env.means_std(&owner) {
        return PathCall::Primitive;
    }
    PathCall::Other
}

/// The primitive that an associated constant belongs to: `f64::INFINITY`, `std::f64::consts::PI`,
/// `std::i32::MAX`.
fn constant_type(path: &syn::ExprPath) -> Option<Type> {
    if path.qself.is_some() {
        return None;
    }
    let segments = path.path.segments.iter().collect::<Vec<_>>();
    let (last, owners) = segments.split_last()?;
    let name = last.ident.to_string();
    let owners = match owners {
        [root, rest @ ..] if root.ident == "std" || root.ident == "core" => rest,
        other => other,
    };
    let (owner, constants) = match owners {
        [owner] => (owner, false),
        [owner, module] if module.ident == "consts" => (owner, true),
        _ => return None,
    };
    Scalar::of(&owner.ident)?;
    let owner = &owner.ident;
    // A trait may give a primitive any other constant, of any type.
    match name.as_str() {
        "BITS" => Some(syn::parse_quote!(u32)),
        "MAX" | "MIN" | "INFINITY" | "NEG_INFINITY" | "NAN" | "EPSILON" | "MIN_POSITIVE" => {
            Some(syn::parse_quote!(#owner))
        }
        _ if constants => Some(syn::parse_quote!(#owner)),
        _ => None,
    }
}

/// The type of an expression, where the source shows it.
pub(crate) fn visible_type(expr: &Expr, env: &Environment) -> Option<Type> {
    match expr {
        Expr::Lit(literal) => literal_type(&literal.lit),
        Expr::Path(path) => match name_of(expr) {
            Some(name) => env.type_of(&name).cloned(),
            None => constant_type(path),
        },
        Expr::Paren(paren) => visible_type(&paren.expr, env),
        Expr::Group(group) => visible_type(&group.expr, env),
        Expr::Cast(cast) => match peel(&cast.ty) {
            Type::Infer(_) => None,
            _ => Some((*cast.ty).clone()),
        },
        Expr::Reference(reference) => {
            let inner = visible_type(&reference.expr, env);
            let inner = inner.unwrap_or_else(|| syn::parse_quote!(_));
            Some(super::types::reference(inner, None, reference.mutability))
        }
        Expr::Unary(unary) => {
            let inner = visible_type(&unary.expr, env)?;
            match unary.op {
                UnOp::Deref(_) => match peel(&inner) {
                    Type::Reference(reference) => Some((*reference.elem).clone()),
                    _ => None,
                },
                _ => {
                    let inner = dereferenced(&inner);
                    env.primitive(inner).map(|_| inner.clone())
                }
            }
        }
        Expr::Field(field) => {
            let base = visible_type(&field.base, env)?;
            match (dereferenced(&base), &field.member) {
                (Type::Tuple(tuple), syn::Member::Unnamed(index)) => {
                    tuple.elems.get(index.index as usize).cloned()
                }
                _ => None,
            }
        }
        Expr::Index(index) => {
            if matches!(*index.index, Expr::Range(_)) {
                let base = visible_type(&index.expr, env)?;
                let element = env.array_of(&base)?.element;
                return Some(syn::parse_quote!([#element]));
            }
            // Only an index that is visibly a `usize` selects one element.
            let number = match &*index.index {
                Expr::Lit(literal) => matches!(literal.lit, Lit::Int(_)),
                other => visible_type(other, env)
                    .is_some_and(|ty| env.primitive(&ty) == Some(Primitive::Unsigned)),
            };
            let base = visible_type(&index.expr, env)?;
            number.then(|| env.array_of(&base).map(|array| array.element))?
        }
        Expr::Tuple(tuple) => {
            let parts = tuple
                .elems
                .iter()
                .map(|part| visible_type(part, env))
                .collect::<Option<Vec<_>>>()?;
            Some(syn::parse_quote!((#(#parts,)*)))
        }
        Expr::If(branch) => {
            let then = crate::rust::expr::sole(&branch.then_branch)?;
            let other = match &*branch.else_branch.as_ref()?.1 {
                Expr::Block(block) if block.label.is_none() => {
                    crate::rust::expr::sole(&block.block)?
                }
                other => other,
            };
            same_primitive(then, other, env)
        }
        Expr::Binary(binary) => binary_type(&binary.left, &binary.op, &binary.right, env),
        Expr::MethodCall(call) => method_type(call, env),
        Expr::Macro(mac) => match macros::listed(&mac.mac)?.kind {
            Kind::Format => Some(syn::parse_quote!(String)),
            Kind::Matches => Some(syn::parse_quote!(bool)),
            Kind::Vec if env.means_std("Vec") => {
                let first = macros::listed(&mac.mac)?.by_value.into_iter().next();
                let element = first.and_then(|first| visible_type(&first, env));
                let element = element.unwrap_or_else(|| syn::parse_quote!(_));
                Some(syn::parse_quote!(Vec<#element>))
            }
            _ => None,
        },
        Expr::Repeat(repeat) => {
            let element = visible_type(&repeat.expr, env);
            let element = element.unwrap_or_else(|| syn::parse_quote!(_));
            let length = &repeat.len;
            Some(syn::parse_quote!([#element; #length]))
        }
        Expr::Call(call) if path_call(call, env) == PathCall::Fresh => fresh_type(call),
        _ => None,
    }
}

/// The primitive type of two branches, one of which may be a number whose type is open.
fn same_primitive(left: &Expr, right: &Expr, env: &Environment) -> Option<Type> {
    let number = |expr| matches!(right_literal(expr), Some(Lit::Int(_) | Lit::Float(_)));
    let ty = match (visible_type(left, env), visible_type(right, env)) {
        (Some(left), Some(right)) => (left == right).then_some(left)?,
        (Some(ty), None) if number(right) => ty,
        (None, Some(ty)) if number(left) => ty,
        _ => return None,
    };
    env.primitive(&ty).map(|_| ty)
}

/// The type of a collection that is made on the spot, with holes for what rustc infers.
fn fresh_type(call: &ExprCall) -> Option<Type> {
    let Expr::Path(path) = &*call.func else {
        return None;
    };
    let mut owners = path.path.segments.iter().rev().skip(1);
    let owner = owners.next()?;
    let name = &owner.ident;
    if !owner.arguments.is_none() {
        let arguments = &owner.arguments;
        return match arguments {
            syn::PathArguments::AngleBracketed(angle) => {
                let arguments = &angle.args;
                Some(syn::parse_quote!(#name<#arguments>))
            }
            _ => None,
        };
    }
    match name.to_string().as_str() {
        "String" => Some(syn::parse_quote!(String)),
        "BTreeMap" | "HashMap" => Some(syn::parse_quote!(#name<_, _>)),
        _ => Some(syn::parse_quote!(#name<_>)),
    }
}

fn literal_type(literal: &Lit) -> Option<Type> {
    match literal {
        Lit::Bool(_) => Some(syn::parse_quote!(bool)),
        Lit::Char(_) => Some(syn::parse_quote!(char)),
        Lit::Byte(_) => Some(syn::parse_quote!(u8)),
        Lit::Str(_) => Some(syn::parse_quote!(&'static str)),
        Lit::Int(int) if !int.suffix().is_empty() => syn::parse_str(int.suffix()).ok(),
        Lit::Float(float) if !float.suffix().is_empty() => syn::parse_str(float.suffix()).ok(),
        _ => None,
    }
}

fn binary_type(left: &Expr, op: &BinOp, right: &Expr, env: &Environment) -> Option<Type> {
    if compares(op) {
        return Some(syn::parse_quote!(bool));
    }
    if super::mentions::compound(op) {
        return Some(syn::parse_quote!(()));
    }
    let left = visible_type(left, env)?;
    let left = dereferenced(&left);
    env.primitive(left)?;
    let shifts = matches!(op, BinOp::Shl(_) | BinOp::Shr(_));
    // A primitive on the left may still meet a user's type on the right: `2.0 * vector`, `1 << width`.
    match visible_type(right, env) {
        Some(right) if shifts => env
            .primitive_number(dereferenced(&right))
            .map(|_| left.clone()),
        Some(right) => (dereferenced(&right) == left).then(|| left.clone()),
        None => {
            matches!(right_literal(right), Some(Lit::Int(_) | Lit::Float(_))).then(|| left.clone())
        }
    }
}

fn right_literal(expr: &Expr) -> Option<&Lit> {
    match expr {
        Expr::Lit(literal) => Some(&literal.lit),
        Expr::Paren(paren) => right_literal(&paren.expr),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => right_literal(&unary.expr),
        _ => None,
    }
}

fn method_type(call: &ExprMethodCall, env: &Environment) -> Option<Type> {
    let name = call.method.to_string();
    // Only what flows out of other calls is an iterator for sure: a name may be of a type that has a `sum` of its own.
    if matches!(
        (name.as_str(), call.args.len()),
        ("sum" | "product" | "collect", 0)
    ) {
        return flows(&call.receiver).then(|| turbofish(call))?;
    }
    let receiver = visible_type(&call.receiver, env)?;
    let receiver = dereferenced(&receiver);
    // A `len` or an `is_empty` of a user's may give anything.
    if env.is_std(receiver) {
        match (name.as_str(), call.args.len()) {
            ("len" | "capacity", 0) => return Some(syn::parse_quote!(usize)),
            ("is_empty" | "is_nan" | "is_some" | "is_none" | "is_ok" | "is_err", 0) => {
                return Some(syn::parse_quote!(bool));
            }
            ("to_string", 0) => return Some(syn::parse_quote!(String)),
            _ => {}
        }
    }
    match env.primitive_number(receiver)? {
        Primitive::Signed | Primitive::Unsigned
            if matches!(
                (name.as_str(), call.args.len()),
                ("saturating_sub" | "saturating_add" | "div_ceil", 1)
            ) =>
        {
            Some(receiver.clone())
        }
        Primitive::Float if std_names::some(&name, std_names::FLOAT_SAME) => Some(receiver.clone()),
        _ if matches!(
            (name.as_str(), call.args.len()),
            ("min" | "max", 1) | ("abs", 0)
        ) =>
        {
            Some(receiver.clone())
        }
        _ => None,
    }
}

/// Whether a receiver is what another call gives, or a range.
fn flows(receiver: &Expr) -> bool {
    match receiver {
        Expr::MethodCall(_) | Expr::Range(_) => true,
        Expr::Paren(paren) => flows(&paren.expr),
        Expr::Group(group) => flows(&group.expr),
        _ => false,
    }
}

/// The type written in `method::<T>()`.
pub(crate) fn turbofish(call: &ExprMethodCall) -> Option<Type> {
    let arguments = &call.turbofish.as_ref()?.args;
    match (arguments.len(), arguments.first()) {
        (1, Some(GenericArgument::Type(ty))) => Some(ty.clone()),
        _ => None,
    }
}

/// Whether an operator compares, or is `&&` or `||`: a `bool` from borrowed operands.
pub(crate) fn compares(op: &BinOp) -> bool {
    matches!(
        op,
        BinOp::Eq(_)
            | BinOp::Ne(_)
            | BinOp::Lt(_)
            | BinOp::Le(_)
            | BinOp::Gt(_)
            | BinOp::Ge(_)
            | BinOp::And(_)
            | BinOp::Or(_)
    )
}

/// Whether an expression is visibly a float, or a reference to one.
pub(crate) fn visibly_float(expr: &Expr, env: &Environment) -> bool {
    if let Some(ty) = visible_type(expr, env) {
        return env.primitive(dereferenced(&ty)) == Some(Primitive::Float);
    }
    match expr {
        Expr::Lit(literal) => matches!(literal.lit, Lit::Float(_)),
        Expr::Paren(paren) => visibly_float(&paren.expr, env),
        Expr::Group(group) => visibly_float(&group.expr, env),
        Expr::Reference(reference) => visibly_float(&reference.expr, env),
        Expr::Unary(unary) => visibly_float(&unary.expr, env),
        Expr::Binary(binary) => {
            matches!(
                binary.op,
                BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_)
            ) && visibly_float(&binary.left, env)
                && visibly_float(&binary.right, env)
        }
        Expr::MethodCall(call) => std_names::some(&call.method.to_string(), std_names::ONLY_FLOAT),
        _ => false,
    }
}

impl Environment {
    /// Enters what a `let` shows of the names it binds.
    pub(crate) fn bind_local(&mut self, local: &Local) {
        let init = local.init.as_ref().map(|init| &*init.expr);
        let annotated = match &local.pat {
            Pat::Type(typed) => Some(&*typed.ty),
            _ => None,
        };
        if let Some(ty) = annotated {
            return self.bind(&local.pat, Some(ty), &Origin::AnnotatedLet);
        }
        let ty = init.and_then(|init| visible_type(init, self));
        let Some(name) = patterns::single_name(&local.pat) else {
            return self.bind(&local.pat, ty.as_ref(), &Origin::Pattern);
        };
        let origin = match init {
            Some(Expr::Closure(closure)) => Origin::LocalClosure(Box::new(closure.clone())),
            Some(init) if ty.is_some() || super::value::visibly_value(init, self) => {
                Origin::InferredOwned
            }
            Some(_) => Origin::Call,
            None => Origin::Unknown,
        };
        self.push(Known {
            name: spelling(&name.ident),
            ty,
            mutable: name.mutability.is_some(),
            origin,
        });
    }
}
