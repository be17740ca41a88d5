//! The statements of one block: chains, side-effect free statements, barriers (docs/DESIGN.md section 3).
//!
//! In: a block and the [`Environment`] around it. Out: a [`Region`]. Every later stage works on
//! it; the statements keep their tokens, and what is not fused comes out of them unchanged.

mod after_option;
mod barriers;
mod bindings;
mod bound_first;
mod closures;
mod count;
mod counters;
mod cut;
mod expects;
mod guards;
pub(crate) mod length_uses;
mod one_thread;
pub(crate) mod parallelise;
mod privatised;
mod pushed;
mod read;
mod settled;
mod shown;
mod statement;

pub(crate) use closures::Filled;
pub(crate) use count::{holds_chain, loops_in, seen_loops_in};
pub(crate) use cut::skeleton_of;
pub(crate) use expects::of_field;
pub(crate) use settled::Passed;
pub(crate) use statement::*;

use crate::rust::control;
use crate::rust::environment::Environment;
use crate::rust::extent::Extent;
use crate::rust::facts;
use bindings::bind_names;
use quote::ToTokens;
use read::read_statement;
use syn::{Block, Stmt, Type};

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
        let counters = counters::of(block);
        for index in 0..stmts.len() {
            if let Some((place, joined)) = bound_first::consumer_of(&stmts, index, environment) {
                stmts[place] = joined;
                continue;
            }
            let stmt = &stmts[index];
            let tail = index == last;
            let shown = ends.get(&index);
            let with_behind = (stmt, &stmts[index + 1..]);
            let mut statement =
                read_statement(index, with_behind, tail, result, shown, environment);
            for hole in statement.holes_mut() {
                hole.settled = settled::is_settled(&hole.chain, environment);
            }
            pushed::keep_empty(&mut statement, &statements, environment);
            pushed::decide(&statement, environment);
            let stated = facts::stated(stmt, environment);
            statement.binds = bind_names(&statement, &counters, environment);
            stated.remember(environment);
            statement.stated = stated;
            if let Stmt::Local(local) = stmt
                && control::opaque_attributes(local)
            {
                // It may not be there (`#[cfg]`): then its names are those bound before.
                let names = statement.binds.iter().map(|bound| bound.name.clone());
                let names = names.collect::<Vec<_>>();
                statement.reads.extend(names.iter().cloned());
                if let Kind::Barrier(barrier) = &mut statement.kind {
                    barrier.reads.extend(names);
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
            .flat_map(|(index, statement)| statement.holes().iter().map(move |hole| (index, hole)))
    }
}

#[cfg(test)]
mod tests;
