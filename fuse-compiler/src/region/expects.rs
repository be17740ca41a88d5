//! What the context of an expression tells rustc of its type, and whether a chain can do without.
//!
//! A chain that is cut out of its expression is type-checked before it, without that context
//! (docs/DESIGN.md section 3, *Chains*, rule (4)). The closures of most chains never see it: rustc looks at
//! the receiver first. Only the accumulator of a `fold` gets its type from where the result goes.

use crate::ops::chain::Chain;
use crate::ops::consumer::fold::{Fold, number};
use crate::ops::consumer::solitary::{Place, Solitary};
use crate::ops::recognised::row::Order;
use crate::rust::environment::Environment;
use crate::rust::mentions::Mentions;
use crate::rust::patterns::binds;
use crate::rust::reason::Reason;
use crate::rust::types::mentions_unseen_or_mutable;
use crate::rust::visible::visible_type;
use crate::rust::visit::{self, Visit};
use crate::sorted::SortedSet;
use proc_macro2::TokenTree;
use quote::ToTokens;
use syn::{Expr, ExprCall, Member, Pat, Path, Stmt, Type, UnOp};

/// What the context of an expression tells of its type.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Expects<'a> {
    /// Nothing: rustc infers it from the expression alone.
    Nothing,
    /// This type.
    Type(&'a Type),
    /// A type that the macro does not see.
    Hidden,
}

impl<'a> Expects<'a> {
    /// The type, where the source shows it.
    pub(crate) fn ty(self) -> Option<&'a Type> {
        match self {
            Expects::Type(ty) => Some(ty),
            Expects::Nothing | Expects::Hidden => None,
        }
    }

    /// Of the initialiser of a `let`.
    pub(crate) fn annotation(ty: Option<&'a Type>) -> Expects<'a> {
        ty.map_or(Expects::Nothing, Expects::Type)
    }

    /// Of the value of a block, or of what a function is given.
    pub(crate) fn maybe(ty: Option<&'a Type>) -> Expects<'a> {
        ty.map_or(Expects::Hidden, Expects::Type)
    }

    /// Of the parts of a tuple.
    pub(crate) fn parts(self, count: usize) -> Vec<Expects<'a>> {
        match self {
            Expects::Nothing => vec![Expects::Nothing; count],
            Expects::Type(Type::Tuple(types)) if types.elems.len() == count => {
                types.elems.iter().map(Expects::Type).collect()
            }
            Expects::Type(_) | Expects::Hidden => vec![Expects::Hidden; count],
        }
    }

    /// Of the argument of a call: that of `Some` and `Ok` shows in the type of the whole.
    pub(crate) fn argument(self, call: &ExprCall, environment: &Environment) -> Expects<'a> {
        let Expr::Path(path) = &*call.func else {
            return Expects::Hidden;
        };
        let wraps = |wrapper: &str| {
            path.path.is_ident(wrapper)
                && call.args.len() == 1
                && environment.lookup(wrapper).is_none()
        };
        let container = if wraps("Some") {
            "Option"
        } else if wraps("Ok") {
            "Result"
        } else {
            return Expects::Hidden;
        };
        let first = match self {
            Expects::Type(ty) => environment.std_first_argument(ty, container),
            Expects::Nothing | Expects::Hidden => None,
        };
        Expects::maybe(first)
    }
}

/// The type of a field of a struct literal, where the file shows the struct.
pub(crate) fn of_field(of: &Path, field: &Member, environment: &Environment) -> Option<Type> {
    environment.field_of_type(&syn::parse_quote!(#of), field)
}

/// The type of an argument of a call, where the file shows what is called.
pub(crate) fn of_argument(of: &Expr, place: usize, environment: &Environment) -> Option<Type> {
    match of {
        Expr::Path(called) => environment.taken_by(called, place),
        _ => None,
    }
}

/// A chain that is cut out of its context: one that would have another type without stays as written,
/// alone.
pub(crate) fn settled(
    mut chain: Box<Chain>,
    expects: Expects<'_>,
    environment: &Environment,
) -> Box<Chain> {
    if let Some(fold) = chain.consumer.of::<Fold>()
        && fold.accumulator.is_none()
        && !matches!(expects, Expects::Nothing)
        && !accumulator_shows(fold, environment)
    {
        let solitary = Solitary {
            name: "fold",
            reason: Reason::InvisibleResult,
            workers: vec![fold.worker.clone()],
            streams: Vec::new(),
            reads: fold.initial_reads.clone(),
            moves: fold.initial_moves.clone(),
            gives: None,
            gives_element: false,
            borrows: !fold.owned,
            drops: false,
            order: Order::All,
            trusts: false,
            making: fold.hidden,
            place: Place::Hidden,
        };
        chain.consumer = solitary.into();
    }
    if let Some(solitary) = chain.consumer.of_mut::<Solitary>()
        && matches!(solitary.place, Place::Hidden)
    {
        solitary.place = match expects {
            Expects::Nothing => Place::Nothing,
            Expects::Type(ty) if !is_opaque(ty) => Place::Type(Box::new(ty.clone())),
            Expects::Type(_) | Expects::Hidden => Place::Hidden,
        };
    }
    chain
}

/// True for a type that no `let` can have: it mentions an `impl`, or a macro.
fn is_opaque(ty: &Type) -> bool {
    let mut tokens = ty.to_token_stream().into_iter();
    tokens.any(|token| is_or_holds(&token, "impl") || is_or_holds(&token, "!"))
}

fn is_or_holds(token: &TokenTree, word: &str) -> bool {
    match token {
        TokenTree::Group(group) => {
            let mut inside = group.stream().into_iter();
            inside.any(|token| is_or_holds(&token, word))
        }
        other => other.to_string() == word,
    }
}

/// True if the accumulator's first value carries its type, or nothing asks for the type before it is
/// known.
fn accumulator_shows(fold: &Fold, environment: &Environment) -> bool {
    let typed =
        visible_type(&fold.initial, environment).is_some_and(|ty| !mentions_unseen_or_mutable(&ty));
    if typed {
        return true;
    }
    match &fold.worker.expr {
        Expr::Closure(closure) => match closure.inputs.first() {
            Some(Pat::Type(_)) => true,
            Some(pattern) => {
                number(&fold.initial, environment) && !looks_into(&closure.body, &binds(pattern))
            }
            None => false,
        },
        _ => number(&fold.initial, environment),
    }
}

/// True if a body calls a method on one of the names, or takes it apart in another way for which
/// rustc must know its type on the spot.
fn looks_into(body: &Expr, names: &SortedSet<String>) -> bool {
    struct Search<'a> {
        names: &'a SortedSet<String>,
        found: bool,
    }
    impl Search<'_> {
        fn mentions(&mut self, expr: &Expr) {
            self.found |= !Mentions::of_expr(expr).read.is_disjoint(self.names);
        }
    }
    impl<'ast> Visit<'ast> for Search<'_> {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            match expr {
                Expr::MethodCall(call) => self.mentions(&call.receiver),
                Expr::Field(field) => self.mentions(&field.base),
                Expr::Index(index) => self.mentions(&index.expr),
                Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => {
                    self.mentions(&unary.expr);
                }
                Expr::Closure(_) | Expr::Macro(_) | Expr::Match(_) | Expr::Try(_) => {
                    self.mentions(expr);
                }
                _ => {}
            }
            visit::visit_expr(self, expr);
        }
        fn visit_stmt(&mut self, stmt: &'ast Stmt) {
            // A name bound to it is another way to it.
            if !matches!(stmt, Stmt::Expr(..)) {
                self.found |= !Mentions::of_stmt(stmt).read.is_disjoint(self.names);
            }
            visit::visit_stmt(self, stmt);
        }
    }
    let mut search = Search {
        names,
        found: false,
    };
    search.visit_expr(body);
    search.found
}
