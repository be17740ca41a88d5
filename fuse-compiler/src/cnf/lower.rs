//! From a region to combinator normal form.
//!
//! In: a [`Region`] with what is known of its names. Out: a [`Lowered`]: the [`Program`], and for
//! each of its bindings the user's tokens behind it. The orderings that data flow does not show
//! (moves, shadowing, drops, escaping references; docs/DESIGN.md section 3) become precedences here.

mod at_counter;
mod chains;
mod copied;
mod crossings;
mod extents;
mod facts;
mod inferred;
mod lowered;
mod orderings;
mod outward;
mod products;
mod writes;

pub(crate) use lowered::{Lowered, LoweredChain};

use super::{
    Binding, BindingId, ChainId, Input, Length, OpaqueKind, Operation, Program, SizeFact, Value,
    ValueId, ValueKind, Worker as Mentioned,
};
use crate::ops::chain::Worker;
use crate::ops::consumer::collect::Collect;
use crate::ops::consumer::split::Split;
use crate::options::Setting;
use crate::region::{Hole, Kind, Region, Skeleton, Statement};
use crate::rust::bound::Bound;
use crate::rust::mentions::Mentions;
use crate::rust::patterns;
use crate::rust::receivers;
use crate::rust::spelling::spelling;
use crate::rust::spelling::text;
use crate::rust::types::By;
use crate::sorted::{SortedMap, SortedSet};
use syn::Stmt;

struct Lowering<'a> {
    lowered: Lowered<'a>,
    names: SortedMap<String, ValueId>,
    /// Arrays that a wall may change, and whether it leaves them their length.
    mutable: SortedMap<String, bool>,
    /// Scalars that are known to be a length.
    scalars: SortedMap<ValueId, Length>,
    /// Differences that are known not to wrap, by their texts.
    differences: SortedMap<String, Length>,
    /// Names that the type of an array has as its length: no statics.
    constants: SortedSet<String>,
    /// True while facts are stated that hold when the region starts.
    starting: bool,
    /// Arrays and matrices whose elements are numbers, or have numbers of their own.
    numbers: SortedSet<ValueId>,
    /// Arrays of literals of which a later statement may decide the type.
    open: SortedSet<ValueId>,
    /// Names of such literals, and of such arrays.
    literals: SortedSet<String>,
    /// What a name may borrow from, transitively.
    borrows: SortedMap<String, SortedSet<String>>,
    /// What writing needs to know of names.
    aliases: writes::Aliases,
    /// The guards since the last other wall.
    guards: Vec<crossings::Guard>,
    /// How many walls were lowered.
    walls: usize,
    /// How many chains and opaque statements were lowered.
    chains: usize,
}

/// Lowers a region. `parameters` are the names that come from outside of it.
#[must_use]
pub(crate) fn lower<'a>(
    setting: &'a Setting<'a>,
    region: &'a Region,
    parameters: &[Bound],
) -> Lowered<'a> {
    lower_without(Vec::new(), setting, region, parameters)
}

/// Lowers a region but for the chains of these statements, each of which is one chain that binds what
/// nobody reads.
pub(super) fn lower_without<'a>(
    dead_statements: Vec<usize>,
    setting: &'a Setting<'a>,
    region: &'a Region,
    parameters: &[Bound],
) -> Lowered<'a> {
    let mut lowering = Lowering {
        lowered: Lowered {
            program: Program {
                name: setting.name.clone(),
                ..Program::default()
            },
            setting,
            chains: Vec::new(),
            dead_statements,
            lengths: SortedSet::new(),
            copies: SortedSet::new(),
            pushed: SortedSet::new(),
            places: SortedSet::new(),
        },
        names: SortedMap::new(),
        mutable: SortedMap::new(),
        scalars: SortedMap::new(),
        differences: SortedMap::new(),
        constants: SortedSet::new(),
        starting: false,
        numbers: SortedSet::new(),
        open: SortedSet::new(),
        literals: SortedSet::new(),
        borrows: SortedMap::new(),
        aliases: writes::Aliases::default(),
        walls: 0,
        chains: 0,
        guards: Vec::new(),
    };
    lowering.parameters(parameters);
    lowering.given(&region.given);
    for (index, statement) in region.statements.iter().enumerate() {
        lowering.lengths(index, statement);
        let resolved = lowering.read_stated(&statement.stated);
        let keeps_lengths = statement.stated.keeps_lengths;
        match &statement.kind {
            Kind::Let(binding) => {
                lowering.skeleton(
                    index,
                    &binding.value,
                    binding.name.as_ref(),
                    &statement.binds,
                );
                lowering.bound_to_halves(binding);
            }
            Kind::Tail(skeleton) => lowering.skeleton(index, skeleton, None, &[]),
            Kind::Each(skeleton) => lowering.each(index, skeleton),
            Kind::Barrier(wall) => {
                let name = match &statement.tokens {
                    Stmt::Local(local) => patterns::single_name(&local.pat),
                    _ => None,
                };
                let name = name.map(|pattern| &pattern.ident);
                let results = lowering.holes(index, &wall.holes, name, false);
                let guarded = lowering.guarded(wall);
                if index + 1 == region.statements.len() {
                    lowering.returned(index, &wall.reads);
                }
                let untouched = lowering.untouched(wall);
                lowering.opaque(
                    index,
                    OpaqueKind::Wall,
                    &wall.reads,
                    &results,
                    &statement.binds,
                    keeps_lengths,
                );
                lowering.mutable.extend(untouched);
                let passed = wall.passed.filter(|_| statement.stated.equal.is_empty());
                let mut moves = Mentions::of_stmt(&statement.tokens).moved;
                moves.extend(receivers::taken_or_changed(&statement.tokens));
                moves.retain(|name| wall.environment.visibly_moves(name));
                lowering.note_guard(guarded, passed, moves);
            }
        }
        let last = lowering.lowered.program.bindings.len().checked_sub(1);
        lowering.state(resolved, &statement.stated, last.map(BindingId));
        lowering.note_borrows(index, region);
        lowering.note_aliases(&region.statements[index]);
        for bound in &region.statements[index].binds {
            lowering.note_literal(bound);
        }
    }
    lowering.lowered.find_copies();
    lowering.orderings(region);
    lowering.lowered
}

impl<'a> Lowering<'a> {
    fn parameters(&mut self, parameters: &[Bound]) {
        for parameter in parameters {
            self.aliases.outsider(parameter);
            self.note_literal(parameter);
            let value = self.declare(parameter);
            self.lowered.program.parameters.push(value);
        }
    }

    fn note_literal(&mut self, bound: &Bound) {
        if bound.open {
            self.literals.insert(bound.name.clone());
        }
    }

    /// Arrays that chains collected and of which a statement needs the length alone.
    fn lengths(&mut self, index: usize, statement: &Statement) {
        // In tokens that were rewritten the name may stand anywhere.
        if matches!(&statement.kind, Kind::Barrier(wall) if wall.rewritten) {
            return;
        }
        let wall = matches!(&statement.kind, Kind::Barrier(_));
        for name in &statement.lengths {
            // Behind a wall it is another version of the array that is needed.
            if wall && self.mutable.contains_key(name) {
                continue;
            }
            if let Some(value) = self.names.get(name)
                && self.lowered.chain_making(*value).is_some()
            {
                self.lowered.lengths.insert((index, *value));
            }
        }
    }

    /// Arrays that the last statement mentions are results.
    fn returned(&mut self, statement: usize, names: &[String]) {
        let mut results = Vec::new();
        for name in names {
            if let Some(value) = self.names.get(name)
                && self.lowered.program.value(*value).kind == ValueKind::Array
                && !self.lowered.program.results.contains(value)
                && !self.lowered.lengths.contains(&(statement, *value))
            {
                results.push(*value);
            }
        }
        self.lowered.program.results.extend(results);
    }

    fn value(&mut self, name: String, kind: ValueKind) -> ValueId {
        self.lowered.program.values.push(Value { name, kind });
        ValueId(self.lowered.program.values.len() - 1)
    }

    fn fresh_chain(&mut self) -> ChainId {
        self.chains += 1;
        ChainId(self.chains - 1)
    }

    fn mentioned(&self, text: String, names: impl IntoIterator<Item = String>) -> Mentioned {
        let values = names.into_iter();
        let values = values.filter_map(|name| self.names.get(&name).copied());
        Self::mentioning(text, values)
    }

    fn mentioning(text: String, values: impl IntoIterator<Item = ValueId>) -> Mentioned {
        let mut worker = Mentioned::named(text);
        for value in values {
            if !worker.mentions.contains(&value) {
                worker.mentions.push(value);
            }
        }
        worker
    }

    fn worker(&self, worker: &Worker, hidden: &SortedSet<String>) -> Mentioned {
        let names = worker.reads().iter().filter(|name| !hidden.contains(*name));
        self.mentioned(text(&worker.expr), names.cloned())
    }

    fn opaque(
        &mut self,
        statement: usize,
        kind: OpaqueKind,
        reads: &[String],
        results: &[ValueId],
        binds: &[Bound],
        keeps_lengths: bool,
    ) {
        let mut read = results.to_vec();
        read.extend(reads.iter().filter_map(|name| self.names.get(name)));
        let mut outputs = Vec::new();
        if kind == OpaqueKind::Wall {
            self.walls += 1;
            for (name, fixed) in self.mutable.clone() {
                let Some(old) = self.names.get(&name).copied() else {
                    continue;
                };
                read.push(old);
                let new = self.value(name.clone(), ValueKind::Array);
                self.like(old, new);
                self.names.insert(name, new);
                outputs.push(new);
                if fixed || keeps_lengths {
                    let same = SizeFact::Same(Length::Of(new), Length::Of(old));
                    self.lowered.program.facts.push(same);
                }
            }
        }
        for bound in binds {
            outputs.push(self.declare(bound));
        }
        let binding = Binding {
            operation: Operation::Opaque(kind),
            inputs: Vec::new(),
            worker: Self::mentioning(String::new(), read),
            length: Length::Unknown,
            outputs,
            chain: self.fresh_chain(),
            statement,
            solitary: None,
        };
        self.lowered.program.bindings.push(binding);
    }

    /// A fresh value for a name that a statement binds.
    fn declare(&mut self, bound: &Bound) -> ValueId {
        let kind = if bound.array.is_some() {
            ValueKind::Array
        } else {
            ValueKind::Scalar
        };
        let value = self.value(bound.name.clone(), kind);
        self.rebind(bound, value);
        self.typed_length(bound);
        value
    }

    /// From here on the name stands for this value.
    fn rebind(&mut self, bound: &Bound, value: ValueId) {
        self.mutable.remove(&bound.name);
        if bound.matrix {
            self.numbers.insert(value);
        }
        if let Some(array) = &bound.array {
            if array.numbers {
                self.numbers.insert(value);
            }
            if array.open {
                self.open.insert(value);
            }
            if bound.mutable || array.by == By::Mutable {
                self.mutable.insert(bound.name.clone(), array.fixed);
            }
        }
        self.names.insert(bound.name.clone(), value);
    }

    /// The results of the chains of a statement.
    fn holes(
        &mut self,
        statement: usize,
        holes: &'a [Hole],
        name: Option<&proc_macro2::Ident>,
        direct: bool,
    ) -> Vec<ValueId> {
        let mut results = Vec::new();
        for (index, hole) in holes.iter().enumerate() {
            let label = match name {
                Some(name) if direct => spelling(name),
                Some(name) => format!("{name}_{}", index + 1),
                None => format!("result_{}", index + 1),
            };
            let (result, second) = self.chain(statement, hole, &label, direct);
            self.note_crossings(hole);
            results.push(result);
            results.extend(second);
        }
        results
    }

    fn skeleton(
        &mut self,
        statement: usize,
        skeleton: &'a Skeleton,
        name: Option<&proc_macro2::Ident>,
        binds: &[Bound],
    ) {
        if self.lowered.dead_statements.contains(&statement) {
            for bound in binds {
                self.declare(bound);
            }
            return;
        }
        let direct = is_direct(skeleton, name, binds);
        let mut results = self.holes(statement, &skeleton.holes, name, direct);
        if direct {
            match binds.first() {
                Some(bound) => {
                    if self.lowered.program.value(results[0]).kind == ValueKind::Array {
                        self.rebind(bound, results[0]);
                    } else {
                        self.names.insert(bound.name.clone(), results[0]);
                    }
                }
                None => {
                    let known = self.lowered.program.results.clone();
                    results.retain(|result| !known.contains(result));
                    self.lowered.program.results.extend(results);
                }
            }
        } else {
            self.opaque(
                statement,
                OpaqueKind::Transparent,
                &skeleton.reads,
                &results,
                binds,
                true,
            );
        }
    }
}

/// True if a statement binds nothing but the result of its one chain. What another consumer than
/// `collect` gives is no sequence of elements to the program, though its type may be an array: then
/// the statement makes the array of it.
fn is_direct(skeleton: &Skeleton, name: Option<&proc_macro2::Ident>, binds: &[Bound]) -> bool {
    let array = binds.iter().any(|bound| bound.array.is_some());
    let collects = |hole: &Hole| hole.chain.consumer.is::<Collect>();
    let splits = |hole: &Hole| hole.chain.consumer.is::<Split>();
    skeleton.is_direct()
        && (binds.is_empty() || !skeleton.holes.iter().any(splits))
        && (name.is_some() || binds.is_empty())
        && (!array || skeleton.holes.iter().all(collects))
}

#[cfg(test)]
pub(crate) mod tests;
