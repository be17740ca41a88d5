//! The erasure law on fields that something else may hold.

#![allow(unused_mut, reason = "one of them changes nothing")]

use crate::common::law;

macro_rules! rows {
    ($xs:expr) => {
        fields::held::Rows {
            rows: $xs.chunks(7).map(<[f64]>::to_vec).collect(),
            a: $xs.to_vec(),
            b: $xs.iter().rev().copied().collect(),
            total: 0.5,
            counted: fields::held::Counted {
                of: vec![1.0, 2.0, 3.0],
                looks: 0,
            },
            places: vec![5, 2, 0, 3],
        }
    };
}

macro_rules! held {
    ($rows:ident: $($call:expr),+ $(,)?) => {$(
        law!(floats, specials: |xs| {
            let mut $rows = rows!(xs);
            let given = format!("{:?}", $call);
            format!("{given} {:?}", $rows)
        });
    )+};
}

#[test]
fn held_by_names() {
    held!(rows:
        rows.lent_before(),
        rows.lent_behind(),
        rows.given_back(),
        rows.row_by_row(),
        rows.swapped(),
        rows.counted(),
        rows.by_a_method_of_one(),
        rows.taken(),
        rows.in_a_closure(),
        rows.left_early(),
        rows.left_in_a_loop(),
        rows.left_by_a_question(),
        rows.of_its_places(),
        rows.shadowed(),
        rows.moved_into_closures(1.5),
    );
}
