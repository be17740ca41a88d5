//! The statements of one block: chains, transparent statements, walls (docs/DESIGN.md section 3).
//!
//! In: a block and the [`Environment`] around it. Out: a [`Region`]. Every later stage works on
//! it; the statements keep their tokens, and what is not fused comes out of them unchanged.

mod after_option;
mod bindings;
mod bound_first;
mod closures;
mod count;
mod cut;
mod expects;
mod guards;
pub(crate) mod length_uses;
pub(crate) mod parallelise;
mod privatised;
mod read;
mod shown;
mod walls;

pub(crate) use closures::Filled;
pub(crate) use count::loops_in;
pub(crate) use guards::{Found, Guarded};

use crate::ops::chain::Chain;
use crate::rust::bound::Bound;
use crate::rust::cause::Refusal;
use crate::rust::control;
use crate::rust::environment::{Environment, Scope};
use crate::rust::extent::Extent;
use crate::rust::facts::{self, Stated};
use crate::rust::hidden_code::Hidden;
use bindings::bind_names;
use proc_macro2::{Ident, Span};
use quote::ToTokens;
use read::{attributed, read_statement};
use std::collections::BTreeSet;
use syn::{Block, Expr, ExprClosure, Pat, Stmt, Type};

/// The statement list of one block.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    /// In source order.
    pub(crate) statements: Vec<Statement>,
    /// Lengths that are equal when it starts.
    pub(crate) given: Vec<(Extent, Extent)>,
    /// True if a statement may suspend the function: what is alive then is part of a future, which
    /// may have to be `Send`.
    pub(crate) suspends: bool,
}

/// One statement.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    /// As written; a wall's with placeholders in the place of the chains that run before it.
    pub(crate) tokens: Stmt,
    /// What it is to the compiler.
    pub(crate) kind: Kind,
    /// Every name that it mentions freely.
    pub(crate) reads: Vec<String>,
    /// Names that it moves, or may move; of a wall, those that its chains move.
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
    /// The names that matter to what it may run before or behind: a wall stays in its place, and
    /// only its chains run before it.
    pub(crate) fn ordered_reads(&self) -> BTreeSet<String> {
        match &self.kind {
            Kind::Wall(wall) => wall
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
    Wall(Wall),
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
    /// The places that it reads besides its elements, if it does.
    pub(crate) captured: Vec<Expr>,
    /// Its closures with the blocks inside them fused, and what they were, as text.
    pub(crate) closures: Vec<(String, ExprClosure)>,
}

/// An opaque statement that nothing crosses.
#[derive(Clone, Debug)]
pub(crate) struct Wall {
    /// Chains that run before it, in evaluation order: their placeholders are in its tokens.
    pub(crate) holes: Vec<Hole>,
    /// Every name that it mentions freely outside of those chains.
    pub(crate) reads: Vec<String>,
    /// The statement as a person would write it and why it is a wall; `None` if no chain stands in
    /// it outside of its blocks.
    pub(crate) refusal: Option<(String, Refusal)>,
    /// True if a block inside it has been fused.
    pub(crate) rewritten: bool,
    /// Arrays of which a short one is the only reason for it to leave the block; none if it does
    /// anything else.
    pub(crate) guards: Guarded,
    /// The chain of which an empty source is the only reason to leave.
    pub(crate) found: Option<Found>,
    /// Chains and `for` loops in it, which stay as written.
    pub(crate) loops: usize,
    /// What is known of names where it stands, for the blocks inside it.
    pub(crate) environment: Environment,
}

impl Skeleton {
    /// A skeleton that is nothing but one chain.
    fn of_chain(index: usize, chain: Chain) -> Skeleton {
        let placeholder = Ident::new(&format!("chain_{index}_0"), Span::mixed_site());
        let path = syn::Path::from(placeholder.clone());
        Skeleton {
            expr: Expr::Path(syn::ExprPath {
                attrs: Vec::new(),
                qself: None,
                path,
            }),
            holes: vec![Hole {
                placeholder,
                chain,
                temporary: false,
                divided: false,
                captured: Vec::new(),
                closures: Vec::new(),
            }],
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
    /// The chains cut out of it.
    pub(crate) fn holes(&self) -> &[Hole] {
        match &self.kind {
            Kind::Let(binding) => &binding.value.holes,
            Kind::Tail(skeleton) | Kind::Each(skeleton) => &skeleton.holes,
            Kind::Wall(wall) => &wall.holes,
        }
    }
}

impl Region {
    /// True if a chain that no loop has runs on several threads.
    pub(crate) fn divides(&self) -> bool {
        let mut holes = self.statements.iter().flat_map(Statement::holes);
        holes.any(|hole| hole.divided)
    }

    /// Reads the statements of a block. `result` is the type of the block's value, where the
    /// source shows it.
    #[must_use]
    pub(crate) fn read(
        block: &Block,
        result: Option<&Type>,
        environment: &mut Environment,
    ) -> Region {
        let last = block.stmts.len().saturating_sub(1);
        let mut statements = Vec::new();
        let given = environment.facts();
        let mut stmts = block.stmts.clone();
        let ends = shown::by_the_end(block, result, environment);
        for index in 0..stmts.len() {
            if let Some((place, joined)) = bound_first::consumer_of(&stmts, index, environment) {
                stmts[place] = joined;
                continue;
            }
            let stmt = &stmts[index];
            let tail = index == last;
            let shown = ends.get(&index);
            let mut statement = read_statement(index, stmt, tail, result, shown, environment);
            let stated = facts::stated(stmt, environment);
            statement.binds = bind_names(&statement, environment);
            stated.remember(environment);
            statement.stated = stated;
            if let Stmt::Local(local) = stmt
                && attributed(local)
            {
                // It may not be there (`#[cfg]`): then its names are those bound before.
                let names = statement.binds.iter().map(|bound| bound.name.clone());
                let names = names.collect::<Vec<_>>();
                statement.reads.extend(names.iter().cloned());
                if let Kind::Wall(wall) = &mut statement.kind {
                    wall.reads.extend(names);
                }
            }
            statements.push(statement);
        }
        Region {
            statements,
            given,
            suspends: control::suspends(block.to_token_stream()),
        }
    }

    /// All chains with the statement they stand in, in source order.
    pub(crate) fn chains(&self) -> impl Iterator<Item = (usize, &Hole)> {
        self.statements
            .iter()
            .enumerate()
            .flat_map(|(index, statement)| {
                let holes = match &statement.kind {
                    Kind::Let(binding) => binding.value.holes.as_slice(),
                    Kind::Tail(skeleton) | Kind::Each(skeleton) => skeleton.holes.as_slice(),
                    Kind::Wall(wall) => wall.holes.as_slice(),
                };
                holes.iter().map(move |hole| (index, hole))
            })
    }
}

#[cfg(test)]
mod tests;
