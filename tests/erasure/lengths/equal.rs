//! The erasure law where lengths are equal in some calls.

use crate::common::law;

/// As long, shorter, longer, nothing.
macro_rules! lengths {
    (|$xs:ident, $w:ident| $call:expr) => {
        law!(floats, specials: |$xs| {
            let mut all = Vec::new();
            let doubled = || $xs.iter().chain($xs).copied().collect::<Vec<f64>>();
            let half = || $xs[..$xs.len() / 2].to_vec();
            for $w in [$xs.to_vec(), half(), doubled(), Vec::new()] {
                // An index may be out of bounds.
                all.push(crate::common::outcome(|| format!("{:?}", $call)));
            }
            all
        });
    };
}

#[test]
fn equal_or_not() {
    lengths!(|xs, w| lengths::equal::weighted(&w, xs));
    lengths!(|xs, w| lengths::equal::counted(&w, xs, xs.len()));
    lengths!(|xs, w| lengths::equal::of_a_local(&w, xs));
    lengths!(|xs, w| lengths::equal::shadowed(&w, xs));
    lengths!(|xs, w| lengths::equal::shadowed_between(&w));
    lengths!(|xs, w| lengths::equal::made_from_a_number(w.len(), xs));
    lengths!(|xs, w| lengths::equal::with_raw_names(&w, xs));
    lengths!(|xs, w| lengths::equal::mean_or_nothing(&w, xs));
    lengths!(|xs, w| lengths::equal::behind_another(&w, xs));
    lengths!(|xs, w| lengths::equal::of_a_cell(&w, xs, &std::cell::RefCell::default()));
    lengths!(|xs, w| lengths::equal::up_to_a_raw_name(&w, xs.len()));
    lengths!(|xs, w| lengths::equal::in_a_block_of_its_own(&w, xs, 3));
    lengths!(|xs, w| {
        let mut w = w.clone();
        (lengths::equal::with_a_len_of_ones_own(&mut w, xs), w)
    });
}

#[test]
fn changed() {
    lengths!(|xs, w| {
        let mut w = w.clone();
        (lengths::equal::changed_beside(&mut w, xs), w)
    });
    lengths!(|xs, w| {
        let single = |xs: &[f64]| xs.iter().map(|x| *x as f32).collect::<Vec<f32>>();
        let (mut g, mut h) = (single(&w), single(xs));
        lengths::equal::two_changed(&mut g, &mut h, &single(xs));
        (g, h)
    });
    lengths!(|xs, w| {
        let mut w = w.clone();
        (lengths::equal::longer_in_between(&mut w, xs), w)
    });
    lengths!(|xs, w| {
        let mut pair = lengths::equal::Pair {
            y: xs.to_vec(),
            p: w.clone(),
        };
        pair.moved();
        pair
    });
    lengths!(|xs, w| {
        let mut w = w.clone();
        (lengths::equal::borrowed_meanwhile(xs, &mut w), w)
    });
}
