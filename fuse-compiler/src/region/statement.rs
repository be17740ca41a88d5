//! A statement as the compiler sees it.
//!
//! In: nothing, these are data types. Out: what is asked of a statement with its chains.

use super::settled::Passed;
use crate::ops::chain::Chain;
use crate::rust::bound::Bound;
use crate::rust::cause::Refusal;
use crate::rust::environment::{Environment, Scope};
use crate::rust::expr::strip;
use crate::rust::facts::Stated;
use crate::rust::hidden_code::Hidden;
use crate::sorted::SortedSet;
use proc_macro2::{Ident, Span};
use syn::{Expr, ExprClosure, Pat, Stmt, Type};

/// One statement.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    /// As written; a barrier's with placeholders in the place of the chains that run before it.
    pub(crate) tokens: Stmt,
    /// What it is to the compiler.
    pub(crate) kind: Kind,
    /// Every name that it mentions freely.
    pub(crate) reads: Vec<String>,
    /// Names that it moves, or may move; of a barrier, those that its chains move.
    pub(crate) moves: Vec<String>,
    /// Names that its workers give away and that may be mutable references.
    pub(crate) given_away: Vec<String>,
    /// Names that it binds.
    pub(crate) binds: Vec<Bound>,
    /// Names of which it needs the length alone, its chains aside.
    pub(crate) lengths: Vec<String>,
    /// What it says about lengths.
    pub(crate) stated: Stated,
    /// What is known of names where it stands, if there are blocks in the closures of its chains that may be fused.
    pub(crate) blocks: Option<Box<Environment>>,
    /// The names in scope where it stands.
    pub(crate) scope: Scope,
}

impl Statement {
    /// The names that matter to what it may run before or behind: a barrier stays in its place, and
    /// only its chains run before it.
    pub(crate) fn ordered_reads(&self) -> SortedSet<String> {
        match &self.kind {
            Kind::Barrier(barrier) => barrier
                .holes
                .iter()
                .flat_map(|hole| hole.chain.reads())
                .collect(),
            _ => self.reads.iter().cloned().collect(),
        }
    }
}

/// What a statement is.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    /// A `let` whose initialiser is transparent around any number of chains.
    Let(Box<Let>),
    /// A tail expression that is transparent around at least one chain.
    Tail(Skeleton),
    /// Everything else: no combinator crosses it.
    Barrier(Barrier),
    /// A `for` loop that is nothing but one chain, whose body writes names.
    Each(Skeleton),
}

/// A plain `let`.
#[derive(Clone, Debug)]
pub(crate) struct Let {
    /// The pattern, without its type.
    pub(crate) pattern: Pat,
    /// The name, if the pattern is a single identifier.
    pub(crate) name: Option<Ident>,
    /// The annotation.
    pub(crate) ty: Option<Type>,
    /// The initialiser.
    pub(crate) value: Skeleton,
}

/// An expression with its chains cut out.
#[derive(Clone, Debug)]
pub(crate) struct Skeleton {
    /// The expression; each chain is replaced by its placeholder.
    pub(crate) expr: Expr,
    /// The chains, in evaluation order.
    pub(crate) holes: Vec<Hole>,
    /// Names that the skeleton itself mentions.
    pub(crate) reads: Vec<String>,
    /// Names that the skeleton itself moves.
    pub(crate) moves: Vec<String>,
    /// What the skeleton itself may run that no call shows.
    pub(crate) hidden: Hidden,
}

/// A chain cut out of an expression.
#[derive(Clone, Debug)]
pub(crate) struct Hole {
    /// Stands for the chain's result in the skeleton.
    pub(crate) placeholder: Ident,
    /// The chain.
    pub(crate) chain: Chain,
    /// True if its result is a temporary of the statement, which is dropped at the statement's end.
    pub(crate) temporary: bool,
    /// True if it runs on several threads although no loop has it.
    pub(crate) divided: bool,
    /// True if it gives the same wherever it stands, and nobody sees that it ran.
    pub(crate) settled: bool,
    /// The places that it reads besides its elements, if it does.
    pub(crate) captured: Vec<Expr>,
    /// Its closures with the blocks inside them fused, and what they were, as text.
    pub(crate) closures: Vec<(String, ExprClosure)>,
}

/// An opaque statement that nothing crosses.
#[derive(Clone, Debug)]
pub(crate) struct Barrier {
    /// Chains that run before it, in evaluation order: their placeholders are in its tokens.
    pub(crate) holes: Vec<Hole>,
    /// Every name that it mentions freely outside of those chains.
    pub(crate) reads: Vec<String>,
    /// The statement as a person would write it and why it is a barrier; `None` if no chain stands in
    /// it outside of its blocks.
    pub(crate) refusal: Option<(String, Refusal)>,
    /// True if a block inside it has been fused.
    pub(crate) rewritten: bool,
    /// Arrays of which a short one is the only reason for it to leave the block; none if it does
    /// anything else.
    pub(crate) guards: Guarded,
    /// The chain of which an empty source is the only reason to leave.
    pub(crate) found: Option<Found>,
    /// What a chain should know that runs before it and that nobody sees; `None` if none may.
    pub(crate) passed: Option<Passed>,
    /// Chains and `for` loops in it, which stay as written.
    pub(crate) loops: usize,
    /// What is known of names where it stands, for the blocks inside it.
    pub(crate) environment: Environment,
}

impl Hole {
    /// A hole in the place of a chain, the `number`th of its statement, and the path that stands there.
    pub(crate) fn of(index: usize, number: usize, chain: Box<Chain>) -> (Hole, Expr) {
        // No one's name: it stands among the user's tokens until the results are known.
        Hole::named(&format!("loopfuse_chain_{index}_{number}"), chain)
    }

    fn named(name: &str, chain: Box<Chain>) -> (Hole, Expr) {
        let placeholder = Ident::new(name, Span::mixed_site());
        let path = Expr::Path(syn::ExprPath {
            attrs: Vec::new(),
            qself: None,
            path: syn::Path::from(placeholder.clone()),
        });
        let hole = Hole {
            placeholder,
            chain: *chain,
            temporary: false,
            divided: false,
            settled: false,
            captured: Vec::new(),
            closures: Vec::new(),
        };
        (hole, path)
    }

    /// True if an expression is nothing but its placeholder.
    pub(crate) fn is(&self, expr: &Expr) -> bool {
        matches!(strip(expr), Expr::Path(path) if path.path.get_ident() == Some(&self.placeholder))
    }
}

impl Skeleton {
    /// A skeleton that is nothing but one chain.
    pub(crate) fn of_chain(index: usize, chain: Chain) -> Skeleton {
        let (hole, expr) = Hole::named(&format!("chain_{index}_0"), Box::new(chain));
        Skeleton {
            expr,
            holes: vec![hole],
            reads: Vec::new(),
            moves: Vec::new(),
            hidden: Hidden::Nothing,
        }
    }

    /// True if the expression is nothing but one chain.
    #[must_use]
    pub(crate) fn is_direct(&self) -> bool {
        self.holes.len() == 1
            && matches!(&self.expr, Expr::Path(path)
                if path.path.get_ident() == Some(&self.holes[0].placeholder))
    }
}

impl Statement {
    /// The same, to be changed.
    pub(crate) fn holes_mut(&mut self) -> &mut [Hole] {
        match &mut self.kind {
            Kind::Let(binding) => &mut binding.value.holes,
            Kind::Tail(skeleton) | Kind::Each(skeleton) => &mut skeleton.holes,
            Kind::Barrier(barrier) => &mut barrier.holes,
        }
    }

    /// The chains cut out of it.
    pub(crate) fn holes(&self) -> &[Hole] {
        match &self.kind {
            Kind::Let(binding) => &binding.value.holes,
            Kind::Tail(skeleton) | Kind::Each(skeleton) => &skeleton.holes,
            Kind::Barrier(barrier) => &barrier.holes,
        }
    }
}

/// Arrays that make a statement leave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Guarded {
    /// The arrays; it leaves if one of them is too short.
    pub(crate) arrays: Vec<String>,
    /// True if it also leaves if there are a few elements.
    pub(crate) few: bool,
}

/// A chain of which an empty source is the only reason to leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    /// Its place among the holes.
    pub(crate) hole: usize,
    /// True if leaving does nothing.
    pub(crate) quiet: bool,
}
