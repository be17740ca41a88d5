//! The statements of a body, one by one.
//!
//! In: the body with what is known of the names it may write. Out: a verdict, and how it writes each.

use super::{changeable_collection, label, number};
use crate::ops::body::Write;
use crate::rust::captured_writes::{Position, Verdict, impure};
use crate::rust::environment::Origin;
use crate::rust::exposure::{Flow, Walk};
use crate::rust::impurity::{Impurity, Reason};
use crate::rust::macros::{self, Kind};
use crate::rust::mentions;
use crate::rust::patterns::binds;
use crate::rust::spelling::text;
use crate::rust::types::{self, peel};
use crate::rust::visible::{self, asked};
use syn::{Block, Expr, ExprMethodCall, Pat, Stmt, Type, UnOp};

pub(crate) struct Judge {
    pub(crate) walk: Walk,
    /// Entries of the environment from here on are bound by the pattern or in the body.
    pub(crate) inner: usize,
    pub(crate) writes: Vec<Write>,
    pub(crate) drops: bool,
    /// True if nobody can watch the elements being dropped.
    pub(crate) plain: bool,
}

impl Judge {
    fn is_inner(&self, name: &str) -> bool {
        let position = self.walk.env.position(name);
        position.is_some_and(|position| position >= self.inner)
    }

    pub(crate) fn wrote(&mut self, name: String, resizes: bool, values: bool, through: bool) {
        let own = self
            .walk
            .env
            .lookup(&name)
            .is_some_and(|known| match &known.ty {
                Some(ty) => !matches!(peel(ty), Type::Reference(_)) && self.walk.env.is_std(ty),
                None => matches!(known.origin, Origin::InferredOwned),
            });
        self.writes.push(Write {
            name,
            resizes,
            values,
            through: through || !own,
        });
    }

    fn is_value(&self, expr: &Expr) -> bool {
        asked(expr, &self.walk.env, |term| term.is_value(&self.walk.env))
    }

    pub(crate) fn block(&mut self, block: &Block) -> Verdict {
        let scope = self.walk.env.enter();
        for stmt in &block.stmts {
            self.statement(stmt)?;
        }
        self.walk.env.leave(scope);
        self.walk.left();
        Ok(())
    }

    fn statement(&mut self, stmt: &Stmt) -> Verdict {
        match stmt {
            Stmt::Local(local) => {
                let diverges = local
                    .init
                    .as_ref()
                    .is_none_or(|init| init.diverge.is_some());
                if diverges || binds(&local.pat).is_empty() {
                    return impure(Reason::Statement(text(stmt)), stmt);
                }
                self.walk.let_statement(local)
            }
            Stmt::Expr(expr, _) => self.effect(expr),
            Stmt::Macro(mac) => match macros::listed(&mac.mac).map(|listed| listed.kind) {
                Some(Kind::Assert | Kind::Panic) | None => self.walk.mac(&mac.mac),
                Some(_) => impure(Reason::Statement(text(stmt)), stmt),
            },
            Stmt::Item(item) => impure(Reason::Syntax, item),
        }
    }

    /// An expression in the place of a statement.
    fn effect(&mut self, expr: &Expr) -> Verdict {
        match expr {
            Expr::Paren(paren) => self.effect(&paren.expr),
            Expr::Block(block) if block.label.is_none() => self.block(&block.block),
            Expr::Assign(assign) => {
                self.stored(&assign.right)?;
                let values = self.is_value(&assign.right);
                let flow = self.walk.flow_of(&assign.right);
                self.assigned(&assign.left, flow, values, true)
            }
            Expr::Binary(binary) if mentions::compound(&binary.op) => {
                self.walk.expr(&binary.right, Position::Other)?;
                let values = self.is_value(&binary.right);
                let flow = Flow {
                    element: true,
                    exposed: false,
                };
                self.assigned(&binary.left, flow, values, false)
            }
            Expr::MethodCall(call) => self.push(call),
            Expr::If(branch) => {
                let scope = self.walk.env.enter();
                self.walk.expr(&branch.cond, Position::Other)?;
                self.block(&branch.then_branch)?;
                self.walk.env.leave(scope);
                self.walk.left();
                match &branch.else_branch {
                    Some((_, other)) => self.effect(other),
                    None => Ok(()),
                }
            }
            Expr::Match(matched) => {
                self.walk.expr(&matched.expr, Position::Other)?;
                let flow = self.walk.flow_of(&matched.expr);
                for arm in &matched.arms {
                    let scope = self.walk.env.enter();
                    self.walk.pattern(&arm.pat)?;
                    self.walk.matched(&matched.expr, &arm.pat)?;
                    self.walk.bind(&arm.pat, None, flow);
                    if let Pat::Guard(guard) = &arm.pat {
                        self.walk.expr(&guard.guard, Position::Other)?;
                    }
                    self.effect(&arm.body)?;
                    self.walk.env.leave(scope);
                    self.walk.left();
                }
                Ok(())
            }
            Expr::Tuple(unit) if unit.elems.is_empty() => Ok(()),
            // The end of the body.
            Expr::Break(broken) if broken.label.as_ref() == Some(&label()) => Ok(()),
            Expr::Macro(mac) => match macros::listed(&mac.mac).map(|listed| listed.kind) {
                Some(Kind::Assert | Kind::Panic) | None => self.walk.mac(&mac.mac),
                Some(_) => impure(Reason::Statement(text(expr)), expr),
            },
            other => impure(Reason::Statement(text(other)), other),
        }
    }

    /// A value that is stored in a place. One that the body writes itself is nobody else's.
    fn stored(&mut self, expr: &Expr) -> Verdict {
        let own = visible::name_of(expr).is_some_and(|name| self.walk.local(&name).is_some());
        let position = if own {
            Position::Other
        } else {
            Position::Coerced
        };
        self.walk.expr(expr, position)
    }

    fn assigned(&mut self, place: &Expr, flow: Flow, values: bool, replaces: bool) -> Verdict {
        match place {
            Expr::Paren(paren) => return self.assigned(&paren.expr, flow, values, replaces),
            Expr::Tuple(tuple) => {
                return tuple
                    .elems
                    .iter()
                    .try_for_each(|part| self.assigned(part, flow, values, replaces));
            }
            Expr::Infer(_) => return Ok(()),
            _ => {}
        }
        let root = mentions::place_root(place);
        if let Some(root) = &root
            && self.is_inner(root)
        {
            self.drops |= replaces && !self.plain;
            return self.walk.target(place, flow);
        }
        let whole = visible::name_of(place).is_some();
        let root = self.place(place)?;
        if replaces {
            let plain = match visible::visible_type(place, &self.walk.env) {
                Some(ty) => self.walk.env.visibly_plain(&ty),
                None => whole && number(&root, &self.walk.env),
            };
            self.drops |= !plain;
        }
        if let Some(local) = self.walk.local_mut(&root) {
            local.exposed |= flow.exposed;
        }
        if whole && replaces {
            // What the name held before is let go, not written.
            self.writes.push(Write {
                name: root,
                resizes: true,
                values,
                through: false,
            });
        } else {
            self.wrote(root, whole, values, false);
        }
        Ok(())
    }

    /// The name at the root of a place outside of the body, if writing there visibly runs nothing
    /// else.
    fn place(&mut self, place: &Expr) -> Result<String, Impurity> {
        let hidden = |place: &Expr| impure(Reason::Assigns(text(place)), place);
        match place {
            Expr::Paren(paren) => self.place(&paren.expr),
            Expr::Path(_) => match visible::name_of(place) {
                Some(name) if self.walk.local(&name).is_some() => Ok(name),
                _ => hidden(place),
            },
            Expr::Field(field) => {
                let root = mentions::place_root(&field.base);
                let direct = matches!(*field.base, Expr::Path(_) | Expr::Field(_) | Expr::Paren(_));
                // A field behind a smart pointer is reached by its `deref_mut`, which is std's or
                // the user's; it is the name's own affair.
                match root {
                    Some(_) if direct => self.place(&field.base),
                    _ => match &*field.base {
                        Expr::Index(_) | Expr::Unary(_) => self.place(&field.base),
                        _ => hidden(place),
                    },
                }
            }
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => match &*unary.expr {
                Expr::MethodCall(_) => self.collection(&unary.expr),
                inner => {
                    let by_mutable_reference = visible::visible_type(inner, &self.walk.env)
                        .is_some_and(
                            |ty| matches!(peel(&ty), Type::Reference(r) if r.mutability.is_some()),
                        );
                    if by_mutable_reference {
                        self.place(inner)
                    } else {
                        hidden(place)
                    }
                }
            },
            Expr::Index(index) => {
                let base = self.base_type(&index.expr);
                let array = base.is_some_and(|ty| self.walk.env.array_of(&ty).is_some());
                if !array {
                    return impure(Reason::Indexes(text(&index.expr)), place);
                }
                self.walk.expr(&index.index, Position::Other)?;
                self.place(&index.expr)
            }
            _ => hidden(place),
        }
    }

    /// The type of what is indexed: a row of a visible array too, whatever the index is.
    fn base_type(&self, expr: &Expr) -> Option<Type> {
        match expr {
            Expr::Paren(paren) => self.base_type(&paren.expr),
            Expr::Index(index) if !matches!(*index.index, Expr::Range(_)) => {
                let base = self.base_type(&index.expr)?;
                self.walk.env.array_of(&base).map(|array| array.element)
            }
            _ => visible::visible_type(expr, &self.walk.env),
        }
    }

    /// `out.push(..)`, `map.entry(..).or_default().push(..)`.
    fn push(&mut self, call: &ExprMethodCall) -> Verdict {
        let statement = Expr::MethodCall(call.clone());
        let name = call.method.to_string();
        let root = match &*call.receiver {
            Expr::MethodCall(_) => self.collection(&call.receiver),
            receiver => {
                // A local of the body: an entry, say. What it may reach is known by its flow.
                if let Some(root) = mentions::place_root(receiver)
                    && self.is_inner(&root)
                    && MUTATORS.contains(&&*name)
                {
                    let exposed = self.walk.local(&root).is_none_or(|flow| flow.exposed);
                    if exposed {
                        return impure(Reason::Method(name), &call.method);
                    }
                    return call.args.iter().try_for_each(|arg| self.stored(arg));
                }
                self.collection(receiver)
            }
        };
        let root = root?;
        if !MUTATORS.contains(&&*name) || call.turbofish.is_some() {
            return impure(Reason::Statement(text(&statement)), call);
        }
        let mut values = true;
        for argument in &call.args {
            self.stored(argument)?;
            values &= self.is_value(argument);
        }
        let plain = self.holds_plain(&root);
        self.drops |= !ADDERS.contains(&&*name) && !plain;
        let handle = matches!(*call.receiver, Expr::MethodCall(_));
        self.wrote(root, true, values, handle && !plain);
        Ok(())
    }

    /// Whether a collection visibly holds nothing whose drop could be watched, and no reference.
    pub(crate) fn holds_plain(&self, name: &str) -> bool {
        let env = &self.walk.env;
        let plain = |ty: &Type| env.visibly_plain(ty) && env.visibly_owned(ty);
        env.type_of(name)
            .is_some_and(|ty| plain(types::dereferenced(ty)) || env.holds(ty, &plain))
    }

    /// The name of the visible collection that an expression is a part of, or a handle to.
    fn collection(&mut self, expr: &Expr) -> Result<String, Impurity> {
        match expr {
            Expr::Paren(paren) => self.collection(&paren.expr),
            Expr::Path(_) => match visible::name_of(expr) {
                Some(name)
                    if !self.is_inner(&name) && changeable_collection(&name, &self.walk.env) =>
                {
                    Ok(name)
                }
                Some(name) if !self.is_inner(&name) => impure(Reason::Collection(name), expr),
                Some(name) => impure(Reason::Statement(name), expr),
                None => impure(Reason::Statement(text(expr)), expr),
            },
            Expr::Index(index) => {
                let root = self.collection(&index.expr)?;
                self.walk.expr(&index.index, Position::Other)?;
                Ok(root)
            }
            Expr::MethodCall(call) if HANDLES.contains(&&*call.method.to_string()) => {
                let root = self.collection(&call.receiver)?;
                for argument in &call.args {
                    match argument {
                        Expr::Path(_) if visible::name_of(argument).is_none() => {
                            self.walk.expr(argument, Position::Other)?;
                        }
                        _ => self.stored(argument)?,
                    }
                }
                let plain = self.holds_plain(&root);
                self.drops |= !plain;
                self.wrote(root.clone(), true, plain, false);
                Ok(root)
            }
            _ => impure(Reason::Statement(text(expr)), expr),
        }
    }
}

/// Methods of std's collections that change them and nothing else.
const MUTATORS: &[&str] = &[
    "and_modify",
    "append",
    "clear",
    "dedup",
    "entry",
    "extend",
    "extend_from_slice",
    "fill",
    "insert",
    "or_default",
    "or_insert",
    "or_insert_with",
    "pop",
    "pop_back",
    "pop_first",
    "pop_front",
    "pop_last",
    "push",
    "push_back",
    "push_front",
    "push_str",
    "remove",
    "reverse",
    "swap",
    "swap_remove",
    "truncate",
];

/// Those that drop nothing.
const ADDERS: &[&str] = &[
    "extend",
    "extend_from_slice",
    "push",
    "push_back",
    "push_front",
    "push_str",
    "reverse",
    "swap",
];

/// Methods of std's collections that give a handle to a part of them.
const HANDLES: &[&str] = &[
    "and_modify",
    "entry",
    "expect",
    "first_mut",
    "get_mut",
    "last_mut",
    "or_default",
    "or_insert",
    "or_insert_with",
    "unwrap",
];
