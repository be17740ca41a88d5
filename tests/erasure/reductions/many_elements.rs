//! The erasure law on loops over many elements, which run compiled for the instructions of the machine.

use crate::common::{assert_same, outcome, ready, told};
use crate::{fused, plain};
use std::collections::VecDeque;

/// Below and above what is worth to ask the machine, what goes chain by chain, and around blocks.
const LENGTHS: [usize; 13] = [0, 1, 16, 63, 64, 65, 127, 128, 129, 511, 512, 513, 3001];

fn floats(length: usize) -> Vec<f64> {
    let special = [
        f64::NAN,
        -0.0,
        0.0,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::MIN_POSITIVE,
    ];
    let one = |n: usize| match n % 97 {
        0 => special[n % special.len()],
        _ => ((n * 7919) % 1000) as f64 / 250.0 - 2.0,
    };
    (0..length).map(one).collect()
}

fn integers(length: usize) -> Vec<i32> {
    (0..length)
        .map(|n| ((n * 7919) % 2001) as i32 - 1000)
        .collect()
}

macro_rules! both {
    ($name:literal, $length:expr, |$form:ident| $call:expr) => {{
        let of_plain = {
            use plain::reductions::many_elements as $form;
            $call
        };
        let of_fused = {
            use fused::reductions::many_elements as $form;
            $call
        };
        assert_same($name, $length, &of_plain, &of_fused);
    }};
}

#[test]
fn what_stands_around_them_does_not_notice() {
    for length in LENGTHS {
        let xs = floats(length);
        let small: Vec<f32> = xs.iter().map(|x| *x as f32).collect();
        let whole = integers(length);
        both!("fields", length, |form| {
            let mut gauge = form::Gauge {
                scale: 1.5,
                notes: vec![7],
                name: "a".into(),
            };
            let read = gauge.read(&xs);
            (read, gauge.notes, gauge.name)
        });
        both!("moved", length, |form| {
            let gauge = form::Gauge {
                scale: 0.5,
                notes: Vec::new(),
                name: "b".into(),
            };
            form::moved_field(gauge, &xs)
        });
        both!("reference", length, |form| {
            let mut seen = 3;
            (form::behind_a_reference(&whole, &mut seen), seen)
        });
        both!("bits", length, |form| form::bits(&xs, &small, 0.7));
        both!("generic", length, |form| form::generic(&small, |x| x
            * 1.25));
        both!("async", length, |form| ready(form::suspended(&whole)));
        both!("shadowed", length, |form| {
            let words: Vec<i16> = whole.iter().map(|x| *x as i16).collect();
            form::shadowed(&words, 5)
        });
    }
}

#[test]
fn chains_alone_are_what_they_were() {
    for length in LENGTHS {
        let (xs, whole) = (floats(length), integers(length));
        both!("alone", length, |form| form::alone(&xs, &whole));
        both!("numbered", length, |form| form::numbered_and_beside(
            &xs,
            length / 2 + 100
        ));
        both!("captured", length, |form| form::captured_alone(
            xs.clone(),
            0.3
        ));
        both!("temporaries", length, |form| form::temporaries(&xs));
        both!("asked once", length, |form| form::asked_once(&form::Asked(
            std::cell::Cell::new(length)
        )));
        for k in [0.5, 1.5] {
            both!("names", length, |form| form::named_unlike_variables(
                &xs, k, 0.7
            ));
        }
        let numbers = xs.iter().map(|x| if x.is_finite() { *x } else { 0.25 });
        let numbers = numbers.collect::<Vec<_>>();
        let pairs = numbers.iter().map(|x| (*x as f32 + 3.0, x + 3.0));
        let pairs = pairs.collect::<Vec<_>>();
        both!("both widths", length, |form| form::both_widths(&pairs));
        both!("corners", length, |form| {
            let corners = pairs
                .iter()
                .map(|(x, y)| form::Corner::new(*x, 1.0 - *y as f32));
            form::corners(&corners.collect::<Vec<_>>(), form::Corner::new(9.0, 9.0))
        });
        for by in [3, 1000, 3_000_000] {
            both!("overflows", length, |form| {
                told(|| form::overflows_alone(&whole, by)).map_err(|_| ())
            });
        }
    }
}

#[test]
fn what_is_changed_where_it_stands_is_changed_as_it_was() {
    for length in LENGTHS {
        let (xs, whole) = (floats(length), integers(length));
        for k in [0.7, -1.25] {
            both!("in place", length, |form| {
                let mut changed = xs.clone();
                let mut queue = xs.iter().map(|x| x * 3.0).collect::<VecDeque<_>>();
                queue.rotate_left(length / 3);
                let ys = &xs[length / 5..];
                let owned = form::changed_where_they_stand(&mut changed, &mut queue, ys, &k, 0.5);
                (changed, queue.into_iter().collect::<Vec<_>>(), owned)
            });
        }
        for by in [3, 1000, 3_000_000] {
            both!("overflows", length, |form| {
                let mut changed = whole.clone();
                let place = told(|| form::overflows_where_they_stand(&mut changed, by));
                (place.map_err(|_| ()), changed)
            });
        }
    }
}

#[test]
fn blocks_are_taken_from_the_end_and_in_windows() {
    for length in LENGTHS {
        let (xs, whole) = (floats(length), integers(length));
        let small: Vec<i16> = whole.iter().map(|x| *x as i16).collect();
        let bases = whole
            .iter()
            .map(|x| b"ACGTN"[x.unsigned_abs() as usize % 5]);
        let bases = bases.collect::<Vec<_>>();
        both!("bases", length, |form| form::from_the_end(&bases));
        both!("floats", length, |form| form::floats_from_the_end(
            &xs, &small
        ));
        for far in [0, 100] {
            both!("windows", length, |form| form::windows_beside_a_part(
                &small, far
            ));
        }
    }
}

#[test]
fn blocks_are_changed_where_they_stand() {
    for length in LENGTHS {
        let (xs, whole) = (floats(length), integers(length));
        let small: Vec<i16> = whole.iter().map(|x| *x as i16).collect();
        for k in [0.1, -0.5] {
            both!("before and behind", length, |form| {
                let (mut xs, mut small) = (xs.clone(), small.clone());
                let read = form::before_and_behind(&mut xs, &mut small, k);
                (xs, small, read)
            });
        }
        let bytes: Vec<u8> = whole.iter().map(|x| x.unsigned_abs() as u8).collect();
        for entries in [256, 250] {
            let table: Vec<u8> = (0..entries).map(|n| (n * 7 % 256) as u8).collect();
            both!("table", length, |form| {
                let mut out = vec![3; length];
                let read = told(|| form::by_a_table(&bytes, &table, &mut out));
                (read.map_err(|_| ()), out)
            });
        }
        let blocks: Vec<u64> = whole.iter().map(|x| x.unsigned_abs().into()).collect();
        both!("mixed", length, |form| form::mixed(&blocks, 77));
    }
}

#[test]
fn fields_run_as_slices_do() {
    for length in LENGTHS {
        let (prices, whole) = (floats(length), integers(length));
        let sizes = || whole.iter().map(|x| i64::from(*x));
        both!("columns", length, |form| {
            let columns = form::Columns {
                prices: prices.clone(),
                sizes: sizes().collect::<Vec<_>>(),
                scale: 11,
                limit: 0.25,
            };
            (columns.totals(), columns.strict())
        });
        both!("queue", length, |form| {
            let sizes = sizes().collect::<VecDeque<_>>();
            let columns = form::Columns {
                prices: Vec::new(),
                sizes,
                scale: 11,
                limit: 0.25,
            };
            columns.of_a_queue()
        });
        both!("few stored", length, |form| form::few_stored(&prices));
        both!("few or many", length, |form| form::few_or_many(
            &prices, &whole
        ));
    }
}

#[test]
fn bytes_overflow_where_they_did() {
    for length in LENGTHS {
        let bytes: Vec<u8> = (0..length).map(|n| (n % 251) as u8).collect();
        for by in [0, 4, 6] {
            both!("overflows", length, |form| {
                outcome(|| form::overflows(&bytes, by)).map_err(|_| ())
            });
        }
        both!("inferred", length, |form| form::inferred(&bytes));
    }
}

#[cfg(target_arch = "x86_64")]
#[test]
fn a_function_that_has_chosen_keeps_its_choice() {
    let whole = integers(1000);
    if !std::is_x86_feature_detected!("sse4.1") {
        return;
    }
    both!("chosen", 1000, |form| {
        // SAFETY: the machine has it.
        unsafe { (form::chosen(&whole), form::chosen_before(&whole)) }
    });
}
