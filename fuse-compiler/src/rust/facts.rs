//! What statements say about lengths (docs/DESIGN.md section 4, *Sizes*).
//!
//! In: a statement with what is known of the names above it. Out: [`Stated`]: what its names are,
//! as lengths of arrays, and which lengths are equal below it. Strict, since two loops over arrays
//! that are said to be equally long run in step: names must be visibly arrays and visibly integers,
//! what a statement evaluates besides must be visibly without effect, and `debug_assert*` says
//! nothing.

mod equal;

use self::equal::{equal_where, of_assertion};
use super::control::{opaque_attributes, statement_attributes};
use super::environment::Environment;
use super::extent::Extent;
use super::spelling::spelling;
use super::types::{Owner, Primitive};
use super::{macros, patterns, visible};
use crate::rust::side_effect_free;
use syn::{BinOp, Block, Expr, Lit, Local, Macro, Pat, RangeLimits, Stmt, UnOp};

/// What one statement says.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stated {
    /// Scalars that it binds, with what they are in terms of the names above it.
    pub(crate) scalars: Vec<(String, Extent)>,
    /// Arrays that it binds, with their lengths in terms of the names above it.
    pub(crate) arrays: Vec<(String, Extent)>,
    /// What is equal below it.
    pub(crate) equal: Vec<(Extent, Extent)>,
    /// True if it visibly changes no length.
    pub(crate) keeps_lengths: bool,
}

impl Stated {
    /// Tells the environment, in which the statement's names are bound.
    pub(crate) fn remember(&self, env: &mut Environment) {
        let scalars = self.scalars.iter();
        let scalars = scalars.map(|(name, value)| (Extent::Name(name.clone()), value));
        let arrays = self.arrays.iter();
        let arrays = arrays.map(|(name, value)| (Extent::Len(name.clone()), value));
        for (bound, value) in scalars.chain(arrays) {
            let mut own = false;
            value.names(&mut |name, _| {
                own |= self
                    .scalars
                    .iter()
                    .chain(&self.arrays)
                    .any(|(bound, _)| bound == name);
            });
            // `let n = n + 1;` is about another `n`.
            if !own {
                env.state(&bound, value);
            }
        }
        for (left, right) in &self.equal {
            env.state(left, right);
        }
    }
}

/// The length that an integer expression is; `None` if the source does not show one that stays the
/// same wherever it is evaluated.
pub(crate) fn extent(expr: &Expr, env: &Environment) -> Option<Extent> {
    match expr {
        Expr::Paren(paren) if paren.attrs.is_empty() => extent(&paren.expr, env),
        Expr::Group(group) => extent(&group.expr, env),
        Expr::Lit(literal) if literal.attrs.is_empty() => match &literal.lit {
            Lit::Int(int) => Some(Extent::Number(int.base10_parse().ok()?)),
            _ => None,
        },
        Expr::Path(_) => {
            let name = visible::name_of(expr)?;
            let fixed = match env.lookup(&name) {
                Some(known) => !known.mutable,
                None => patterns::capitalised(&name),
            };
            fixed.then_some(Extent::Name(name))
        }
        Expr::MethodCall(call) if call.attrs.is_empty() && call.turbofish.is_none() => {
            let arguments = call.args.iter().collect::<Vec<_>>();
            match (call.method.to_string().as_str(), arguments.as_slice()) {
                ("len", []) => {
                    let name = visible::name_of(&call.receiver)?;
                    env.visible_array(&name).map(|_| Extent::Len(name))
                }
                ("min", [other]) => {
                    let parts = [&*call.receiver, other].map(|part| operand(part, env));
                    Some(Extent::Least(parts.into_iter().collect::<Option<_>>()?))
                }
                ("saturating_sub", [other]) => {
                    let (of, less) = (operand(&call.receiver, env)?, operand(other, env)?);
                    // Of signed integers it may take away less than nothing.
                    let natural = matches!(less, Extent::Number(_))
                        || unsigned(&call.receiver, env)
                        || unsigned(other, env);
                    natural.then(|| Extent::Less(Box::new(of), Box::new(less)))
                }
                ("div_ceil", [by]) => ratio(&call.receiver, by, true, env),
                _ => None,
            }
        }
        Expr::Binary(binary) if binary.attrs.is_empty() => {
            let both = || -> Option<Vec<Extent>> {
                Some(vec![
                    operand(&binary.left, env)?,
                    operand(&binary.right, env)?,
                ])
            };
            match binary.op {
                BinOp::Add(_) => Some(Extent::Computed("+".into(), both()?)),
                BinOp::Div(_) => ratio(&binary.left, &binary.right, false, env)
                    .or_else(|| Some(Extent::Computed("/".into(), both()?))),
                BinOp::Sub(_) => Some(Extent::Computed("-".into(), both()?)),
                BinOp::Mul(_) => Some(Extent::Computed("*".into(), both()?)),
                BinOp::Rem(_) => Some(Extent::Computed("%".into(), both()?)),
                _ => None,
            }
        }
        Expr::Cast(cast) if cast.attrs.is_empty() => {
            env.primitive_number(&cast.ty)?;
            let ty = crate::rust::spelling::text(&cast.ty);
            let of = operand(&cast.expr, env)?;
            Some(Extent::Computed(format!("as {ty}"), vec![of]))
        }
        _ => None,
    }
}

/// An extent that is visibly an integer of std's, so that operators and methods are std's too.
fn operand(expr: &Expr, env: &Environment) -> Option<Extent> {
    extent(expr, env).filter(|extent| integers(extent, env))
}

/// True if every name in it is visibly an integer. A constant counts as one.
fn integers(extent: &Extent, env: &Environment) -> bool {
    let mut all = true;
    extent.names(&mut |name, array| {
        let integer = |ty| {
            matches!(
                env.primitive(ty),
                Some(Primitive::Signed | Primitive::Unsigned)
            )
        };
        all &= array
            || match env.lookup(name) {
                Some(known) => known.ty.as_ref().is_some_and(integer),
                None => true,
            };
    });
    all
}

/// True if an expression is visibly of an unsigned type.
fn unsigned(expr: &Expr, env: &Environment) -> bool {
    visible::visible_type(expr, env)
        .is_some_and(|ty| env.primitive(&ty) == Some(Primitive::Unsigned))
}

fn ratio(of: &Expr, by: &Expr, up: bool, env: &Environment) -> Option<Extent> {
    match extent(by, env)? {
        Extent::Number(by) if by > 0 => Some(Extent::Ratio {
            of: Box::new(operand(of, env)?),
            by: Box::new(Extent::Number(by)),
            up,
        }),
        _ => None,
    }
}

/// The number of integers in a range.
pub(crate) fn span(range: &syn::ExprRange, env: &Environment) -> Option<Extent> {
    let (start, end) = (range.start.as_ref()?, range.end.as_ref()?);
    Some(Extent::Span {
        start: Box::new(extent(start, env)?),
        end: Box::new(extent(end, env)?),
        inclusive: matches!(range.limits, RangeLimits::Closed(_)),
    })
}

/// The length of an array type `[T; N]`.
pub(crate) fn of_owner(owner: &Owner, env: &Environment) -> Option<Extent> {
    match owner {
        Owner::Array(length) => extent(length, env),
        Owner::Vec | Owner::Slice | Owner::Box => None,
    }
}

/// What a statement says about lengths. `env` is what is known above it.
pub(crate) fn stated(stmt: &Stmt, env: &Environment) -> Stated {
    let says_something = match stmt {
        Stmt::Local(_) => true,
        Stmt::Expr(expr, _) => matches!(expr, Expr::If(_) | Expr::Macro(_)),
        Stmt::Macro(_) => true,
        Stmt::Item(_) => false,
    };
    let attributed = match stmt {
        Stmt::Local(local) => opaque_attributes(local),
        other => statement_attributes(other),
    };
    if !says_something || attributed {
        return Stated::default();
    }
    match stmt {
        Stmt::Local(local) => of_local(local, env),
        Stmt::Macro(mac) => of_assertion(&mac.mac, env),
        Stmt::Expr(Expr::Macro(mac), _) => of_assertion(&mac.mac, env),
        Stmt::Expr(Expr::If(guard), _)
            if guard.else_branch.is_none() && diverges(&guard.then_branch) =>
        {
            let mut stated = Stated::default();
            if equal_where(&guard.cond, false, env, &mut stated.equal) {
                stated.keeps_lengths = true;
                stated
            } else {
                Stated::default()
            }
        }
        _ => Stated::default(),
    }
}

fn of_local(local: &Local, env: &Environment) -> Stated {
    let mut stated = Stated::default();
    let Some(init) = local.init.as_ref().filter(|init| init.diverge.is_none()) else {
        return stated;
    };
    let pattern = match &local.pat {
        Pat::Type(typed) => &*typed.pat,
        pattern => pattern,
    };
    match (pattern, &*init.expr) {
        (Pat::Ident(_), value) => {
            let Some(name) = fixed_name(pattern) else {
                // A mutable array has its first length all the same.
                if let (Pat::Ident(ident), Some(length)) = (pattern, array_length(value, env))
                    && ident.by_ref.is_none()
                    && ident.subpat.is_none()
                {
                    stated.arrays.push((spelling(&ident.ident), length));
                    stated.keeps_lengths = true;
                }
                return stated;
            };
            if let Some(value) = operand(value, env) {
                stated.scalars.push((name, value));
            } else if let Some(length) = array_length(value, env) {
                stated.arrays.push((name, length));
                stated.keeps_lengths = true;
            }
        }
        (Pat::Tuple(names), Expr::Tuple(values))
            if names.elems.len() == values.elems.len() && values.attrs.is_empty() =>
        {
            for (name, value) in names.elems.iter().zip(&values.elems) {
                if let (Some(name), Some(value)) = (fixed_name(name), operand(value, env)) {
                    stated.scalars.push((name, value));
                }
            }
        }
        _ => {}
    }
    stated
}

/// The name of a pattern that binds one immutable value as it is.
fn fixed_name(pattern: &Pat) -> Option<String> {
    match pattern {
        Pat::Ident(ident)
            if ident.by_ref.is_none()
                && ident.mutability.is_none()
                && ident.subpat.is_none()
                && ident.attrs.is_empty() =>
        {
            Some(spelling(&ident.ident))
        }
        _ => None,
    }
}

/// The length of the array that an initialiser makes: `vec![x; n]`, `[x; n]`, `[a, b]`, `&xs`,
/// `&xs[1..]`, `xs.to_vec()`, `xs.clone()`. Evaluating it visibly changes no length.
pub(crate) fn array_length(expr: &Expr, env: &Environment) -> Option<Extent> {
    let pure = |expr: &Expr| side_effect_free::transparent(expr, env).is_some();
    match expr {
        Expr::Paren(paren) if paren.attrs.is_empty() => array_length(&paren.expr, env),
        Expr::Group(group) => array_length(&group.expr, env),
        Expr::Repeat(repeat) if pure(&repeat.expr) => extent(&repeat.len, env),
        Expr::Array(array) if array.elems.iter().all(pure) => {
            Some(Extent::Number(array.elems.len() as u64))
        }
        Expr::Macro(mac) => {
            let listed = macros::listed(&mac.mac)?;
            if listed.kind != macros::Kind::Vec || !listed.by_value.iter().all(pure) {
                return None;
            }
            // `vec![x; n]` is told from `vec![a, b]` by its tokens.
            match syn::parse2::<Repeated>(mac.mac.tokens.clone()) {
                Ok(repeated) => operand(&repeated.length, env),
                Err(_) => Some(Extent::Number(listed.by_value.len() as u64)),
            }
        }
        Expr::Reference(reference) if reference.attrs.is_empty() => {
            place_length(&reference.expr, env)
        }
        Expr::MethodCall(call)
            if call.args.is_empty()
                && call.turbofish.is_none()
                && call.attrs.is_empty()
                && (call.method == "to_vec" || call.method == "clone") =>
        {
            // Cloning elements may do anything but change this array.
            place_length(&call.receiver, env)
        }
        _ => None,
    }
}

/// `x; n`
struct Repeated {
    length: Expr,
}

impl syn::parse::Parse for Repeated {
    fn parse(input: syn::parse::ParseStream<'_>) -> syn::Result<Self> {
        input.parse::<Expr>()?;
        input.parse::<syn::Token![;]>()?;
        let length = input.parse()?;
        Ok(Repeated { length })
    }
}

/// The length of `xs` or of a part of it, `xs[a..b]`.
pub(crate) fn place_length(place: &Expr, env: &Environment) -> Option<Extent> {
    match place {
        Expr::Paren(paren) if paren.attrs.is_empty() => place_length(&paren.expr, env),
        Expr::Path(_) => {
            let name = visible::name_of(place)?;
            env.visible_array(&name).map(|_| Extent::Len(name))
        }
        Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) && unary.attrs.is_empty() => {
            place_length(&unary.expr, env)
        }
        Expr::Index(index) if index.attrs.is_empty() => {
            let of = place_length(&index.expr, env)?;
            let Expr::Range(range) = &*index.index else {
                return None;
            };
            let inclusive = matches!(range.limits, RangeLimits::Closed(_));
            match (&range.start, &range.end) {
                (None, None) => Some(of),
                // Out of bounds it panics.
                (Some(start), None) => {
                    let start = operand(start, env)?;
                    Some(Extent::Less(Box::new(of), Box::new(start)))
                }
                (start, Some(end)) => {
                    let start = match start {
                        Some(start) => operand(start, env)?,
                        None => Extent::Number(0),
                    };
                    Some(Extent::Span {
                        start: Box::new(start),
                        end: Box::new(operand(end, env)?),
                        inclusive,
                    })
                }
            }
        }
        _ => None,
    }
}

/// True if a block is visibly never left at its end.
pub(crate) fn diverges(block: &Block) -> bool {
    match block.stmts.last() {
        Some(Stmt::Expr(expr, _)) => match expr {
            Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => true,
            Expr::Macro(mac) => panics(&mac.mac),
            Expr::Block(inner) => inner.label.is_none() && diverges(&inner.block),
            _ => false,
        },
        Some(Stmt::Macro(mac)) => panics(&mac.mac),
        _ => false,
    }
}

fn panics(mac: &Macro) -> bool {
    macros::listed(mac).is_some_and(|listed| listed.kind == macros::Kind::Panic)
}

#[cfg(test)]
mod tests;
