//! What workers give and what effects bindings have: hashes, so that confusions show.

use super::{Fault, Inputs, Value, Written};
use fuse_compiler::internals::cnf::{
    BindingId, Combinator, Length, Program, SizeFact, ValueId, ValueKind,
};

/// Mixes a number into another; neither order nor number of calls can be confused.
pub(super) fn mix(hash: u64, with: u64) -> u64 {
    let mixed = (hash ^ with.wrapping_mul(0x9e37_79b9_7f4a_7c15)).rotate_left(27);
    let mixed = mixed.wrapping_mul(0xff51_afd7_ed55_8ccd);
    mixed ^ (mixed >> 32)
}

pub(super) fn mix_all(hash: u64, elements: &[u64]) -> u64 {
    let length = u64::try_from(elements.len()).unwrap_or(u64::MAX);
    elements
        .iter()
        .fold(mix(hash, length), |hash, x| mix(hash, *x))
}

fn of_text(text: &str) -> u64 {
    text.bytes().fold(7, |hash, byte| mix(hash, byte.into()))
}

/// What is computed once about a program.
#[derive(Debug)]
pub(super) struct Meaning<'a> {
    pub(super) written: &'a Written,
    pub(super) program: &'a Program<'a>,
    pub(super) statement_of: Vec<usize>,
    /// By binding.
    texts: Vec<u64>,
    /// The chain of each binding, from 0 without gaps.
    chains: Vec<usize>,
    /// By chain.
    pub(super) members: Vec<Vec<BindingId>>,
    /// By chain, the precedences of which it is an end.
    cells: Vec<Vec<usize>>,
    /// By chain, the walls before it that it does not cross.
    walls: Vec<Vec<BindingId>>,
    /// By binding, the versions before its outputs.
    pub(super) before: Vec<Vec<Option<ValueId>>>,
    /// By binding, what its worker mentions besides the versions that it changes.
    pub(super) captures: Vec<Vec<ValueId>>,
    /// By binding, the facts that are checked there.
    checked: Vec<Vec<&'a SizeFact>>,
    /// By value, its length where a fact gives it.
    lengths: Vec<Option<Length>>,
}

impl<'a> Meaning<'a> {
    pub(super) fn new(written: &'a Written) -> Meaning<'a> {
        let program = &written.program;
        let mut this = Meaning {
            written,
            program,
            statement_of: written.statement_of(),
            texts: Vec::new(),
            chains: Vec::new(),
            members: Vec::new(),
            cells: Vec::new(),
            walls: Vec::new(),
            before: Vec::new(),
            captures: Vec::new(),
            checked: vec![Vec::new(); program.bindings.len()],
            lengths: lengths(program),
        };
        let mut numbers = std::collections::BTreeMap::new();
        for id in program.binding_ids() {
            let binding = program.binding(id);
            let next = numbers.len();
            let chain = *numbers.entry(binding.chain).or_insert(next);
            if chain == next {
                this.members.push(Vec::new());
                let before = (0..id.0).map(BindingId);
                let walls = before
                    .filter(|wall| program.binding(*wall).is_wall())
                    .filter(|wall| !program.crosses(id, *wall));
                this.walls.push(walls.collect());
            }
            this.members[chain].push(id);
            this.chains.push(chain);
            let (kind, text) = match binding.combinator() {
                Combinator::Zip => (1, String::new()),
                Combinator::Opaque(_) => (3, id.0.to_string()),
                _ => (4, binding.worker.text.clone()),
            };
            this.texts.push(mix(of_text(&text), kind));
            let before: Vec<Option<ValueId>> = binding
                .outputs
                .iter()
                .map(|output| written.before(id, *output))
                .collect();
            let mut captures = Vec::new();
            if !binding.is_opaque() {
                captures.extend(&binding.worker.mentions);
                captures.retain(|value| !before.contains(&Some(*value)));
            }
            this.before.push(before);
            this.captures.push(captures);
        }
        this.cells = vec![Vec::new(); this.members.len()];
        for (index, precedence) in program.precedences.iter().enumerate() {
            let ends = [precedence.before, precedence.after].map(|id| this.chains[id.index()]);
            if ends[0] != ends[1] {
                ends.iter().for_each(|chain| this.cells[*chain].push(index));
            }
        }
        for fact in &program.facts {
            if let SizeFact::Below(wall, inner) = fact {
                let mut inner = inner;
                while let SizeFact::Below(_, further) = &**inner {
                    inner = further;
                }
                this.checked[wall.index()].push(inner);
            }
        }
        this
    }

    pub(super) fn chain_of(&self, id: BindingId) -> usize {
        self.chains[id.index()]
    }

    pub(super) fn is_first(&self, id: BindingId) -> bool {
        self.members[self.chain_of(id)].first() == Some(&id)
    }

    pub(super) fn is_last(&self, id: BindingId) -> bool {
        self.members[self.chain_of(id)].last() == Some(&id)
    }

    /// What a binding is called with: its text, and what effects it found.
    pub(super) fn text(&self, id: BindingId, effect: u64) -> u64 {
        mix(self.texts[id.index()], effect)
    }

    /// What an opaque binding reads.
    pub(super) fn read_by_opaque(&self, id: BindingId, value: ValueId, content: &Value) -> u64 {
        let hash = u64::try_from(value.index()).unwrap_or(0);
        if self
            .written
            .needs_length_alone(self.statement_of[id.index()], value)
        {
            return mix(hash, u64::try_from(content.len()).unwrap_or(u64::MAX));
        }
        mix_all(hash, content.elements())
    }

    /// Runs an opaque binding on a hash of what it reads. `length` gives the lengths of what is
    /// bound so far. The outputs, or `None` if the program is left.
    pub(super) fn opaque(
        &self,
        id: BindingId,
        read: u64,
        effects: &mut Effects,
        inputs: &Inputs,
        length: &dyn Fn(ValueId) -> Option<usize>,
    ) -> Option<Vec<(ValueId, Value)>> {
        let binding = self.program.binding(id);
        let chain = self.chain_of(id);
        let effect = effects.begin(self, chain);
        let found = mix(self.text(id, effect), read);
        let wall = binding.is_wall();
        if wall {
            let before = self.members.iter().zip(&effects.finished);
            let before = before.filter(|(members, _)| members[0] < id);
            let all = before.fold(found, |hash, (_, finished)| mix(hash, u64::from(*finished)));
            effects.trace.push((id, all));
            effects.walls[id.index()] = found;
            let guards = self.program.crossings.iter().any(|c| c.wall == id);
            if found.is_multiple_of(if guards { 4 } else { 32 }) {
                return None;
            }
        }
        let mut outputs: Vec<(ValueId, Value)> = Vec::new();
        for (index, output) in (1..).zip(&binding.outputs) {
            let hash = mix(found, index);
            let value = match self.program.value(*output).kind {
                ValueKind::Scalar => Value::Scalar(hash),
                ValueKind::Array => {
                    let given = self.lengths[output.index()].as_ref();
                    let known = |value: ValueId| {
                        let own = outputs.iter().find(|(other, _)| *other == value);
                        own.map(|(_, own)| own.len()).or_else(|| length(value))
                    };
                    let count = given.and_then(|given| inputs.evaluate(given, &known));
                    let count = count.map_or(hash >> 7 & 3, |count| count as u64);
                    Value::Array((0..count).map(|index| mix(hash, index)).collect())
                }
            };
            outputs.push((*output, value));
        }
        let known = |value: ValueId| {
            let own = outputs.iter().find(|(other, _)| *other == value);
            own.map(|(_, own)| own.len()).or_else(|| length(value))
        };
        let broken = self.checked[id.index()].iter().any(|fact| {
            let (left, right) = sides(fact);
            let left = inputs.evaluate(&left, &known);
            let both = left.zip(inputs.evaluate(&right, &known));
            both.is_some_and(|(left, right)| left != right)
        });
        if broken {
            return None;
        }
        effects.end(self, chain);
        Some(outputs)
    }

    /// True for a map that may be given any element.
    pub(super) fn is_total(&self, id: BindingId) -> bool {
        self.program.binding(id).combinator() == Combinator::Map
            && !self.written.partial.contains(&id)
    }

    /// One step of a fold.
    pub(super) fn step(
        &self,
        id: BindingId,
        text: u64,
        captured: u64,
        state: u64,
        element: u64,
    ) -> u64 {
        match self.written.monoids.get(&id) {
            None => fold::step(text, captured, state, element),
            Some(monoid) => monoid.combine(state, monoid.made(text, captured, element)),
        }
    }

    /// The element that a filter hands on, if it keeps it.
    pub(super) fn filter(text: u64, captured: u64, element: u64) -> Option<u64> {
        let (keep, made) = Meaning::filtered(text, captured, element);
        keep.then_some(made)
    }

    /// The filter's verdict and the element that it hands on.
    pub(super) fn filtered(text: u64, captured: u64, element: u64) -> (bool, u64) {
        let hash = mix(mix(text, captured), element);
        let keep = match hash >> 11 & 15 {
            0 => false,
            1 => true,
            bits => bits & 1 == 0,
        };
        (keep, if text & 1 == 0 { element } else { hash })
    }
}

/// What a fold accumulates, if its steps may be put together in groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Monoid {
    /// It adds bytes.
    Sum,
    /// It keeps the largest.
    Most,
}

impl Monoid {
    /// What changes nothing.
    pub const IDENTITY: u64 = 0;

    /// What one element adds.
    pub(super) fn made(self, text: u64, captured: u64, element: u64) -> u64 {
        let hash = mix(mix(text, captured), element);
        match self {
            Monoid::Sum => hash & 0xff,
            Monoid::Most => hash,
        }
    }

    pub(super) fn combine(self, left: u64, right: u64) -> u64 {
        match self {
            Monoid::Sum => left.wrapping_add(right),
            Monoid::Most => left.max(right),
        }
    }
}

/// Steps of folds.
pub(super) mod fold {
    use super::{Value, mix};

    pub(in super::super) fn start(text: u64, before: Option<&Value>) -> u64 {
        match before {
            Some(Value::Scalar(value)) => *value,
            _ => mix(text, 1),
        }
    }

    pub(in super::super) fn step(text: u64, captured: u64, state: u64, element: u64) -> u64 {
        mix(mix(mix(text, captured), state), element)
    }

    /// The new element of an array that is changed where it stands.
    pub(in super::super) fn changed(state: u64, output: usize, before: u64) -> u64 {
        mix(mix(state, output as u64), before)
    }

    /// Writes another array or scalar, at the step of this number.
    pub(in super::super) fn write(
        value: &mut Value,
        keeps_length: bool,
        state: u64,
        output: usize,
        count: usize,
    ) {
        let hash = mix(state, output as u64);
        match value {
            Value::Scalar(scalar) => *scalar = hash,
            Value::Array(elements) if keeps_length => {
                if let Some(at) = count.checked_rem(elements.len()) {
                    elements[at] = mix(elements[at], hash);
                }
            }
            Value::Array(elements) => {
                if hash & 1 == 0 {
                    elements.push(hash);
                }
            }
        }
    }
}

/// What bindings have changed so far besides what they bind.
#[derive(Debug)]
pub(super) struct Effects {
    /// One a precedence.
    cells: Vec<u64>,
    /// By binding; 0 where no wall has run.
    walls: Vec<u64>,
    /// By chain.
    finished: Vec<bool>,
    pub(super) trace: Vec<(BindingId, u64)>,
}

impl Effects {
    pub(super) fn new(meaning: &Meaning<'_>) -> Effects {
        Effects {
            cells: vec![0; meaning.program.precedences.len()],
            walls: vec![0; meaning.program.bindings.len()],
            finished: vec![false; meaning.members.len()],
            trace: Vec::new(),
        }
    }

    /// A chain begins: what it finds.
    pub(super) fn begin(&mut self, meaning: &Meaning<'_>, chain: usize) -> u64 {
        let walls = meaning.walls[chain].iter();
        let mut effect = walls.fold(3, |hash, wall| mix(hash, self.walls[wall.index()]));
        for cell in &meaning.cells[chain] {
            effect = mix(effect, self.cells[*cell]);
            self.cells[*cell] = mix(self.cells[*cell], 2 * chain as u64);
        }
        effect
    }

    pub(super) fn end(&mut self, meaning: &Meaning<'_>, chain: usize) {
        for cell in &meaning.cells[chain] {
            self.cells[*cell] = mix(self.cells[*cell], 2 * chain as u64 + 1);
        }
        self.finished[chain] = true;
    }
}

/// The two lengths that a fact calls equal.
pub(super) fn sides(fact: &SizeFact) -> (Length, Length) {
    match fact {
        SizeFact::Equal(left, right) => (Length::Of(*left), Length::Of(*right)),
        SizeFact::Known(array, text) => (Length::Of(*array), Length::Known(text.clone())),
        SizeFact::Same(left, right) => (left.clone(), right.clone()),
        SizeFact::Below(_, inner) => sides(inner),
    }
}

/// By value, what a fact says that it is as long as: one that holds everywhere, or from the binding
/// that makes it on.
fn lengths(program: &Program) -> Vec<Option<Length>> {
    let mut lengths = vec![None; program.values.len()];
    for fact in &program.facts {
        let below = match fact {
            SizeFact::Below(wall, _) => Some(*wall),
            _ => None,
        };
        let (left, right) = sides(fact);
        for (one, other) in [(&left, &right), (&right, &left)] {
            if let Length::Of(array) = one
                && lengths[array.index()].is_none()
                && (below.is_none() || below == program.producer(*array))
                && is_earlier(program, other, *array)
            {
                lengths[array.index()] = Some(other.clone());
            }
        }
    }
    lengths
}

/// The length that a fact gives a parameter.
pub(super) fn given(program: &Program) -> Vec<Option<Length>> {
    lengths(program)
}

fn is_earlier(program: &Program, length: &Length, array: ValueId) -> bool {
    let place = |value: ValueId| (program.producer(value), value);
    let mut earlier = true;
    length.arrays(&mut |other| earlier &= place(other) < place(array));
    earlier && *length != Length::Unknown
}

/// A length under an assignment of its texts and arrays.
pub(super) fn evaluate(
    length: &Length,
    text: &dyn Fn(&str) -> Option<i64>,
    array: &dyn Fn(ValueId) -> Option<usize>,
) -> Option<usize> {
    let natural = |of: &str| Some(usize::try_from(text(of)?).unwrap_or(0));
    let of = |length: &Length| evaluate(length, text, array);
    Some(match length {
        Length::Known(known) => natural(known)?,
        Length::Unknown => return None,
        Length::Of(value) => array(*value)?,
        Length::Less(whole, less) => of(whole)?.saturating_sub(natural(less)?),
        Length::Least(parts) => {
            let parts: Option<Vec<usize>> = parts.iter().map(of).collect();
            parts?.into_iter().min()?
        }
        Length::Sum(parts) => {
            let parts: Option<Vec<usize>> = parts.iter().map(of).collect();
            parts?.into_iter().sum()
        }
        Length::Ratio { of: whole, by, up } => {
            let (whole, by) = (of(whole)?, natural(by)?.max(1));
            if *up { whole.div_ceil(by) } else { whole / by }
        }
        Length::Span {
            start,
            end,
            inclusive,
        } => {
            let count = text(end)? - text(start)? + i64::from(*inclusive);
            usize::try_from(count).unwrap_or(0)
        }
    })
}

pub(super) fn fault<T>(message: String) -> Result<T, Fault> {
    Err(Fault(message))
}
