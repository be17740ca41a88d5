//! Names that are given another value between loops, as names of their own.
//!
//! In: `let mut s = 0.0; for x in xs { s += x; } let sum = s; s = 0.0; for x in xs { s += x * x; }`, or the same with a second `let mut s`. Out: the
//! first under another name, and a `let` for the second: the live ranges of a name are two variables, which loops may change side by side.

use super::renaming::with_free_name;
use super::{is_literal, plain_let, read};
use crate::region::seen_loops_in;
use crate::rust::control::statement_attributes;
use crate::rust::environment::Environment;
use crate::rust::expr::{compound, name_of};
use crate::rust::mentions::Mentions;
use crate::rust::spelling::{spelling, times};
use crate::rust::visit::{self, Visit};
use crate::sorted::{SortedMap, SortedSet};
use quote::ToTokens;
use std::ops::Range;
use syn::{Block, Expr, ExprAssign, Stmt};

/// A block in which such names are two.
#[derive(Clone, Debug)]
pub(crate) struct Anew {
    /// The block.
    pub(crate) block: Block,
    /// Each new name, and the one that it stands for.
    pub(crate) names: Vec<(String, String)>,
}

/// A statement that gives a name another value, as a whole.
enum Given<'a> {
    /// `let mut s = ..;`
    Bound,
    /// `s = ..;`
    Assigned(&'a ExprAssign),
}

/// The name that a statement gives a value.
fn given(stmt: &Stmt) -> Option<(String, Given<'_>)> {
    match stmt {
        Stmt::Expr(Expr::Assign(assign), Some(_)) if !statement_attributes(stmt) => {
            let bare = matches!(&*assign.left, Expr::Path(_));
            bare.then(|| Some((name_of(&assign.left)?, Given::Assigned(assign))))?
        }
        stmt => Some((spelling(&plain_let(stmt)?.0.ident), Given::Bound)),
    }
}

/// True if a block may give a name another value between loops, by its looks.
pub(crate) fn may_begin_anew(block: &Block) -> bool {
    let mut names = SortedSet::new();
    let mut given = block.stmts.iter().filter_map(given);
    let twice = given.any(|(name, _)| !names.insert(name));
    let loops = block.stmts.iter().filter(|stmt| seen_loops_in(stmt) > 0);
    twice && loops.count() > 1
}

/// The block with two names for what loops change before and behind such a statement, if there is one. `start` is what is known where the
/// block starts.
pub(crate) fn anew(block: &Block, start: &Environment) -> Option<Anew> {
    let mut found = Anew {
        block: block.clone(),
        names: Vec::new(),
    };
    // Where each name was given its value last.
    let mut places = SortedMap::<String, usize>::new();
    let mut index = 0;
    while index < found.block.stmts.len() {
        if let Some((name, _)) = given(&found.block.stmts[index]) {
            let place = places.get(&name).copied();
            let together = place.and_then(|place| found.divide(&name, place..index, start));
            if together == Some(true) {
                found.block.stmts.remove(index);
                places.insert(name, place.unwrap_or(index));
                continue;
            }
            places.insert(name, index);
        }
        index += 1;
    }
    (!found.names.is_empty()).then_some(found)
}

impl Anew {
    /// Another name for what a range of statements calls by this one, if loops change it there and behind. True if both are bound at once.
    fn divide(&mut self, name: &str, range: Range<usize>, start: &Environment) -> Option<bool> {
        let stmts = &self.block.stmts;
        let (before, behind) = (&stmts[range.start + 1..range.end], &stmts[range.end + 1..]);
        let changes = |stmt: &Stmt| {
            seen_loops_in(stmt) > 0 && Mentions::of_stmt(stmt).assigned.contains(name)
        };
        if !before.iter().any(changes) || !behind.iter().any(changes) {
            return None;
        }
        let (declared, _, first) = plain_let(&stmts[range.start])?;
        let mut next = stmts[range.end].clone();
        let value = match given(&next)?.1 {
            Given::Assigned(assign) => &*assign.right,
            Given::Bound => plain_let(&next)?.2,
        };
        if !Mentions::of_expr(value).avoid(name) {
            return None;
        }
        let mut together = false;
        let tokens = self.block.to_token_stream();
        let mut renamed = with_free_name(&stmts[range.clone()], name, &tokens, start)?.stmts;
        let given_by = spelling(&plain_let(renamed.first()?)?.0.ident);
        if let (_, Given::Assigned(assign)) = given(&stmts[range.end])? {
            let both = [before, behind]
                .into_iter()
                .all(|stmts| is_variable(name, stmts));
            (both && declared.mutability.is_some()).then_some(())?;
            let known = read(&stmts[..range.end], start, None).1;
            let ty = known
                .type_of(name)
                .filter(|ty| known.primitive_number(ty).is_some());
            let (left, value) = (&assign.left, &assign.right);
            next = match ty {
                Some(ty) => syn::parse_quote!(let mut #left: #ty = #value;),
                // As rustc finds one type for both.
                None if is_literal(first) && is_literal(value) => {
                    let one = &plain_let(&renamed[0])?.0.ident;
                    renamed[0] = syn::parse_quote!(let [mut #one, mut #left] = [#first, #value];);
                    together = true;
                    next
                }
                None => return None,
            };
        }
        self.names.push((given_by, name.to_owned()));
        self.block.stmts[range.clone()].clone_from_slice(&renamed);
        self.block.stmts[range.end] = next;
        Some(together)
    }
}

/// True if statements change a name, and read it, and nothing holds a reference to it.
fn is_variable(name: &str, stmts: &[Stmt]) -> bool {
    let mut uses = Uses {
        name,
        changed: 0,
        lent: false,
    };
    stmts.iter().for_each(|stmt| uses.visit_stmt(stmt));
    let all = stmts.iter().map(|stmt| times(name, stmt.to_token_stream()));
    !uses.lent && uses.changed > 0 && all.sum::<usize>() > uses.changed
}

/// How statements use a name.
struct Uses<'a> {
    name: &'a str,
    /// How often it is changed.
    changed: usize,
    /// True if something may hold a reference to it.
    lent: bool,
}

impl Uses<'_> {
    fn is(&self, expr: &Expr) -> bool {
        name_of(expr).is_some_and(|name| name == self.name)
    }
}

impl<'ast> Visit<'ast> for Uses<'_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        let mentions = || times(self.name, expr.to_token_stream()) > 0;
        match expr {
            Expr::Assign(assign) => self.changed += usize::from(self.is(&assign.left)),
            Expr::Binary(binary) if compound(&binary.op) => {
                self.changed += usize::from(self.is(&binary.left));
            }
            Expr::Reference(_) | Expr::RawAddr(_) | Expr::Closure(_) | Expr::Async(_) => {
                self.lent |= mentions();
            }
            _ => {}
        }
        visit::visit_expr(self, expr);
    }
}
