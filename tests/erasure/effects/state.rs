//! The erasure law on state that workers change: generators, cells, locks, atomics, threads.

use crate::common::law;
use std::cell::Cell;

#[test]
fn states_in_one_expression_with_what_changes_them() {
    law!(integers: |xs| effects::state::a_state_read_before_the_chain(xs, &mut 7));
    law!(integers: |xs| effects::state::a_state_in_an_operand(xs, &mut 7));
    law!(integers: |xs| effects::state::a_state_in_arguments(xs, &mut 7));
    law!(integers: |xs| effects::state::a_state_of_unseen_type(xs, &mut 7));
}

#[test]
fn state_of_workers() {
    law!(integers: |xs| effects::state::a_generator_in_a_binding(xs));
    law!(integers: |xs| effects::state::a_generator_behind_a_reference(xs, &mut effects::state::Rng(3)));
    law!(integers: |xs| {
        let rng = effects::state::Rng(3);
        let mut sampler = effects::state::Sampler { rng, xs: xs.to_vec(), hits: Cell::new(0) };
        (sampler.a_generator_in_a_field(), sampler.a_cell_of_self())
    });
    law!(integers: |xs| effects::state::cells(xs));
    law!(integers: |xs| {
        let cells: Vec<Cell<i64>> = xs.iter().copied().map(Cell::new).collect();
        effects::state::cells_as_elements(&cells)
    });
    law!(integers: |xs| effects::state::shared_cells(xs));
    law!(integers: |xs| effects::state::locks(xs, &std::sync::Mutex::new(0)));
    law!(integers: |xs| effects::state::atomics(xs));
    law!(integers: |xs| effects::state::threads(xs));
}
