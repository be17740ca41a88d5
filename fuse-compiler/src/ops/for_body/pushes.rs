//! Vectors that each turn of a body pushes one element to, at most.
//!
//! In: the statements of a body, and a name that they do nothing with but push to. Out: [`Turn`]: whether each turn pushes one
//! element, or some do. Then the loop is what makes the vector, element by element, for whoever reads it in the same loop.

use crate::rust::spelling::spelling;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Block, Expr, Lifetime, Stmt};

/// How often a turn pushes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// Once.
    Once,
    /// Once or not at all.
    AtMostOnce,
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
