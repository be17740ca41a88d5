//! What flows where in the body of a worker (rules (a), (b) and (d) of docs/DESIGN.md section 3).
//!
//! A local is *element-dependent* if a parameter, of the worker or of a closure in it, flows into it.
//! It is *exposed* if something captured that is not visibly shared flows into it, other than as an
//! operand: then a method or an assignment through the local may reach what is captured.

use crate::sorted::{SortedMap, SortedSet};
use std::cell::RefCell;
use std::rc::Rc;

use syn::{Block, Expr, Pat, Stmt, Type, UnOp};

use super::environment::{Callable, Environment, Origin, Sharing};
use super::impurity::Reason;
use super::mentions::{self, Mentions};
use super::{macros, types, visible};
use crate::rust::std_names;

/// What flows into a local.
#[derive(Clone, Copy, Default)]
pub(crate) struct Flow {
    /// A parameter of the worker, or of a closure in it.
    pub(crate) element: bool,
    /// Something captured that is not visibly shared, other than as an operand.
    pub(crate) exposed: bool,
}

impl Flow {
    /// That of a parameter.
    pub(crate) const ELEMENT: Flow = Flow {
        element: true,
        exposed: false,
    };
}

/// The names in scope at one point of a worker's body, with what flows into its locals.
pub(crate) struct Walk {
    /// What is known of all names, the worker's locals last.
    pub(crate) env: Environment,
    /// Entries of the environment from here on are locals of the worker.
    base: usize,
    locals: Vec<Flow>,
    /// Verdicts on local closures.
    pub(crate) verdicts: Verdicts,
    /// Collections of std that the body of a loop writes.
    pub(crate) collections: SortedSet<String>,
}

/// Why a local closure is impure, if it is, by the place of its entry in the environment: closures
/// that call each other twice would otherwise be judged exponentially often.
pub(crate) type Verdicts = Rc<RefCell<SortedMap<usize, Option<Reason>>>>;

impl Walk {
    /// Before the worker's parameters are bound.
    pub(crate) fn new(env: &Environment, verdicts: Verdicts) -> Walk {
        Walk {
            env: env.clone(),
            base: env.len(),
            locals: Vec::new(),
            verdicts,
            collections: SortedSet::new(),
        }
    }

    /// Forgets the flows of entries that the environment has lost.
    pub(crate) fn left(&mut self) {
        self.locals.truncate(self.env.len() - self.base);
    }

    /// Notes the flow of the entries that the environment has gained.
    pub(crate) fn flow(&mut self, flow: Flow) {
        self.locals.resize(self.env.len() - self.base, flow);
    }

    pub(crate) fn bind(&mut self, pattern: &Pat, ty: Option<&Type>, flow: Flow) {
        self.env.bind(pattern, ty, &Origin::Pattern);
        self.flow(flow);
    }

    /// The flow of a local of the worker; `None` for something captured.
    pub(crate) fn local(&self, name: &str) -> Option<Flow> {
        let position = self.env.position(name)?;
        self.locals.get(position.checked_sub(self.base)?).copied()
    }

    pub(crate) fn local_mut(&mut self, name: &str) -> Option<&mut Flow> {
        let position = self.env.position(name)?;
        self.locals.get_mut(position.checked_sub(self.base)?)
    }

    pub(crate) fn depends(&self, expr: &Expr) -> bool {
        Mentions::of_expr(expr)
            .read
            .iter()
            .any(|name| self.local(name).is_some_and(|flow| flow.element))
    }

    pub(crate) fn flow_of(&self, expr: &Expr) -> Flow {
        Flow {
            element: self.depends(expr),
            exposed: self.exposes(expr),
        }
    }

    /// Whether a value may give access, by methods, to something captured that is not visibly
    /// shared.
    pub(crate) fn exposes(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Path(_) => match visible::name_of(expr) {
                Some(name) => match self.local(&name) {
                    Some(flow) => flow.exposed,
                    None => !self.env.visibly_shared(&name) && !self.stateless(&name),
                },
                None => true,
            },
            Expr::Field(_) | Expr::Index(_) => self.exposes_place(expr),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => self.exposes_place(expr),
            Expr::Paren(paren) => self.exposes(&paren.expr),
            Expr::Group(group) => self.exposes(&group.expr),
            Expr::Lit(_)
            | Expr::Unary(_)
            | Expr::Binary(_)
            | Expr::Cast(_)
            | Expr::Assign(_)
            | Expr::Closure(_)
            | Expr::Range(_)
            | Expr::While(_)
            | Expr::ForLoop(_)
            | Expr::Continue(_)
            | Expr::Return(_)
            | Expr::Let(_) => false,
            Expr::Reference(reference) => self.exposes(&reference.expr),
            Expr::Tuple(tuple) => tuple.elems.iter().any(|part| self.exposes(part)),
            Expr::Array(array) => array.elems.iter().any(|part| self.exposes(part)),
            Expr::Repeat(repeat) => self.exposes(&repeat.expr),
            Expr::Struct(literal) => {
                literal.fields.iter().any(|field| self.exposes(&field.expr))
                    || literal
                        .rest
                        .as_deref()
                        .is_some_and(|rest| self.exposes(rest))
            }
            Expr::Call(call) => call
                .args
                .iter()
                .any(|argument| self.exposes_argument(argument)),
            Expr::MethodCall(call) => {
                let (name, arguments) = (call.method.to_string(), call.args.len());
                if std_names::is(&name, arguments, std_names::COMPARISON) {
                    return false;
                }
                if std_names::is(&name, arguments, std_names::KNOWN) {
                    return std_names::is(&name, arguments, std_names::PROJECTS)
                        && self.exposes_place(&call.receiver);
                }
                let mut arguments = call.args.iter();
                self.exposes_place(&call.receiver)
                    || arguments.any(|argument| self.exposes_argument(argument))
            }
            Expr::If(branch) => {
                self.exposes_block(&branch.then_branch)
                    || branch
                        .else_branch
                        .as_ref()
                        .is_some_and(|(_, other)| self.exposes(other))
            }
            Expr::Block(block) => self.exposes_block(&block.block),
            Expr::Match(matched) => {
                self.exposes(&matched.expr)
                    || matched.arms.iter().any(|arm| self.exposes(&arm.body))
            }
            Expr::Macro(mac) => match macros::listed(&mac.mac) {
                Some(listed) => listed.by_value.iter().any(|part| self.exposes(part)),
                None => true,
            },
            _ => true,
        }
    }

    /// A function given by name, or a closure judged on its own, gives access to nothing else.
    pub(crate) fn exposes_argument(&self, expr: &Expr) -> bool {
        match (expr, visible::name_of(expr)) {
            (_, Some(name)) if self.local(&name).is_none() => {
                matches!(self.env.callable(&name), Callable::Unknown) && self.exposes(expr)
            }
            (Expr::Path(_), None) => false,
            // What is handed on as a visible `&` comes back as a `&`, if at all.
            (Expr::Reference(reference), _) if reference.mutability.is_none() => false,
            _ => self.exposes(expr),
        }
    }

    /// A part of a captured name may be a `&mut` even where the name itself is shared.
    pub(crate) fn exposes_place(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Field(field) => self.exposes_place(&field.base),
            Expr::Index(index) => self.exposes_place(&index.expr),
            Expr::Paren(paren) => self.exposes_place(&paren.expr),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => {
                self.exposes_place(&unary.expr)
            }
            Expr::Path(_) => match visible::name_of(expr) {
                Some(name) if self.local(&name).is_none() => {
                    self.env.sharing(&name) < Sharing::Deep
                }
                _ => self.exposes(expr),
            },
            other => self.exposes(other),
        }
    }

    /// A block whose value is one of its own locals is judged by what the block mentions.
    pub(crate) fn exposes_block(&self, block: &Block) -> bool {
        if let [Stmt::Expr(tail, None)] = &block.stmts[..] {
            return self.exposes(tail);
        }
        match block.stmts.last() {
            Some(Stmt::Expr(tail, None))
                if !visible::asked(tail, &self.env, |tail| tail.is_value(&self.env)) =>
            {
                let mentions = Mentions::of_block(block);
                mentions.opaque_macro
                    || mentions.read.iter().any(|name| match self.local(name) {
                        Some(flow) => flow.exposed,
                        None => !self.env.visibly_shared(name),
                    })
            }
            _ => false,
        }
    }

    /// Whether a receiver is captured, or a part of something captured, however it is shared.
    pub(crate) fn captured(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Path(_) => match visible::name_of(expr) {
                Some(name) => match self.local(&name) {
                    Some(flow) => flow.exposed,
                    None => self
                        .env
                        .lookup(&name)
                        .is_none_or(|known| known.ty.as_ref().is_none_or(|ty| !self.inert(ty))),
                },
                None => true,
            },
            Expr::Field(field) => self.captured(&field.base),
            Expr::Index(index) => self.captured(&index.expr),
            Expr::Paren(paren) => self.captured(&paren.expr),
            Expr::Reference(reference) => self.captured(&reference.expr),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => self.captured(&unary.expr),
            Expr::MethodCall(call) => {
                let name = call.method.to_string();
                let listed = std_names::is(&name, call.args.len(), std_names::KNOWN);
                (!listed || std_names::is(&name, call.args.len(), std_names::PROJECTS))
                    && self.captured(&call.receiver)
            }
            _ => false,
        }
    }

    /// A type through which a shared reference changes nothing.
    pub(crate) fn inert(&self, ty: &Type) -> bool {
        let ty = types::dereferenced(ty);
        match types::peel(ty) {
            Type::Slice(slice) => self.inert(&slice.elem),
            Type::Path(path) if path.path.is_ident("str") => true,
            ty => self.env.visibly_plain(ty) && self.env.visibly_owned(ty),
        }
    }

    /// The captured name that a listed method may change after all: a cache's `get` takes
    /// `&mut self`. Where the type is visible, methods on scalars are taken for what they are called.
    pub(crate) fn may_mutate(&self, call: &syn::ExprMethodCall) -> Option<String> {
        let is = |facts| std_names::is(&call.method.to_string(), call.args.len(), facts);
        let root = mentions::place_root(&call.receiver).filter(|_| is(std_names::KNOWN))?;
        let hidden =
            visible::name_of(&call.receiver).is_some() && self.env.type_of(&root).is_none();
        let suspicious = (hidden || !is(std_names::SCALAR)) && self.local(&root).is_none();
        (suspicious && self.env.may_be_changed(&root)).then_some(root)
    }

    /// True for the value of a struct without fields: no local has such a name, and it is made anew where it is
    /// mentioned. A constant or a static, in capitals, may hold anything.
    fn stateless(&self, name: &str) -> bool {
        self.env.lookup(name).is_none()
            && super::patterns::capitalised(name)
            && name.contains(char::is_lowercase)
    }

    /// A method of a shared name itself takes `&self`; a method of a part of it may not.
    pub(crate) fn exposes_receiver(&self, receiver: &Expr) -> bool {
        match receiver {
            Expr::Path(_) => self.exposes(receiver),
            Expr::Paren(paren) => self.exposes_receiver(&paren.expr),
            other => self.exposes_place(other),
        }
    }
}
