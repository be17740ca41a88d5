//! Names that a `for` body adds to, so that several threads may share the loop.
//!
//! In: the loop, and the statements before it. Out: what each name that it writes is to a range
//! ([`crate::ops::monoid::privatised`]), by the plain `let mut` of the block that declares it, or why the loop stays on one
//! thread.

use super::{Kind, Statement};
use crate::ops::consumer::each::Each;
use crate::ops::monoid::privatised::{Declared, Total, only_counts};
use crate::rust::environment::Environment;
use crate::rust::patterns::single_name;
use syn::{Expr, GenericArgument, PathArguments, Stmt, Type};

/// What the names are that a loop writes, but for the arrays that it changes in place. `before` are the statements of
/// the block up to it.
///
/// # Errors
/// Why it stays on one thread.
pub(crate) fn totals(
    each: &Each,
    before: &[Statement],
    environment: &Environment,
) -> Result<Vec<Total>, &'static str> {
    let summed = each
        .body
        .writes
        .iter()
        .map(|write| &write.name)
        .filter(|name| !each.in_place.contains(name));
    let totals = summed.map(|name| {
        let Some(declared) = declared(name, before, environment) else {
            return Err(
                "its body writes what is outside of it, and that is no number or array of numbers that a plain `let mut` of this block declares",
            );
        };
        let is = declared.total(name, each, environment)?;
        Ok(Total {
            name: name.clone(),
            is,
        })
    });
    totals.collect()
}

/// The `let` of a name.
fn declared(name: &str, before: &[Statement], environment: &Environment) -> Option<Declared> {
    let binds = |statement: &Statement| statement.binds.iter().any(|bound| bound.name == name);
    let place = before.iter().rposition(binds)?;
    let Stmt::Local(local) = &before[place].tokens else {
        return None;
    };
    let init = local.init.as_ref().filter(|init| init.diverge.is_none())?;
    let pattern = single_name(&local.pat)?;
    if !local.attrs.is_empty() || pattern.mutability.is_none() {
        return None;
    }
    let ty = match &local.pat {
        syn::Pat::Type(typed) => Some((*typed.ty).clone()),
        _ => None,
    };
    let mut declared = Declared {
        initial: (*init.expr).clone(),
        ty,
        vector: false,
        grows: {
            let mut since = before[place + 1..].iter();
            since.all(|statement| grows(name, statement, environment))
        },
    };
    if let Expr::Macro(made) = &*init.expr
        && made.mac.path.is_ident("vec")
    {
        // Of one value, or of several: to be indexed like an array.
        let tokens = &made.mac.tokens;
        declared.initial = syn::parse2(quote::quote!([#tokens])).ok()?;
        declared.vector = true;
        declared.ty = match &declared.ty {
            Some(ty) => Some(row_of(ty)?),
            None => None,
        };
    }
    Some(declared)
}

/// True if a statement between the `let` and the loop leaves integers that began without a minus as they are, or adds
/// others to them.
fn grows(name: &str, statement: &Statement, environment: &Environment) -> bool {
    match &statement.kind {
        Kind::Each(skeleton) => skeleton.holes.iter().all(|hole| {
            let Some(each) = hole.chain.consumer.of::<Each>() else {
                return false;
            };
            !statement.reads.iter().any(|read| read == name) || only_counts(name, each, environment)
        }),
        Kind::Let(_) | Kind::Barrier(_) | Kind::Tail(_) => {
            !statement.reads.iter().any(|read| read == name)
        }
    }
}

/// `[T; 0]` for `Vec<T>`: what is asked of either is the type of a component.
fn row_of(ty: &Type) -> Option<Type> {
    let Type::Path(path) = ty else {
        return None;
    };
    let last = path
        .path
        .segments
        .last()
        .filter(|last| last.ident == "Vec")?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    match arguments.args.first()? {
        GenericArgument::Type(Type::Infer(_)) => None,
        GenericArgument::Type(element) => Some(syn::parse_quote!([#element; 0])),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ops::recognised::ADDED;
    use crate::region::Region;
    use crate::region::parallelise::parallelise;

    /// Why the last loop of a block stays on one thread.
    fn reason(block: &str) -> Option<&'static str> {
        let function: syn::ItemFn = syn::parse_str(&format!(
            "fn f(xs: &[f64], ys: &mut [f64], start: u64, n: usize, total: &mut f64) {{ {block} }}"
        ))
        .expect("a function");
        let mut environment = Environment::of_signature(&function.sig);
        let mut region = Region::read(&function.block, None, &mut environment);
        let each = |statement: &Statement| matches!(statement.kind, Kind::Each(_));
        assert!(region.statements.iter().any(each), "{block}");
        parallelise(&mut region, &environment)
            .last()
            .map(|other| other.reason)
    }

    fn looped(declared: &str, body: &str) -> Option<&'static str> {
        reason(&format!(
            "{declared} for (i, x) in xs.iter().enumerate() {{ {body} }}"
        ))
    }

    #[test]
    fn what_is_only_added_to_is_divided() {
        for (declared, body) in ADDED {
            assert_eq!(looped(declared, body), None, "{declared} {body}");
        }
        for (declared, body) in [
            ("let mut n = 0;", "if *x > 0.0 { n += 1; } else { n += i; }"),
            ("let mut n = 0;", "if *x > 0.0 { continue; } n += 1;"),
            ("let mut n = start;", "n += 1;"),
            ("let mut n = -1_i8;", "let count = p.n; n += count;"),
            ("let mut t = [[0.0; 3]; 2];", "t[i % 2][i % 3] += x;"),
            ("let mut s: Vec<f32> = vec![0.0, 1.0];", "s[i] -= 1.0;"),
            ("let mut n = [0; 2]; n_of(&xs); ", "n[i] += 1;"),
            (
                "let mut n = [0; 2]; for x in xs { n[0] += 2; }",
                "n[i] += 1;",
            ),
        ] {
            assert_eq!(looped(declared, body), None, "{declared} {body}");
        }
        assert_eq!(
            reason("let mut s = 0.0; for y in ys.iter_mut() { *y *= 2.0; s += *y; }"),
            None
        );
    }

    #[test]
    fn what_is_more_than_that_stays_on_one_thread() {
        for (declared, body, why) in [
            ("", "*total += x;", "no number"),
            (
                "let start = 3; let mut n = start;",
                "n += 1;",
                "not visibly a primitive",
            ),
            ("let mut n = 0;", "n -= 1;", "subtracts"),
            ("let mut n = 0.0;", "n += x; n *= 2.0;", "several operators"),
            ("let mut n = 0.0;", "n += n * x;", "more with"),
            ("let mut n = 0.0;", "if n < 9.0 { n += x; }", "more with"),
            ("let mut n = 0.0;", "n = x - n;", "more with"),
            ("let mut n = 0.0;", "n /= 2.0;", "more with"),
            (
                "let mut n = [0; 4];",
                "n[i] += i as i32;",
                "may have a sign",
            ),
            ("let mut n = [-1; 4];", "n[i] += 1;", "may have a sign"),
            (
                "let mut n = [0; 4]; n[0] = -9;",
                "n[i] += 1;",
                "may have a sign",
            ),
            ("let mut n = [1.0; 4];", "n[i] *= x;", "something else"),
            (
                "let mut n = [0.0; 4];",
                "n[i] += 1.0; n[n.len() - 1] += 1.0;",
                "more with",
            ),
            ("let mut out = Vec::new();", "out.push(*x);", "more with"),
        ] {
            let found = looped(declared, body).unwrap_or("nothing");
            assert!(found.contains(why), "{declared} {body}: {found}");
        }
    }
}
