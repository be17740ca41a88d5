//! Guards against empty arrays, and short ones: `if xs.is_empty() { return ..; }`, and
//! `let low = xs.iter().min()?;`.
//!
//! In: a statement. Out: the arrays of which an empty or short one is the only reason to leave, or the
//! chain that leaves if it finds nothing. A chain that reads all of them in step calls no worker if the
//! guard is taken, or hardly any, so it may run before the guard.

use super::statement::{Found, Guarded, Hole};
use crate::ops::chain::{Access, Chain, Source};
use crate::rust::environment::Environment;
use crate::rust::facts::leaves;
use crate::rust::mentions::Mentions;
use crate::rust::patterns::capitalised;
use crate::rust::spelling::spelling;
use crate::rust::term::{Is, Term};
use crate::rust::visible::asked;
use crate::sorted::SortedSet;
use syn::{BinOp, Block, Expr, ExprIf, Lit, Pat, Stmt, UnOp};

/// As many elements as nobody minds to look at in vain.
const FEW: u64 = 16;

/// What makes the statement leave; no arrays if it is no such guard.
#[must_use]
pub(crate) fn guarded(stmt: &Stmt, environment: &Environment) -> Guarded {
    let Stmt::Expr(guard @ Expr::If(_), _) = stmt else {
        return Guarded::default();
    };
    asked(guard, environment, |guard| {
        let mut guarded = Guarded::default();
        let short = match &guard.is {
            Is::If(condition, then, None) if !guard.attributed && leaves(then) => {
                short(condition, environment, &mut guarded)
            }
            _ => None,
        };
        short.map(|()| guarded).unwrap_or_default()
    })
}

/// The branch of an `if` that runs only where all of some arrays hold an element, with those: the second one of
/// `if xs.is_empty() { .. } else { .. }`, the first one of `if !xs.is_empty() { .. }`. A chain that reads them in step calls no worker
/// where it does not run, so it may run before the `if`.
#[must_use]
pub(crate) fn filled_branch(branch: &ExprIf, environment: &Environment) -> Option<Filled> {
    let (then, arrays) = asked(&branch.cond, environment, |condition| {
        let mut guarded = Guarded::default();
        let then = match &condition.is {
            Is::Unary(UnOp::Not(_), empty) if !condition.attributed => {
                short(empty, environment, &mut guarded)?;
                true
            }
            Is::Binary(BinOp::Gt(_) | BinOp::Ne(_), of, zero) if number(zero) == Some(0) => {
                asks(of, "len", environment, &mut guarded)?;
                true
            }
            Is::Binary(BinOp::Lt(_), zero, of) if number(zero) == Some(0) => {
                asks(of, "len", environment, &mut guarded)?;
                true
            }
            _ => {
                short(condition, environment, &mut guarded)?;
                false
            }
        };
        (!guarded.few).then_some((then, guarded.arrays))
    })?;
    let mut filled = Filled {
        then,
        arrays: arrays.into_iter().collect(),
        beside: SortedSet::new(),
        environment: environment.clone(),
    };
    let mut branch = branch.clone();
    let [_, other] = filled.values(&mut branch)?;
    filled.beside = Mentions::of_expr(other).read;
    Some(filled)
}

/// A branch that runs only where arrays hold elements.
pub(crate) struct Filled {
    /// True for the first one.
    then: bool,
    /// The arrays.
    arrays: SortedSet<String>,
    /// What the other branch mentions.
    beside: SortedSet<String>,
    /// What is known of names there.
    environment: Environment,
}

impl Filled {
    /// The value of the branch, and of the other one, if each is nothing but a value.
    pub(crate) fn values<'b>(&self, branch: &'b mut ExprIf) -> Option<[&'b mut Expr; 2]> {
        fn value(block: &mut Block) -> Option<&mut Expr> {
            match block.stmts.as_mut_slice() {
                [Stmt::Expr(value, None)] => Some(value),
                _ => None,
            }
        }
        let (_, other) = branch.else_branch.as_mut()?;
        let other = match &mut **other {
            Expr::Block(block) if block.attrs.is_empty() && block.label.is_none() => {
                value(&mut block.block)?
            }
            _ => return None,
        };
        let then = value(&mut branch.then_branch)?;
        Some(if self.then {
            [then, other]
        } else {
            [other, then]
        })
    }

    /// True if a chain does nothing where one of the arrays is empty. What holds references then holds them while the other branch
    /// runs, too.
    #[must_use]
    pub(crate) fn runs_nothing(&self, chain: &Chain) -> bool {
        let start = |source: &Source| match source {
            Source::Array(array) if array.access == Access::ByReference => {
                Some(spelling(&array.name))
            }
            // A method of what nobody sees may do anything where it did not run.
            Source::Driver(driver) => {
                let place = driver.quiet_place()?;
                let ty = self.environment.type_of(place)?;
                self.environment.is_collection(ty).then(|| place.to_owned())
            }
            _ => None,
        };
        let read = chain.stream.read_from_the_start(&start);
        let lent = chain.result_borrows();
        chain.is_idle()
            && read.is_some_and(|read| self.arrays.is_subset(&read))
            && !lent.iter().any(|name| self.beside.contains(name))
    }
}

/// The chain that finds what the statement needs to go on: `let low = xs.iter().min()?;`,
/// `let Some(low) = xs.iter().min() else { return .. };`.
#[must_use]
pub(crate) fn found(stmt: &Stmt, holes: &[Hole]) -> Option<Found> {
    let (Stmt::Local(local), [hole]) = (stmt, holes) else {
        return None;
    };
    let init = local.init.as_ref()?;
    let leaves = match (&init.diverge, &local.pat) {
        (Some(_), Pat::TupleStruct(pattern)) => {
            pattern.path.is_ident("Some")
                // A constant, or `None`, would leave for other reasons.
                && matches!(pattern.elems.first(), Some(Pat::Ident(ident))
                    if ident.subpat.is_none() && !capitalised(&spelling(&ident.ident)))
                && hole.is(&init.expr)
        }
        (Some(_), _) => false,
        (None, _) => tried(&init.expr, hole),
    };
    (leaves && finds_in_all(hole)).then_some(Found {
        hole: 0,
        quiet: init.diverge.is_none(),
    })
}

/// True for `chain?` and `*chain.ok_or(..)?`, with nothing around it that does anything.
fn tried(expr: &Expr, hole: &Hole) -> bool {
    fn option(expr: &Expr, hole: &Hole) -> bool {
        match expr {
            Expr::MethodCall(call) if call.attrs.is_empty() => {
                let quiet = match call.args.first() {
                    None => call.method == "copied",
                    Some(Expr::Lit(_) | Expr::Path(_)) => call.method == "ok_or",
                    // It runs only if nothing was found.
                    Some(Expr::Closure(_)) => call.method == "ok_or_else",
                    Some(_) => false,
                };
                quiet && option(&call.receiver, hole)
            }
            other => hole.is(other),
        }
    }
    match expr {
        Expr::Paren(paren) => tried(&paren.expr, hole),
        Expr::Unary(unary) => matches!(unary.op, UnOp::Deref(_)) && tried(&unary.expr, hole),
        Expr::Field(field) => tried(&field.base, hole),
        Expr::Try(tried) => tried.attrs.is_empty() && option(&tried.expr, hole),
        _ => false,
    }
}

/// True if a chain finds something unless there is nothing at all.
fn finds_in_all(hole: &Hole) -> bool {
    let consumer = &hole.chain.consumer;
    let finds = consumer.gives_element() && consumer.solitary().is_none();
    finds && hole.chain.stream.is_one_to_one()
}

/// Notes the array of which a method asks.
fn asks(
    of: &Term<'_>,
    method: &str,
    environment: &Environment,
    guarded: &mut Guarded,
) -> Option<()> {
    let Is::Method(call) = &of.is else {
        return None;
    };
    let asked = call.named() == (method, 0) && !call.has_turbofish();
    let plain = asked && !of.attributed && !call.receiver.attributed;
    let array = call.receiver.ty(environment).filter(|_| plain)?;
    if !environment.is_collection(array) {
        return None;
    }
    guarded.arrays.push(call.receiver.name()?);
    Some(())
}

/// Notes the arrays of which one is short if, and only if, the condition holds.
fn short(condition: &Term<'_>, environment: &Environment, guarded: &mut Guarded) -> Option<()> {
    let mut note = |of: &Term<'_>, method: &str| asks(of, method, environment, guarded);
    if condition.attributed {
        return None;
    }
    match &condition.is {
        Is::Binary(BinOp::Or(_), left, right) => {
            short(left, environment, guarded)?;
            short(right, environment, guarded)
        }
        Is::Binary(BinOp::Eq(_), array, zero) if number(zero) == Some(0) => note(array, "len"),
        Is::Binary(BinOp::Eq(_), zero, array) if number(zero) == Some(0) => note(array, "len"),
        Is::Binary(op @ (BinOp::Lt(_) | BinOp::Le(_)), array, at_most) => {
            let below = number(at_most)? + u64::from(matches!(op, BinOp::Le(_)));
            note(array, "len").filter(|()| (1..=FEW).contains(&below))?;
            guarded.few |= below > 1;
            Some(())
        }
        _ => note(condition, "is_empty"),
    }
}

fn number(term: &Term<'_>) -> Option<u64> {
    match &term.is {
        Is::Literal(Lit::Int(int)) => int.base10_parse::<u32>().ok().map(u64::from),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::Signature;

    fn guards(statement: &str) -> Guarded {
        let signature: Signature =
            syn::parse_quote!(fn f(xs: &[f64], ys: &[f64], set: &Set<f64>, n: usize));
        let stmt: Stmt = syn::parse_str(statement).expect("a statement");
        guarded(&stmt, &Environment::of_signature(&signature))
    }

    #[test]
    fn every_way_to_ask_for_an_empty_array() {
        for statement in [
            "if xs.is_empty() { return None; }",
            "if xs.len() == 0 { panic!(\"nothing\") }",
            "if (0 == xs.len()) { log(n); continue; }",
            "if xs.len() < 1 { break }",
        ] {
            let guarded = guards(statement);
            assert_eq!(guarded.arrays, ["xs"], "{statement}");
            assert!(!guarded.few, "{statement}");
        }
        let guarded = guards("if xs.is_empty() || ys.is_empty() { return; }");
        assert_eq!(guarded.arrays, ["xs", "ys"]);
    }

    #[test]
    fn a_few_elements_are_looked_at_in_vain() {
        for statement in [
            "if xs.len() < 2 { return; }",
            "if xs.len() <= 1 { return; }",
            "if xs.len() < 16 || ys.is_empty() { return; }",
        ] {
            let guarded = guards(statement);
            assert!(guarded.few && guarded.arrays[0] == "xs", "{statement}");
        }
    }

    #[test]
    fn anything_else_is_a_wall() {
        for statement in [
            "if xs.is_empty() { log(); }",
            "if xs.is_empty() { return; } else { log(); }",
            "if xs.is_empty() || n == 0 { return; }",
            "if xs.is_empty() && ys.is_empty() { return; }",
            "if !xs.is_empty() { return; }",
            "if xs.len() < 1000 { return; }",
            "if xs.len() > 2 { return; }",
            "if set.is_empty() { return; }",
            "while xs.is_empty() { return; }",
        ] {
            assert_eq!(guards(statement), Guarded::default(), "{statement}");
        }
    }

    #[test]
    fn branches_that_run_only_where_there_is_something() {
        let signature: Signature =
            syn::parse_quote!(fn f(xs: &[f64], ys: &[f64], set: &HashSet<f64>, other: &Set<f64>));
        let environment = Environment::of_signature(&signature);
        let found = |text: &str| {
            let branch: ExprIf = syn::parse_str(text).expect("an if");
            let filled = filled_branch(&branch, &environment)?;
            Some((filled.then, filled.arrays.into_iter().collect::<Vec<_>>()))
        };
        let of = |then: bool, arrays: &[&str]| {
            Some((then, arrays.iter().map(ToString::to_string).collect()))
        };
        assert_eq!(
            found("if xs.is_empty() { 0.0 } else { 1.0 }"),
            of(false, &["xs"])
        );
        assert_eq!(
            found("if !xs.is_empty() { 0.0 } else { 1.0 }"),
            of(true, &["xs"])
        );
        assert_eq!(
            found("if 0 < xs.len() { 0.0 } else { 1.0 }"),
            of(true, &["xs"])
        );
        assert_eq!(
            found("if set.len() == 0 { 0.0 } else { 1.0 }"),
            of(false, &["set"])
        );
        let both = "if xs.is_empty() || ys.is_empty() { 0.0 } else { 1.0 }";
        assert_eq!(found(both), of(false, &["xs", "ys"]));
        for text in [
            "if xs.len() < 2 { 0.0 } else { 1.0 }",
            "if xs.is_empty() && ys.is_empty() { 0.0 } else { 1.0 }",
            "if other.is_empty() { 0.0 } else { 1.0 }",
            "if xs.is_empty() { 0.0 } else if ys.is_empty() { 1.0 } else { 2.0 }",
            "if xs.is_empty() { 0.0 } else { let y = 1.0; y }",
            "if xs.is_empty() { return }",
        ] {
            assert_eq!(found(text), None, "{text}");
        }
    }
}
