//! The erasure law on state that workers reach through a reference, or under another name: two chains that change it
//! keep their order.

use crate::common::law;

#[test]
fn effects_come_in_order() {
    law!(integers: |xs| effects::borrowed_state::a_state_given_away_twice_in_one_statement(xs));
    law!(words: |xs| effects::borrowed_state::an_array_read_and_emptied_in_one_statement(xs.to_vec()));
    law!(integers: |xs| effects::borrowed_state::an_array_emptied_and_read([xs.len() as i64, 5, 6]));
    law!(integers: |xs| effects::borrowed_state::a_state_read_by_its_own_name(xs));
    law!(integers: |xs| effects::borrowed_state::a_state_changed_through_elements(xs));
    law!(integers: |xs| effects::borrowed_state::a_cache(xs));
    law!(integers: |xs| effects::borrowed_state::a_cache_behind_a_reference(xs, &mut effects::borrowed_state::Cache::new()));
    law!(integers: |xs| effects::borrowed_state::a_running_maximum(xs));
    law!(integers: |xs| effects::borrowed_state::counted_references(xs));
}
