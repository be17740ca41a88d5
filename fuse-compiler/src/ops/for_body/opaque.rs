//! What the body of a loop does that nobody knows: methods of what is not visibly shared, calls of what may change itself or anything
//! else. It is done once for each element, in order, as it was; so nothing may stand beside it that could tell.
//!
//! In: a term and why it is impure. Out: that the body does what nobody knows, and writes whatever it names; or the impurity.

use super::number;
use super::statements::Judge;
use crate::rust::captured_writes::Verdict;
use crate::rust::environment::Origin;
use crate::rust::exposure::Flow;
use crate::rust::impurity::{Impurity, Reason};
use crate::rust::macros;
use crate::rust::mentions::Mentions;
use crate::rust::term::{Is, Term};
use crate::rust::types::{self, is_mutable_reference};
use crate::rust::visit::Visit;
use syn::{Expr, Macro, Type};

impl Judge<'_> {
    /// The verdict on a term: if all that is wrong with it is that it may do anything, the body does.
    pub(super) fn or_opaque(&mut self, term: &Term<'_>, scope: usize, verdict: Verdict) -> Verdict {
        let Err(impurity) = verdict else {
            return Ok(());
        };
        self.accept(term.expr, scope, impurity)?;
        self.binds(term);
        Ok(())
    }

    /// The same of a macro in the place of a statement.
    pub(super) fn or_printed(&mut self, mac: &Macro, verdict: Verdict) -> Verdict {
        let printed = Expr::Macro(syn::ExprMacro {
            attrs: Vec::new(),
            mac: mac.clone(),
        });
        match verdict {
            Ok(()) => Ok(()),
            Err(impurity) => self.accept(&printed, self.walk.scope(), impurity),
        }
    }

    /// Notes what an expression may change that is impure for this reason; the impurity, if that is not known.
    fn accept(&mut self, expr: &Expr, scope: usize, impurity: Impurity) -> Verdict {
        let mentions = Mentions::of_expr(expr);
        let unseen = mentions.opaque_macro && unseen_macro(expr).is_some();
        if !impurity.reason.is_effect() || unseen {
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
        self.does(expr);
        let changed = mentions.changed_or_borrowed();
        for name in &mentions.read {
            if !self.is_inner(name) && self.may_reach(name, changed.contains(name)) {
                self.unknown(name.clone());
            }
        }
        Ok(())
    }

    /// Whether code that nobody knows may change something through a captured name: `changed` if it is borrowed mutably there, perhaps
    /// by a method.
    pub(super) fn may_reach(&self, name: &str, changed: bool) -> bool {
        let env = self.walk.env;
        let Some(known) = env.lookup(name) else {
            return false;
        };
        if changed && known.mutable {
            return true;
        }
        let values = |ty: &Type| env.visibly_owned(ty) && !types::mentions_interior_mutability(ty);
        let own = match &known.ty {
            Some(ty) if is_mutable_reference(ty) => false,
            Some(ty) => number(name, env) || values(types::dereferenced(ty)),
            None => number(name, env),
        };
        // A parameter that is shared reaches no local.
        let outside = matches!(known.origin, Origin::Parameter) && env.visibly_shared(name);
        !own && !outside
    }

    /// The same, if it is no parameter: what that refers to no local of the function is.
    pub(super) fn may_reach_a_local(&self, name: &str) -> bool {
        let known = self.walk.env.lookup(name);
        known.is_some_and(|known| !matches!(known.origin, Origin::Parameter))
            && self.may_reach(name, false)
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

/// The name of a macro that is neither of the list nor one that prints.
pub(super) fn unseen_macro(expr: &Expr) -> Option<String> {
    struct Unseen(Option<String>);
    impl<'ast> Visit<'ast> for Unseen {
        fn visit_macro(&mut self, mac: &'ast Macro) {
            if macros::listed(mac).is_none() && macros::printed(mac).is_none() {
                let name = mac.path.segments.last().map(|last| last.ident.to_string());
                self.0 = self.0.take().or(name);
            }
        }
    }
    let mut unseen = Unseen(None);
    unseen.visit_expr(expr);
    unseen.0
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
            | Reason::Collection(_)
            | Reason::Macro(_) => true,
            Reason::ImpureClosure(_, reason) => reason.is_effect(),
            Reason::Assigns(_)
            | Reason::UnknownWorker
            | Reason::Unsafe
            | Reason::Attribute
            | Reason::Syntax
            | Reason::Leaves
            | Reason::Nothing
            | Reason::Watched => false,
        }
    }
}
