//! Bodies that do nothing but to count.
//!
//! In: the statements of a body, and the names that it writes. Out: what each turn adds to each of them at most, and takes away, if all are
//! integers that literals, and tests as numbers, alone are added to: a block of elements may count in narrower numbers then, and add those up. The statements for
//! such a block are the same, but for the names and the types of what they add; what they take away, they add to a number of its own.

use crate::ops::body::Write;
use crate::rust::environment::{Environment, Origin};
use crate::rust::expr::{compares, jumps, strip};
use crate::rust::patterns::binds;
use crate::rust::spelling::{spelling, text, times};
use crate::rust::ty::Scalar;
use crate::rust::visit::{self, Visit};
use crate::rust::visit_mut::{self, VisitMut};
use crate::sorted::SortedSet;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{BinOp, Expr, Lit, LitInt, Pat, Stmt};

/// An integer that a body adds literals and tests to, or takes them away from, and does nothing else with.
#[derive(Clone, Debug)]
pub(crate) struct Counting {
    /// As the body calls it.
    pub(crate) name: Ident,
    /// Its type; `None` if rustc infers that of a literal.
    pub(crate) number: Option<Scalar>,
    /// The most that one turn adds, and the most that it takes away.
    pub(crate) most: [u64; 2],
}

/// What a body adds to each of the names that it writes; empty if it does anything else with one.
pub(super) fn counting(statements: &[Stmt], writes: &[Write], env: &Environment) -> Vec<Counting> {
    let mut changes = Changes::default();
    statements
        .iter()
        .for_each(|statement| changes.visit_stmt(statement));
    let of_write = |write: &Write| {
        let own = changes.of.iter();
        let own = own.filter(|(name, _)| spelling(name) == write.name);
        let own = own.collect::<Vec<_>>();
        let alone = changes.mentioned(&write.name) == own.len();
        let hidden = changes.bound.contains(&write.name);
        let number = visible_integer(&write.name, env).filter(|_| alone && !hidden)?;
        let mut changed = own.iter().flat_map(|(_, of)| of);
        if !changed.all(|change| change.is_of(number)) {
            return None;
        }
        let most = own.iter().try_fold([0; 2], |sum: [u64; 2], (_, terms)| {
            let sum = terms.as_ref()?.terms.iter().fold(sum, |mut sum, term| {
                sum[usize::from(term.less)] += term.most;
                sum
            });
            sum.iter().all(|most| *most <= MOST).then_some(sum)
        })?;
        Some(Counting {
            name: own.first()?.0.clone(),
            number,
            most,
        })
    };
    let counting = writes.iter().map(of_write);
    let counting = counting.collect::<Option<Vec<_>>>();
    counting.filter(|_| !changes.again).unwrap_or_default()
}

/// The type of an integer, or none if rustc infers that of a literal; `None` if it is not visibly one.
pub(super) fn visible_integer(name: &str, env: &Environment) -> Option<Option<Scalar>> {
    let known = env.lookup(name)?;
    match &known.ty {
        Some(ty) => {
            let number = env.scalar(ty).filter(|number| number.is_integer());
            number.map(Some)
        }
        None => matches!(known.origin, Origin::Literal(false)).then_some(None),
    }
}

/// The most that a turn may add.
const MOST: u64 = 255;

/// What is added to a name, or taken away.
struct Summand {
    less: bool,
    most: u64,
    value: Expr,
}

/// What is added, or taken away, in one statement.
struct Change {
    terms: Vec<Summand>,
    /// The types that its literals and casts say.
    suffixes: Vec<String>,
    /// True if it is a sum or a difference of its own, which may overflow.
    computes: bool,
}

impl Change {
    /// True if that gives a number of this type, and overflows nowhere: a difference of what is not negative does in none that is signed,
    /// and of all of those that a block counts in narrower numbers of, none is as narrow as a sum of two.
    fn is_of(&self, number: Option<Scalar>) -> bool {
        let signed = number.is_some_and(|number| number.name().starts_with('i'));
        let mut suffixes = self.suffixes.iter();
        let own = |suffix: &String| number.is_some_and(|number| number.name() == suffix);
        suffixes.all(own) && (!self.computes || signed)
    }
}

/// What is made of literals, as terms of a sum.
fn terms(expr: &Expr, less: bool, found: &mut Vec<Summand>) -> Option<()> {
    match strip(expr) {
        Expr::Binary(sum) if matches!(sum.op, BinOp::Add(_) | BinOp::Sub(_)) => {
            let subtracts = matches!(sum.op, BinOp::Sub(_));
            terms(&sum.left, less, found)?;
            terms(&sum.right, less != subtracts, found)
        }
        value => {
            let most = most_of(value).filter(|most| *most <= MOST)?;
            let value = value.clone();
            found.push(Summand { less, most, value });
            Some(())
        }
    }
}

/// The largest value of a literal, of a choice of such, and of a test that is cast to a number.
fn most_of(expr: &Expr) -> Option<u64> {
    match strip(expr) {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(int) => int.base10_parse().ok(),
            _ => None,
        },
        Expr::Match(matched) => {
            let arms = matched.arms.iter().map(|arm| most_of(&arm.body));
            arms.collect::<Option<Vec<_>>>()?.into_iter().max()
        }
        Expr::Cast(cast) => is_test(&cast.expr).then_some(1),
        _ => None,
    }
}

/// True for what visibly is a `bool`.
fn is_test(expr: &Expr) -> bool {
    matches!(strip(expr), Expr::Binary(binary) if compares(&binary.op) || jumps(&binary.op))
}

/// The types that the literals and casts of a value say.
fn suffixes(value: &Expr) -> Vec<String> {
    struct Suffixes(Vec<String>);
    impl<'ast> Visit<'ast> for Suffixes {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            match expr {
                Expr::Lit(literal) => {
                    if let Lit::Int(int) = &literal.lit
                        && !int.suffix().is_empty()
                    {
                        self.0.push(int.suffix().to_owned());
                    }
                }
                Expr::Cast(cast) => self.0.push(text(&cast.ty)),
                // Those of patterns are compared with elements.
                Expr::Match(matched) => {
                    matched
                        .arms
                        .iter()
                        .for_each(|arm| self.visit_expr(&arm.body));
                }
                _ => visit::visit_expr(self, expr),
            }
        }
    }
    let mut suffixes = Suffixes(Vec::new());
    suffixes.visit_expr(value);
    suffixes.0
}

/// The name that an expression adds to, or takes away from, and what; `None` if it is something else.
fn change(expr: &Expr) -> Option<(&Ident, Option<Change>)> {
    let Expr::Binary(binary) = expr else {
        return None;
    };
    let less = match binary.op {
        BinOp::AddAssign(_) => false,
        BinOp::SubAssign(_) => true,
        _ => return None,
    };
    let Expr::Path(path) = &*binary.left else {
        return None;
    };
    let mut found = Vec::new();
    // Rustc has something to say of parentheses.
    let bare = binary.attrs.is_empty() && !matches!(&*binary.right, Expr::Paren(_));
    let seen = bare && terms(&binary.right, less, &mut found).is_some();
    found.retain(|term| term.most > 0);
    // What adds nothing has no number to add it to.
    let visible = seen && !found.is_empty();
    let change = Change {
        terms: found,
        suffixes: suffixes(&binary.right),
        computes: matches!(&*binary.right, Expr::Binary(_)),
    };
    Some((path.path.get_ident()?, visible.then_some(change)))
}

/// What is done with names.
#[derive(Default)]
struct Changes {
    /// Each name that is added to, with what is added if that shows.
    of: Vec<(Ident, Option<Change>)>,
    /// The names that are mentioned.
    names: Vec<String>,
    /// The names that patterns bind.
    bound: SortedSet<String>,
    /// What stands in macros.
    macros: Vec<TokenStream>,
    /// True if something may run more than once in a turn, or elsewhere.
    again: bool,
}

impl Changes {
    /// How often a name is mentioned.
    fn mentioned(&self, name: &str) -> usize {
        let names = self.names.iter().filter(|other| *other == name);
        let inside = self.macros.iter();
        let inside = inside.map(|tokens| times(name, tokens.clone()));
        names.count() + inside.sum::<usize>()
    }
}

impl<'ast> Visit<'ast> for Changes {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        if let Some((name, terms)) = change(expr) {
            self.of.push((name.clone(), terms));
        }
        match expr {
            Expr::Path(path) => self.names.extend(path.path.get_ident().map(spelling)),
            Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_) | Expr::Closure(_) => {
                self.again = true;
            }
            _ => {}
        }
        visit::visit_expr(self, expr);
    }

    fn visit_pat(&mut self, pattern: &'ast Pat) {
        self.bound.extend(binds(pattern));
        visit::visit_pat(self, pattern);
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        self.macros.push(mac.tokens.clone());
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {
        self.again = true;
    }
}

/// What counts in a block for a name: what is added, and what is taken away.
pub(crate) type Parts = [Ident; 2];

/// The statements, with what counts in a block for each of these names.
pub(crate) fn in_block(
    counting: &[Counting],
    parts: &[Parts],
    number: &Ident,
    mut statements: Vec<Stmt>,
) -> Vec<Stmt> {
    let mut narrowed = Narrowed {
        counting,
        parts,
        number,
    };
    statements
        .iter_mut()
        .for_each(|statement| narrowed.visit_stmt_mut(statement));
    statements
}

struct Narrowed<'a> {
    counting: &'a [Counting],
    parts: &'a [Parts],
    number: &'a Ident,
}

impl VisitMut for Narrowed<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let mut pairs = self.counting.iter().zip(self.parts);
        if let Some((name, Some(change))) = change(expr)
            && let Some((_, parts)) = pairs.find(|(counting, _)| counting.name == *name)
        {
            let terms = change.terms.into_iter().map(|mut term| {
                Literals(self.number).visit_expr_mut(&mut term.value);
                let (part, value) = (&parts[usize::from(term.less)], term.value);
                quote!(#part += #value)
            });
            let terms = terms.collect::<Vec<_>>();
            *expr = match terms.as_slice() {
                [term] => syn::parse_quote!(#term),
                terms => syn::parse_quote!({ #(#terms;)* }),
            };
            return;
        }
        visit_mut::visit_expr_mut(self, expr);
    }
}

/// Gives literals and tests that are added the type of the block's number. The literals of patterns are compared with elements.
struct Literals<'a>(&'a Ident);

impl VisitMut for Literals<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Lit(literal) => {
                if let Lit::Int(int) = &mut literal.lit
                    && !int.suffix().is_empty()
                {
                    let (digits, number) = (int.base10_digits(), self.0);
                    *int = LitInt::new(&format!("{digits}{number}"), int.span());
                }
            }
            Expr::Cast(cast) => {
                let number = self.0;
                *cast.ty = syn::parse_quote!(#number);
            }
            Expr::Match(matched) => {
                for arm in &mut matched.arms {
                    self.visit_expr_mut(&mut arm.body);
                }
            }
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::ToTokens as _;

    fn written(name: &str) -> Write {
        Write {
            name: name.to_owned(),
            resizes: false,
            values: true,
            through: false,
        }
    }

    fn of(body: &str) -> Vec<(String, [u64; 2])> {
        let signature = syn::parse_quote!(fn f(mut n: usize, mut k: u32, mut i: i64, mut x: f64));
        let env = Environment::of_signature(&signature);
        let block: syn::Block = syn::parse_str(&format!("{{ {body} }}")).expect("a body");
        let writes = ["i", "k", "n", "x"].map(written);
        let tokens = block.to_token_stream();
        let writes = writes.into_iter();
        let writes = writes.filter(|write| times(&write.name, tokens.clone()) > 0);
        let counting = counting(&block.stmts, &writes.collect::<Vec<_>>(), &env);
        let shown = counting.into_iter();
        shown.map(|of| (of.name.to_string(), of.most)).collect()
    }

    #[test]
    fn what_a_turn_adds_at_most() {
        let counted = |name: &str, most| (name.to_owned(), [most, 0]);
        assert_eq!(of("if *b == b'G' { n += 1; }"), [counted("n", 1)]);
        assert_eq!(
            of("let v = *b; if v > 3 { n += 1; k += 2u32 } else if v > 1 { n += 3usize }"),
            [counted("k", 2), counted("n", 4)]
        );
        assert_eq!(
            of("n += match b { 7 => 1, 8 => 5, _ => 0 };"),
            [counted("n", 5)]
        );
        assert_eq!(
            of("n += (*b > 3) as usize; k += (*b > 2 || *b == 3) as u32;"),
            [counted("k", 1), counted("n", 1)]
        );
        let body = "match b { 3 => i -= 1, _ => i += 0i64 + (match b { 7 => 2, _ => 1 }) - 3 }";
        assert_eq!(of(body), [("i".to_owned(), [2, 4])]);
        for other in [
            "n += *b as usize;",
            "n += (*b & 3) as usize;",
            "n += matches!(*b, 3) as usize;",
            "n += (*b > 3) as u32 as usize;",
            "k += (*b > 3) as usize;",
            "n = n - 1;",
            "n += 1; seen(n);",
            "if n < 9 { n += 1; }",
            "for _ in 0..3 { n += 1; }",
            "n += 200; n += 100;",
            "x += 1.0;",
            "n += 1u8;",
            "n += 2 - match b { 0 => 3, _ => 1 };",
            "n += (1);",
            "if *b == 3 { let mut n = 7u8; n += 1; } else { n += 1; }",
            "if *b == 3 { n += 1; x = 2.0; }",
        ] {
            assert_eq!(of(other), [], "{other}");
        }
    }

    #[test]
    fn a_block_counts_under_its_own_name() {
        let block: syn::Block = syn::parse_quote!({
            if *b == 3usize {
                n += 1usize;
            } else {
                n += 0 + 2
                    - (match b {
                        4usize => 1usize,
                        _ => 0,
                    });
            }
        });
        let counting = [Counting {
            name: syn::parse_quote!(n),
            number: None,
            most: [1, 0],
        }];
        let parts = [[syn::parse_quote!(more), syn::parse_quote!(less)]];
        let statements = in_block(&counting, &parts, &syn::parse_quote!(u8), block.stmts);
        let tokens = quote!(#(#statements)*).to_string();
        assert_eq!(
            tokens,
            "if * b == 3usize { more += 1u8 ; } else \
             { { more += 2 ; less += match b { 4usize => 1u8 , _ => 0 , } ; } ; }"
        );
    }
}
