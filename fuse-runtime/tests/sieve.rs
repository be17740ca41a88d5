//! Filters that store block by block, against `filter().collect()`: what is kept, room, drops, panics at every position.

mod support;

use fuse_runtime::{Buffer, sieves};
use proptest::collection::vec;
use proptest::prelude::{any, prop_assert_eq, proptest};
use std::cell::RefCell;
use std::fmt::Debug;
use support::{Log, panics};

// The three hardest: lengths around those of blocks and groups with each kept and dropped at either end, a test or a value
// that panics at any position, and elements of size zero.

const ALL: [usize; 21] = [
    0, 1, 3, 4, 5, 7, 8, 9, 17, 63, 64, 65, 127, 129, 300, 511, 512, 513, 520, 700, 1_100,
];

/// An interpreter has time for a few.
const LENGTHS: &[usize] = if cfg!(miri) { &[0, 65, 530] } else { &ALL };

fn sifted<S, T>(
    elements: &[S],
    mut test: impl FnMut(&S) -> bool,
    mut value: impl FnMut(&S) -> T,
) -> Buffer<'static, T> {
    let mut buffer = Buffer::new();
    for block in sieves(elements.iter()) {
        buffer.sift(block, &mut test, &mut value);
    }
    buffer
}

fn agrees<S: Copy + PartialEq + Debug>(elements: &[S], test: impl Fn(&S) -> bool) {
    let want: Vec<S> = elements.iter().copied().filter(&test).collect();
    let mut straight = Buffer::new();
    for block in sieves(elements.iter()) {
        straight.sift_straight(block, &test, |element| *element);
    }
    let sifted = sifted(elements, &test, |element| *element);
    for got in [sifted, straight].map(Buffer::into_vec) {
        assert_eq!(got, want);
        assert!(got.capacity() <= (2 * want.len() + 1).max(8));
    }
}

/// How many are kept: one in so many.
const EVERY: &[usize] = if cfg!(miri) {
    &[3, 64]
} else {
    &[1, 2, 3, 8, 15, 16, 17, 64, 200]
};

#[test]
fn each_fraction_of_each_length_is_kept() {
    for &length in LENGTHS {
        for &every in EVERY {
            for offset in [0, every - 1] {
                let kept = |index: usize| index % every == offset;
                let numbers: Vec<usize> = (0..length).collect();
                agrees(&numbers, |index| kept(*index));
                agrees(&numbers, |index| !kept(*index));
                let floats: Vec<f64> = numbers.iter().map(|index| *index as f64).collect();
                agrees(&floats, |x| kept(*x as usize));
                let rounded = sifted(&floats, |x| kept(*x as usize), |x| *x as usize + 1);
                let want = floats.iter().filter(|x| kept(**x as usize));
                assert!(want.map(|x| *x as usize + 1).eq(rounded.into_vec()));
                let bytes: Vec<u8> = numbers.iter().map(|index| *index as u8).collect();
                agrees(&bytes, |x| kept(usize::from(*x)));
                let triples: Vec<[f32; 3]> = floats.iter().map(|x| [*x as f32, 0.5, 1.0]).collect();
                agrees(&triples, |triple| kept(triple[0] as usize));
                let characters: Vec<char> = bytes.iter().map(|x| char::from(*x)).collect();
                agrees(&characters, |x| kept(*x as usize));
                let large: Vec<[usize; 9]> = numbers.iter().map(|index| [*index; 9]).collect();
                agrees(&large, |numbers| kept(numbers[8]));
            }
        }
    }
}

#[test]
fn several_slices_go_into_one_buffer_whatever_their_length() {
    let numbers: Vec<u32> = (0..1_000).collect();
    let mut buffer = Buffer::new();
    for part in [&numbers[..1], &numbers[1..700], &[], &numbers[700..]] {
        let start = buffer.len();
        buffer.sift(part, |x| x % 3 == 0, |x| *x);
        assert!(buffer.since(start).all(|x| part.contains(x)));
    }
    let want: Vec<u32> = numbers.into_iter().filter(|x| x % 3 == 0).collect();
    assert_eq!(buffer.into_vec(), want);
}

#[test]
fn tests_are_asked_once_and_in_order() {
    let elements: Vec<usize> = (0..300).collect();
    let asked = RefCell::new(Vec::new());
    let taken = RefCell::new(Vec::new());
    let test = |index: &usize| {
        asked.borrow_mut().push(*index);
        index.is_multiple_of(2)
    };
    let value = |index: &usize| {
        taken.borrow_mut().push(*index);
        index.to_string()
    };
    assert_eq!(sifted(&elements, test, value).len(), 150);
    assert_eq!(*asked.borrow(), elements);
    let even: Vec<usize> = (0..150).map(|half| 2 * half).collect();
    assert_eq!(*taken.borrow(), even);
}

#[test]
fn what_is_stored_may_borrow() {
    let words: Vec<String> = (0..200).map(|number| number.to_string()).collect();
    let mut buffer = Buffer::new();
    for block in sieves(words.iter()) {
        buffer.sift(block, |word| word.ends_with('7'), |word| word.as_str());
    }
    let want: Vec<&str> = words
        .iter()
        .map(String::as_str)
        .filter(|word| word.ends_with('7'))
        .collect();
    assert_eq!(buffer.into_vec(), want);
}

#[test]
fn elements_of_size_zero_are_counted() {
    let units = [(); 777];
    let mut index = 0;
    let test = |(): &()| {
        index += 1;
        index % 5 == 0
    };
    assert_eq!(sifted(&units, test, |unit| *unit).into_vec().len(), 155);
}

#[test]
fn a_panic_at_any_position_drops_each_element_once() {
    const LENGTH: usize = 600;
    let names: Vec<usize> = (0..LENGTH).collect();
    for every in [1, 3, 40] {
        // An interpreter has time for a few.
        let step = if cfg!(miri) { 211 } else { 1 };
        for position in (0..LENGTH).step_by(step) {
            let log = Log::default();
            assert!(panics(|| {
                drop(sifted(
                    &names,
                    |name| {
                        assert_ne!(*name, position);
                        name % every == 0
                    },
                    |name| log.tracked(*name),
                ));
            }));
            let mut dropped = log.dropped();
            dropped.dedup();
            // One in three is neither few nor nearly all: a group is tested before any of it is stored.
            let is_grouped = every == 3 && position % 512 >= 64;
            let stored = if is_grouped {
                position / 8 * 8
            } else {
                position
            };
            let stored: Vec<usize> = (0..stored).filter(|name| name % every == 0).collect();
            assert_eq!(dropped, stored, "test, {position}");

            let log = Log::default();
            let panicked = panics(|| {
                drop(sifted(
                    &names,
                    |name| name % every == 0,
                    |name| {
                        assert_ne!(*name, position);
                        log.tracked(*name)
                    },
                ));
            });
            assert_eq!(panicked, position % every == 0);
            let until = if panicked { position } else { LENGTH };
            let before: Vec<usize> = (0..until).filter(|name| name % every == 0).collect();
            assert_eq!(log.dropped(), before, "value, {position}");
        }
    }
}

#[test]
fn a_value_that_panics_where_it_is_not_needed_leaves_the_buffer_as_it_was() {
    let numbers: Vec<u64> = (0..128).collect();
    let value = |x: &u64| {
        assert_ne!(*x, 77);
        *x
    };
    for straight in [false, true] {
        let mut buffer = Buffer::new();
        buffer.sift(&numbers, |x| x % 2 == 0, |x| *x);
        assert!(panics(|| if straight {
            buffer.sift_straight(&numbers, |x| x % 2 == 0, value);
        } else {
            buffer.sift(&numbers, |x| x % 2 == 0, value);
        }));
        assert_eq!(buffer.len(), 64);
        buffer.push(1);
        assert_eq!(buffer.into_vec().last(), Some(&1));
    }
}

#[test]
fn straight_tests_of_doubles_are_asked_once_and_in_order() {
    let elements: Vec<f64> = (0..700).map(f64::from).collect();
    let mut asked = Vec::new();
    let mut buffer = Buffer::new();
    let test = |x: &f64| {
        asked.push(*x);
        x % 7.0 == 0.0
    };
    buffer.sift_straight(&elements, test, |x| *x);
    assert_eq!(asked, elements);
    assert_eq!(buffer.into_vec().len(), 100);
}

#[test]
fn integers_of_which_few_or_nearly_all_are_kept() {
    let elements: Vec<u64> = (0..700).collect();
    for (least, greatest) in [
        (0, 0),
        (0, 700),
        (699, 700),
        (15, 17),
        (0, 15),
        (1, 700),
        (600, 700),
    ] {
        for length in [0, 1, 15, 16, 63, 64, 65, 128, 700] {
            let elements = &elements[..length];
            let test = |x: &u64| (least..greatest).contains(x);
            let mut buffer = Buffer::new();
            buffer.sift_straight(elements, test, |x| x * 2);
            let kept = elements.iter().filter(|x| test(x)).map(|x| x * 2);
            assert_eq!(buffer.into_vec(), kept.collect::<Vec<_>>());
        }
    }
}

proptest! {
    #[test]
    fn any_mask_keeps_what_filter_keeps(mask in vec(any::<bool>(), 0..600)) {
        let numbers: Vec<usize> = (0..mask.len()).collect();
        let want: Vec<usize> = numbers.iter().copied().filter(|index| mask[*index]).collect();
        let got = sifted(&numbers, |index| mask[*index], |index| *index);
        prop_assert_eq!(got.into_vec(), want);
    }

    #[test]
    fn of_elements_far_apart_values_are_made_of_those_that_are_kept(
        mask in vec(any::<bool>(), 0..600),
        chance in 0..4_usize,
    ) {
        let is_kept = |row: &[usize; 3]| match chance {
            0 => row[1] % 50 == 7,
            1 => row[1] % 50 != 7,
            _ => mask[row[1]],
        };
        let rows: Vec<[usize; 3]> = (0..mask.len()).map(|index| [0, index, 0]).collect();
        let want: Vec<usize> = rows.iter().filter(|row| is_kept(row)).map(|row| row[1]).collect();
        let value = |row: &[usize; 3]| {
            assert!(is_kept(row));
            row[1]
        };
        prop_assert_eq!(sifted(&rows, is_kept, value).into_vec(), want.clone());
        let mut buffer = Buffer::new();
        buffer.sift_kept(&rows, is_kept, value);
        prop_assert_eq!(buffer.into_vec(), want);
    }
}
