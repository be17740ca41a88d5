//! Rules (b), (d) and (e) on calls (docs/DESIGN.md section 3, *Workers*).
//!
//! In: a call in a worker. Out: nothing, or what it may do that is not pure.

use super::super::environment::Callable;
use super::super::exposure::Walk;
use super::super::impurity::Reason;
use super::super::mentions;
use super::super::visible::{self, PathCall};
use super::effect_owner;
use crate::rust::captured_writes::{Position, Verdict, impure};
use crate::rust::std_names;
use syn::{Expr, ExprCall, ExprMethodCall};

impl Walk {
    pub(crate) fn call(&mut self, call: &ExprCall) -> Verdict {
        let kind = visible::path_call(call, &self.env);
        let text = match &*call.func {
            Expr::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
            _ => None,
        };
        let name = text.unwrap_or_else(|| "a function".to_owned());
        match &*call.func {
            Expr::Path(path) => {
                if let Some(single) = visible::name_of(&call.func) {
                    let unknown = match self.local(&single) {
                        Some(flow) => flow.exposed,
                        None => matches!(self.env.callable(&single), Callable::Unknown),
                    };
                    if unknown {
                        return impure(Reason::UnknownCallable(single), path);
                    }
                    self.named(&call.func, &single)?;
                }
                let local = visible::name_of(&call.func)
                    .is_some_and(|single| self.env.lookup(&single).is_some());
                let effect = std_names::effect(&name, None) || effect_owner(path);
                if !local && effect {
                    return impure(Reason::Effect(name), path);
                }
            }
            func => {
                if self.exposes_place(func) {
                    return impure(Reason::UnknownCallable(name), func);
                }
                self.expr(func, Position::Other)?;
            }
        }
        let constant =
            kind == PathCall::Other && !call.args.iter().any(|argument| self.depends(argument));
        if constant {
            return impure(Reason::ConstantCall(name), call);
        }
        call.args
            .iter()
            .try_for_each(|argument| self.expr(argument, Position::Coerced))
    }

    /// Whether a receiver is a collection of std that the body of a loop writes: what is called on it
    /// changes nothing else, whatever the name.
    fn own(&self, receiver: &Expr) -> bool {
        visible::name_of(receiver).is_some_and(|name| {
            self.collections.contains(&name)
                && self
                    .env
                    .type_of(&name)
                    .is_some_and(|ty| self.env.is_collection(ty))
        })
    }

    pub(crate) fn method(&mut self, call: &ExprMethodCall) -> Verdict {
        let name = call.method.to_string();
        let arguments = call.args.len();
        if std_names::effect(&name, Some(arguments)) && !harmless(call) && !self.own(&call.receiver)
        {
            return impure(Reason::Effect(name), &call.method);
        }
        let listed = std_names::is(&name, arguments, std_names::KNOWN);
        if !listed {
            let changes = std_names::effect_on_captured(&name);
            if changes && self.captured(&call.receiver) {
                return impure(Reason::Method(name), &call.method);
            }
        }
        let adapter = matches!(&*call.receiver, Expr::MethodCall(_))
            && std_names::is(&name, arguments, std_names::TAKES_OPTION);
        let suspicious = (!listed && !adapter) || name == "log";
        if suspicious && self.exposes_receiver(&call.receiver) {
            return impure(Reason::Method(name), &call.method);
        }
        if listed && let Some(root) = self.may_mutate(call) {
            return impure(Reason::MayReborrow(root), &call.method);
        }
        self.expr(&call.receiver, Position::Other)?;
        for argument in &call.args {
            match argument {
                Expr::Closure(closure) if std_names::some(&name, std_names::FREE_RESULT) => {
                    self.closure(closure, Position::Other)?;
                }
                _ if listed || adapter => self.expr(argument, Position::Other)?,
                _ => self.expr(argument, Position::Coerced)?,
            }
        }
        if let Some(root) = mentions::place_root(&call.receiver) {
            let element = call.args.iter().any(|argument| self.depends(argument));
            let exposed = call
                .args
                .iter()
                .any(|argument| self.exposes_argument(argument));
            if let Some(local) = self.local_mut(&root) {
                local.element |= element;
                local.exposed |= exposed && !listed;
            }
        }
        Ok(())
    }
}

/// An effect by name that is none by form: `next` of an iterator that is made on the spot.
fn harmless(call: &ExprMethodCall) -> bool {
    (call.method == "next" || call.method == "next_back")
        && call.args.is_empty()
        && fresh_iterator(&call.receiver)
}

/// A temporary iterator over something that stays as it is.
fn fresh_iterator(expr: &Expr) -> bool {
    let Expr::MethodCall(call) = expr else {
        return false;
    };
    let name = call.method.to_string();
    std_names::some(&name, std_names::FRESH)
        || std_names::some(&name, std_names::FRESH_AGAIN) && fresh_iterator(&call.receiver)
        // `BufRead` has a `split` too, and its argument is a byte.
        || matches!(name.as_str(), "split" | "rsplit" | "split_terminator")
            && matches!(call.args.first(), Some(Expr::Lit(literal))
                if matches!(literal.lit, syn::Lit::Str(_) | syn::Lit::Char(_)))
}
