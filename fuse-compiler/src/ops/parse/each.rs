//! `for` loops and `for_each`: chains whose consumer runs a body.
//!
//! In: a statement. Out: the chain that it is, if its header is a stream and each statement of its
//! body is visibly one accumulation or one push.

use crate::ops::body::{Body, Pushed, Write};
use crate::ops::reading::{Parsed, Parser, is_unspeakable, refuse, refuse_at};
use crate::rust::expr::strip;
use crate::rust::spelling::text;

use crate::ops::chain::stream::Item;
use crate::ops::chain::{Access, Adapter, Chain, DriverSource, Source, Stream, Worker};
use crate::ops::consumer::each::{Each, Turns, pushed_to};
use crate::ops::for_body::pushes::Turn;
use crate::ops::for_body::{self, Elements, Of, ended, pushes};
use crate::rust::bound::Bound;
use crate::rust::cause::Cause;
use crate::rust::control::Control;
use crate::rust::impurity::Reason;
use crate::rust::indexed_fields::Columns;
use crate::rust::mentions::Mentions;
use crate::rust::patterns;
use crate::rust::spelling::{spelling, times};
use crate::rust::std_names;
use crate::rust::totality::Totality;
use crate::rust::types::By;
use crate::rust::visible::asked;
use crate::rust::visit::{self, Visit};
use crate::rust::worker::{self, Functions, Judgment};
use crate::sorted::SortedSet;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{
    Block, Expr, ExprBreak, ExprContinue, ExprForLoop, ExprMethodCall, ExprWhile, Label, Lifetime,
    Pat, ReturnType, Stmt,
};

/// The place of which a header wants to change the elements.
fn changed_place(header: &Expr) -> Option<&Expr> {
    match strip(header) {
        Expr::Reference(reference) if reference.mutability.is_some() => Some(&reference.expr),
        Expr::MethodCall(call) if call.method == "iter_mut" && call.args.is_empty() => {
            Some(&call.receiver)
        }
        Expr::MethodCall(call) => changed_place(&call.receiver),
        _ => None,
    }
}

impl Parser<'_> {
    /// Nothing if the header is no stream: then the loop is a statement like any other.
    pub(crate) fn for_loop(&self, looped: &ExprForLoop) -> Parsed<Option<Chain>> {
        let Ok(stream) = self.stream(&looped.expr) else {
            return match changed_place(&looped.expr) {
                Some(place) => refuse(place, Cause::HiddenArray(text(place))),
                None => Ok(None),
            };
        };
        // Rustc has something to say about those.
        if matches!(*looped.expr, Expr::Paren(_)) || matches!(*looped.pat, Pat::Paren(_)) {
            return refuse(&looped.expr, Cause::UnknownSource(text(&looped.expr)));
        }
        // Rustc says so of a label that nobody jumps to.
        let unused = |label: &Label| !jumps_to(&looped.body, &label.name);
        if looped.label.as_ref().is_some_and(unused) {
            return Ok(None);
        }
        let expr = Expr::ForLoop(looped.clone());
        let label = looped.label.as_ref().map(|label| &label.name);
        self.each(stream, &looped.pat, (&looped.body, Of::Loop(label)), expr)
    }

    /// `while c { .. }` and `loop { .. }`: a loop over turns without number whose body ends it. Nothing if it does not push: then no
    /// other shares its loop.
    pub(crate) fn endless(&self, expr: &Expr) -> Parsed<Option<Chain>> {
        let (label, body, turns) = match expr {
            Expr::While(looped) => {
                let (condition, then) = (&looped.cond, &looped.body);
                let body = syn::parse_quote!({ if #condition #then else { break; } });
                let turns = match binds_names(condition) {
                    true => Turns::Asking,
                    false => Turns::While(condition.clone()),
                };
                (&looped.label, body, turns)
            }
            Expr::Loop(looped) => (&looped.label, looped.body.clone(), Turns::Loop),
            _ => return Ok(None),
        };
        // What jumps out of the condition has a label, or rustc says so; what returns does so where it stands.
        if let Expr::While(ExprWhile { cond, .. }) = expr {
            let control = Control::of_expr(cond);
            let binds = matches!(turns, Turns::Asking);
            if control.breaks || !binds && control.leaves() {
                return Ok(None);
            }
        }
        let label = label.as_ref().map(|label| &label.name);
        let stream = Stream::driven(DriverSource::new(expr.clone()), Item::default());
        let pattern = syn::parse_quote!(_);
        let chain = self.each(stream, &pattern, (&body, Of::Loop(label)), expr.clone())?;
        let Some(mut chain) = chain else {
            return Ok(None);
        };
        let each = chain.consumer.of_mut::<Each>();
        let each = each.filter(|each| each.body.breaks && !each.pushed.is_empty());
        let Some(each) = each else {
            return Ok(None);
        };
        // What is pushed to is asked where it is pushed to.
        let asks = |condition: &Expr| {
            let vectors = each.written.iter().filter(|bound| bound.array.is_some());
            let mut names = vectors.map(|bound| &bound.name);
            names.any(|name| times(name, condition.to_token_stream()) > 0)
        };
        let turns = match turns {
            Turns::While(condition) if asks(&condition) => Turns::Asking,
            turns => turns,
        };
        if let (Turns::While(_), [Stmt::Expr(Expr::If(branch), _)]) =
            (&turns, each.body.statements.as_mut_slice())
        {
            each.body.statements = std::mem::take(&mut branch.then_branch.stmts);
        }
        each.turns = Some(turns);
        each.holds = false;
        Ok(Some(chain))
    }

    pub(crate) fn for_each(&self, call: &ExprMethodCall) -> Parsed<Option<Chain>> {
        let arguments = call.args.iter().collect::<Vec<_>>();
        let [argument] = arguments.as_slice() else {
            return Ok(None);
        };
        let Expr::Closure(closure) = strip(argument) else {
            return Ok(None);
        };
        let plain = closure.attrs.is_empty()
            && closure.capture.is_none()
            && closure.asyncness.is_none()
            && closure.constness.is_none()
            && closure.lifetimes.is_none()
            && closure.inputs.len() == 1
            && matches!(closure.output, ReturnType::Default);
        if !plain || call.turbofish.is_some() {
            return Ok(None);
        }
        let stream = match (self.stream(&call.receiver), changed_place(&call.receiver)) {
            (Err(refusal), Some(place)) if matches!(refusal.cause, Cause::UnknownSource(_)) => {
                return refuse(place, Cause::HiddenArray(text(place)));
            }
            (stream, _) => stream?,
        };
        let body = match strip(&closure.body) {
            Expr::Block(block) if block.attrs.is_empty() && block.label.is_none() => {
                block.block.clone()
            }
            expr => Block {
                brace_token: syn::token::Brace(expr.span()),
                stmts: vec![Stmt::Expr(expr.clone(), None)],
            },
        };
        let expr = Expr::MethodCall(call.clone());
        self.each(stream, &closure.inputs[0], (&body, Of::Closure), expr)
    }

    fn each(
        &self,
        stream: Stream,
        pattern: &Pat,
        (body, of): (&Block, Of<'_>),
        expr: Expr,
    ) -> Parsed<Option<Chain>> {
        // With nothing to change, it runs for what its body does, in no order.
        if stream.parallel.is_some() && stream.changed().is_empty() {
            return Ok(None);
        }
        // What the body does not hand on is dropped at its end, among what the others do.
        if !stream.watched().is_empty() {
            return refuse(pattern, Cause::Body(Reason::Watched));
        }
        let changed = stream.changed();
        let steps = stream.adapters.iter().all(Adapter::hands_on);
        let direct = stream
            .sources()
            .iter()
            .filter(
                |source| matches!(source, Source::Array(array) if array.access == Access::Mutable),
            )
            .count();
        if !changed.is_empty() && (!steps || direct != changed.len()) {
            return Ok(None);
        }
        let element = stream.item.as_parameter();
        let elements = Elements {
            ty: element.as_ref(),
            changed: !changed.is_empty(),
            plain: changed.iter().all(|array| array.plain),
            of,
        };
        let (mut judged, given_away) = self.body(pattern, body, elements)?;
        if judged.breaks && (stream.parallel.is_some() || !changed.is_empty()) {
            return refuse(pattern, Cause::Body(Reason::Leaves));
        }
        // Only a body has a `break`: the end of a `while` has none of the body's statements in front of it.
        let broken = match &expr {
            Expr::While(looped) => Control::of_block(&looped.body).breaks,
            _ => true,
        };
        let closure = for_body::as_closure(pattern, body);
        if judged.breaks && !ended::may_run_again(&closure, &judged, broken, self.environment) {
            return refuse(pattern, Cause::Body(Reason::Leaves));
        }
        if stream.parallel.is_some() && !(judged.writes.is_empty() && given_away.is_empty()) {
            return Ok(None);
        }
        // Its closures borrow what they read until the loop has ended, or have copied it before the loop began.
        let workers = stream.workers();
        let reads = |name: &String| workers.iter().any(|worker| worker.reads().contains(name));
        let writes = judged.writes.iter().map(|write| &write.name);
        if let Some(name) = writes.chain(&given_away).find(|name| reads(name)) {
            return refuse(pattern, Cause::Body(Reason::Assigns(name.clone())));
        }
        judged.drops |= makes_elements(&stream);
        for array in &changed {
            judged.writes.push(Write {
                name: spelling(&array.name),
                resizes: false,
                values: true,
                through: self.is_behind_reference(&array.name),
            });
        }
        let mentions = Mentions::of_expr(&closure);
        let columns = crate::rust::indexed_fields::read_by(&closure, &mentions, self.environment);
        if let Some(name) = stream.crosses(&mentions.read) {
            return refuse(pattern, Cause::Crossed(name));
        }
        let plain = stream.item.by_reference
            || element
                .as_ref()
                .is_some_and(|ty| self.environment.visibly_plain(ty));
        let leaves_parts = patterns::leaves_parts(pattern);
        let written = judged
            .writes
            .iter()
            .map(|write| Bound::of(&write.name, self.environment))
            .collect::<Vec<_>>();
        let mut in_place = Vec::new();
        let owned = judged
            .writes
            .iter()
            .zip(&written)
            .all(|(write, bound): (&Write, &Bound)| write.values || bound.owned);
        if stream.is_one_to_one() && owned {
            in_place.extend(changed.iter().map(|array| spelling(&array.name)));
        }
        let env = self.environment;
        let functions = asked(&closure, env, |term| worker::called(term, env));
        let worker = body_as_worker(closure, mentions, (columns, functions), given_away);
        let mut consumer = Each {
            pattern: worker::inlined_pattern(pattern).clone(),
            body: judged,
            worker,
            written,
            holds: leaves_parts && !plain,
            in_place,
            pushed: Vec::new(),
            totals: Vec::new(),
            turns: None,
        };
        consumer.pushed = self.pushed(&consumer);
        // No other loop runs as often.
        let stream = match consumer.body.breaks {
            true => ended_early(stream, &expr),
            false => stream,
        };
        Ok(Some(Chain {
            stream,
            consumer: consumer.into(),
            expr,
            whole: None,
        }))
    }

    /// The vectors of plain elements that a body does nothing with but push to.
    fn pushed(&self, each: &Each) -> Vec<Pushed> {
        let environment = self.environment;
        let mut pushed = Vec::new();
        for vector in pushed_to(each).iter().filter(|vector| !vector.behind) {
            let name = &each.written[vector.index].name;
            let declared = environment
                .visible_array(name)
                .map(|array| array.element)
                .filter(|element| !is_unspeakable(element));
            let shown = || {
                let numbers = each.body.numbers.get(name);
                numbers.or_else(|| each.body.copied.get(name)).cloned()
            };
            let Some(element) = declared.or_else(shown) else {
                continue;
            };
            let body = &each.body;
            let copied = environment.visibly_copy(&element) && environment.visibly_plain(&element);
            // What nobody knows may change what a reference leads to, in a cell, before its reader looks.
            let unknown = body.opaque.is_some() || body.asks;
            let frozen =
                environment.visibly_owned(&element) || environment.visibly_frozen(&element);
            let plain = copied && (frozen || !unknown);
            let turn = pushes::turn(name, &body.statements, body.end.as_ref(), vector.pushes);
            // How many turns there are is not known before.
            let turn = turn.map(|turn| if body.breaks { Turn::AtMostOnce } else { turn });
            let often = || {
                let one = vector.pushes == 1 && !body.breaks && body.end.is_none();
                one && pushes::is_at_one_place(name, &body.statements)
            };
            let turn = turn.or_else(|| often().then_some(Turn::Often));
            pushed.extend(turn.filter(|_| plain).map(|turn| Pushed {
                name: name.clone(),
                turn,
                element,
                read: vector.read,
            }));
        }
        pushed
    }

    /// Whether an array is written through a reference.
    fn is_behind_reference(&self, name: &proc_macro2::Ident) -> bool {
        let known = self.environment.visible_array(&spelling(name));
        known.is_none_or(|array| array.by != By::Owned)
    }

    /// Judges the body, but for names that it gives away.
    fn body(
        &self,
        pattern: &Pat,
        body: &Block,
        elements: Elements<'_>,
    ) -> Parsed<(Body, SortedSet<String>)> {
        self.but_for_given_away(|environment| for_body::judge(pattern, body, elements, environment))
            .or_else(|impurity| refuse_at(impurity.span, Cause::Body(impurity.reason)))
    }
}

/// True for a condition that binds names.
fn binds_names(condition: &Expr) -> bool {
    struct Search(bool);
    impl<'ast> Visit<'ast> for Search {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            self.0 |= matches!(expr, Expr::Let(_));
            visit::visit_expr(self, expr);
        }
    }
    let mut search = Search(false);
    search.visit_expr(condition);
    search.0
}

/// True if something in a body visibly jumps to a label.
fn jumps_to(body: &Block, label: &Lifetime) -> bool {
    struct Jumps<'a>(&'a Lifetime, bool);
    impl<'ast> Visit<'ast> for Jumps<'_> {
        fn visit_expr_break(&mut self, jump: &'ast ExprBreak) {
            self.1 |= jump.label.as_ref() == Some(self.0);
            visit::visit_expr_break(self, jump);
        }
        fn visit_expr_continue(&mut self, jump: &'ast ExprContinue) {
            self.1 |= jump.label.as_ref() == Some(self.0);
        }
    }
    let mut jumps = Jumps(label, false);
    jumps.visit_block(body);
    jumps.1
}

/// The elements of a loop that may end before its iterator does: that drives it as it is written.
fn ended_early(stream: Stream, looped: &Expr) -> Stream {
    let Expr::ForLoop(looped) = looped else {
        return stream;
    };
    let item = stream.item.clone();
    let driver = DriverSource {
        parts: vec![stream],
        ..DriverSource::new((*looped.expr).clone())
    };
    Stream::driven(driver, item)
}

/// The body of a loop as a worker: it is judged as a body, and no more is known of it.
fn body_as_worker(
    closure: Expr,
    mentions: Mentions,
    (columns, functions): (Columns, Functions),
    given_away: SortedSet<String>,
) -> Worker {
    Worker {
        expr: closure,
        judgment: Judgment {
            pure: Ok(()),
            inline: true,
            total: false,
            totality: Totality::Never,
            sides: Totality::Never,
            open_zeros: None,
            gives: None,
            text: false,
            value_result: true,
            comparable: false,
            mentions,
            moves: SortedSet::new(),
            columns,
            functions,
            divisors: SortedSet::new(),
        },
        local: false,
        given_away,
        drops: false,
        parameters: Vec::new(),
        fused: None,
    }
}

/// True if elements are made on the way whose drops, at the end of the body, may be watched.
fn makes_elements(stream: &Stream) -> bool {
    stream.adapters.iter().any(|adapter| {
        let worker = adapter.worker().map(|worker| &worker.expr);
        let makes = match (adapter, worker) {
            (Adapter::Elementwise(_) | Adapter::FilterMap(_), _) => true,
            (Adapter::Filter(_), _) | (_, None) => false,
            (_, Some(Expr::Closure(closure))) => !is_scalar(worker::inlined_body(closure)),
            (_, Some(_)) => true,
        };
        makes || adapter.stream().is_some_and(makes_elements)
    })
}

/// True if an expression is visibly a scalar or a reference: nobody watches it being dropped.
fn is_scalar(expr: &Expr) -> bool {
    match expr {
        Expr::Binary(_) | Expr::Cast(_) | Expr::Unary(_) | Expr::Lit(_) | Expr::Reference(_) => {
            true
        }
        Expr::Tuple(tuple) => tuple.elems.iter().all(is_scalar),
        Expr::MethodCall(call) => std_names::all(
            &call.method.to_string(),
            call.args.len(),
            std_names::SCALAR | std_names::VALUE,
        ),
        _ => false,
    }
}
