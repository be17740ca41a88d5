//! The erasure law on names that are not what the file declares, and on fields that are used in ways of their own.

use crate::common::law;

macro_rules! held {
    ($held:ident: $($call:expr),+ $(,)?) => {$(
        law!(floats, specials: |xs| {
            let mut $held = fields::resolved::Held {
                a: xs.to_vec(),
                b: vec![0.25],
                g: xs.iter().take(3).copied().collect(),
                rate: 0.5,
                mode: "ab".to_owned(),
                limit: (xs.len() % 2 == 0).then(Vec::new),
                ..fields::resolved::Held::default()
            };
            let given = format!("{:?}", $call);
            format!("{given} {:?}", $held)
        });
    )+};
}

#[test]
fn names_of_the_body() {
    law!(floats: |xs| fields::resolved::another_length(&[1.0; 3], [xs.first().copied().unwrap_or(1.0); 5]));
    law!(floats: |xs| fields::resolved::another_function(xs));
    law!(floats: |xs| fields::resolved::another_trait(xs));
}

#[test]
fn fields_in_ways_of_their_own() {
    held!(held:
        held.nearly_one_name(),
        held.indexed_by_itself(),
        held.sorted_behind(),
        held.by_operators_as_methods(),
        held.assigned_together(),
        held.a_number_given_back(),
        held.the_same_number(),
        held.matched(),
        held.held_by_a_loop(),
        held.held_by_a_guard(),
        held.held_until_it_leaves(),
        held.held_by_a_closure(),
    );
    law!(floats, specials: |xs| {
        let mut packed = fields::resolved::Packed::default();
        let given = fields::resolved::packed(&mut packed, xs);
        (given, { packed.total }, packed.small)
    });
}
