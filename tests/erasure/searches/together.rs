//! The erasure law on several searches over one slice.

use crate::common::{law, outcome};
use crate::{fused, plain};

#[test]
fn of_floats() {
    for (low, high) in [
        (0.0, 1.0),
        (-1e300, 1e300),
        (f64::NEG_INFINITY, f64::INFINITY),
        (f64::NAN, 0.5),
    ] {
        law!(floats, specials: |xs| searches::together::of_floats(xs, low, high));
    }
}

#[test]
fn wherever_the_hits_are() {
    let places = [0, 3, 4, 15, 16, 17, 47, 48, 49, 80, 111, 112, 199];
    for one in places {
        for other in places {
            let mut xs = vec![0.25; 200];
            xs[one] = -1.0;
            xs[other] = f64::NAN;
            for length in places {
                assert_eq!(
                    plain::searches::together::of_floats(&xs[..length], 0.0, 1.0),
                    fused::searches::together::of_floats(&xs[..length], 0.0, 1.0)
                );
            }
            let mut text = vec![b'7'; 200];
            text[one] = b' ';
            text[other] = b'z';
            assert_eq!(
                plain::searches::together::of_bytes(text.clone(), b'a'),
                fused::searches::together::of_bytes(text, b'a')
            );
        }
    }
}

#[test]
fn what_is_asked_as_written() {
    for by in [0, 1, 7, i32::MAX] {
        for last in [-7, 99, i32::MAX] {
            for length in [0, 1, 20, 100] {
                let mut xs = vec![5; length];
                xs.extend([1, last, 60]);
                assert_eq!(
                    outcome(|| plain::searches::together::asked_as_written(&xs, by)),
                    outcome(|| fused::searches::together::asked_as_written(&xs, by))
                );
            }
        }
    }
}

#[test]
fn behind_barriers() {
    law!(floats, specials: |xs| searches::together::behind_barriers(xs, 0.5));
}

#[test]
fn beside_others() {
    law!(floats, specials: |xs| {
        let short = xs.iter().map(|x| *x as f32).collect::<Vec<_>>();
        searches::together::beside_others(&short, 0.25)
    });
}

#[test]
fn of_ones_own() {
    for numbers in [&[3, 77, 4][..], &[4, 4, 77], &[4, 3, 77], &[], &[77]] {
        let plain = || {
            let xs = numbers
                .iter()
                .map(|x| plain::searches::together::Odd(*x))
                .collect::<Vec<_>>();
            plain::searches::together::of_ones_own(&xs, plain::searches::together::Odd(3))
        };
        let fused = || {
            let xs = numbers
                .iter()
                .map(|x| fused::searches::together::Odd(*x))
                .collect::<Vec<_>>();
            fused::searches::together::of_ones_own(&xs, fused::searches::together::Odd(3))
        };
        assert_eq!(outcome(plain), outcome(fused));
    }
}

macro_rules! orders {
    ($module:ident, $notes:expr) => {
        $notes
            .iter()
            .map(|(note, price)| $module::searches::together::Order {
                note: note.map(String::from),
                price: *price,
            })
            .collect::<Vec<_>>()
    };
}

/// Lists of orders with hits at each two of some places.
fn notes() -> Vec<Vec<(Option<&'static str>, i64)>> {
    let places = [0, 1, 4, 5, 8, 11];
    let mut lists = vec![Vec::new(), vec![(Some("a"), 7)]];
    for one in places {
        for other in places {
            let mut list = vec![(None, 4); 12];
            list[one] = (Some("tag"), 7);
            list[other].1 = -400;
            list[(one + other) / 2].0 = Some("b");
            lists.push(list);
        }
    }
    lists
}

#[test]
fn of_structs() {
    for list in notes() {
        let (ours, theirs) = (orders!(fused, list), orders!(plain, list));
        for by in [1, 0, -3] {
            for tag in ["tag", "b", ""] {
                assert_eq!(
                    outcome(|| plain::searches::together::of_structs(&theirs, by, tag)),
                    outcome(|| fused::searches::together::of_structs(&ours, by, tag))
                );
            }
        }
    }
}

#[test]
fn in_fields() {
    macro_rules! asked {
        ($module:ident, $list:expr) => {{
            let orders = orders!($module, $list);
            let book = $module::searches::together::Book {
                held: orders.iter().cloned().collect(),
                named: (0..).zip(orders.iter().cloned()).collect(),
                orders,
            };
            (book.in_a_field(), book.elsewhere())
        }};
    }
    for list in notes() {
        assert_eq!(asked!(plain, list), asked!(fused, list));
    }
}

#[test]
fn of_any() {
    for xs in [&[][..], &[3], &[5, 4, 3, 2, 1, 0], &[9, 9, 9, 9, 9, 1, 9]] {
        for low in 0..10 {
            let test = |x: &u8| x % 4 == low % 4;
            assert_eq!(
                plain::searches::together::of_any(xs, low, test),
                fused::searches::together::of_any(xs, low, test)
            );
        }
    }
}

#[test]
fn counted_beside() {
    for list in notes() {
        let (ours, theirs) = (std::cell::Cell::new(0), std::cell::Cell::new(0));
        assert_eq!(
            plain::searches::together::counted_beside(
                &orders!(plain, list[..list.len().min(6)]),
                &theirs
            ),
            fused::searches::together::counted_beside(
                &orders!(fused, list[..list.len().min(6)]),
                &ours
            )
        );
        assert_eq!(ours.get(), theirs.get());
    }
}
