//! Where chains stand: between other statements, in conditions and arguments, in blocks.

mod between_chains;
mod blocks;
mod branches;
mod inside_statements;
mod passed;
mod sunk;
