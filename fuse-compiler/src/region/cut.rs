//! Chains cut out of the expression that they stand in.
//!
//! In: an expression. Out: a [`Skeleton`], with a placeholder in the place of each chain, or why the
//! statement stays as written.

use super::after_option;
use super::count::holds_chain;
use super::expects::{Expects, of_argument, of_field, settled};
use super::guards::{self, Filled};
use super::statement::{Hole, Skeleton};
use crate::ops::parse::{Attempt, parse_chain};
use crate::rust::cause::{Cause, Refusal};
use crate::rust::environment::Environment;
use crate::rust::expr::{attributes, compares, compound, operands_mut};
use crate::rust::hidden_code::Hidden;
use crate::rust::side_effect_free;
use crate::rust::std_names;
use crate::rust::visible::{self, PathCall};
use syn::spanned::Spanned;
use syn::{BinOp, Expr, ExprIf, ExprMethodCall, UnOp};

/// Cuts the chains out of an expression that is transparent around them.
pub(crate) fn read_skeleton(
    index: usize,
    expr: &Expr,
    expects: Expects<'_>,
    environment: &Environment,
) -> Result<Skeleton, Refusal> {
    let mut cutter = Cutter {
        index,
        environment,
        holes: Vec::new(),
        reads: vec![],
        moves: vec![],
        hidden: Hidden::Nothing,
        within: None,
    };
    let expr = cutter.cut(expr, expects)?;
    Ok(Skeleton {
        expr,
        holes: cutter.holes,
        reads: cutter.reads,
        moves: cutter.moves,
        hidden: cutter.hidden,
    })
}

/// The same, for whoever wants to know what an expression is whose type nothing shows.
pub(crate) fn skeleton_of(expr: &Expr, environment: &Environment) -> Option<Skeleton> {
    read_skeleton(0, expr, Expects::Hidden, environment).ok()
}

/// Cuts the chains out of a transparent expression.
struct Cutter<'a> {
    index: usize,
    environment: &'a Environment,
    holes: Vec<Hole>,
    reads: Vec<String>,
    moves: Vec<String>,
    /// What may have run by now that no call shows.
    hidden: Hidden,
    /// The branch that it stands in.
    within: Option<Filled>,
}

impl Cutter<'_> {
    /// True if cloning what the last chain found cannot be observed.
    fn last_is_plain(&self) -> bool {
        let last = self.holes.last().map(|hole| &hole.chain);
        let found = last.filter(|chain| chain.consumer.gives_element());
        let ty = found.and_then(|chain| chain.stream.item.ty.as_ref());
        ty.is_some_and(|ty| self.environment.visibly_plain(ty))
    }

    fn cut(&mut self, expr: &Expr, expects: Expects<'_>) -> Result<Expr, Refusal> {
        let position = || Err(Refusal::new(expr.span(), Cause::Position));
        match parse_chain(expr, expects.ty(), self.environment) {
            Attempt::Refused(refusal) => return Err(refusal),
            Attempt::Recognised(chain) => {
                let chain = settled(chain, expects, self.environment);
                // What stands before it and stays there still needs what the chain takes.
                let moves = chain.moves();
                if self
                    .within
                    .as_ref()
                    .is_some_and(|within| !within.runs_nothing(&chain))
                {
                    return position();
                }
                if self.reads.iter().any(|name| moves.contains(name)) || chain.minds(self.hidden) {
                    return position();
                }
                // What it takes is gone for the chain, which would run before.
                let reads = chain.reads();
                let gone =
                    |name: &String| reads.contains(name) && self.environment.visibly_moves(name);
                if self.moves.iter().any(gone) {
                    return position();
                }
                let (hole, path) = Hole::of(self.index, self.holes.len(), chain);
                self.holes.push(hole);
                return Ok(path);
            }
            Attempt::NotAChain => {}
        }
        if !holds_chain(expr) {
            return match side_effect_free::transparent(expr, self.environment) {
                Some(judged) => {
                    self.reads.extend(judged.reads);
                    self.moves.extend(judged.moves);
                    self.hidden = self.hidden.max(judged.hidden);
                    Ok(expr.clone())
                }
                None => Err(Refusal::new(expr.span(), Cause::Statement)),
            };
        }
        if !attributes(expr).is_empty() {
            return position();
        }
        let mut cut = expr.clone();
        match &mut cut {
            Expr::Paren(inner) => *inner.expr = self.cut(&inner.expr, expects)?,
            Expr::Unary(_) | Expr::Cast(_) | Expr::Field(_) => {
                let borrows = match expr {
                    Expr::Unary(inner) => matches!(inner.op, UnOp::Deref(_)),
                    _ => matches!(expr, Expr::Field(_)),
                };
                self.parts(&mut cut, borrows)?;
            }
            Expr::Binary(inner) if eager(&inner.op) => {
                let borrows = compares(&inner.op);
                self.parts(&mut cut, borrows)?;
            }
            Expr::Tuple(inner) => {
                let parts = expects.parts(inner.elems.len());
                for (element, expects) in inner.elems.iter_mut().zip(parts) {
                    *element = self.cut(element, expects)?;
                }
            }
            Expr::Struct(literal)
                if literal.qself.is_some()
                    || literal.fields.iter().any(|field| !field.attrs.is_empty()) =>
            {
                return position();
            }
            Expr::Struct(literal) if literal.rest.is_none() => {
                for field in &mut literal.fields {
                    let ty = of_field(&literal.path, &field.member, self.environment);
                    field.expr = self.cut(&field.expr, Expects::maybe(ty.as_ref()))?;
                }
            }
            Expr::Array(_) | Expr::Struct(_) => {
                for part in operands_mut(&mut cut).into_iter().flatten() {
                    *part = self.cut(part, Expects::Hidden)?;
                }
            }
            Expr::Call(call) if visible::path_call(call, self.environment) != PathCall::Other => {
                let wrapped = expects.argument(call, self.environment);
                for place in 0..call.args.len() {
                    let ty = of_argument(&call.func, place, self.environment);
                    let expects = ty.as_ref().map_or(wrapped, Expects::Type);
                    call.args[place] = self.cut(&call.args[place], expects)?;
                }
            }
            Expr::MethodCall(call) if may_follow_consumer(call) => {
                *call.receiver = self.part(&call.receiver, borrows_receiver(call))?;
                if call.method == "cloned" && !self.last_is_plain() {
                    return position();
                }
                for argument in &mut call.args {
                    *argument = self.cut(argument, Expects::Hidden)?;
                }
            }
            Expr::MethodCall(call) if of_option(call) => self.after_option(call)?,
            Expr::If(branch) => self.branch(branch, expects)?,
            _ => return position(),
        }
        Ok(cut)
    }

    /// An `if` one branch of which runs only where arrays hold elements.
    fn branch(&mut self, branch: &mut ExprIf, expects: Expects<'_>) -> Result<(), Refusal> {
        let position = Refusal::new(branch.span(), Cause::Position);
        let filled = guards::filled_branch(branch, self.environment);
        let Some(filled) = filled.filter(|_| self.within.is_none()) else {
            return Err(position);
        };
        *branch.cond = self.cut(&branch.cond, Expects::Nothing)?;
        let Some([value, other]) = filled.values(branch) else {
            return Err(position);
        };
        if holds_chain(other) {
            return Err(position);
        }
        *other = self.cut(other, expects)?;
        self.within = Some(filled);
        *value = self.cut(value, expects)?;
        self.within = None;
        Ok(())
    }

    /// A method of the `Option` that a chain gives.
    fn after_option(&mut self, call: &mut ExprMethodCall) -> Result<(), Refusal> {
        let span = call.span();
        *call.receiver = self.part(&call.receiver, false)?;
        if !after_option::gives_option(&call.receiver, &self.holes) {
            return Err(Refusal::new(span, Cause::Position));
        }
        for index in 0..call.args.len() {
            match after_option::worker(call, index, self.environment)? {
                None => call.args[index] = self.cut(&call.args[index], Expects::Hidden)?,
                Some(mentions) => {
                    self.reads.extend(mentions.read);
                    self.moves.extend(mentions.moved);
                }
            }
        }
        // What was found ends here.
        let found = self.holes.iter().map(|hole| hole.placeholder.to_string());
        self.moves.extend(found);
        Ok(())
    }

    /// All operands of an expression, which tells nothing of their types.
    fn parts(&mut self, cut: &mut Expr, borrows: bool) -> Result<(), Refusal> {
        for part in operands_mut(cut).into_iter().flatten() {
            *part = self.part(part, borrows)?;
        }
        Ok(())
    }

    /// A part of an expression that tells nothing of its type, and that may only be borrowed there.
    fn part(&mut self, expr: &Expr, borrows: bool) -> Result<Expr, Refusal> {
        let before = self.holes.len();
        let cut = self.cut(expr, Expects::Nothing)?;
        if borrows
            && let [hole] = &mut self.holes[before..]
            && hole.is(&cut)
            && !hole.chain.consumer.is_plain(self.environment)
        {
            hole.temporary = true;
        }
        Ok(cut)
    }
}

/// True if a method only borrows its receiver, so that rustc drops a temporary at the end of the
/// statement.
pub(crate) fn borrows_receiver(call: &ExprMethodCall) -> bool {
    let name = call.method.to_string();
    let arguments = call.args.len();
    !std_names::is(&name, arguments, std_names::AFTER)
        && !std_names::is(&name, arguments, std_names::CONSUMES)
}

/// True if both operands are always evaluated and nothing is assigned.
pub(crate) fn eager(op: &BinOp) -> bool {
    !matches!(op, BinOp::And(_) | BinOp::Or(_)) && !compound(op)
}

/// True if a method may follow a chain in its statement: what unwraps, and what computes on
/// scalars.
pub(crate) fn may_follow_consumer(call: &ExprMethodCall) -> bool {
    let name = call.method.to_string();
    let arguments = call.args.len();
    call.turbofish.is_none()
        && (std_names::is(&name, arguments, std_names::AFTER)
            || std_names::is(&name, arguments, std_names::SCALAR))
}

/// A method of `Option` that may follow a chain which visibly gives one.
fn of_option(call: &ExprMethodCall) -> bool {
    let facts = std_names::OF_OPTION | std_names::OPTION_AGAIN;
    call.turbofish.is_none() && std_names::is(&call.method.to_string(), call.args.len(), facts)
}
