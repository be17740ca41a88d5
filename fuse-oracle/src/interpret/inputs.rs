//! Inputs that the facts of a program allow.

use super::Value;
use super::worker::{evaluate, given, mix, sides};
use fuse_compiler::internals::cnf::{BindingId, Length, Program, SizeFact, ValueId, ValueKind};
use std::collections::BTreeMap;

/// What a program is called with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inputs {
    /// The parameters.
    pub values: BTreeMap<ValueId, Value>,
    /// What the texts of lengths stand for. Literals stand for themselves, any other text for 0.
    pub texts: BTreeMap<String, i64>,
    /// Texts that stand for the length of an array that a chain makes.
    pub lengths: BTreeMap<String, ValueId>,
}

impl Inputs {
    /// Inputs from a seed: those of the first three seeds are as empty as the facts allow, of one
    /// element, and of three; of any other short and of different lengths. `None` if no lengths were
    /// found that agree with the facts about parameters.
    #[must_use]
    pub fn random(program: &Program, seed: u64) -> Option<Inputs> {
        (0..8).find_map(|attempt| Inputs::attempt(program, seed, attempt))
    }

    fn attempt(program: &Program, seed: u64, attempt: u64) -> Option<Inputs> {
        let mut inputs = Inputs::default();
        let number = |index: usize| {
            let hash = mix(mix(seed, attempt), index as u64);
            match seed {
                0 => 0,
                1 => 1,
                2 => 3,
                _ => hash >> 9 & 3 | hash >> 20 & 1,
            }
        };
        for fact in &program.facts {
            let (left, right) = sides(fact);
            if let (Length::Of(array), Length::Known(text)) = (left, right)
                && text.parse::<i64>().is_err()
                && program
                    .producer(array)
                    .is_some_and(|id| !is_opaque(program, id))
            {
                inputs.lengths.insert(text, array);
            }
        }
        for (index, text) in texts(program).into_iter().enumerate() {
            if inputs.lengths.contains_key(&text) {
                continue;
            }
            // A range may end below zero.
            let below = i64::from(seed > 2);
            inputs
                .texts
                .insert(text, number(2 * index).cast_signed() - below);
        }
        let given = given(program);
        for (index, parameter) in program.parameters.iter().enumerate() {
            let hash = mix(seed, mix(11, index as u64));
            let value = match program.value(*parameter).kind {
                ValueKind::Scalar => Value::Scalar(hash),
                ValueKind::Array => {
                    let free = number(2 * index + 1);
                    let length = given[parameter.index()].as_ref();
                    let count = length.and_then(|length| inputs.length(length));
                    let count = count.map_or(free, |count| count as u64);
                    Value::Array((0..count).map(|index| mix(hash, index)).collect())
                }
            };
            inputs.values.insert(*parameter, value);
        }
        let holds = |fact: &SizeFact| {
            let (left, right) = sides(fact);
            let both = inputs.length(&left).zip(inputs.length(&right));
            matches!(fact, SizeFact::Below(..)) || both.is_none_or(|(left, right)| left == right)
        };
        program.facts.iter().all(holds).then_some(inputs)
    }

    /// A length, where `array` gives those of the arrays that are known. `None` if one is not.
    #[must_use]
    pub fn evaluate(
        &self,
        length: &Length,
        array: &dyn Fn(ValueId) -> Option<usize>,
    ) -> Option<usize> {
        let text = |text: &str| match self.lengths.get(text) {
            Some(counted) => i64::try_from(array(*counted)?).ok(),
            None => {
                let literal = || text.parse().unwrap_or(0);
                Some(self.texts.get(text).copied().unwrap_or_else(literal))
            }
        };
        evaluate(length, &text, array)
    }

    /// A length over parameters.
    fn length(&self, length: &Length) -> Option<usize> {
        let array = |value: ValueId| self.values.get(&value).map(Value::len);
        self.evaluate(length, &array)
    }
}

/// The texts of a program's lengths, in order, but for literals.
fn texts(program: &Program) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    let mut note = |length: &Length| visit(length, &mut texts);
    for fact in &program.facts {
        let (left, right) = sides(fact);
        note(&left);
        note(&right);
    }
    for binding in &program.bindings {
        note(&binding.length);
    }
    texts.sort();
    texts.dedup();
    texts.retain(|text| text.parse::<i64>().is_err());
    texts
}

fn visit(length: &Length, texts: &mut Vec<String>) {
    match length {
        Length::Known(text) => texts.push(text.clone()),
        Length::Unknown | Length::Of(_) => {}
        Length::Less(of, text) | Length::Ratio { of, by: text, .. } => {
            texts.push(text.clone());
            visit(of, texts);
        }
        Length::Least(parts) | Length::Sum(parts) => {
            parts.iter().for_each(|part| visit(part, texts));
        }
        Length::Span { start, end, .. } => texts.extend([start.clone(), end.clone()]),
    }
}

fn is_opaque(program: &Program, id: BindingId) -> bool {
    program.binding(id).is_opaque()
}
