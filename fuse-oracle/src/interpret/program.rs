//! The normal form as it was written: one binding after the other, each over whole arrays.

use super::worker::{Effects, Meaning, fault, fold, mix, mix_all};
use super::{Fault, Inputs, Outcome, Value, Written};
use fuse_compiler::internals::cnf::{BindingId, Combinator, Length, SizeFact, ValueId, ValueKind};

/// Runs a program as it was written. Linear in the number of elements of all its arrays.
///
/// # Errors
/// If inputs are missing, or a `map` has inputs of different lengths.
pub fn program(written: &Written, inputs: &Inputs) -> Result<Outcome, Fault> {
    run(&Meaning::new(written), inputs)
}

pub(super) fn run(meaning: &Meaning<'_>, inputs: &Inputs) -> Result<Outcome, Fault> {
    let program = meaning.program;
    let mut values: Vec<Option<Value>> = vec![None; program.values.len()];
    for (parameter, value) in &inputs.values {
        values[parameter.index()] = Some(value.clone());
    }
    let mut effects = Effects::new(meaning);
    let mut found = vec![0; meaning.members.len()];
    for id in program.binding_ids() {
        let chain = meaning.chain_of(id);
        let made = if program.binding(id).is_opaque() {
            let length = |value: ValueId| values[value.index()].as_ref().map(Value::len);
            let mut read = 5;
            for value in program.binding(id).reads() {
                let content = bound(meaning, &values, value)?;
                read = mix(read, meaning.read_by_opaque(id, value, content));
            }
            match meaning.opaque(id, read, &mut effects, inputs, &length) {
                Some(outputs) => outputs,
                None => {
                    return Ok(Outcome {
                        walls: effects.trace,
                        left: Some(id),
                        results: Vec::new(),
                    });
                }
            }
        } else {
            if meaning.is_first(id) {
                found[chain] = effects.begin(meaning, chain);
            }
            let read = |value: ValueId| bound(meaning, &values, value);
            let length = |value: ValueId| values[value.index()].as_ref().map(Value::len);
            binding(meaning, id, found[chain], inputs, &length, &read)?
        };
        for (output, value) in made {
            values[output.index()] = Some(value);
        }
        if meaning.is_last(id) && !program.binding(id).is_opaque() {
            effects.end(meaning, chain);
        }
    }
    let results = program.results.iter();
    let results = results.map(|result| bound(meaning, &values, *result).cloned());
    Ok(Outcome {
        results: results.collect::<Result<_, _>>()?,
        walls: effects.trace,
        left: None,
    })
}

fn bound<'v>(
    meaning: &Meaning<'_>,
    values: &'v [Option<Value>],
    value: ValueId,
) -> Result<&'v Value, Fault> {
    let content = values[value.index()].as_ref();
    content.ok_or_else(|| {
        Fault(format!(
            "{} is not bound",
            meaning.program.value(value).name
        ))
    })
}

/// One binding over whole arrays: what it binds.
pub(super) fn binding<'v>(
    meaning: &Meaning<'_>,
    id: BindingId,
    effect: u64,
    inputs: &Inputs,
    length_of: &dyn Fn(ValueId) -> Option<usize>,
    read: &dyn Fn(ValueId) -> Result<&'v Value, Fault>,
) -> Result<Vec<(ValueId, Value)>, Fault> {
    let binding = meaning.program.binding(id);
    let text = meaning.text(id, effect);
    let mut captured = 0;
    for value in &meaning.captures[id.index()] {
        captured = mix_all(captured, read(*value)?.elements());
    }
    let elements = |value: ValueId| read(value).map(Value::elements);
    let input = |index: usize| elements(binding.inputs[index].value);
    let made = match binding.combinator() {
        Combinator::Map | Combinator::Zip => {
            let mut columns = Vec::new();
            for input in binding.streamed() {
                columns.push(elements(input)?);
            }
            let lengths = columns.iter().map(|column| column.len());
            let rows = lengths.clone().min().unwrap_or(0);
            if binding.combinator() == Combinator::Map
                && lengths.clone().any(|length| length != rows)
            {
                let label = meaning.program.label(id);
                return fault(format!("the inputs of {label} are not equally long"));
            }
            let row = |row: usize| {
                let columns = columns.iter();
                columns.fold(mix(text, captured), |hash, column| mix(hash, column[row]))
            };
            (0..rows).map(row).collect()
        }
        Combinator::Filter => {
            let kept = |x: &u64| Meaning::filter(text, captured, *x);
            input(0)?.iter().filter_map(kept).collect()
        }
        Combinator::Scan => {
            let mut state = fold::start(text, None);
            let step = |x: &u64| {
                state = fold::step(text, captured, state, *x);
                state
            };
            input(0)?.iter().map(step).collect()
        }
        Combinator::Generate => {
            let evaluated = inputs.evaluate(&binding.length, length_of);
            let count = count(meaning, id, text, evaluated)?;
            generated(text, captured, count).collect()
        }
        Combinator::Cross => {
            let inner = input(1)?;
            let outer = input(0)?.iter();
            let row = |x: &u64| {
                let x = mix(mix(text, captured), *x);
                inner.iter().map(move |y| mix(x, *y))
            };
            outer.flat_map(row).collect()
        }
        Combinator::Fold => {
            return folded(meaning, id, text, captured, input(0)?, read);
        }
        Combinator::Opaque(_) => return fault("an opaque statement is no chain".into()),
    };
    Ok(vec![(binding.outputs[0], Value::Array(made))])
}

/// How many elements a `generate` gives, where its length evaluates to this.
pub(super) fn count(
    meaning: &Meaning<'_>,
    id: BindingId,
    text: u64,
    evaluated: Option<usize>,
) -> Result<usize, Fault> {
    let binding = meaning.program.binding(id);
    match evaluated {
        Some(count) => Ok(count),
        // As long as it likes.
        None if binding.length == Length::Unknown => Ok(text as usize & 3),
        _ => fault(format!(
            "the length of {} is not known",
            meaning.program.label(id)
        )),
    }
}

pub(super) fn generated(text: u64, captured: u64, count: usize) -> impl Iterator<Item = u64> {
    (0..count).map(move |index| mix(mix(text, captured), index as u64))
}

fn folded<'v>(
    meaning: &Meaning<'_>,
    id: BindingId,
    text: u64,
    captured: u64,
    input: &[u64],
    read: &dyn Fn(ValueId) -> Result<&'v Value, Fault>,
) -> Result<Vec<(ValueId, Value)>, Fault> {
    let binding = meaning.program.binding(id);
    let mut made = Vec::new();
    for (output, before) in binding.outputs.iter().zip(&meaning.before[id.index()]) {
        let before = match before {
            Some(before) => read(*before)?.clone(),
            None => nothing(meaning, *output),
        };
        made.push((*output, before));
    }
    let of_first = meaning.before[id.index()][0].map(|_| made[0].1.clone());
    let mut state = fold::start(text, of_first.as_ref());
    for (count, x) in input.iter().enumerate() {
        state = meaning.step(id, text, captured, state, *x);
        for (index, (output, value)) in made.iter_mut().enumerate().skip(1) {
            if let Some(elements) = in_place(meaning, *output, value) {
                if let Some(element) = elements.get_mut(count) {
                    *element = fold::changed(state, index, *element);
                }
            } else {
                fold::write(value, keeps_length(meaning, *output), state, index, count);
            }
        }
    }
    made[0].1 = Value::Scalar(state);
    Ok(made)
}

fn in_place<'v>(
    meaning: &Meaning<'_>,
    output: ValueId,
    value: &'v mut Value,
) -> Option<&'v mut Vec<u64>> {
    match value {
        Value::Array(elements) if meaning.program.updated(output).is_some() => Some(elements),
        _ => None,
    }
}

pub(super) fn nothing(meaning: &Meaning<'_>, value: ValueId) -> Value {
    match meaning.program.value(value).kind {
        ValueKind::Scalar => Value::Scalar(0),
        ValueKind::Array => Value::Array(Vec::new()),
    }
}

/// True if a loop that writes an array leaves it as long as it was.
pub(super) fn keeps_length(meaning: &Meaning<'_>, output: ValueId) -> bool {
    let facts = &meaning.program.facts;
    facts
        .iter()
        .any(|fact| matches!(fact, SizeFact::Equal(_, new) if *new == output))
}
