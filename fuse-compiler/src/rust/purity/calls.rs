//! Rules (b), (d) and (e) on calls (docs/DESIGN.md section 3, *Workers*).
//!
//! In: a call in a worker. Out: nothing, or what it may do that is not pure.

use super::super::captured_writes::{Position, Verdict, impure};
use super::super::environment::{Callable, Environment};
use super::super::exposure::Walk;
use super::super::expr::compound;
use super::super::impurity::Reason;
use super::super::spelling::among;
use super::super::std_names;
use super::super::term::{Block, Is, Method, Path, Term};
use super::super::visible::PathCall;
use super::effect_owner;
use super::seen::{function_acts, method_acts};
use syn::{BinOp, Lit};

/// `{}` and `()`
fn is_nothing(term: &Term<'_>) -> bool {
    match &term.is {
        Is::Block(block) => block.steps.is_empty(),
        Is::Tuple(parts) => parts.is_empty(),
        _ => false,
    }
}

/// What is asked about values that nobody takes.
pub(super) struct Dropping<'a> {
    pub(super) env: &'a Environment,
    /// True for what the code has made itself.
    pub(super) is_own: &'a dyn Fn(&Term<'_>) -> bool,
    /// True for a call that is looked into.
    pub(super) is_seen: &'a dyn Fn(&Term<'_>) -> bool,
}

impl Dropping<'_> {
    /// A term whose value nobody takes: a call that gives it is made for an effect; on what the worker has made itself, if that is
    /// lent to it, and else on what others see.
    pub(super) fn of(&self, term: &Term<'_>) -> Verdict {
        let value_of = |block: &Block<'_>| block.value().map_or(Ok(()), |value| self.of(value));
        match &term.is {
            _ if (self.is_seen)(term) => Ok(()),
            Is::Call(function, arguments) if term.calls(self.env) == PathCall::Other => {
                let name = match &function.is {
                    Is::Path(path) => path.last().map(ToString::to_string),
                    _ => None,
                };
                let name = name.unwrap_or_else(|| "a function".to_owned());
                // To drop a value is what would happen to it anyway.
                if name == "drop" || arguments.iter().any(|argument| self.lends_own(argument)) {
                    return Ok(());
                }
                impure(Reason::Dropped(name), term.expr)
            }
            Is::Method(call) if !call.is(std_names::KNOWN) && !(self.is_own)(&call.receiver) => {
                impure(Reason::Dropped(call.name.clone()), &call.call.method)
            }
            Is::Block(block) | Is::Keyword(block) | Is::For(_, _, block) | Is::Loop(_, block) => {
                value_of(block)
            }
            // What decides between nothing and nothing decides nothing.
            Is::If(test, then, otherwise) => {
                value_of(then)?;
                let otherwise = otherwise.as_deref();
                otherwise.map_or(Ok(()), |term| self.of(term))?;
                match then.steps.is_empty() && otherwise.is_none_or(is_nothing) {
                    true => self.of(test),
                    false => Ok(()),
                }
            }
            Is::Match(value, arms) => {
                arms.iter().try_for_each(|arm| self.of(&arm.body))?;
                match arms.iter().all(|arm| is_nothing(&arm.body)) {
                    true => self.of(value),
                    false => Ok(()),
                }
            }
            Is::Let(_, value)
            | Is::Unary(_, value)
            | Is::Cast(value, _)
            | Is::Field(value, _)
            | Is::Reference(_, value) => self.of(value),
            Is::Binary(op, left, right) => match op {
                BinOp::And(_) | BinOp::Or(_) => self.of(right),
                op if compound(op) => Ok(()),
                _ => self.of(left).and_then(|()| self.of(right)),
            },
            Is::Assign(place, value) if matches!(place.is, Is::Hole) => self.of(value),
            _ => Ok(()),
        }
    }

    fn lends_own(&self, argument: &Term<'_>) -> bool {
        matches!(&argument.is, Is::Reference(true, place) if (self.is_own)(place))
    }
}

impl Walk<'_> {
    pub(crate) fn call(
        &mut self,
        call: &Term<'_>,
        function: &Term<'_>,
        arguments: &[Term<'_>],
    ) -> Verdict {
        let name = match &function.is {
            Is::Path(path) => path.last().map(ToString::to_string),
            _ => None,
        };
        let name = name.unwrap_or_else(|| "a function".to_owned());
        if let Is::Path(path) = &function.is {
            let written = path.path;
            if let Some(single) = path.name() {
                let unknown = match self.local(&single) {
                    Some(flow) => flow.exposed,
                    None => matches!(self.env.callable(&single), Callable::Unknown),
                };
                if unknown {
                    return impure(Reason::UnknownCallable(single), written);
                }
                self.named(path, &single)?;
            }
            let effect = std_names::effect(&name, None) || effect_owner(path);
            if path.known.is_none() && (effect || !self.leaves && function_acts(path, self.env)) {
                return impure(Reason::Effect(name), written);
            }
        } else {
            if self.exposes_place(function) {
                return impure(Reason::UnknownCallable(name), function.expr);
            }
            self.expr(function, Position::Other)?;
        }
        // A closure that is made in the worker is judged by its body.
        let made = function.name().and_then(|name| self.local(&name));
        let constant = !self.leaves
            && call.calls(self.env) == PathCall::Other
            && !made.is_some_and(|flow| flow.judged)
            && !arguments.iter().any(|argument| self.depends(argument));
        if constant {
            return impure(Reason::ConstantCall(name), call.expr);
        }
        self.all(arguments, Position::Coerced)
    }

    /// A term whose value nobody takes.
    pub(crate) fn dropped(&self, term: &Term<'_>) -> Verdict {
        let dropping = Dropping {
            env: self.env,
            is_own: &|place| self.is_own(place),
            is_seen: &|_| false,
        };
        dropping.of(term)
    }

    /// True for what the worker has made itself.
    fn is_own(&self, term: &Term<'_>) -> bool {
        let root = term.root().map(Path::spelt);
        root.is_some_and(|root| self.local(&root).is_some_and(|flow| !flow.exposed))
    }

    /// Whether a receiver is a collection of std that the body of a loop writes: what is called on it
    /// changes nothing else, whatever the name.
    fn own(&self, receiver: &Term<'_>) -> bool {
        receiver.name().is_some_and(|name| {
            let ty = receiver.ty(self.env);
            self.collections.contains(&name) && ty.is_some_and(|ty| self.env.is_collection(ty))
        })
    }

    pub(crate) fn method(&mut self, call: &Method<'_>) -> Verdict {
        let (name, receiver) = (&call.name, &call.receiver);
        let bad = |reason: fn(String) -> Reason| impure(reason(name.clone()), &call.call.method);
        let effect = std_names::effect(name, Some(call.arguments.len()));
        if effect && !harmless(call) && !self.own(receiver) {
            return bad(Reason::Effect);
        }
        let listed = call.is(std_names::KNOWN);
        if !listed && !self.leaves && method_acts(call, self.env) {
            return bad(Reason::Effect);
        }
        if !listed && std_names::effect_on_captured(name) && self.captured(receiver) {
            return bad(Reason::Method);
        }
        let adapter = matches!(receiver.is, Is::Method(_)) && call.is(std_names::TAKES_OPTION);
        let suspicious = (!listed && !adapter) || name == "log";
        if suspicious && self.exposes_receiver(receiver) {
            return bad(Reason::Method);
        }
        if listed && let Some(root) = self.may_mutate(call) {
            return impure(Reason::MayReborrow(root), &call.call.method);
        }
        self.expr(receiver, Position::Other)?;
        for argument in &call.arguments {
            match &argument.is {
                Is::Closure(closure, inputs, body)
                    if std_names::some(name, std_names::FREE_RESULT) =>
                {
                    self.closure(closure, inputs, body, Position::Other)?;
                }
                _ if listed || adapter => self.expr(argument, Position::Other)?,
                _ => self.expr(argument, Position::Coerced)?,
            }
        }
        if let Some(root) = receiver.root().map(Path::spelt) {
            let element = call.arguments.iter().any(|of| self.depends(of));
            let exposed = call.arguments.iter().any(|of| self.exposes_argument(of));
            if let Some(local) = self.local_mut(&root) {
                local.element |= element;
                local.exposed |= exposed && !listed;
            }
        }
        Ok(())
    }
}

/// An effect by name that is none by form: `next` of an iterator that is made on the spot.
pub(super) fn harmless(call: &Method<'_>) -> bool {
    matches!(call.named(), ("next" | "next_back", 0)) && fresh_iterator(&call.receiver)
}

/// A temporary iterator over something that stays as it is.
fn fresh_iterator(term: &Term<'_>) -> bool {
    let Is::Method(call) = &term.is else {
        return false;
    };
    // `BufRead` has a `split` too, and its argument is a byte.
    let text = |argument: &Term<'_>| matches!(argument.is, Is::Literal(Lit::Str(_) | Lit::Char(_)));
    std_names::some(&call.name, std_names::FRESH)
        || std_names::some(&call.name, std_names::FRESH_AGAIN) && fresh_iterator(&call.receiver)
        || among("split rsplit split_terminator", &call.name)
            && call.arguments.first().is_some_and(text)
}
