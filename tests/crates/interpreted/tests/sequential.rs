//! Loops on one thread: what they store, drop and change.

mod common;

use common::{LENGTHS, agrees, floats, integers};
use interpreted::counted::Counted;

#[test]
fn arrays() {
    for &length in LENGTHS {
        let (xs, integers) = (floats(length), integers(length));
        let bytes: Vec<u8> = integers.iter().map(|x| *x as u8 + 30).collect();
        let pairs: Vec<(u32, f64)> = integers
            .iter()
            .map(|x| (*x as u32, *x as f64 / 90.0))
            .collect();
        let rows: Vec<Vec<i64>> = integers.chunks(9).map(<[i64]>::to_vec).collect();
        agrees!(stored::exact(&xs));
        agrees!(stored::contracted(&integers));
        agrees!(stored::sieved(&xs, 0.3));
        agrees!(stored::buckets(&xs));
        agrees!(stored::of_bytes(&bytes));
        agrees!(stored::filtered_sum(&xs, &xs, -0.3));
        agrees!(stored::two_of_pairs(&pairs));
        agrees!(stored::softmax(&xs));
        agrees!(stored::overflows(&integers));
        agrees!(stored::of_rows(&rows));
        agrees!(stored::windows(&integers));
        agrees!(stored::units(&integers));
        agrees!(stored::searched(&xs));
    }
}

#[test]
fn strings() {
    let text =
        "one two\n\n  three  \n\u{a0}\nfour five six seven eight nine ten eleven\n".repeat(4);
    for length in [0, 3, 40] {
        let words: Vec<&str> = text.split(' ').cycle().take(length).collect();
        let owned: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        agrees!(strings::long(&words));
        agrees!(strings::joined(&owned));
    }
    agrees!(strings::of_lines(&text));
    agrees!(strings::of_lines(""));
}

fn counted(length: usize) -> Vec<Counted> {
    integers(length)
        .iter()
        .filter(|x| **x != 77)
        .map(|x| Counted::new(*x))
        .collect()
}

#[test]
fn destructors() {
    for length in [0, 1, 7, 64, 131] {
        let xs = integers(length);
        agrees!(owned::made(&xs));
        agrees!(owned::made_and_kept(&xs));
        agrees!(owned::contracted(&xs));
        agrees!(owned::given_away(counted(length)));
        agrees!(owned::in_boxes(counted(length)));
        agrees!(owned::taken_halfway(counted(length), 90));
        agrees!(owned::without_a_size(&xs));
        // All but the one that panics.
        let xs: Vec<i64> = xs.into_iter().filter(|x| *x != 77).collect();
        agrees!(owned::made(&xs));
        agrees!(owned::made_and_kept(&xs));
        agrees!(owned::contracted(&xs));
    }
    agrees!(owned::of_an_array([1, 2, 3, 4, 5].map(Counted::new)));
}

#[test]
fn changes() {
    for &length in LENGTHS {
        let (xs, integers) = (floats(length), integers(length));
        agrees!(changed::scaled_and_summed(xs.clone(), 0.5));
        agrees!({
            let mut xs = xs.clone();
            (changed::before_and_after(&mut xs), xs)
        });
        agrees!(changed::in_step(&mut xs.clone(), &xs[length / 3..], 0.25));
        agrees!(changed::in_step(&mut xs.clone(), &xs, 0.25));
        agrees!(changed::pushed(&integers, vec![1; length % 5], 40));
        agrees!({
            let body = |x: &f64| changed::Body {
                place: [*x, -x],
                speed: [x * 0.5, 1.0],
            };
            let mut bodies: Vec<changed::Body> = xs.iter().map(body).collect();
            let said = changed::moved(&mut bodies, 0.1);
            (
                said,
                bodies.iter().map(|body| body.place).collect::<Vec<_>>(),
            )
        });
    }
}
