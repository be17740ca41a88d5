//! What the body of a loop does that nobody knows: methods of what is not visibly shared, calls of what may change itself or anything
//! else. It is done once for each element, in order, as it was; so nothing may stand beside it that could tell.
//!
//! In: a term and why it is impure. Out: that the body does what nobody knows, and writes whatever it names; or the impurity.

use super::number;
use super::statements::Judge;
use crate::rust::captured_writes::Verdict;
use crate::rust::exposure::Flow;
use crate::rust::impurity::Reason;
use crate::rust::mentions::Mentions;
use crate::rust::term::{Is, Term};

impl Judge<'_> {
    /// The verdict on a term: if all that is wrong with it is that it may do anything, the body does.
    pub(super) fn or_opaque(&mut self, term: &Term<'_>, scope: usize, verdict: Verdict) -> Verdict {
        let Err(impurity) = verdict else {
            return Ok(());
        };
        let mentions = Mentions::of_expr(term.expr);
        if !impurity.reason.is_effect() || mentions.opaque_macro {
            return Err(impurity);
        }
        // What a local of the body may reach is written, too, and nobody knows what that is.
        let reaches = |name: &String| {
            let flow = self.walk.local(name).filter(|_| self.is_inner(name));
            flow.is_some_and(|flow| flow.exposed && !flow.noted)
        };
        // Nor is it known what a name is that no statement shown binds.
        let unbound = |name: &String| {
            let shown = self.walk.local(name).is_some() || self.walk.env.lookup(name).is_some();
            let local = name.starts_with(|first: char| first.is_lowercase() || first == '_');
            !shown && local && !mentions.called.contains(name)
        };
        if mentions
            .read
            .iter()
            .any(|name| reaches(name) || unbound(name))
        {
            return Err(impurity);
        }
        self.walk.leave(scope);
        self.outward = true;
        self.binds(term);
        for name in mentions.read {
            let env = self.walk.env;
            let captured = !self.is_inner(&name) && env.lookup(&name).is_some();
            let changed = mentions.mutably_borrowed.contains(&name);
            if captured && (changed || !env.visibly_shared(&name) && !number(&name, env)) {
                self.unknown(name);
            }
        }
        Ok(())
    }

    /// Binds what the conditions in a term bind.
    fn binds(&mut self, term: &Term<'_>) {
        match &term.is {
            Is::Let(bound, _) => self.walk.bind(bound, Flow::OPAQUE),
            Is::Binary(_, left, right) => {
                self.binds(left);
                self.binds(right);
            }
            _ => {}
        }
    }
}

impl Reason {
    /// True for what runs code that may do anything, in the place of an expression.
    fn is_effect(&self) -> bool {
        match self {
            Reason::BorrowsMutably(_)
            | Reason::MayReborrow(_)
            | Reason::Method(_)
            | Reason::UnknownCallable(_)
            | Reason::ConstantCall(_)
            | Reason::Effect(_)
            | Reason::Dropped(_)
            | Reason::Statement(_)
            | Reason::Collection(_) => true,
            Reason::ImpureClosure(_, reason) => reason.is_effect(),
            Reason::Assigns(_)
            | Reason::UnknownWorker
            | Reason::Macro(_)
            | Reason::Unsafe
            | Reason::Attribute
            | Reason::Syntax
            | Reason::Leaves
            | Reason::Nothing
            | Reason::Watched => false,
        }
    }
}
