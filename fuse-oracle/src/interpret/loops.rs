//! The loop IR, loop by loop and element by element, among the statements in their scheduled order.
//!
//! Every array and scalar lies in a place that is found by its name, as the statements before have
//! declared it; the elements of a loop are known where their step has run, until the scope ends.
//! What is not there when it is read is an error.

mod nest;
mod plan;

use super::place::named;
use super::program::binding;
use super::worker::{Effects, Meaning, fault, mix};
use super::{Fault, Inputs, Outcome, Placed, Value, Written};
use fuse_compiler::internals::cnf::{BindingId, ValueId};
use fuse_compiler::internals::loops;
use fuse_compiler::internals::plan::LoopPlan;
use fuse_compiler::internals::schedule::Event;
use std::collections::BTreeMap;

/// Runs what was placed. Linear in the number of elements of all loops.
///
/// # Errors
/// If something is read that is not there, or a name stands for another value than it did in the
/// program.
pub fn loops(written: &Written, placed: &Placed, inputs: &Inputs) -> Result<Outcome, Fault> {
    run(&Meaning::new(written), placed, inputs)
}

pub(super) fn run(
    meaning: &Meaning<'_>,
    placed: &Placed,
    inputs: &Inputs,
) -> Result<Outcome, Fault> {
    let program = meaning.program;
    let mut machine = Machine::new(meaning, inputs);
    let mut fused = vec![false; program.bindings.len()];
    for nest in &placed.loops {
        loops::verify(program, nest).map_err(Fault)?;
        nest.cluster.iter().for_each(|id| fused[id.index()] = true);
        for outcome in &nest.outcomes {
            if let loops::Outcome::Contracted(value) = outcome {
                machine.contracted[value.index()] = true;
            }
        }
    }
    for event in &placed.schedule.events {
        let (statement, declares) = match event {
            Event::Loop(index) => {
                match placed.plans.get(*index) {
                    Some(plan) => machine.plan(plan)?,
                    None => machine.plan(&LoopPlan::new(&placed.loops[*index]))?,
                }
                continue;
            }
            Event::Declare(index) => {
                machine.declare(*index);
                continue;
            }
            Event::Statement(index) => (*index, true),
            Event::Assign(index) => (*index, false),
        };
        if let Some(left) = machine.statement(statement, declares, &fused)? {
            return Ok(Outcome {
                walls: machine.effects.trace,
                left: Some(left),
                results: Vec::new(),
            });
        }
    }
    let mut results = Vec::new();
    for result in &program.results {
        let place = machine.places[result.index()];
        let content = machine.memory[place.index()].as_ref();
        let content = content.or(machine.made[result.index()].as_ref());
        results.push(content.cloned().ok_or_else(|| machine.missing(*result))?);
    }
    Ok(Outcome {
        walls: machine.effects.trace,
        left: None,
        results,
    })
}

struct Machine<'a> {
    meaning: &'a Meaning<'a>,
    inputs: &'a Inputs,
    effects: Effects,
    /// For each value the first version of what holds it.
    places: Vec<ValueId>,
    named: Vec<bool>,
    /// By value: true if it is contracted, so that no name stands for it.
    contracted: Vec<bool>,
    /// What each name stands for: a place.
    names: BTreeMap<&'a str, ValueId>,
    /// By place.
    memory: Vec<Option<Value>>,
    /// What loops and statements have made and no `let` has named: by value.
    made: Vec<Option<Value>>,
    /// By value, how long it is, once that is known.
    lengths: Vec<Option<usize>>,
}

/// Where a value lies.
#[derive(Clone, Copy)]
enum Slot {
    Memory(usize),
    Made(usize),
}

impl<'a> Machine<'a> {
    fn new(meaning: &'a Meaning<'a>, inputs: &'a Inputs) -> Machine<'a> {
        let program = meaning.program;
        let count = program.values.len();
        let mut this = Machine {
            meaning,
            inputs,
            effects: Effects::new(meaning),
            places: meaning.written.places(),
            named: named(meaning.written),
            contracted: vec![false; count],
            names: BTreeMap::new(),
            memory: vec![None; count],
            made: vec![None; count],
            lengths: vec![None; count],
        };
        for parameter in &program.parameters {
            this.names
                .insert(&program.value(*parameter).name, *parameter);
            let value = inputs.values.get(parameter).cloned();
            this.lengths[parameter.index()] = value.as_ref().map(Value::len);
            this.memory[parameter.index()] = value;
        }
        this
    }

    fn missing(&self, value: ValueId) -> Fault {
        let name = &self.meaning.program.value(value).name;
        Fault(format!("{name} is read before it is there"))
    }

    /// Where a value lies that is read by its name, or within its statement.
    fn find(&self, value: ValueId) -> Result<Slot, Fault> {
        let slot = if self.named[value.index()] {
            let place = self.places[value.index()];
            let name = self.meaning.program.value(value).name.as_str();
            if self.names.get(name) != Some(&place) {
                return fault(format!("{name} stands for another value where it is read"));
            }
            Slot::Memory(place.index())
        } else {
            Slot::Made(value.index())
        };
        self.get(slot)
            .map(|_| slot)
            .ok_or_else(|| self.missing(value))
    }

    fn get(&self, slot: Slot) -> Option<&Value> {
        match slot {
            Slot::Memory(place) => self.memory[place].as_ref(),
            Slot::Made(value) => self.made[value].as_ref(),
        }
    }

    fn read(&self, value: ValueId) -> Result<&Value, Fault> {
        let slot = self.find(value)?;
        self.get(slot).ok_or_else(|| self.missing(value))
    }

    /// A value is complete.
    fn make(&mut self, value: ValueId, content: Value) {
        self.lengths[value.index()] = Some(content.len());
        let place = self.places[value.index()];
        if place == value {
            self.made[value.index()] = Some(content);
        } else {
            self.memory[place.index()] = Some(content);
        }
    }

    fn declare(&mut self, statement: usize) {
        let meaning = self.meaning;
        let declares = meaning.written.statements[statement].declares.iter();
        for value in declares.filter(|value| !self.contracted[value.index()]) {
            self.names
                .insert(&meaning.program.value(*value).name, *value);
        }
    }

    /// Runs what is left of a statement, and gives what it has made its name. The wall that the
    /// program is left at, if it is.
    fn statement(
        &mut self,
        index: usize,
        declares: bool,
        fused: &[bool],
    ) -> Result<Option<BindingId>, Fault> {
        let statement = &self.meaning.written.statements[index];
        let mut chain: Vec<BindingId> = Vec::new();
        for id in &statement.bindings {
            let meaning = self.meaning;
            if fused[id.index()] {
                continue;
            }
            if meaning.program.binding(*id).is_opaque() {
                if !self.opaque(*id)? {
                    return Ok(Some(*id));
                }
                continue;
            }
            chain.push(*id);
            if meaning.is_last(*id) {
                self.chain(&std::mem::take(&mut chain))?;
            }
        }
        if declares {
            self.declare(index);
        }
        for value in &self.meaning.written.statements[index].declares {
            self.memory[value.index()] = self.made[value.index()].take();
        }
        Ok(None)
    }

    /// A chain as it was written.
    fn chain(&mut self, chain: &[BindingId]) -> Result<(), Fault> {
        let number = self.meaning.chain_of(chain[0]);
        let effect = self.effects.begin(self.meaning, number);
        let mut own: Vec<(ValueId, Value)> = Vec::new();
        for id in chain {
            let read = |value: ValueId| match own.iter().find(|(other, _)| *other == value) {
                Some((_, own)) => Ok(own),
                None => self.read(value),
            };
            let length = |value: ValueId| self.lengths[value.index()];
            let made = binding(self.meaning, *id, effect, self.inputs, &length, &read)?;
            own.extend(made);
        }
        for (value, content) in own {
            self.make(value, content);
        }
        self.effects.end(self.meaning, number);
        Ok(())
    }

    /// An opaque binding; false if the program is left there.
    fn opaque(&mut self, id: BindingId) -> Result<bool, Fault> {
        let meaning = self.meaning;
        let binding = meaning.program.binding(id);
        let statement = meaning.statement_of[id.index()];
        let mut read = 5;
        for value in binding.reads() {
            let content = match self.lengths[value.index()] {
                // The array itself may be gone.
                Some(length) if meaning.written.needs_length_alone(statement, value) => {
                    let gone = Value::Array(vec![0; length]);
                    meaning.read_by_opaque(id, value, &gone)
                }
                _ => meaning.read_by_opaque(id, value, self.read(value)?),
            };
            read = mix(read, content);
        }
        let lengths = std::mem::take(&mut self.lengths);
        let length = |value: ValueId| lengths[value.index()];
        let outputs = meaning.opaque(id, read, &mut self.effects, self.inputs, &length);
        self.lengths = lengths;
        let Some(outputs) = outputs else {
            return Ok(false);
        };
        for (value, content) in outputs {
            self.make(value, content);
        }
        Ok(true)
    }
}
