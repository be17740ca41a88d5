//! The erasure law on loops over all indices of an array.

use crate::common::law;

#[test]
fn indices_beside_elements() {
    law!(floats, specials: |xs| {
        let mut w = xs.to_vec();
        let scaled = for_loops::elements::scaled(&mut w, 0.75);
        let sums = for_loops::elements::normalised(&mut w, 3.0);
        (scaled, sums, w)
    });
    law!(integers, extremes: |xs| for_loops::elements::shifted_by(xs, 3));
    law!(integers: |xs| for_loops::elements::shifted_by(xs, 0));
    law!(floats: |xs| {
        let rows = xs.chunks(3).map(<[f64]>::to_vec).collect::<Vec<_>>();
        for_loops::elements::with_loops_inside(xs, &rows)
    });
}

#[test]
fn other_indices() {
    law!(floats: |xs| {
        let counts = [0, 1, xs.len() / 2, xs.len(), 1000];
        counts.map(|n| for_loops::elements::not_all_of_it(xs, n))
    });
    law!(floats: |xs| {
        let (mut w, mut u) = (xs.to_vec(), xs[xs.len() / 3..].to_vec());
        let given = for_loops::elements::at_other_places(&mut w, &mut u);
        (given, w, u)
    });
    law!(floats: |xs| {
        let (mut w, mut texts) = (xs[..xs.len().min(9)].to_vec(), Vec::new());
        let sum = for_loops::elements::in_closures_and_texts(&mut w, &mut texts);
        (sum, w, texts)
    });
    law!(floats, specials: |xs| {
        let mut w = xs.to_vec();
        let given = for_loops::elements::bound_anew(&mut w);
        let handed_out = for_loops::elements::handed_out(&mut w, |x| {
            *x += 1.0;
            *x * 0.5
        });
        (given, handed_out, w)
    });
}
