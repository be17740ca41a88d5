//! The statements of a body, one by one.
//!
//! In: the body with what is known of the names it may write. Out: a verdict, and how it writes each.

use super::{changeable_collection, number};
use crate::ops::body::Write;
use crate::ops::reading::is_unspeakable;
use crate::rust::captured_writes::{Position, Verdict, impure};
use crate::rust::environment::{Callable, Origin};
use crate::rust::exposure::{Flow, Walk};
use crate::rust::expr::compound;
use crate::rust::impurity::{Impurity, Reason};
use crate::rust::macros::Kind;
use crate::rust::mentions::Mentions;
use crate::rust::patterns::binds;
use crate::rust::spelling::{among, text};
use crate::rust::term::{Block, Is, Listed, Method, Path, Step, Term};
use crate::rust::types::{self, is_mutable_reference, peel};
use crate::sorted::{SortedMap, SortedSet};
use syn::{BinOp, Expr, Lifetime, Macro, Member, Type, UnOp};

pub(crate) struct Judge<'a> {
    pub(crate) walk: Walk<'a>,
    /// Locals of the walk from here on are bound by the pattern or in the body.
    pub(crate) inner: usize,
    pub(crate) writes: Vec<Write>,
    pub(crate) drops: bool,
    /// True if nobody can watch the elements being dropped.
    pub(crate) plain: bool,
    /// True if it may leave the function, or does what nobody knows.
    pub(crate) outward: bool,
    /// What it does that nobody knows, the first of it.
    pub(crate) opaque: Option<String>,
    /// The label that stands for the end of the body.
    pub(crate) end: Option<&'a Lifetime>,
    /// The vectors that are visibly pushed a number, or several in a tuple, with the type.
    pub(crate) numbers: SortedMap<String, Type>,
    /// The vectors that are pushed other values, with the type where all are visibly copied, of one type, and nobody watches them.
    pub(crate) copied: SortedMap<String, Option<Type>>,
    /// The vectors that are pushed numbers of which a later statement may decide the type.
    pub(crate) open: SortedSet<String>,
    /// The names that began as literals and of which it is visible what is added to them: that is their type.
    pub(crate) added: SortedMap<String, Type>,
}

impl Judge<'_> {
    pub(super) fn is_inner(&self, name: &str) -> bool {
        let position = self.walk.position(name);
        position.is_some_and(|position| position >= self.inner)
    }

    pub(crate) fn wrote(&mut self, name: String, resizes: bool, values: bool, through: bool) {
        let own = self
            .walk
            .env
            .lookup(&name)
            .is_some_and(|known| match &known.ty {
                Some(ty) => {
                    let held = matches!(peel(ty), Type::Reference(_))
                        || types::mentions_mutable_reference(ty);
                    !held && self.walk.env.is_std(ty)
                }
                None => known.origin.is_owned(),
            });
        self.writes.push(Write {
            name,
            resizes,
            values,
            through: through || !own,
        });
    }

    /// What may run again with what it left behind, until that is all known.
    pub(crate) fn again_and_again(
        &mut self,
        mut once: impl FnMut(&mut Self) -> Verdict,
    ) -> Verdict {
        once(self)?;
        self.until_known(once)
    }

    /// The same of a loop in the body, which is judged once more with that.
    fn until_known(&mut self, mut once: impl FnMut(&mut Self) -> Verdict) -> Verdict {
        loop {
            let before = self.walk.exposed();
            once(self)?;
            // It only grows.
            if self.walk.exposed() == before {
                return Ok(());
            }
        }
    }

    fn block(&mut self, block: &Block<'_>) -> Verdict {
        let scope = self.walk.scope();
        block
            .steps
            .iter()
            .try_for_each(|step| self.statement(step))?;
        self.walk.leave(scope);
        Ok(())
    }

    fn statement(&mut self, step: &Step<'_>) -> Verdict {
        match step {
            Step::Let(step) => {
                if binds(step.bound.pattern).is_empty() {
                    return impure(Reason::Statement(text(step.local)), step.local);
                }
                let scope = self.walk.scope();
                match (self.walk.let_statement(step), &step.value) {
                    (Err(impurity), Some(value)) if step.diverge.is_none() => {
                        self.or_opaque(value, scope, Err(impurity))?;
                        self.walk.bind(&step.bound, Flow::OPAQUE);
                        Ok(())
                    }
                    (verdict, _) => verdict,
                }
            }
            Step::Do(term) | Step::Value(term) => self.effect(term),
            Step::Macro(stmt, listed) => match self.mac(&stmt.mac, listed.as_deref()) {
                Some(verdict) => self.or_printed(&stmt.mac, verdict),
                None => impure(Reason::Statement(text(stmt)), stmt),
            },
            Step::Item(item) => impure(Reason::Syntax, item),
        }
    }

    /// A macro in the place of a statement; `None` if it gives a value.
    fn mac(&mut self, mac: &Macro, listed: Option<&Listed<'_>>) -> Option<Verdict> {
        let kind = listed.map(|listed| listed.kind);
        let gives_none = matches!(kind, Some(Kind::Assert | Kind::Panic) | None);
        gives_none.then(|| self.walk.mac(mac, listed))
    }

    /// An expression in the place of a statement.
    pub(crate) fn effect(&mut self, term: &Term<'_>) -> Verdict {
        let scope = self.walk.scope();
        let verdict = self.known_effect(term);
        match &term.is {
            Is::Method(_) | Is::Call(..) | Is::Try(_) | Is::Macro(..) => {
                self.or_opaque(term, scope, verdict)
            }
            _ => verdict,
        }
    }

    /// An expression that is evaluated in a statement.
    fn expr(&mut self, term: &Term<'_>, position: Position) -> Verdict {
        let scope = self.walk.scope();
        let verdict = self.walk.expr(term, position);
        self.or_opaque(term, scope, verdict)
    }

    /// The same, without what nobody knows.
    fn known_effect(&mut self, term: &Term<'_>) -> Verdict {
        let env = self.walk.env;
        match &term.is {
            Is::Block(block) => self.block(block),
            Is::Assign(place, value) => {
                self.stored(value)?;
                if let (Some(name), Some(ty)) = (place.name(), value.ty(env))
                    && env.primitive_number(ty).is_some()
                    && !matches!(peel(ty), Type::Reference(_))
                {
                    self.added.insert(name, ty.clone());
                }
                let flow = self.walk.flow_of(value);
                self.assigned(place, flow, value.outlives_body(env), true)
            }
            Is::Binary(op, place, value) if compound(op) => {
                self.expr(value, Position::Other)?;
                if let (true, Some(name), Some(ty)) =
                    (computes_in_place(op), place.name(), value.target(env))
                    && env.primitive_number(ty).is_some()
                {
                    self.added.insert(name, ty.clone());
                }
                self.assigned(place, Flow::ELEMENT, value.outlives_body(env), false)
            }
            Is::Method(call) => self.push(term, call),
            Is::If(condition, then, other) => {
                let scope = self.walk.scope();
                self.expr(condition, Position::Other)?;
                self.block(then)?;
                self.walk.leave(scope);
                other.as_deref().map_or(Ok(()), |other| self.effect(other))
            }
            Is::Match(of, arms) => {
                self.expr(of, Position::Other)?;
                let flow = self.walk.flow_of(of);
                for arm in arms {
                    let scope = self.walk.scope();
                    self.walk.enter_arm(of, arm, flow)?;
                    self.effect(&arm.body)?;
                    self.walk.leave(scope);
                }
                Ok(())
            }
            Is::Tuple(parts) if parts.is_empty() => Ok(()),
            // The end of the body, or of a loop or block in it: it has been seen to be no other.
            Is::Leave(_) if self.ends(term.expr) => Ok(()),
            Is::Leave(parts) if matches!(term.expr, Expr::Return(_)) => {
                parts.iter().try_for_each(|value| self.returned(value))
            }
            Is::Try(_) => self.expr(term, Position::Other),
            Is::Call(function, arguments) => self.call(term, function, arguments),
            Is::For(bound, of, body) => {
                self.walk.pattern(bound.pattern)?;
                self.expr(of, Position::Other)?;
                let flow = self.walk.flow_of(of);
                self.until_known(|judge| {
                    let scope = judge.walk.scope();
                    judge.walk.bind(bound, flow);
                    judge.block(body)?;
                    judge.walk.leave(scope);
                    Ok(())
                })
            }
            Is::Loop(condition, body) => self.until_known(|judge| {
                let scope = judge.walk.scope();
                if let Some(condition) = condition {
                    judge.expr(condition, Position::Other)?;
                }
                judge.block(body)?;
                judge.walk.leave(scope);
                Ok(())
            }),
            Is::Macro(mac, listed) => match self.mac(mac, listed.as_deref()) {
                Some(verdict) => verdict,
                None => impure(Reason::Statement(text(term.expr)), term.expr),
            },
            _ => impure(Reason::Statement(text(term.expr)), term.expr),
        }
    }

    /// A value that is stored in a place. One that the body writes itself is nobody else's.
    fn stored(&mut self, term: &Term<'_>) -> Verdict {
        let own = term
            .name()
            .is_some_and(|name| self.walk.local(&name).is_some());
        let position = if own {
            Position::Other
        } else {
            Position::Coerced
        };
        self.expr(term, position)
    }

    fn assigned(&mut self, place: &Term<'_>, flow: Flow, values: bool, replaces: bool) -> Verdict {
        match &place.is {
            Is::Tuple(parts) => {
                let mut parts = parts.iter();
                return parts.try_for_each(|part| self.assigned(part, flow, values, replaces));
            }
            Is::Hole => return Ok(()),
            _ => {}
        }
        if place
            .root()
            .is_some_and(|root| self.is_inner(&root.spelt()))
        {
            // A field of a struct that has a destructor may have none.
            let env = self.walk.env;
            let plain = || place.ty(env).is_some_and(|ty| env.visibly_plain(ty));
            self.drops |= replaces && !self.plain && !plain();
            return self.walk.target(place, flow);
        }
        let env = self.walk.env;
        let whole = place.name().is_some();
        let root = self.place(place)?;
        // Its destructor sees how far it has come, if another chain panics.
        if names_a_field(place) && self.may_be_watched(&root) {
            self.does(place.expr);
        }
        if replaces {
            // What is assigned is sized: no index of an array but a `usize` selects such a thing.
            let ty = place.ty(env).cloned().or_else(|| self.base_type(place));
            let plain = match ty {
                Some(ty) => {
                    env.visibly_plain(&ty) || env.visibly_copy(&ty) || env.is_of_numbers(&root)
                }
                None => whole && number(&root, env),
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

    /// Whether a name may be a value with a destructor that is the function's own: no reference to one of somebody else's.
    fn may_be_watched(&self, name: &str) -> bool {
        let env = self.walk.env;
        let known = env.lookup(name);
        known.is_some_and(|known| match &known.ty {
            Some(ty) => !matches!(peel(ty), Type::Reference(_)) && !env.visibly_plain(ty),
            None => !matches!(known.origin, Origin::Parameter),
        })
    }

    /// The name at the root of a place outside of the body, if writing there visibly runs nothing
    /// else.
    fn place(&mut self, place: &Term<'_>) -> Result<String, Impurity> {
        let hidden = || impure(Reason::Assigns(text(place.expr)), place.expr);
        match &place.is {
            Is::Path(path) => {
                let name = path.name().filter(|name| self.walk.local(name).is_some());
                name.map_or_else(hidden, Ok)
            }
            // A field behind a smart pointer is reached by its `deref_mut`, which is std's or
            // the user's; it is the name's own affair.
            Is::Field(of, _) => match &of.is {
                Is::Path(_) | Is::Field(..) if of.root().is_none() => hidden(),
                Is::Path(_) | Is::Field(..) | Is::Index(..) | Is::Unary(..) => self.place(of),
                _ => hidden(),
            },
            Is::Unary(UnOp::Deref(_), of) => match &of.is {
                Is::Method(_) => self.collection(of),
                _ if of.ty(self.walk.env).is_some_and(is_mutable_reference) => self.place(of),
                _ => hidden(),
            },
            Is::Index(of, index) => {
                let array = self
                    .base_type(of)
                    .and_then(|ty| self.walk.env.array_of(&ty));
                let numbers = || {
                    let ty = of.ty(self.walk.env);
                    let named = of.root().map(Path::spelt);
                    ty.is_some_and(|ty| self.walk.env.matrix_of_numbers(ty).is_some())
                        || named.is_some_and(|name| self.walk.env.holds_matrix_of_numbers(&name))
                };
                // It may be a user's own `IndexMut`.
                if array.is_none() && !numbers() {
                    self.does(place.expr);
                    self.drops = true;
                }
                self.expr(index, Position::Other)?;
                self.place(of)
            }
            _ => hidden(),
        }
    }

    /// The type of what is indexed: a row of a visible array too, whatever the index is.
    fn base_type(&self, term: &Term<'_>) -> Option<Type> {
        match &term.is {
            Is::Index(of, index) if !matches!(index.is, Is::Range(_)) => {
                let base = self.base_type(of)?;
                self.walk.env.array_of(&base).map(|array| array.element)
            }
            _ => term.ty(self.walk.env).cloned(),
        }
    }

    /// `out.push(..)`, `map.entry(..).or_default().push(..)`.
    fn push(&mut self, statement: &Term<'_>, call: &Method<'_>) -> Verdict {
        let (name, receiver) = (&call.name, &call.receiver);
        let handle = matches!(receiver.is, Is::Method(_));
        // A chain over what the body may touch, for what its closure does.
        if handle && (name, call.arguments.len()) == (&"for_each".to_owned(), 1) {
            return self.expr(statement, Position::Other);
        }
        // A local of the body: an entry, say. What it may reach is known by its flow.
        if let Some(root) = receiver.root().map(Path::spelt)
            && self.is_inner(&root)
            && among(MUTATORS, name)
        {
            if self.walk.local(&root).is_none_or(|flow| flow.exposed) {
                return impure(Reason::Method(name.clone()), &call.call.method);
            }
            // Of an element that is not visibly std's it is the user's own, which may do anything.
            let env = self.walk.env;
            let std = |ty: &Type| env.is_std(ty);
            if !receiver.target(env).is_some_and(std) {
                self.does(statement.expr);
            }
            return call.arguments.iter().try_for_each(|arg| self.stored(arg));
        }
        if let Some(name) = self.unseen(receiver)? {
            self.does(statement.expr);
            self.unknown(name);
            return call.arguments.iter().try_for_each(|arg| self.stored(arg));
        }
        let root = self.collection(receiver)?;
        if !among(MUTATORS, name) || call.has_turbofish() {
            return impure(Reason::Statement(text(statement.expr)), statement.expr);
        }
        let mut values = true;
        for argument in &call.arguments {
            self.stored(argument)?;
            values &= argument.outlives_body(self.walk.env);
        }
        if let [element] = &call.arguments[..] {
            match self.type_of_numbers(element) {
                Some(ty) => {
                    self.numbers.insert(root.clone(), ty);
                }
                None if is_open(element) => {
                    self.open.insert(root.clone());
                }
                // What is pushed behind it may be coerced to it.
                None => {
                    let ty = self.type_of_copied(element);
                    let others = self
                        .copied
                        .entry(root.clone())
                        .or_insert_with(|| ty.clone());
                    if *others != ty {
                        *others = None;
                    }
                }
            }
        }
        let plain = self.holds_plain(&root);
        self.drops |= !among(ADDERS, name) && !plain;
        self.wrote(root, true, values, handle && !plain);
        Ok(())
    }

    /// True for what leaves the body, a loop or a block in it with no value.
    fn ends(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Break(broken) => broken.expr.is_none() || broken.label.as_ref() == self.end,
            Expr::Continue(_) => true,
            _ => false,
        }
    }

    /// The captured name that a place is a part of, if it is not visibly a collection or a part of one.
    fn unseen(&mut self, place: &Term<'_>) -> Result<Option<String>, Impurity> {
        let env = self.walk.env;
        let Some(name) = place.root().map(Path::spelt) else {
            return Ok(None);
        };
        if self.is_inner(&name) || env.lookup(&name).is_none() || changeable_collection(&name, env)
        {
            return Ok(None);
        }
        let mut part = place;
        loop {
            match &part.is {
                Is::Path(_) => return Ok(Some(name)),
                Is::Field(of, _) => part = of,
                Is::Index(of, index) => {
                    self.expr(index, Position::Other)?;
                    part = of;
                }
                _ => return Ok(None),
            }
        }
    }

    /// A call whose value nobody needs, so it is for what it does.
    fn call(&mut self, term: &Term<'_>, function: &Term<'_>, arguments: &[Term<'_>]) -> Verdict {
        let captured = function.name().filter(|name| {
            !self.is_inner(name)
                && self.walk.env.lookup(name).is_some()
                && matches!(
                    self.walk.env.callable(name),
                    Callable::Unknown | Callable::Closure(..)
                )
        });
        if let Some(name) = captured {
            self.does(term.expr);
            self.unknown(name);
            return arguments.iter().try_for_each(|arg| self.stored(arg));
        }
        self.expr(term, Position::Other)?;
        self.does(term.expr);
        Ok(())
    }

    /// Notes an expression that does what nobody knows.
    pub(crate) fn does(&mut self, unknown: &Expr) {
        self.outward = true;
        self.opaque.get_or_insert_with(|| text(unknown));
    }

    /// Something captured is used for what nobody knows.
    pub(super) fn unknown(&mut self, name: String) {
        self.outward = true;
        self.drops = true;
        self.wrote(name, true, false, true);
    }

    /// The type of what visibly is a number, or a tuple of numbers.
    fn type_of_numbers(&self, term: &Term<'_>) -> Option<Type> {
        let env = self.walk.env;
        if let Is::Tuple(parts) = &term.is {
            let parts = parts.iter().map(|part| self.type_of_numbers(part));
            let parts = parts.collect::<Option<Vec<_>>>()?;
            return (!parts.is_empty()).then(|| syn::parse_quote!((#(#parts,)*)));
        }
        let shown = term.ty(env).filter(|ty| env.scalar(ty).is_some()).cloned();
        let computed = || match &term.is {
            Is::Unary(UnOp::Neg(_), of) => self.type_of_numbers(of),
            Is::Binary(BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_), a, b) => {
                let literal = |of: &Term<'_>| matches!(of.is, Is::Literal(_));
                // Of references to numbers std makes what it makes of the numbers.
                let behind = |of: &Term<'_>| match of.ty(env).map(peel) {
                    Some(Type::Reference(of)) => env.scalar(&of.elem).map(|_| (*of.elem).clone()),
                    _ => None,
                };
                let number = |of| self.type_of_numbers(of).or_else(|| behind(of));
                match (number(a), number(b)) {
                    (Some(ty), None) if literal(b) => Some(ty),
                    (None, Some(ty)) if literal(a) => Some(ty),
                    (one, other) => one.filter(|one| other.as_ref() == Some(one)),
                }
            }
            _ => None,
        };
        let added = || {
            let began = |path: &Path<'_>| {
                let known = path.known.as_ref();
                known.is_some_and(|known| matches!(known.origin, Origin::Literal(_)))
            };
            match &term.is {
                Is::Path(path) if began(path) => self.added.get(&path.name()?).cloned(),
                _ => None,
            }
        };
        shown.or_else(added).or_else(computed)
    }

    /// The type of what is visibly copied, and nobody watches, as it may be written in the body.
    fn type_of_copied(&self, term: &Term<'_>) -> Option<Type> {
        let env = self.walk.env;
        if let Is::Tuple(parts) = &term.is {
            let part = |part| {
                self.type_of_numbers(part)
                    .or_else(|| self.type_of_copied(part))
            };
            let parts = parts.iter().map(part).collect::<Option<Vec<_>>>()?;
            return (!parts.is_empty()).then(|| syn::parse_quote!((#(#parts,)*)));
        }
        let ty = term.ty(env)?;
        let fits = env.visibly_copy(ty) && env.visibly_plain(ty) && !is_unspeakable(ty);
        types::elided(ty).filter(|_| fits)
    }

    /// A value that leaves the function: of what is captured it takes nothing but numbers and what is visibly shared.
    fn returned(&mut self, value: &Term<'_>) -> Verdict {
        let env = self.walk.env;
        let names = Mentions::of_expr(value.expr).read;
        let mut names = names.iter().filter(|name| !self.is_inner(name));
        let taken = names.find(|name| {
            let known = env.lookup(name).is_some();
            known && !env.visibly_shared(name) && !number(name, env)
        });
        match taken {
            Some(name) => impure(Reason::MayReborrow(name.clone()), value.expr),
            None => {
                let before = std::mem::replace(&mut self.walk.leaves, true);
                let verdict = self.walk.expr(value, Position::Tail);
                self.walk.leaves = before;
                verdict
            }
        }
    }

    /// Whether a collection visibly holds nothing whose drop could be watched, and no reference.
    pub(crate) fn holds_plain(&self, name: &str) -> bool {
        let env = self.walk.env;
        let plain = |ty: &Type| env.visibly_plain(ty) && env.visibly_owned(ty);
        let holds = |ty| plain(types::dereferenced(ty)) || env.holds(ty, &plain);
        env.is_of_numbers(name) || env.type_of(name).is_some_and(holds)
    }

    /// The name of the visible collection that an expression is a part of, or a handle to.
    fn collection(&mut self, term: &Term<'_>) -> Result<String, Impurity> {
        let env = self.walk.env;
        match &term.is {
            Is::Path(path) => match path.name() {
                Some(name) if self.is_inner(&name) => impure(Reason::Statement(name), term.expr),
                Some(name) if changeable_collection(&name, env) => Ok(name),
                Some(name) => impure(Reason::Collection(name), term.expr),
                None => impure(Reason::Statement(text(term.expr)), term.expr),
            },
            Is::Index(of, index) => {
                let root = self.collection(of)?;
                self.walk.expr(index, Position::Other)?;
                Ok(root)
            }
            Is::Method(call) if among(HANDLES, &call.name) => {
                let root = self.collection(&call.receiver)?;
                for argument in &call.arguments {
                    match &argument.is {
                        Is::Path(path) if path.name().is_none() => {
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
            _ => impure(Reason::Statement(text(term.expr)), term.expr),
        }
    }
}

/// True for a literal number, or a name that began as one, or a tuple that has one.
fn is_open(term: &Term<'_>) -> bool {
    match &term.is {
        Is::Tuple(parts) => parts.iter().any(is_open),
        Is::Path(path) => {
            let known = path.known.as_ref();
            known.is_some_and(|known| matches!(known.origin, Origin::Literal(_) | Origin::Numbers))
        }
        _ => term.is_number(),
    }
}

/// Whether `+=` and its like: what is added has the type of what it is added to.
fn computes_in_place(op: &BinOp) -> bool {
    use BinOp::{AddAssign, DivAssign, MulAssign, RemAssign, SubAssign};
    matches!(
        op,
        AddAssign(_) | SubAssign(_) | MulAssign(_) | DivAssign(_) | RemAssign(_)
    )
}

/// Methods of std's collections that change them and nothing else.
pub(super) const MUTATORS: &str = "and_modify append clear dedup entry extend extend_from_slice fill insert or_default or_insert \
    or_insert_with pop pop_back pop_first pop_front pop_last push push_back push_front push_str remove \
    reverse swap swap_remove truncate";

/// Those that drop nothing.
const ADDERS: &str = "extend extend_from_slice push push_back push_front push_str reverse swap";

/// Methods of std's collections that give a handle to a part of them.
const HANDLES: &str =
    "and_modify entry expect first_mut get_mut last_mut or_default or_insert or_insert_with unwrap";

/// True for a place on the way to which a field has a name: no tuple has such.
fn names_a_field(place: &Term<'_>) -> bool {
    let Is::Field(of, _) = &place.is else {
        return false;
    };
    let named =
        matches!(place.expr, Expr::Field(field) if matches!(field.member, Member::Named(_)));
    named || names_a_field(of)
}
