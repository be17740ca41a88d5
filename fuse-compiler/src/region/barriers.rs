//! Chains hoisted out of statements that stay barriers (docs/DESIGN.md section 3, *Chains*).
//!
//! In: a statement that is not transparent. Out: the same with a placeholder in the place of each
//! chain that may run right before it. The statement is walked in the order in which rustc
//! evaluates it. As long as all that was evaluated is transparent, moves nothing that is needed and
//! is unconditional, a chain may run before it; behind the first thing that is anything else, the
//! statement is *sealed*, and what follows stays as written.

use super::count::holds_chain;
use super::cut::{borrows_receiver, eager, may_follow_consumer};
use super::expects::{Expects, of_argument, of_field, settled};
use super::guards::{self, Filled};
use super::statement::Hole;
use crate::ops::chain::Chain;
use crate::ops::parse::{Attempt, parse_chain};
use crate::rust::cause::Refusal;
use crate::rust::control::opaque_attributes;
use crate::rust::environment::{Environment, Origin};
use crate::rust::expr::{attributes, compares, compound, operands_mut, place_root};
use crate::rust::hidden_code::Hidden;
use crate::rust::side_effect_free;
use crate::rust::types::{dereferenced, mentions_unseen_or_mutable, peel};
use crate::rust::visible::{self, PathCall, visible_type};
use crate::sorted::SortedSet;
use syn::{Expr, ExprIf, ExprMethodCall, Pat, Stmt, Type};

/// A statement with its chains hoisted.
pub(crate) struct Hoisted {
    /// The statement, with a placeholder in the place of each chain.
    pub(crate) tokens: Stmt,
    /// The chains, in evaluation order.
    pub(crate) holes: Vec<Hole>,
    /// Why the first chain that stayed was not hoisted, if it says so itself.
    pub(crate) refusal: Option<Refusal>,
}

/// Hoists what may be hoisted out of a statement. `result` is the type of the block's value, if the
/// statement is its tail.
pub(crate) fn hoist(
    index: usize,
    stmt: &Stmt,
    tail: bool,
    result: Option<&Type>,
    environment: &Environment,
) -> Hoisted {
    let mut hoister = Hoister {
        index,
        environment,
        holes: Vec::new(),
        before: Before::default(),
        sealed: false,
        within: None,
        refusal: None,
    };
    let mut tokens = stmt.clone();
    match &mut tokens {
        Stmt::Local(local) if !opaque_attributes(local) => {
            let annotation = match &local.pat {
                Pat::Type(typed) if typed.attrs.is_empty() => Some((*typed.ty).clone()),
                _ => None,
            };
            if let Some(init) = &mut local.init {
                hoister.place(&mut init.expr, Expects::annotation(annotation.as_ref()));
            }
        }
        Stmt::Expr(expr, semicolon) => {
            let expects = match semicolon {
                None if tail => Expects::maybe(result),
                _ => Expects::Nothing,
            };
            hoister.walk(expr, expects);
        }
        Stmt::Local(_) | Stmt::Item(_) | Stmt::Macro(_) => {}
    }
    Hoisted {
        tokens,
        holes: hoister.holes,
        refusal: hoister.refusal,
    }
}

/// What was evaluated before the place where the walk stands, and stays in the statement.
#[derive(Default)]
struct Before {
    /// Names that it reads.
    reads: SortedSet<String>,
    /// Names that it moves.
    moves: SortedSet<String>,
    /// What it may run that no call shows.
    hidden: Hidden,
    /// Places whose methods are about to be called: borrowed, but not yet in use.
    receivers: SortedSet<String>,
}

struct Hoister<'a> {
    index: usize,
    environment: &'a Environment,
    holes: Vec<Hole>,
    before: Before,
    sealed: bool,
    /// The branch that it stands in.
    within: Option<Filled>,
    refusal: Option<Refusal>,
}

impl Hoister<'_> {
    /// An expression of which a pattern, a `&` or a method takes a reference: what it gives is a
    /// temporary, and must stay one.
    fn place(&mut self, expr: &mut Expr, expects: Expects<'_>) {
        let before = self.holes.len();
        self.walk(expr, expects);
        if let [hole] = &mut self.holes[before..]
            && hole.is(expr)
        {
            hole.temporary = true;
        }
    }

    /// An operand that is compared: the same, where it could be told.
    fn compared(&mut self, expr: &mut Expr) {
        let before = self.holes.len();
        self.walk(expr, Expects::Nothing);
        if let [hole] = &mut self.holes[before..]
            && hole.is(expr)
            && !hole.chain.consumer.is_plain(self.environment)
        {
            hole.temporary = true;
        }
    }

    fn seal(&mut self) {
        self.sealed = true;
    }

    /// Walks an expression that is evaluated here, once.
    fn walk(&mut self, expr: &mut Expr, expects: Expects<'_>) {
        if self.sealed {
            return;
        }
        match parse_chain(expr, expects.ty(), self.environment) {
            Attempt::Refused(refusal) => {
                self.refusal.get_or_insert(refusal);
                return self.seal();
            }
            Attempt::Recognised(chain) => return self.chain(expr, chain, expects),
            Attempt::NotAChain => {}
        }
        if !holds_chain(expr) {
            return self.stays(expr);
        }
        if !attributes(expr).is_empty() {
            return self.seal();
        }
        match expr {
            Expr::Paren(inner) => self.walk(&mut inner.expr, expects),
            Expr::Group(inner) => self.walk(&mut inner.expr, expects),
            Expr::Unary(inner) => self.walk(&mut inner.expr, Expects::Nothing),
            Expr::Cast(inner) => self.walk(&mut inner.expr, Expects::Nothing),
            Expr::Repeat(inner) => self.walk(&mut inner.expr, Expects::Hidden),
            Expr::Field(inner) => self.place(&mut inner.base, Expects::Nothing),
            Expr::Reference(inner) => self.place(&mut inner.expr, Expects::Hidden),
            Expr::Tuple(inner) => {
                let parts = expects.parts(inner.elems.len());
                for (element, expects) in inner.elems.iter_mut().zip(parts) {
                    self.walk(element, expects);
                }
            }
            Expr::Array(_) | Expr::Range(_) => self.hidden(expr),
            Expr::Struct(literal) if literal.qself.is_none() => {
                for field in &mut literal.fields {
                    if !field.attrs.is_empty() {
                        return self.seal();
                    }
                    let ty = of_field(&literal.path, &field.member, self.environment);
                    self.walk(&mut field.expr, Expects::maybe(ty.as_ref()));
                }
                if let Some(rest) = &mut literal.rest {
                    self.walk(rest, Expects::Hidden);
                }
            }
            Expr::Binary(inner) => self.binary(inner),
            Expr::Call(call) => self.call(call, expects),
            Expr::MethodCall(call) => self.method(call),
            other => {
                self.first(other, expects);
                self.seal();
            }
        }
    }

    /// What is evaluated first of what may leave, branch or change something.
    fn first(&mut self, expr: &mut Expr, expects: Expects<'_>) {
        match expr {
            Expr::Assign(inner) => {
                // The right side is evaluated before the place on the left.
                let ty = visible_type(&inner.left, self.environment);
                self.walk(&mut inner.right, Expects::maybe(ty.as_ref()));
            }
            Expr::Index(inner) => {
                self.quiet_place(&inner.expr);
                self.walk(&mut inner.index, Expects::Hidden);
            }
            Expr::If(branch) => {
                self.condition(&mut branch.cond);
                self.filled(branch, expects);
            }
            Expr::Match(matched) => self.place(&mut matched.expr, Expects::Nothing),
            Expr::ForLoop(looped) => self.walk(&mut looped.expr, Expects::Nothing),
            Expr::Try(tried) => self.walk(&mut tried.expr, Expects::Nothing),
            Expr::Await(wait) => self.walk(&mut wait.base, Expects::Nothing),
            Expr::Return(_) | Expr::Break(_) => self.hidden(expr),
            _ => {}
        }
    }

    /// The value of a branch that runs only where arrays hold elements.
    fn filled(&mut self, branch: &mut ExprIf, expects: Expects<'_>) {
        let Some(filled) = guards::filled_branch(branch, self.environment) else {
            return;
        };
        if let Some([value, _]) = filled.values(branch)
            && self.within.is_none()
        {
            self.within = Some(filled);
            self.walk(value, expects);
        }
    }

    /// All operands, of types that nothing shows.
    fn hidden(&mut self, expr: &mut Expr) {
        for part in operands_mut(expr).into_iter().flatten() {
            self.walk(part, Expects::Hidden);
        }
    }

    /// A recognised chain: it is hoisted if what stays before it allows it.
    fn chain(&mut self, expr: &mut Expr, chain: Box<Chain>, expects: Expects<'_>) {
        let chain = settled(chain, expects, self.environment);
        let reads = chain.reads();
        let mut takes = chain.moves();
        takes.extend(chain.given_away());
        let needed = |name: &String| {
            takes.contains(name)
                && (self.before.reads.contains(name) || self.before.receivers.contains(name))
        };
        // Rustc refuses what uses a name after its move, so the expansion must not repair it.
        let repaired = !self.before.moves.is_empty()
            && reads.iter().any(|name| {
                self.before.moves.contains(name) || !borrows_no_local(name, self.environment)
            });
        let reborrowed = |name: &String| {
            self.before.receivers.contains(name) && !lends_twice(name, self.environment)
        };
        let minds = chain.minds(self.before.hidden)
            || self
                .within
                .as_ref()
                .is_some_and(|within| !within.runs_nothing(&chain));
        if minds || reads.iter().any(needed) || repaired || reads.iter().any(reborrowed) {
            return self.seal();
        }
        let (hole, path) = Hole::of(self.index, self.holes.len(), chain);
        self.holes.push(hole);
        *expr = path;
    }

    /// An expression without chains, which stays where it is.
    fn stays(&mut self, expr: &Expr) {
        let place = match expr {
            Expr::Reference(inner) if inner.attrs.is_empty() && inner.mutability.is_none() => {
                if is_place(&inner.expr) {
                    self.before.reads.extend(place_root(&inner.expr));
                    return;
                }
                return self.stays(&inner.expr);
            }
            Expr::Range(range) if range.attrs.is_empty() => {
                for end in [&range.start, &range.end].into_iter().flatten() {
                    self.stays(end);
                }
                return;
            }
            // Somebody's own copy of what nobody can watch being copied.
            Expr::MethodCall(call) if self.copies(call) => {
                self.before.reads.extend(place_root(&call.receiver));
                return;
            }
            place => place,
        };
        match side_effect_free::transparent(place, self.environment) {
            Some(judged) => {
                self.before.reads.extend(judged.reads);
                self.before.moves.extend(judged.moves);
                self.before.hidden = self.before.hidden.max(judged.hidden);
            }
            None => self.seal(),
        }
    }

    /// True for `name.clone()` and the like, of a visibly plain name, and for `"text".to_owned()`.
    fn copies(&self, call: &ExprMethodCall) -> bool {
        let copies = matches!(
            call.method.to_string().as_str(),
            "clone" | "to_owned" | "to_string" | "to_vec"
        );
        let plain = |ty: &Type| {
            let ty = dereferenced(ty);
            self.environment.visibly_plain(ty)
                || matches!(ty, Type::Path(path) if path.path.is_ident("str"))
                || matches!(ty, Type::Slice(slice) if self.environment.visibly_plain(&slice.elem))
        };
        let quiet = match &*call.receiver {
            Expr::Lit(literal) => literal.attrs.is_empty(),
            place => {
                is_place(place)
                    && visible_type(place, self.environment).is_some_and(|ty| plain(&ty))
            }
        };
        copies && quiet && call.attrs.is_empty() && call.args.is_empty() && call.turbofish.is_none()
    }

    /// A place that is not used before what follows was evaluated: a name or a field.
    fn quiet_place(&mut self, expr: &Expr) -> bool {
        if is_place(expr) {
            self.before.reads.extend(place_root(expr));
            return true;
        }
        self.seal();
        false
    }

    fn binary(&mut self, inner: &mut syn::ExprBinary) {
        if compound(&inner.op) {
            // Of primitives the right side comes first, of other types the place on the left.
            self.quiet_place(&inner.left);
            self.walk(&mut inner.right, Expects::Nothing);
            return self.seal();
        }
        let compares = compares(&inner.op);
        if compares && eager(&inner.op) {
            self.compared(&mut inner.left);
            return self.compared(&mut inner.right);
        }
        self.walk(&mut inner.left, Expects::Nothing);
        if eager(&inner.op) {
            self.walk(&mut inner.right, Expects::Nothing);
        } else if holds_chain(&inner.right) {
            // The right of `&&` and `||` may not be evaluated.
            self.seal();
        } else {
            self.stays(&inner.right);
        }
    }

    fn call(&mut self, call: &mut syn::ExprCall, expects: Expects<'_>) {
        if !matches!(&*call.func, Expr::Path(path) if path.attrs.is_empty()) {
            return self.seal();
        }
        let kind = visible::path_call(call, self.environment);
        if let Some(name) = visible::name_of(&call.func)
            && self.environment.lookup(&name).is_some()
        {
            // A local that is called: it may be moved, or borrowed mutably, from here on.
            self.before.receivers.insert(name);
        }
        let wrapped = expects.argument(call, self.environment);
        for place in 0..call.args.len() {
            let ty = of_argument(&call.func, place, self.environment);
            let expects = ty.as_ref().map_or(wrapped, Expects::Type);
            self.walk(&mut call.args[place], expects);
        }
        if kind == PathCall::Other {
            self.seal();
        }
    }

    fn method(&mut self, call: &mut ExprMethodCall) {
        if holds_chain(&call.receiver) {
            if borrows_receiver(call) {
                self.place(&mut call.receiver, Expects::Nothing);
            } else {
                self.walk(&mut call.receiver, Expects::Nothing);
            }
        } else if is_place(&call.receiver) {
            self.before.receivers.extend(place_root(&call.receiver));
        } else {
            self.stays(&call.receiver);
        }
        for argument in &mut call.args {
            self.walk(argument, Expects::Hidden);
        }
        if !may_follow_consumer(call) {
            self.seal();
        }
    }

    /// The condition of an `if`, which may match patterns.
    fn condition(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Let(matched) if matched.attrs.is_empty() => {
                self.place(&mut matched.expr, Expects::Nothing);
                self.seal();
            }
            // What follows the first `&&` may not be evaluated.
            Expr::Binary(inner)
                if inner.attrs.is_empty() && !eager(&inner.op) && !compound(&inner.op) =>
            {
                self.condition(&mut inner.left);
                self.seal();
            }
            Expr::Paren(inner) if inner.attrs.is_empty() => self.condition(&mut inner.expr),
            other => self.walk(other, Expects::Nothing),
        }
    }
}

/// A name, a field of a place, what a reference in a place refers to.
fn is_place(expr: &Expr) -> bool {
    match expr {
        Expr::Path(path) => path.attrs.is_empty() && visible::name_of(expr).is_some(),
        Expr::Paren(paren) => paren.attrs.is_empty() && is_place(&paren.expr),
        Expr::Field(field) => field.attrs.is_empty() && is_place(&field.base),
        Expr::Unary(unary) => {
            unary.attrs.is_empty()
                && matches!(unary.op, syn::UnOp::Deref(_))
                && is_place(&unary.expr)
        }
        _ => false,
    }
}

/// True if what a name holds cannot borrow from a local of the function.
fn borrows_no_local(name: &str, environment: &Environment) -> bool {
    environment.lookup(name).is_none_or(|known| {
        matches!(known.origin, Origin::Parameter)
            || known
                .ty
                .as_ref()
                .is_some_and(|ty| environment.visibly_owned(ty))
    })
}

/// True if rustc lets a name be read between the borrow of a method's receiver and the call: a
/// reference or a value of std, through which no `DerefMut` of a user's runs.
fn lends_twice(name: &str, environment: &Environment) -> bool {
    environment.type_of(name).is_some_and(|ty| {
        matches!(peel(ty), Type::Reference(_))
            || (environment.is_std(ty) && !mentions_unseen_or_mutable(ty))
    })
}
