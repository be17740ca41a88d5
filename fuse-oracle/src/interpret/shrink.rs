//! Smaller programs that still fail.
//!
//! In: a program and a test. Out: one from which nothing more can be taken away. What a statement
//! that is taken away has bound comes from outside instead.

use super::Written;
use fuse_compiler::internals::cnf::{BindingId, Combinator, SizeFact, ValueId};
use std::collections::BTreeSet;

/// Takes away statements, orderings, facts, captured values and results for as long as the program
/// `fails`. Quadratic in their number.
#[must_use]
pub fn shrink(written: &Written, fails: &dyn Fn(&Written) -> bool) -> Written {
    let mut smallest = written.clone();
    loop {
        let smaller = candidates(&smallest)
            .find(|candidate| candidate.program.verify().is_ok() && fails(candidate));
        match smaller {
            Some(smaller) => smallest = smaller,
            None => return smallest,
        }
    }
}

fn candidates(written: &Written) -> impl Iterator<Item = Written> + '_ {
    let program = &written.program;
    let statements = (0..written.statements.len()).rev();
    let statements = statements.map(|index| without_statement(written, index));
    let bindings = program.binding_ids().rev();
    let bindings = bindings.filter_map(|id| without_binding(written, id));
    let edit = move |edit: &dyn Fn(&mut Written)| {
        let mut copy = written.clone();
        edit(&mut copy);
        copy
    };
    let results = (0..program.results.len()).map(move |index| {
        edit(&|copy| {
            copy.program.results.remove(index);
        })
    });
    let precedences = (0..program.precedences.len()).map(move |index| {
        edit(&|copy| {
            copy.program.precedences.remove(index);
        })
    });
    let facts = (0..program.facts.len()).map(move |index| {
        edit(&|copy| {
            copy.program.facts.remove(index);
        })
    });
    let crossings = (0..program.crossings.len()).map(move |index| {
        edit(&|copy| {
            copy.program.crossings.remove(index);
        })
    });
    let captures = program.binding_ids().filter_map(move |id| {
        let copy = edit(&|copy| {
            let binding = &mut copy.program.bindings[id.index()];
            binding.solitary = None;
            let combinator = binding.combinator();
            let worker = &mut binding.worker;
            match combinator {
                Combinator::Map | Combinator::Filter | Combinator::Scan | Combinator::Cross => {
                    worker.mentions.clear();
                }
                Combinator::Opaque(_) if worker.mentions.len() > 1 => {
                    worker.mentions.pop();
                }
                _ => {}
            }
        });
        (copy != *written).then_some(copy)
    });
    let unused = std::iter::once_with(move || without_unused(written));
    let unused = unused.filter(move |copy| copy != written);
    statements
        .chain(unused)
        .chain(bindings)
        .chain(precedences)
        .chain(crossings)
        .chain(facts)
        .chain(results)
        .chain(captures)
}

/// Parameters that nothing mentions.
fn without_unused(written: &Written) -> Written {
    let mut copy = written.clone();
    let program = &written.program;
    let mentioned = |value: &ValueId| {
        let mut found = !program.readers(*value).is_empty() || program.results.contains(value);
        for fact in &program.facts {
            let (left, right) = super::worker::sides(fact);
            left.arrays(&mut |other| found |= other == *value);
            right.arrays(&mut |other| found |= other == *value);
        }
        found
    };
    copy.program.parameters.retain(mentioned);
    copy
}

/// One binding whose single output others read: they read its input instead.
fn without_binding(written: &Written, id: BindingId) -> Option<Written> {
    let binding = written.program.binding(id);
    let [output] = binding.outputs[..] else {
        return None;
    };
    let input = *binding.streamed().first()?;
    let inside = written
        .program
        .readers(output)
        .iter()
        .any(|reader| written.program.binding(*reader).chain == binding.chain);
    if !inside || binding.combinator() == Combinator::Fold {
        return None;
    }
    let mut copy = written.clone();
    for binding in &mut copy.program.bindings {
        let streamed = binding.streamed().len();
        for read in &mut binding.inputs[..streamed] {
            if read.value == output {
                read.value = input;
            }
        }
    }
    Some(without(&copy, &[id]))
}

fn without_statement(written: &Written, index: usize) -> Written {
    let mut copy = without(written, &written.statements[index].bindings);
    copy.statements.remove(index);
    copy.lengths = written
        .lengths
        .iter()
        .filter(|(statement, _)| *statement != index)
        .map(|(statement, value)| (statement - usize::from(*statement > index), *value))
        .collect();
    copy
}

/// Without some bindings; what they bind and others mention comes from outside.
fn without(written: &Written, gone: &[BindingId]) -> Written {
    let program = &written.program;
    let mut copy = written.clone();
    let renumbered = |id: BindingId| {
        let before = gone.iter().filter(|other| **other < id).count();
        (!gone.contains(&id)).then_some(BindingId(id.0 - before))
    };
    for id in gone {
        for output in &program.binding(*id).outputs {
            copy.program
                .updates
                .retain(|update| update.after != *output);
            copy.program.parameters.push(*output);
            // It is a name of its own now, and so are the versions that follow.
            let mut own: BTreeSet<ValueId> = BTreeSet::from([*output]);
            for later in program.binding_ids().filter(|later| later > id) {
                for next in &program.binding(later).outputs {
                    let before = written.before(later, *next);
                    if before.is_some_and(|before| own.contains(&before)) {
                        own.insert(*next);
                    }
                }
            }
            for value in own {
                let name = format!("{}_{}", program.value(*output).name, output.0);
                copy.program.values[value.index()].name = name;
            }
        }
    }
    copy.program.bindings = program
        .binding_ids()
        .filter(|id| !gone.contains(id))
        .map(|id| copy.program.bindings[id.index()].clone())
        .collect();
    for statement in &mut copy.statements {
        let ids = statement.bindings.iter();
        statement.bindings = ids.filter_map(|id| renumbered(*id)).collect();
    }
    copy.program.precedences.retain_mut(|precedence| {
        match (renumbered(precedence.before), renumbered(precedence.after)) {
            (Some(before), Some(after)) => {
                (precedence.before, precedence.after) = (before, after);
                true
            }
            _ => false,
        }
    });
    copy.program.crossings.retain_mut(|crossing| {
        let wall = renumbered(crossing.wall);
        crossing.wall = wall.unwrap_or(crossing.wall);
        wall.is_some()
    });
    let facts = std::mem::take(&mut copy.program.facts);
    let facts = facts
        .into_iter()
        .filter_map(|fact| moved(fact, &renumbered));
    copy.program.facts = facts.collect();
    // Inputs obey what is said about parameters alone.
    let new: Vec<ValueId> = gone
        .iter()
        .flat_map(|id| program.binding(*id).outputs.clone())
        .collect();
    let parameters = copy.program.parameters.clone();
    copy.program.facts.retain(|fact| {
        let (mut about_new, mut all) = (false, true);
        let (left, right) = super::worker::sides(fact);
        for length in [left, right] {
            length.arrays(&mut |array| {
                about_new |= new.contains(&array);
                all &= parameters.contains(&array);
            });
        }
        all || !about_new
    });
    without_unused(&copy)
}

fn moved(fact: SizeFact, renumbered: &impl Fn(BindingId) -> Option<BindingId>) -> Option<SizeFact> {
    Some(match fact {
        SizeFact::Below(wall, inner) => {
            SizeFact::Below(renumbered(wall)?, Box::new(moved(*inner, renumbered)?))
        }
        other => other,
    })
}
