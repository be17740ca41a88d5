//! Builds the loop of a cluster.

use super::nest::{Driver, Inner, Loop, Nest, Outcome, Scope, Step};
use crate::cnf::{BindingId, ChainId, Combinator, Program, ValueId};
use crate::sorted::SortedMap;

/// A cluster that is not one loop after all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// The binding that found no place.
    pub binding: BindingId,
    /// Why, in words.
    pub message: String,
}

/// A scope under construction: scopes are numbered in the order they are opened, so that each
/// stands behind the one around it.
#[derive(Debug, Default)]
struct Draft {
    steps: Vec<DraftStep>,
    stores: Vec<ValueId>,
    /// The loop inside.
    inner: Option<DraftInner>,
}

#[derive(Debug)]
struct DraftInner {
    /// The `cross`es that open it.
    crosses: Vec<BindingId>,
    /// What their second inputs are, each once.
    sources: Vec<Driver>,
    /// Its scope.
    inside: usize,
}

#[derive(Debug)]
enum DraftStep {
    Compute(BindingId),
    Guard(BindingId, usize),
    Consume(BindingId),
}

/// What becomes of an array that a loop makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is needed in memory after the loop.
    Stored,
    /// It is contracted, and each element is dropped at the end of its iteration.
    Contracted,
    /// It is contracted, and the drop of its elements deferred until the array would have been dropped.
    Deferred,
    /// A body of the loop pushes to it; what it pushes is stored if the flag is set.
    Pushed(bool),
}

/// Builds the loop of a cluster whose bindings are in source order. `same_size` tells whether two
/// arrays have one size, `fate` what becomes of the arrays that its chains collect.
///
/// # Errors
/// If two inner loops of unequal sizes would have to stand at one depth, or an array would have to be read in step
/// with a loop that is not the outermost, or with the outermost of several.
pub fn build(
    program: &Program,
    same_size: &dyn Fn(ValueId, ValueId) -> bool,
    cluster: &[BindingId],
    fate: &dyn Fn(ValueId) -> Fate,
) -> Result<Loop, Misfit> {
    let mut builder = Builder {
        program,
        same_size,
        scopes: vec![Draft::default()],
        homes: SortedMap::new(),
        sources: Vec::new(),
    };
    let mut outcomes = Vec::new();
    for id in cluster {
        let binding = program.binding(*id);
        let home = builder.place(*id)?;
        let output = binding.outputs.first().copied();
        match (binding.combinator(), output) {
            (Combinator::Fold, Some(output)) => outcomes.push(Outcome::Scalar(output)),
            (_, Some(output)) if builder.is_array_of_chain(cluster, *id) => {
                let fate = fate(output);
                if matches!(fate, Fate::Stored | Fate::Deferred) {
                    builder.scopes[home].stores.push(output);
                }
                outcomes.push(match fate {
                    Fate::Stored => Outcome::Stored {
                        array: output,
                        exact: home == 0,
                    },
                    Fate::Contracted | Fate::Deferred => Outcome::Contracted(output),
                    Fate::Pushed(stored) => Outcome::Pushed {
                        array: output,
                        stored,
                    },
                });
            }
            _ => {}
        }
    }
    if builder.sources.is_empty() {
        let binding = cluster.first().copied().unwrap_or(BindingId(0));
        return Err(Misfit {
            binding,
            message: "nothing drives the loop".into(),
        });
    }
    builder.check_drivers(cluster)?;
    let sources = std::mem::take(&mut builder.sources);
    let body = builder.finish(0);
    Ok(Loop {
        cluster: cluster.to_vec(),
        root: Nest { sources, body },
        outcomes,
    })
}

struct Builder<'a> {
    program: &'a Program<'a>,
    same_size: &'a dyn Fn(ValueId, ValueId) -> bool,
    scopes: Vec<Draft>,
    /// The scope in which the element of a value is known.
    homes: SortedMap<ValueId, usize>,
    sources: Vec<Driver>,
}

impl Builder<'_> {
    /// True if the output is an array that a chain collects, rather than one inside the chain.
    fn is_array_of_chain(&self, cluster: &[BindingId], id: BindingId) -> bool {
        let binding = self.program.binding(id);
        !cluster.iter().any(|other| {
            let other = self.program.binding(*other);
            let streamed = || other.reads();
            other.chain == binding.chain
                && streamed()
                    .iter()
                    .any(|value| binding.outputs.contains(value))
        })
    }

    /// Places a binding; returns the scope in which its output is known.
    fn place(&mut self, id: BindingId) -> Result<usize, Misfit> {
        let binding = self.program.binding(id);
        let misfit = |message: &str| Misfit {
            binding: id,
            message: message.into(),
        };
        if let Combinator::Generate = binding.combinator() {
            let output = binding.outputs[0];
            self.sources.push(Driver {
                value: output,
                reader: id,
            });
            self.homes.insert(output, 0);
            return Ok(0);
        }
        let streamed = binding.streamed();
        let homes: Vec<usize> = streamed
            .iter()
            .map(|input| self.home_of(*input, id))
            .collect();
        let scope = homes.first().copied().unwrap_or(0);
        // What one of them gives for each element, another gives for some, or several times.
        if homes.iter().any(|home| *home != scope) {
            return Err(misfit("an array would be read in step with an inner loop"));
        }
        let home = match binding.combinator() {
            Combinator::Map | Combinator::Zip | Combinator::Scan => {
                self.scopes[scope].steps.push(DraftStep::Compute(id));
                scope
            }
            Combinator::Filter => {
                let inside = self.open();
                self.scopes[scope].steps.push(DraftStep::Guard(id, inside));
                inside
            }
            Combinator::Fold => {
                self.scopes[scope].steps.push(DraftStep::Consume(id));
                scope
            }
            Combinator::Cross => {
                // The second input, in memory.
                let inner = binding.inner().ok_or_else(|| misfit("nothing to nest"))?;
                self.cross(id, scope, inner)?
            }
            Combinator::Generate | Combinator::Opaque(_) => {
                return Err(misfit("an opaque statement is not part of a loop"));
            }
        };
        for output in &binding.outputs {
            self.homes.insert(*output, home);
        }
        Ok(home)
    }

    /// What drives the outer of nested loops must be of its size. A `cross` iterates as often as an
    /// array of its own size that is read from memory; but one of the two is two loops.
    fn check_drivers(&self, cluster: &[BindingId]) -> Result<(), Misfit> {
        let is_cross = |id: &BindingId| {
            let combinator = self.program.binding(*id).combinator();
            matches!(combinator, Combinator::Cross)
        };
        if !cluster.iter().any(is_cross) {
            return Ok(());
        }
        // What a chain zips runs as often as the last of its zips.
        let mut driven: SortedMap<ChainId, (BindingId, ValueId)> = SortedMap::new();
        for source in &self.sources {
            let reader = self.program.binding(source.reader);
            let size_of = match reader.combinator() {
                Combinator::Zip | Combinator::Map => reader.outputs[0],
                _ => source.value,
            };
            driven.insert(reader.chain, (source.reader, size_of));
        }
        let mut driven = driven.into_values();
        let first = driven.next();
        let unequal = |(_, value): &(BindingId, ValueId)| {
            first.is_some_and(|(_, first)| !(self.same_size)(first, *value))
        };
        match driven.find(unequal) {
            None => Ok(()),
            Some((binding, _)) => Err(Misfit {
                binding,
                message: "an array would be read in step with the outer of two loops".into(),
            }),
        }
    }

    fn home_of(&mut self, input: ValueId, reader: BindingId) -> usize {
        if let Some(home) = self.homes.get(&input) {
            if self.changes(reader, input)
                && let Some(source) = self.sources.iter_mut().find(|source| source.value == input)
            {
                source.reader = reader;
            }
            return *home;
        }
        self.sources.push(Driver {
            value: input,
            reader,
        });
        self.homes.insert(input, 0);
        0
    }

    /// Whether a binding is part of what changes an array where it stands: its elements can be read by whoever reads the array.
    fn changes(&self, reader: BindingId, array: ValueId) -> bool {
        let chain = self.program.binding(reader).chain;
        self.program.updates.iter().any(|update| {
            let by = self.program.producer(update.after);
            update.before == array && by.is_some_and(|by| self.program.binding(by).chain == chain)
        })
    }

    fn open(&mut self) -> usize {
        self.scopes.push(Draft::default());
        self.scopes.len() - 1
    }

    fn cross(&mut self, id: BindingId, scope: usize, inner: ValueId) -> Result<usize, Misfit> {
        let driver = Driver {
            value: inner,
            reader: id,
        };
        if let Some(opened) = &mut self.scopes[scope].inner {
            let (first, known) = (opened.sources[0].value, opened.sources.iter());
            let is_known = known.clone().any(|source| source.value == inner);
            if !is_known && !(self.same_size)(first, inner) {
                let message = "two inner loops would stand at one depth".into();
                return Err(Misfit {
                    binding: id,
                    message,
                });
            }
            opened.crosses.push(id);
            if !is_known {
                opened.sources.push(driver);
            }
            return Ok(opened.inside);
        }
        let inside = self.open();
        self.scopes[scope].inner = Some(DraftInner {
            crosses: vec![id],
            sources: vec![driver],
            inside,
        });
        Ok(inside)
    }

    fn finish(&mut self, scope: usize) -> Scope {
        let draft = std::mem::take(&mut self.scopes[scope]);
        let steps = draft
            .steps
            .into_iter()
            .map(|step| match step {
                DraftStep::Compute(id) => Step::Compute(id),
                DraftStep::Consume(id) => Step::Consume(id),
                DraftStep::Guard(id, inside) => Step::Guard(id, self.finish(inside)),
            })
            .collect();
        let inner = draft.inner.map(|inner| Inner {
            crosses: inner.crosses,
            nest: Box::new(Nest {
                sources: inner.sources,
                body: self.finish(inner.inside),
            }),
        });
        Scope {
            steps,
            inner,
            stores: draft.stores,
        }
    }
}
