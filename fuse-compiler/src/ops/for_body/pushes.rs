//! Vectors that a body pushes to, element by element.
//!
//! In: the statements of a body, and a name that they do nothing with but push to. Out: [`Turn`]: whether each turn pushes one
//! element, or some do, or how many it pushes is known to nobody, as in a loop inside. Then the loop is what makes the vector, element by
//! element, for whoever reads it in the same loop.

use crate::rust::expr::strip;
use crate::rust::macros;
use crate::rust::spelling::spelling;
use crate::rust::visit::{self, Visit};
use crate::sorted::SortedSet;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Block, Expr, Lifetime, Pat, PatIdent, Stmt};

/// How often a turn pushes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// Once.
    Once,
    /// Once or not at all.
    AtMostOnce,
    /// Any number of times, at one place.
    Often,
}

/// How often each turn of a body pushes to a vector; `None` if a turn may do so twice, or if a push stands where it is not seen how
/// often it runs. `end` is the label that ends a turn, `pushes` how many there are.
pub(crate) fn turn(
    name: &str,
    statements: &[Stmt],
    end: Option<&Lifetime>,
    pushes: usize,
) -> Option<Turn> {
    let mut walk = Walk {
        name,
        end,
        seen: 0,
        going: Some(Count::NONE),
        ended: None,
    };
    walk.statements(statements)?;
    let all = either(walk.going, walk.ended)?;
    match (all.least, all.most) {
        _ if walk.seen != pushes => None,
        (1, 1) => Some(Turn::Once),
        (0, 1) => Some(Turn::AtMostOnce),
        _ => None,
    }
}

/// True if the one push to a vector is a statement, in no closure, behind which nothing is hidden that binds names.
pub(crate) fn is_at_one_place(name: &str, statements: &[Stmt]) -> bool {
    let block = |block: &Block| is_at_one_place(name, &block.stmts);
    let found = |expr: &Expr| match expr {
        Expr::If(branch) => {
            let other = branch.else_branch.as_ref();
            block(&branch.then_branch)
                || other.is_some_and(
                    |(_, other)| matches!(&**other, Expr::Block(other) if block(&other.block)),
                )
        }
        Expr::ForLoop(looped) => block(&looped.body),
        Expr::While(looped) => block(&looped.body),
        // Rustc would say that a block need not be one; and of a macro that fails, that what reads is not reached.
        expr => pushed(name, expr).is_some_and(|element| {
            let element = strip(element);
            !matches!(
                element,
                Expr::Block(_)
                    | Expr::Macro(_)
                    | Expr::Return(_)
                    | Expr::Break(_)
                    | Expr::Continue(_)
            )
        }),
    };
    let plain = |statement: &Stmt| match statement {
        Stmt::Local(_) | Stmt::Expr(..) => true,
        Stmt::Macro(mac) => macros::binds_nothing(&mac.mac),
        Stmt::Item(_) => false,
    };
    let here = |statement: &Stmt| matches!(statement, Stmt::Expr(expr, _) if found(expr));
    statements.iter().all(plain) && statements.iter().any(here)
}

/// The names that a body binds, anywhere in it.
pub(crate) fn bound_in(pattern: &Pat, statements: &[Stmt]) -> SortedSet<String> {
    struct Bound(SortedSet<String>);
    impl<'ast> Visit<'ast> for Bound {
        fn visit_pat_ident(&mut self, ident: &'ast PatIdent) {
            self.0.insert(spelling(&ident.ident));
            visit::visit_pat_ident(self, ident);
        }
    }
    let mut bound = Bound(SortedSet::new());
    bound.visit_pat(pattern);
    statements.iter().for_each(|stmt| bound.visit_stmt(stmt));
    bound.0
}

/// The element of `name.push(element)`.
pub(crate) fn pushed<'a>(name: &str, expr: &'a Expr) -> Option<&'a Expr> {
    let Expr::MethodCall(call) = expr else {
        return None;
    };
    let Expr::Path(path) = &*call.receiver else {
        return None;
    };
    let is = path
        .path
        .get_ident()
        .is_some_and(|ident| spelling(ident) == name);
    let plain = path.attrs.is_empty() && call.attrs.is_empty() && call.turbofish.is_none();
    let element = call.args.first().filter(|_| call.args.len() == 1)?;
    (is && plain && call.method == "push").then_some(element)
}

/// How many pushes there may have been.
#[derive(Clone, Copy)]
struct Count {
    least: usize,
    most: usize,
}

impl Count {
    const NONE: Count = Count { least: 0, most: 0 };
}

/// That of two ways, of which one is gone.
fn either(one: Option<Count>, other: Option<Count>) -> Option<Count> {
    match (one, other) {
        (Some(one), Some(other)) => Some(Count {
            least: one.least.min(other.least),
            most: one.most.max(other.most),
        }),
        (one, other) => one.or(other),
    }
}

struct Walk<'a> {
    name: &'a str,
    end: Option<&'a Lifetime>,
    /// Pushes that were come by.
    seen: usize,
    /// Of the ways that go on from here; `None` if there is none.
    going: Option<Count>,
    /// Of those that have ended the turn.
    ended: Option<Count>,
}

impl Walk<'_> {
    fn statements(&mut self, statements: &[Stmt]) -> Option<()> {
        statements.iter().try_for_each(|statement| match statement {
            Stmt::Expr(expr, _) => self.effect(expr),
            Stmt::Local(local) => {
                self.may_end(local);
                Some(())
            }
            Stmt::Macro(mac) => {
                self.may_end(mac);
                Some(())
            }
            Stmt::Item(_) => None,
        })
    }

    fn block(&mut self, block: &Block) -> Option<()> {
        self.statements(&block.stmts)
    }

    /// An expression in the place of a statement.
    fn effect(&mut self, expr: &Expr) -> Option<()> {
        if let Some(element) = pushed(self.name, expr) {
            // Rustc would say that it need not be one.
            if matches!(element, Expr::Block(_)) {
                return None;
            }
            self.may_end(element);
            self.seen += 1;
            if let Some(count) = &mut self.going {
                count.least += 1;
                count.most += 1;
            }
            return Some(());
        }
        match expr {
            Expr::If(branch) => {
                self.may_end(&branch.cond);
                let before = self.going;
                self.block(&branch.then_branch)?;
                let then = std::mem::replace(&mut self.going, before);
                match branch.else_branch.as_ref().map(|(_, other)| &**other) {
                    Some(Expr::Block(block)) => self.block(&block.block)?,
                    Some(other) => self.effect(other)?,
                    None => {}
                }
                self.going = either(then, self.going);
                Some(())
            }
            Expr::Match(matched) => {
                self.may_end(&matched.expr);
                let before = self.going;
                let mut after = None;
                for arm in &matched.arms {
                    self.may_end(&arm.pat);
                    self.going = before;
                    match &*arm.body {
                        Expr::Block(block) if block.label.is_none() => self.block(&block.block)?,
                        other => self.effect(other)?,
                    }
                    after = either(after, self.going);
                }
                self.going = after;
                Some(())
            }
            Expr::Break(jump) if jump.label.is_some() && jump.label.as_ref() == self.end => {
                self.ended = either(self.ended, self.going.take());
                Some(())
            }
            // It leaves the function, with what is in the vector.
            Expr::Return(_) => {
                self.going = None;
                Some(())
            }
            // A push in it is none that was come by.
            other => {
                self.may_end(other);
                Some(())
            }
        }
    }

    /// What may end the turn somewhere inside.
    fn may_end(&mut self, of: &impl ToTokens) {
        if self.end.is_some() && jumps(of.to_token_stream()) {
            self.ended = either(self.ended, self.going);
        }
    }
}

/// True if there is a jump anywhere in tokens.
fn jumps(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == "break",
        TokenTree::Group(group) => jumps(group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}
