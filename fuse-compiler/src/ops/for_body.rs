//! The body of a `for` loop: whether each of its statements is visibly one accumulation or one push.
//!
//! In: the pattern and the body, with the environment around the loop. Out: a [`Body`], with the
//! names that it writes. The body runs as a unit, once for each element and in order, so it may read
//! what it writes; what it writes nobody else may touch meanwhile, which the lowering sees to.
//! Everything else in it is judged as the body of a worker is ([`crate::rust::purity`]).

mod choices;
pub(crate) mod counting;
pub(crate) mod ended;
mod jumps;
mod opaque;
pub(crate) mod pushes;
mod statements;

use crate::rust::visit::{self, Visit};
use crate::rust::visit_mut::VisitMut;
use crate::sorted::{SortedMap, SortedSet};

use syn::{Block, Expr, ExprMethodCall, Lifetime, Pat, Stmt, Type};

use crate::ops::body::{Body, Write};
use crate::rust::captured_writes::impure;
use crate::rust::environment::{Callable, Environment};
use crate::rust::exposure::{Flow, Verdicts, Walk};
use crate::rust::impurity::{Impurity, Reason};
use crate::rust::macros;
use crate::rust::mentions::{self, Mentions};
use crate::rust::patterns;
use crate::rust::std_names;
use crate::rust::term::{Is, Parsed, Term};
use crate::rust::totality::{Kept, calls_total, is_total_body};
use crate::rust::ty::{Scalar, owned_container};
use crate::rust::types;
use crate::rust::visible::PathCall;
use jumps::{Jumps, label, shape};
use statements::Judge;

/// What the pattern of a loop is matched against.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Elements<'a> {
    /// The type, where it is visible.
    pub(crate) ty: Option<&'a Type>,
    /// True if there are mutable references to elements of an array among them: to change those is
    /// what the loop does.
    pub(crate) changed: bool,
    /// True if nobody can watch those elements being dropped.
    pub(crate) plain: bool,
    /// What it is the body of.
    pub(crate) of: Of<'a>,
}

/// What has a body.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Of<'a> {
    /// A loop, with its label.
    Loop(Option<&'a Lifetime>),
    /// A `for_each`, of which a `return` leaves the closure alone.
    Closure,
}

/// Judges a body.
pub(crate) fn judge(
    pattern: &Pat,
    body: &Block,
    elements: Elements<'_>,
    env: &Environment,
) -> Result<Body, Impurity> {
    let jumps = |breaks: bool| Jumps {
        of: match elements.of {
            Of::Loop(label) => label,
            Of::Closure => None,
        },
        end: label(body),
        inner: false,
        breaks,
        found: false,
        ended: false,
    };
    let mut seen = jumps(false);
    seen.visit_block_mut(&mut body.clone());
    let breaks = seen.ended && matches!(elements.of, Of::Loop(_));
    let mut jumps = jumps(breaks);
    let mut body = body.clone();
    jumps.visit_block_mut(&mut body);
    let end = jumps.found.then_some(jumps.end);
    let leaves = shape(&body, end.as_ref(), elements.of, breaks)?;
    let closure = as_closure(pattern, &body);
    let mentions = Mentions::of_expr(&closure);
    let (candidates, inside) = candidates(&mentions, &body, env);
    let mut walk = Walk::new(env, Verdicts::default());
    walk.collections = candidates
        .iter()
        .filter(|name| changeable_collection(name, env))
        .cloned()
        .collect();
    for name in &candidates {
        let Some(known) = env.known(name) else {
            let reason = match opaque::unseen_macro(&closure) {
                // It may do anything with any of its words.
                Some(mac) => Reason::Macro(mac),
                None => Reason::Assigns(name.clone()),
            };
            return impure(reason, &body);
        };
        let exposed = !self_contained(name, env);
        let element = true;
        let flow = Flow {
            element,
            exposed,
            captured: exposed,
            judged: false,
            noted: false,
        };
        walk.adopt(known, flow);
    }
    let mut judge = Judge {
        inner: walk.scope(),
        walk,
        writes: Vec::new(),
        drops: false,
        plain: elements.plain,
        end: end.as_ref(),
        outward: leaves,
        opaque: None,
        numbers: SortedMap::new(),
        copied: SortedMap::new(),
        open: SortedSet::new(),
        added: SortedMap::new(),
    };
    if !patterns::quiet(pattern) {
        return impure(Reason::Syntax, pattern);
    }
    // What a name holds at the end of the body, it holds at the start of the next.
    let parsed = Parsed::default();
    let (inputs, term) = match &closure {
        Expr::Closure(closure) => Term::closure(closure, env, &[elements.ty.cloned()], &parsed),
        other => (Vec::new(), Term::within(other, env, &parsed)),
    };
    judge.again_and_again(|judge| {
        let scope = judge.walk.scope();
        inputs
            .iter()
            .for_each(|input| judge.walk.bind(input, Flow::ELEMENT));
        judge.effect(&term)?;
        judge.walk.leave(scope);
        Ok(())
    })?;
    // A loop is where people write what has an effect, unlike a closure of a chain.
    let unseen = term.find(&|part| calls_unseen(part, env));
    let calls = unseen.is_some();
    if let Some(unseen) = unseen {
        judge.does(unseen.expr);
    }
    // What is called may change what a name of the function's refers to.
    if calls {
        let locals = mentions.read.iter();
        let locals = locals.filter(|name| !candidates.contains(*name));
        for name in locals {
            let known = judge.writes.iter().any(|write| write.name == *name);
            if !known && judge.may_reach_a_local(name) {
                judge.wrote(name.clone(), true, false, true);
            }
        }
    }
    let mut writes: Vec<Write> = Vec::new();
    for write in std::mem::take(&mut judge.writes) {
        match writes.iter_mut().find(|other| other.name == write.name) {
            Some(other) => {
                other.resizes |= write.resizes;
                other.values &= write.values;
                other.through |= write.through;
            }
            None => writes.push(write),
        }
    }
    // What is borrowed mutably in an expression, or changed by a method there, is written too.
    for name in candidates {
        let known = writes.iter().position(|write| write.name == name);
        if known.is_some() && !inside.contains(&name) {
            continue;
        }
        let number = number(&name, env);
        let plain = number || judge.holds_plain(&name);
        judge.drops |= !plain;
        judge.wrote(name, true, number, !plain);
        match (known, judge.writes.pop()) {
            (Some(index), Some(write)) => {
                let through = write.through | writes[index].through;
                writes[index] = Write { through, ..write };
            }
            (None, write) => writes.extend(write),
            (Some(_), None) => {}
        }
    }
    // What runs beside a loop that may end early does not run as often.
    let stays = !judge.outward;
    judge.outward |= breaks;
    if writes.is_empty() && !elements.changed && !judge.outward {
        return impure(Reason::Nothing, pattern);
    }
    writes.sort_by(|a, b| a.name.cmp(&b.name));
    let own = !writes.iter().any(|write| write.through) && !elements.changed;
    let calm = own && !judge.drops && !judge.outward && is_total_body(&term, env);
    let outside = |name: &str| writes.iter().any(|write| write.name == name);
    let taken = |name: &str| {
        let mut names = inputs.iter().flat_map(|input| &input.names);
        names.any(|known| known.name == name)
    };
    let asks = term.any(&|part| calls_of_users(part, env));
    let copied = judge.copied.into_iter();
    let copied = copied.filter_map(|(name, ty)| Some((name, ty?)));
    let kept = Kept::by(&term, env, (&outside, &taken));
    let statements = choices::added(pattern, body.stmts, env);
    Ok(Body {
        counting: counting::counting(&statements, &writes, env),
        writes,
        drops: judge.drops,
        outward: judge.outward,
        opaque: judge.opaque,
        asks,
        calm,
        kept,
        numbers: judge.numbers,
        copied: copied.collect(),
        open: judge.open,
        statements,
        end,
        breaks,
        stays,
        fused: None,
    })
}

/// True for a call of a function that is not std's, and for one that is handed on: but for a local closure that calls none, and a
/// function of the file that visibly does nothing but to compute a value.
fn calls_unseen(part: &Term<'_>, env: &Environment) -> bool {
    let unseen = |function: &Term<'_>| match &function.is {
        Is::Path(path) => match path.name().map(|name| env.callable(&name)) {
            // What it names was in scope where it was bound: it may have the name of a function that it calls.
            Some(Callable::Closure(closure, inside)) => {
                let parsed = Parsed::default();
                let body = Term::within(&closure.body, &inside, &parsed);
                body.any(&|part| calls_unseen(part, &inside))
            }
            _ => !path.is_std_extremum(env),
        },
        _ => true,
    };
    let handed_on = |argument: &Term<'_>| match &argument.is {
        Is::Path(path) if path.known.is_none() => {
            let owner = path.segments().iter().rev().nth(1).map(ToString::to_string);
            let std = owner
                .is_some_and(|owner| Scalar::named(&owner).is_some() || owned_container(&owner));
            let lower = path
                .last()
                .is_some_and(|name| name.to_string().starts_with(char::is_lowercase));
            lower && !std
        }
        _ => false,
    };
    match &part.is {
        Is::Call(function, arguments) => {
            part.calls(env) == PathCall::Other
                && unseen(function)
                && !calls_total(function, arguments, env)
                || arguments.iter().any(handed_on)
        }
        Is::Method(call) => call.arguments.iter().any(handed_on),
        _ => false,
    }
}

/// True for a call of a method of what is not visibly std's.
fn calls_of_users(part: &Term<'_>, env: &Environment) -> bool {
    let std = |receiver: &Term<'_>| receiver.target(env).is_some_and(|ty| env.is_std(ty));
    matches!(&part.is, Is::Method(call) if !std(&call.receiver))
}

/// The body as a closure over the element.
pub(crate) fn as_closure(pattern: &Pat, body: &Block) -> Expr {
    syn::parse_quote!(|#pattern| #body)
}

/// The names outside of the body that it may write; those of them that may be changed inside of an
/// expression.
fn candidates(
    mentions: &Mentions,
    body: &Block,
    env: &Environment,
) -> (SortedSet<String>, SortedSet<String>) {
    struct Changed<'a> {
        env: &'a Environment,
        /// By statements.
        pushed: SortedSet<String>,
        inside: SortedSet<String>,
    }
    impl Changed<'_> {
        fn changed(&self, call: &ExprMethodCall) -> Option<String> {
            let listed = std_names::is(&call.method.to_string(), call.args.len(), std_names::KNOWN);
            let root = mentions::place_root(&call.receiver)?;
            (!listed && changeable_collection(&root, self.env)).then_some(root)
        }
        /// An expression in the place of a statement.
        fn effect(&mut self, expr: &Expr) {
            match expr {
                Expr::MethodCall(call) => {
                    self.pushed.extend(self.changed(call));
                    visit::visit_expr_method_call(self, call);
                }
                other => self.visit_expr(other),
            }
        }
    }
    impl<'ast> Visit<'ast> for Changed<'_> {
        fn visit_stmt(&mut self, stmt: &'ast Stmt) {
            match stmt {
                Stmt::Expr(expr, _) => self.effect(expr),
                other => visit::visit_stmt(self, other),
            }
        }
        fn visit_arm(&mut self, arm: &'ast syn::Arm) {
            self.visit_pat(&arm.pat);
            self.effect(&arm.body);
        }
        fn visit_macro(&mut self, mac: &'ast syn::Macro) {
            let Some(listed) = macros::listed(mac) else {
                return;
            };
            let mut changed = Changed {
                env: self.env,
                pushed: SortedSet::new(),
                inside: SortedSet::new(),
            };
            let guard = listed.pattern.iter().flat_map(|(_, guard)| guard);
            for expr in listed.by_value.iter().chain(&listed.borrowed).chain(guard) {
                changed.visit_expr(expr);
            }
            self.inside.extend(changed.inside);
            self.inside.extend(changed.pushed);
        }
        fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
            self.inside.extend(self.changed(call));
            visit::visit_expr_method_call(self, call);
        }
        fn visit_expr_reference(&mut self, reference: &'ast syn::ExprReference) {
            if reference.mutability.is_some()
                && let Some(root) = mentions::place_root(&reference.expr)
                && (changeable_collection(&root, self.env) || number(&root, self.env))
            {
                self.inside.insert(root);
            }
            visit::visit_expr_reference(self, reference);
        }
    }
    let mut changed = Changed {
        env,
        pushed: SortedSet::new(),
        inside: SortedSet::new(),
    };
    changed.visit_block(body);
    let free = |name: &String| mentions.read.contains(name) && env.lookup(name).is_some();
    changed.pushed.retain(free);
    changed.inside.retain(free);
    let mut names = mentions.assigned.clone();
    names.extend(changed.pushed);
    names.extend(changed.inside.iter().cloned());
    (names, changed.inside)
}

/// Whether a name is visibly a collection of std that may be changed through it.
fn changeable_collection(name: &str, env: &Environment) -> bool {
    env.lookup(name).is_some_and(|known| {
        known.ty.as_ref().is_some_and(|ty| {
            let behind = types::is_mutable_reference(ty);
            let shared = types::shared_reference(ty).is_some();
            (known.mutable || behind) && !shared && env.is_collection(ty)
        })
    })
}

/// Whether a name is visibly a number, a `bool` or a `char`, or a `&mut` to one.
fn number(name: &str, env: &Environment) -> bool {
    env.lookup(name).is_some_and(|known| match &known.ty {
        Some(ty) => env.primitive(types::dereferenced(ty)).is_some(),
        None => known.origin.is_owned(),
    })
}

/// Whether a method of a name changes nothing but what the name stands for.
fn self_contained(name: &str, env: &Environment) -> bool {
    let option = |ty: &Type| env.std_container(ty, "Option");
    number(name, env) || changeable_collection(name, env) || env.type_of(name).is_some_and(option)
}

impl Environment {
    /// Whether a type is, or refers to, an array or one of std's collections.
    pub(crate) fn is_collection(&self, ty: &Type) -> bool {
        let ty = types::dereferenced(ty);
        self.array_of(ty).is_some()
            || matches!(ty, Type::Slice(_))
            || self.std_container(ty, COLLECTIONS)
    }

    /// Whether all that a collection of std holds is visibly of a kind.
    fn holds(&self, ty: &Type, kind: &dyn Fn(&Type) -> bool) -> bool {
        let ty = types::dereferenced(ty);
        let Type::Path(path) = ty else {
            return false;
        };
        let arguments = path.path.segments.last().map(|last| &last.arguments);
        let Some(syn::PathArguments::AngleBracketed(angle)) = arguments else {
            return false;
        };
        let held = |argument: &_| matches!(argument, syn::GenericArgument::Type(ty) if kind(ty));
        self.is_collection(ty) && angle.args.iter().all(held)
    }
}

const COLLECTIONS: &str = "BTreeMap BTreeSet BinaryHeap HashMap HashSet LinkedList String VecDeque";

#[cfg(test)]
mod tests;
