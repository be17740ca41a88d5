//! What flows where in the body of a worker (rules (a), (b) and (d) of docs/DESIGN.md section 3).
//!
//! A local is *element-dependent* if a parameter, of the worker or of a closure in it, flows into it.
//! It is *exposed* if something captured that is not visibly shared flows into it, other than as an
//! operand: then a method or an assignment through the local may reach what is captured.

use crate::sorted::{SortedMap, SortedSet};
use std::cell::RefCell;
use std::rc::Rc;

use syn::{Type, UnOp};

use super::environment::{Callable, Environment, Known, Sharing};
use super::impurity::Reason;
use super::mentions::Mentions;
use super::patterns::capitalised;
use super::term::{Block, Bound, Is, Method, Term};
use super::types;
use crate::rust::std_names;

/// What flows into a local.
#[derive(Clone, Copy, Default)]
pub(crate) struct Flow {
    /// A parameter of the worker, or of a closure in it.
    pub(crate) element: bool,
    /// Something captured that is not visibly shared, other than as an operand.
    pub(crate) exposed: bool,
    /// Something captured, or a part of it, however it is shared.
    pub(crate) captured: bool,
    /// It is a closure that is made in the worker, whose body is judged where it stands.
    pub(crate) judged: bool,
    /// All that is captured and may flow into it has been noted as written.
    pub(crate) noted: bool,
}

impl Flow {
    /// That of a parameter.
    pub(crate) const ELEMENT: Flow = Flow {
        element: true,
        exposed: false,
        captured: false,
        judged: false,
        noted: false,
    };

    /// That of what a call gives of which nothing is known.
    pub(crate) const OPAQUE: Flow = Flow {
        element: true,
        exposed: true,
        captured: true,
        judged: false,
        noted: true,
    };
}

/// The names in scope at one point of a worker's body, with what flows into its locals.
pub(crate) struct Walk<'a> {
    /// What is known of the names around the worker.
    pub(crate) env: &'a Environment,
    /// The names in it.
    locals: Vec<(Rc<Known>, Flow)>,
    /// Verdicts on local closures.
    pub(crate) verdicts: Verdicts,
    /// Collections of std that the body of a loop writes.
    pub(crate) collections: SortedSet<String>,
    /// True in a closure that is called by reference: nothing that it captures is changed but cells.
    pub(crate) shared: bool,
    /// True for what leaves the function: it runs once at most, and what it does is done in its time.
    pub(crate) leaves: bool,
}

/// Why a local closure is impure, if it is, by the place of its entry in the environment: closures
/// that call each other twice would otherwise be judged exponentially often.
pub(crate) type Verdicts = Rc<RefCell<SortedMap<usize, Option<Reason>>>>;

impl<'a> Walk<'a> {
    /// Before the worker's parameters are bound.
    pub(crate) fn new(env: &'a Environment, verdicts: Verdicts) -> Walk<'a> {
        Walk {
            env,
            locals: Vec::new(),
            verdicts,
            collections: SortedSet::new(),
            shared: false,
            leaves: false,
        }
    }
}

impl Walk<'_> {
    /// Runs `inside` in a scope of its own.
    pub(crate) fn scoped<R>(&mut self, inside: impl FnOnce(&mut Self) -> R) -> R {
        let scope = self.scope();
        let result = inside(self);
        self.leave(scope);
        result
    }

    /// How many locals are in scope.
    pub(crate) fn scope(&self) -> usize {
        self.locals.len()
    }

    /// How many of them are exposed.
    pub(crate) fn exposed(&self) -> usize {
        self.locals.iter().filter(|(_, flow)| flow.exposed).count()
    }

    /// Forgets all others.
    pub(crate) fn leave(&mut self, scope: usize) {
        self.locals.truncate(scope);
    }

    pub(crate) fn bind(&mut self, bound: &Bound<'_>, flow: Flow) {
        let names = bound.names.iter().map(|known| (Rc::clone(known), flow));
        self.locals.extend(names);
    }

    /// Takes a name around the worker for one of its own.
    pub(crate) fn adopt(&mut self, known: &Rc<Known>, flow: Flow) {
        self.locals.push((Rc::clone(known), flow));
    }

    /// The place of a local among those in scope.
    pub(crate) fn position(&self, name: &str) -> Option<usize> {
        self.locals
            .iter()
            .rposition(|(known, _)| known.name == name)
    }

    /// The flow of a local of the worker; `None` for something captured.
    pub(crate) fn local(&self, name: &str) -> Option<Flow> {
        self.position(name).map(|place| self.locals[place].1)
    }

    pub(crate) fn local_mut(&mut self, name: &str) -> Option<&mut Flow> {
        let place = self.position(name)?;
        Some(&mut self.locals[place].1)
    }

    pub(crate) fn depends(&self, term: &Term<'_>) -> bool {
        let names = Mentions::of_expr(term.expr).read;
        let mut flows = names.iter().filter_map(|name| self.local(name));
        flows.any(|flow| flow.element)
    }

    pub(crate) fn flow_of(&self, term: &Term<'_>) -> Flow {
        Flow {
            element: self.depends(term),
            exposed: self.exposes(term),
            captured: self.captured(term),
            judged: false,
            noted: false,
        }
    }

    /// Whether a value may give access, by methods, to something captured that is not visibly
    /// shared.
    pub(crate) fn exposes(&self, term: &Term<'_>) -> bool {
        let exposes = |term: &Term<'_>| self.exposes(term);
        match &term.is {
            Is::Path(path) => path.name().is_none_or(|name| match self.local(&name) {
                Some(flow) => flow.exposed,
                None => !self.is_shared(&name) && !self.stateless(&name),
            }),
            Is::Field(..) | Is::Index(..) | Is::Unary(UnOp::Deref(_), _) => {
                self.exposes_place(term)
            }
            Is::Literal(_)
            | Is::Unary(..)
            | Is::Binary(..)
            | Is::Cast(..)
            | Is::Assign(..)
            | Is::Closure(..)
            | Is::Range(_)
            | Is::Loop(Some(_), _)
            | Is::For(..)
            | Is::Let(..) => false,
            Is::Leave(_) => matches!(term.expr, syn::Expr::Break(_)),
            // What `?` gives is a part of what it looks at.
            Is::Reference(_, of) | Is::Repeat(of, _) => exposes(of),
            Is::Try(of) => self.exposes_place(of),
            Is::Tuple(parts) | Is::Array(parts) => parts.iter().any(exposes),
            Is::Struct(fields, rest) => fields.iter().chain(rest.as_deref()).any(exposes),
            Is::Call(_, arguments) => arguments.iter().any(|of| self.exposes_argument(of)),
            Is::Method(call) if call.is(std_names::COMPARISON) => false,
            Is::Method(call) if call.is(std_names::KNOWN) => {
                call.is(std_names::PROJECTS) && self.exposes_place(&call.receiver)
            }
            Is::Method(call) => {
                let mut arguments = call.arguments.iter();
                self.exposes_place(&call.receiver) || arguments.any(|of| self.exposes_argument(of))
            }
            Is::If(_, then, other) => {
                self.exposes_block(then) || other.as_deref().is_some_and(exposes)
            }
            Is::Block(block) => self.exposes_block(block),
            Is::Match(of, arms) => exposes(of) || arms.iter().any(|arm| exposes(&arm.body)),
            Is::Macro(_, Some(listed)) => listed.by_value.iter().any(exposes),
            _ => true,
        }
    }

    /// Whether something captured is visibly shared, or must be for the closure to be called as it is.
    fn is_shared(&self, name: &str) -> bool {
        let cells = |ty: &Type| types::mentions_interior_mutability(ty);
        let known = self.env.lookup(name).and_then(|known| known.ty.as_ref());
        self.env.visibly_shared(name) || self.shared && !known.is_some_and(cells)
    }

    /// A function given by name, or a closure judged on its own, gives access to nothing else.
    pub(crate) fn exposes_argument(&self, term: &Term<'_>) -> bool {
        match (&term.is, term.name()) {
            (_, Some(name)) if self.local(&name).is_none() => {
                matches!(self.env.callable(&name), Callable::Unknown) && self.exposes(term)
            }
            // What is handed on as a visible `&` comes back as a `&`, if at all.
            (Is::Path(_), None) | (Is::Reference(false, _), _) => false,
            _ => self.exposes(term),
        }
    }

    /// A part of a captured name may be a `&mut` even where the name itself is shared.
    pub(crate) fn exposes_place(&self, term: &Term<'_>) -> bool {
        match &term.is {
            Is::Field(of, _) | Is::Index(of, _) | Is::Unary(UnOp::Deref(_), of) => {
                self.exposes_place(of)
            }
            Is::Path(path) => match path.name() {
                Some(name) if self.local(&name).is_none() => {
                    !self.shared && self.env.sharing(&name) < Sharing::Deep
                }
                _ => self.exposes(term),
            },
            _ => self.exposes(term),
        }
    }

    /// A block whose value is one of its own locals is judged by what the block mentions.
    fn exposes_block(&self, block: &Block<'_>) -> bool {
        match (block.sole(), block.value()) {
            (Some(value), _) => self.exposes(value),
            (None, Some(value)) if !value.is_value(self.env) => {
                let mentions = Mentions::of_block(block.block);
                let mut names = mentions.read.iter();
                let exposed = |name: &String| match self.local(name) {
                    Some(flow) => flow.exposed,
                    None => !self.is_shared(name),
                };
                mentions.opaque_macro || names.any(exposed)
            }
            _ => false,
        }
    }

    /// Whether a receiver is captured, or a part of something captured, however it is shared.
    pub(crate) fn captured(&self, term: &Term<'_>) -> bool {
        match &term.is {
            Is::Path(path) => path.name().is_none_or(|name| match self.local(&name) {
                Some(flow) => flow.exposed || flow.captured,
                None => {
                    let ty = self.env.type_of(&name);
                    ty.is_none_or(|ty| !self.inert(ty))
                }
            }),
            Is::Field(of, _)
            | Is::Index(of, _)
            | Is::Reference(_, of)
            | Is::Try(of)
            | Is::Unary(UnOp::Deref(_), of) => self.captured(of),
            Is::Method(call) => {
                (!call.is(std_names::KNOWN) || call.is(std_names::PROJECTS))
                    && self.captured(&call.receiver)
            }
            _ => false,
        }
    }

    /// A type through which a shared reference changes nothing.
    fn inert(&self, ty: &Type) -> bool {
        match types::dereferenced(ty) {
            Type::Slice(slice) => self.inert(&slice.elem),
            Type::Path(path) if path.path.is_ident("str") => true,
            ty => self.env.visibly_plain(ty) && self.env.visibly_owned(ty),
        }
    }

    /// The captured name that a listed method may change after all: a cache's `get` takes
    /// `&mut self`. Methods on scalars are taken for what they are called, but of what is visibly no type of std's.
    pub(crate) fn may_mutate(&self, call: &Method<'_>) -> Option<String> {
        let root = call.receiver.root().filter(|_| call.is(std_names::KNOWN))?;
        let root = root.spelt();
        if self.shared || self.local(&root).is_some() {
            return None;
        }
        let ty = call.receiver.ty(self.env);
        let foreign = ty.is_some_and(|ty| self.env.is_foreign(ty));
        let hidden = call.receiver.name().is_some() && self.env.type_of(&root).is_none();
        let changed = self.env.may_be_changed(&root);
        let mutates = if foreign {
            changed || self.env.is_reached_mutably(&root)
        } else {
            (hidden || !call.is(std_names::SCALAR)) && changed
        };
        mutates.then_some(root)
    }

    /// True for the value of a struct without fields: no local has such a name, and it is made anew where it is
    /// mentioned. A constant or a static, in capitals, may hold anything.
    fn stateless(&self, name: &str) -> bool {
        self.env.lookup(name).is_none() && capitalised(name) && name.contains(char::is_lowercase)
    }

    /// A method of a shared name itself takes `&self`; a method of a part of it may not.
    pub(crate) fn exposes_receiver(&self, receiver: &Term<'_>) -> bool {
        match receiver.is {
            Is::Path(_) => self.exposes(receiver),
            _ => self.exposes_place(receiver),
        }
    }
}
