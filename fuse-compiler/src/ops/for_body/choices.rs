//! Bodies that add one of several literals to integers, without a jump.
//!
//! In: `match b { b'G' => skew += 1, b'C' => skew -= 1, _ => other += 1 }`. Out: `skew += 0i64 + (match b { b'G' => 1, _ => 0 }) - (match b
//! { b'C' => 1, _ => 0 }); other += match b { b'G' | b'C' => 0, _ => 1 };`, which has no jump: of one `match` with all values LLVM makes a
//! table. What is added, and whether that overflows, is what it was: one of all is not 0, or none.

use super::counting::visible_integer;
use crate::ops::names::local;
use crate::rust::environment::Environment;
use crate::rust::expr::{name_of, strip};
use crate::rust::patterns::binds;
use crate::rust::ty::Scalar;
use crate::sorted::SortedSet;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::{Arm, BinOp, Expr, ExprMatch, Lit, Pat, Stmt};

/// How many arms may add: each is compared with every element.
const MOST: usize = 4;

/// Statements of a body with such a `match` as an addition, to a name that neither they nor the pattern of the elements bind.
pub(super) fn added(pattern: &Pat, statements: Vec<Stmt>, env: &Environment) -> Vec<Stmt> {
    let mut inner = binds(pattern);
    for statement in &statements {
        match statement {
            Stmt::Local(local) => inner.extend(binds(&local.pat)),
            Stmt::Macro(_) | Stmt::Item(_) => return statements,
            Stmt::Expr(..) => {}
        }
    }
    let statements = statements.into_iter();
    let one = |statement: Stmt| addition(&statement, &inner, env).unwrap_or(statement);
    statements.map(one).collect()
}

fn addition(statement: &Stmt, inner: &SortedSet<String>, env: &Environment) -> Option<Stmt> {
    let Stmt::Expr(Expr::Match(matched), _) = statement else {
        return None;
    };
    // What is not exhaustive does not compile, and of parentheses rustc has something to say.
    let ends = matched.arms.last().map(|arm| &arm.pat);
    let exhaustive = matches!(ends, Some(Pat::Wild(_)));
    let bare = matched.attrs.is_empty() && !matches!(&*matched.expr, Expr::Paren(_));
    if !exhaustive || !bare || !are_apart(matched) {
        return None;
    }
    let arms = matched.arms.iter().map(Addition::of);
    let arms = arms.collect::<Option<Vec<_>>>()?;
    let mut names: Vec<(String, &Expr)> = Vec::new();
    for to in arms.iter().filter_map(|arm| arm.to) {
        let name = name_of(to)?;
        if names.iter().all(|(other, _)| *other != name) {
            names.push((name, to));
        }
    }
    if names.iter().any(|(name, _)| inner.contains(name)) {
        return None;
    }
    let choice = local("choice", "of");
    let mut additions = TokenStream::new();
    for (name, to) in &names {
        let number = visible_integer(name, env)?;
        let mut values = Vec::new();
        for (arm, written) in arms.iter().zip(&matched.arms) {
            if arm.to.and_then(name_of).as_ref() == Some(name) {
                let others = matched.arms.iter().map(|arm| &arm.pat);
                let value = arm.value(number, &choice, &written.pat, others)?;
                values.push((arm.subtracts, value));
            }
        }
        additions.extend(match (values.as_slice(), number) {
            ([(false, value)], _) => quote!(#to += #value;),
            (_, number) => {
                let zero = match number {
                    Some(number) => format!("0{}", number.name()),
                    None => "0".to_owned(),
                };
                let zero = syn::LitInt::new(&zero, Span::call_site());
                let signed = values.iter().map(|(subtracts, value)| match subtracts {
                    true => quote!(- (#value)),
                    false => quote!(+ (#value)),
                });
                quote!(#to += #zero #(#signed)*;)
            }
        });
    }
    let of = &matched.expr;
    let addition = quote!({ let #choice = #of; #additions });
    let adding = arms.iter().filter(|arm| arm.by.is_some());
    let few = !names.is_empty() && adding.count() <= MOST;
    syn::parse2(addition).ok().filter(|_| few)
}

/// True if no two arms compare with the same literal, and none but the last with anything else.
fn are_apart(matched: &ExprMatch) -> bool {
    let mut seen = SortedSet::new();
    let last = matched.arms.len().saturating_sub(1);
    matched
        .arms
        .iter()
        .enumerate()
        .all(|(at, arm)| match &arm.pat {
            Pat::Wild(_) => at == last,
            pattern => literals(pattern, &mut seen).is_some(),
        })
}

/// Notes the literals that a pattern compares with; `None` if one was seen before, or is none.
fn literals(pattern: &Pat, seen: &mut SortedSet<u128>) -> Option<()> {
    match pattern {
        Pat::Or(or) => or.cases.iter().try_for_each(|case| literals(case, seen)),
        Pat::Paren(inner) => literals(&inner.pat, seen),
        Pat::Lit(literal) => {
            let value = match &literal.lit {
                Lit::Byte(byte) => u128::from(byte.value()),
                Lit::Char(char) => u128::from(char.value()),
                Lit::Int(number) => number.base10_parse().ok()?,
                _ => return None,
            };
            seen.insert(value).then_some(())
        }
        _ => None,
    }
}

/// What an arm adds to a name, if it adds anything.
struct Addition<'e> {
    to: Option<&'e Expr>,
    subtracts: bool,
    by: Option<&'e syn::LitInt>,
}

impl<'e> Addition<'e> {
    /// That of an arm which does nothing else.
    fn of(arm: &'e Arm) -> Option<Addition<'e>> {
        const NOTHING: Addition<'static> = Addition {
            to: None,
            subtracts: false,
            by: None,
        };
        if !arm.attrs.is_empty() {
            return None;
        }
        let mut body = strip(&arm.body);
        if let Expr::Block(block) = body {
            match block.block.stmts.as_slice() {
                [] if block.label.is_none() => return Some(NOTHING),
                [Stmt::Expr(only, _)] if block.label.is_none() && block.attrs.is_empty() => {
                    body = only;
                }
                _ => return None,
            }
        }
        match body {
            Expr::Tuple(unit) if unit.elems.is_empty() => Some(NOTHING),
            Expr::Binary(binary) if binary.attrs.is_empty() => {
                let subtracts = matches!(binary.op, BinOp::SubAssign(_));
                let Expr::Lit(literal) = &*binary.right else {
                    return None;
                };
                let Lit::Int(by) = &literal.lit else {
                    return None;
                };
                let adds = subtracts || matches!(binary.op, BinOp::AddAssign(_));
                adds.then_some(Addition {
                    to: Some(&binary.left),
                    subtracts,
                    by: Some(by),
                })
            }
            _ => None,
        }
    }

    /// What there is to add, as a number of that type.
    fn value<'p>(
        &self,
        number: Option<Scalar>,
        choice: &Ident,
        pattern: &Pat,
        all: impl Iterator<Item = &'p Pat>,
    ) -> Option<TokenStream> {
        let by = self.by?;
        let name = number.map(Scalar::name);
        let own = by.suffix().is_empty() || Some(by.suffix()) == name;
        let signed = name.is_some_and(|name| name.starts_with('i'));
        let value = match pattern {
            // It comes last.
            Pat::Wild(_) => {
                let mut others = all
                    .filter(|other| !matches!(other, Pat::Wild(_)))
                    .peekable();
                others.peek()?;
                quote!(match #choice { #(#others)|* => 0, _ => #by })
            }
            pattern => quote!(match #choice { #pattern => #by, _ => 0 }),
        };
        (own && (signed || !self.subtracts)).then_some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::ToTokens as _;

    fn of(statement: &str) -> String {
        let signature = syn::parse_quote!(fn f(mut s: i64, mut n: usize, mut x: f64));
        let env = Environment::of_signature(&signature);
        let statement = syn::parse_str(statement).expect("a statement");
        let after = added(&syn::parse_quote!(b), vec![statement], &env);
        after[0].to_token_stream().to_string()
    }

    #[test]
    fn additions_of_literals_are_one_addition() {
        assert_eq!(
            of("match b { b'G' => s += 1, b'C' | b'c' => { s -= 2; } _ => {} }"),
            "{ let choice__of = b ; s += 0i64 + (match choice__of { b'G' => 1 , _ => 0 }) \
             - (match choice__of { b'C' | b'c' => 2 , _ => 0 }) ; }"
        );
        assert_eq!(
            of("match b { b'G' => s += 1, 0 | 1 => n += 1, _ => s += 3 }"),
            "{ let choice__of = b ; s += 0i64 + (match choice__of { b'G' => 1 , _ => 0 }) \
             + (match choice__of { b'G' | 0 | 1 => 0 , _ => 3 }) ; \
             n += match choice__of { 0 | 1 => 1 , _ => 0 } ; }"
        );
        for other in [
            "match b { b'G' => s += 1, c => s -= 1 }",
            "match b { b'G' => s += 1, 71 => s -= 1, _ => {} }",
            "match b { _ => s += 1, b'G' => {} }",
            "match b { 0..=9 => s += 1, _ => {} }",
            "match b { 0 => s += 1, 1 => s += 2, 2 => s += 3, 3 => s += 4, 4 => s += 5, _ => {} }",
            "match b { b'G' => n -= 1, _ => {} }",
            "match b { b'G' => s += 1, _ if late => {} _ => s += 2 }",
            "match b { b'G' => s += f(), _ => {} }",
            "match b { b'G' => x += 1, _ => {} }",
            "match b { b'G' => s *= 2, _ => {} }",
            "match b { b'G' => t += 2, _ => {} }",
        ] {
            assert!(of(other).starts_with("match"), "{other}");
        }
    }
}
