//! The erasure law on blocks in the closures of chains, and on elements of several forms.

use crate::common::law;

/// Rows of all lengths from none to eight.
fn rows<T: Copy>(xs: &[T]) -> Vec<Vec<T>> {
    let mut rest = xs;
    let mut rows = Vec::new();
    for length in (0..9).cycle().take(xs.len() / 2) {
        let (row, others) = rest.split_at(length.min(rest.len()));
        rows.push(row.to_vec());
        rest = others;
    }
    rows
}

#[test]
fn blocks_in_closures_are_what_they_were() {
    law!(floats, specials: |xs| {
        // Which of two zeros `f64::max` gives std leaves open.
        let any_zero = |(sum, most): (f64, f64)| (sum, most + 0.0);
        closures::bodies::inside_one_chain(&rows(xs)).into_iter().map(any_zero).collect::<Vec<_>>()
    });
    law!(floats, specials: |xs| closures::bodies::inside_a_loop(&rows(xs)));
    law!(integers, extremes: |xs| closures::bodies::left_early(&rows(xs), 5));
    law!(integers, extremes: |xs| closures::bodies::may_fail(&rows(xs)));
    law!(integers, extremes: |xs| closures::bodies::everywhere(&rows(xs), &xs[..xs.len().min(20)], "by".to_owned()));
    law!(integers: |xs| closures::bodies::lengths_inside(xs, &rows(xs)));
    law!(integers, extremes: |xs| closures::bodies::on_threads(&rows(xs)));
}

#[test]
fn elements_of_several_forms_are_what_they_were() {
    law!(integers, extremes: |xs| {
        let event = |x: &i64| match x.rem_euclid(5) {
            0 => closures::bodies::Event::Click { x: *x as i32, y: (*x >> 7) as i32 },
            1 => closures::bodies::Event::Key(char::from(*x as u8)),
            2 | 3 => closures::bodies::Event::Scroll(*x),
            _ => closures::bodies::Event::Close,
        };
        closures::bodies::forms(&xs.iter().map(event).collect::<Vec<_>>())
    });
    law!(floats, specials: |xs| {
        let some = |x: &f64| (x.to_bits() & 3 > 0).then_some(*x);
        closures::bodies::missing(&xs.iter().map(some).collect::<Vec<_>>())
    });
}

#[test]
fn closures_made_in_a_worker() {
    for width in [1, 3, 8] {
        law!(integers, extremes: |xs| closures::bodies::closures_of_the_element(xs, width));
    }
}

#[test]
fn constants_that_closures_borrow() {
    law!(integers, extremes: |xs| closures::bodies::constants(xs));
}

#[test]
fn closures_that_are_handed_on() {
    law!(integers, extremes: |xs| {
        let mut log = Vec::new();
        (closures::bodies::handed_on(xs, &mut log), log)
    });
}
