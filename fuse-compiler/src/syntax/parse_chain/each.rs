//! `for` loops and `for_each`: chains whose consumer runs a body.
//!
//! In: a statement. Out: the chain that it is, if its header is a stream and each statement of its
//! body is visibly one accumulation or one push.

use super::{Attempt, Parsed, Parser, refuse, refuse_at, strip};
use crate::syntax::body::{self, Body};
use crate::syntax::chain::{Chain, Consumer, Each, Stream, Worker};
use crate::syntax::environment::{Environment, Known, Origin};
use crate::syntax::impurity::Reason;
use crate::syntax::patterns;
use crate::syntax::refusal::Cause;
use crate::syntax::region::Bound;
use crate::syntax::worker::{self, Judgment};
use std::collections::BTreeSet;
use syn::spanned::Spanned;
use syn::{Block, Expr, ExprForLoop, ExprMethodCall, Pat, ReturnType, Stmt};

/// Reads a statement as a loop that writes names.
#[must_use]
pub(crate) fn parse_loop(expr: &Expr, environment: &Environment) -> Attempt {
    let parser = Parser {
        environment,
        outer: BTreeSet::new(),
        outer_references: BTreeSet::new(),
    };
    let read = match expr {
        Expr::ForLoop(looped) if looped.attrs.is_empty() && looped.label.is_none() => {
            parser.for_loop(looped)
        }
        Expr::MethodCall(call) if call.method == "for_each" && call.attrs.is_empty() => {
            parser.for_each(call)
        }
        _ => return Attempt::NotAChain,
    };
    match read {
        Ok(Some(chain)) => Attempt::Recognised(Box::new(chain)),
        Ok(None) => Attempt::NotAChain,
        Err(refusal) => Attempt::Refused(refusal),
    }
}

impl Parser<'_> {
    /// Nothing if the header is no stream: then the loop is a statement like any other.
    fn for_loop(&self, looped: &ExprForLoop) -> Parsed<Option<Chain>> {
        let Ok(stream) = self.stream(&looped.expr) else {
            return Ok(None);
        };
        let expr = Expr::ForLoop(looped.clone());
        self.each(stream, &looped.pat, &looped.body, expr).map(Some)
    }

    fn for_each(&self, call: &ExprMethodCall) -> Parsed<Option<Chain>> {
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
        let stream = self.stream(&call.receiver)?;
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
        self.each(stream, &closure.inputs[0], &body, expr).map(Some)
    }

    fn each(&self, stream: Stream, pattern: &Pat, body: &Block, expr: Expr) -> Parsed<Chain> {
        // What the body does not hand on is dropped at its end, among what the others do.
        if !stream.watched().is_empty() {
            return refuse(pattern, Cause::Body(Reason::Watched));
        }
        let element = stream.item.as_parameter();
        let (judged, given_away) = self.body(pattern, body, element.as_ref())?;
        let closure = body::as_closure(pattern, body);
        let mentions = crate::syntax::mentions::Mentions::of_expr(&closure);
        if let Some(name) = super::crossed_name(&stream, &mentions.read) {
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
            .collect();
        let worker = Worker {
            expr: closure,
            judgment: Judgment {
                pure: Ok(()),
                inline: true,
                total: false,
                value_result: true,
                comparable: false,
                leaves_parts,
                mentions,
                moves: BTreeSet::new(),
            },
            local: false,
            given_away,
            drops: false,
        };
        let consumer = Consumer::Each(Box::new(Each {
            pattern: worker::inlined_pattern(pattern).clone(),
            body: judged,
            worker,
            written,
            holds: leaves_parts && !plain,
        }));
        Ok(Chain {
            stream,
            consumer,
            expr,
        })
    }

    /// Judges the body, but for names that it gives away: see the workers' `given_away`.
    fn body(
        &self,
        pattern: &Pat,
        body: &Block,
        element: Option<&syn::Type>,
    ) -> Parsed<(Body, BTreeSet<String>)> {
        let mut environment = self.environment.clone();
        let mut given_away = BTreeSet::new();
        loop {
            let impurity = match body::judge(pattern, body, element, &environment) {
                Ok(body) => return Ok((body, given_away)),
                Err(impurity) => impurity,
            };
            match &impurity.reason {
                Reason::MayReborrow(name)
                    if environment.type_of(name).is_none() && given_away.insert(name.clone()) =>
                {
                    environment.push(Known {
                        name: name.clone(),
                        ty: None,
                        mutable: true,
                        origin: Origin::InferredOwned,
                    });
                }
                reason => return refuse_at(impurity.span, Cause::Body(reason.clone())),
            }
        }
    }
}
