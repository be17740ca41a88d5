//! The parallel driver: what it computes, in which order, on which threads, and what is dropped when a body panics.

#[path = "support/counted.rs"]
mod counted;
mod kernels;
mod support;

use counted::Counts;
use fuse_runtime::Buffer;
use fuse_runtime::parallel::{
    Chunks, Gathered, Output, Owned, Ranges, SEQUENTIAL, Source, Windows, all, any, beside, drive,
    join,
};
use rayon::ThreadPoolBuilder;
use std::iter::zip;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use support::panics;

// The three hardest: a body that panics in any range at any element, while others are running, beside outputs that hold
// destructors; outputs that are not filled as they should be; and results that may not depend on who ran what.

const LENGTH: usize = if cfg!(miri) { 7 } else { 23 };

/// Lengths of ranges from one element to all of them.
const LEASTS: &[usize] = if cfg!(miri) {
    &[2, LENGTH]
} else {
    &[1, 3, 7, 11, LENGTH]
};

fn in_pool<R: Send>(threads: usize, action: impl FnOnce() -> R + Send) -> R {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.expect("a small pool").install(action)
}

#[test]
fn a_panic_anywhere_drops_each_element_once() {
    for threads in [1, 3] {
        in_pool(threads, || {
            for &least in LEASTS {
                for position in 0..LENGTH {
                    panic_at(position, least);
                }
            }
        });
    }
}

/// Takes, stores, gathers and accumulates values, and panics at one of them.
fn panic_at(position: usize, least: usize) {
    let taken = Counts::new(LENGTH);
    let stored = Counts::new(LENGTH);
    let gathered = Counts::new(LENGTH);
    let folded = Counts::new(LENGTH);
    let what = format!("panic at {position}, ranges of {least}");
    assert!(panics(|| {
        let xs: Vec<_> = (0..LENGTH).map(|name| taken.make(name)).collect();
        let ranges = Ranges::new(xs.len(), least);
        let mut xs = Owned::new(xs);
        let mut ys_output = Output::new(&ranges);
        let (zs, sum) = drive(
            &ranges,
            (xs.elements(), ys_output.slots()),
            |(xs, mut ys_buffer)| {
                let mut zs_buffer = Buffer::new();
                let mut sum = Vec::new();
                for x in xs {
                    ys_buffer.push(stored.make(x.name));
                    assert_ne!(x.name, position);
                    if x.name % 3 > 0 {
                        zs_buffer.push(gathered.make(x.name));
                    }
                    sum.push(folded.make(x.name));
                }
                (Gathered::of(zs_buffer), sum)
            },
            |mut left, right| {
                left.1.extend(right.1);
                (left.0.then(right.0), left.1)
            },
        );
        drop((ys_output.into_vec(), zs.into_vec(), sum));
    }));
    taken.settled(&what);
    stored.settled(&what);
    gathered.settled(&what);
    folded.settled(&what);
}

#[test]
fn without_a_panic_all_that_was_stored_is_there() {
    for &least in LEASTS {
        let counts = Counts::new(LENGTH);
        let ranges = Ranges::new(LENGTH, least);
        let mut ys_output = Output::new(&ranges);
        let zs = drive(
            &ranges,
            (0..LENGTH, ys_output.slots()),
            |(xs, ys_slots)| {
                let mut ys_buffer = ys_slots.in_step_with(&xs);
                let mut zs_buffer = Buffer::new();
                for x in xs {
                    ys_buffer.push(counts.make(x));
                    if x % 3 > 0 {
                        zs_buffer.push(counts.make(x));
                    }
                }
                Gathered::of(zs_buffer)
            },
            Gathered::then,
        );
        let (ys, zs) = (ys_output.into_vec(), zs.into_vec());
        let names = |values: &[counted::Counted<'_>]| -> Vec<usize> {
            values.iter().map(|value| value.name).collect()
        };
        assert_eq!(names(&ys), (0..LENGTH).collect::<Vec<_>>());
        assert_eq!(ys.capacity(), LENGTH);
        assert_eq!(
            names(&zs),
            (0..LENGTH).filter(|x| x % 3 > 0).collect::<Vec<_>>()
        );
        assert_eq!(counts.alive(), ys.len() + zs.len());
        drop((ys, zs));
        counts.settled("no panic");
    }
}

#[test]
fn an_output_is_filled_or_refused() {
    for &least in LEASTS {
        let ranges = Ranges::new(LENGTH, least);
        for wrong in 0..LENGTH {
            // One element too few, in the range that `wrong` is in.
            let counts = Counts::new(LENGTH);
            let mut output = Output::new(&ranges);
            drive(
                &ranges,
                (0..LENGTH, output.slots()),
                |(xs, mut buffer)| {
                    xs.filter(|x| *x != wrong)
                        .for_each(|x| buffer.push(counts.make(x)));
                },
                |(), ()| (),
            );
            assert!(panics(|| drop(output.into_vec())));
            counts.settled("too few");

            // One too many.
            let counts = Counts::new(LENGTH);
            let mut output = Output::new(&ranges);
            assert!(panics(|| drive(
                &ranges,
                (0..LENGTH, output.slots()),
                |(xs, mut buffer)| {
                    for x in xs {
                        buffer.push(counts.make(x));
                        if x == wrong {
                            buffer.push(counts.make(x));
                        }
                    }
                },
                |(), ()| (),
            )));
            drop(output);
            counts.settled("too many");
        }
        // A segment that is leaked is not filled.
        let mut output = Output::<u8>::new(&ranges);
        let leak = |mut segment: fuse_runtime::parallel::Segment<'_, u8>| {
            segment.push(1);
            std::mem::forget(segment);
        };
        drive(&ranges, output.slots(), leak, |(), ()| ());
        assert!(panics(|| drop(output.into_vec())));
        // And one that is made for a longer loop is refused at once.
        let mut output = Output::<u8>::new(&ranges);
        assert!(panics(|| drive(
            &ranges,
            output.slots(),
            |segment| drop(segment.in_step_with(&(0..=LENGTH))),
            |(), ()| ()
        )));
    }
}

#[test]
fn an_output_that_is_lent_twice_drops_what_it_had() {
    for &least in LEASTS {
        let counts = Counts::new(LENGTH);
        let ranges = Ranges::new(LENGTH, least);
        let mut output = Output::new(&ranges);
        for _ in 0..2 {
            drive(
                &ranges,
                (0..LENGTH, output.slots()),
                |(xs, mut buffer)| xs.for_each(|x| buffer.push(counts.make(x))),
                |(), ()| (),
            );
            assert_eq!(counts.alive(), LENGTH);
        }
        drop(output.into_vec());
        counts.settled("twice");
    }
}

#[test]
fn segments_that_are_swapped_fill_each_other_s_output() {
    let ranges = Ranges::new(LENGTH, 4);
    let (mut ys, mut zs) = (Output::new(&ranges), Output::new(&ranges));
    drive(
        &ranges,
        (0..LENGTH, ys.slots(), zs.slots()),
        |(xs, mut ys, mut zs)| {
            for x in xs {
                ys.push(x);
                std::mem::swap(&mut ys, &mut zs);
                ys.push(x + 100);
                std::mem::swap(&mut ys, &mut zs);
            }
        },
        |(), ()| (),
    );
    assert_eq!(ys.into_vec(), (0..LENGTH).collect::<Vec<_>>());
    assert_eq!(zs.into_vec(), (100..100 + LENGTH).collect::<Vec<_>>());
}

#[test]
fn elements_of_size_zero() {
    static DROPS: AtomicUsize = AtomicUsize::new(0);
    struct Zero;
    impl Drop for Zero {
        fn drop(&mut self) {
            DROPS.fetch_add(1, Ordering::Relaxed);
        }
    }
    let ranges = Ranges::new(LENGTH, 4);
    let mut output = Output::new(&ranges);
    let gathered = drive(
        &ranges,
        (0..LENGTH, output.slots()),
        |(xs, mut output)| {
            let mut buffer = Buffer::new();
            for x in xs {
                output.push(Zero);
                if x % 2 == 0 {
                    buffer.push(Zero);
                }
            }
            Gathered::of(buffer)
        },
        Gathered::then,
    );
    let (ys, zs) = (output.into_vec(), gathered.into_vec());
    assert_eq!((ys.len(), zs.len()), (LENGTH, LENGTH.div_ceil(2)));
    assert_eq!(DROPS.load(Ordering::Relaxed), 0);
    drop((Owned::new(ys).elements(), zs));
    assert_eq!(DROPS.load(Ordering::Relaxed), LENGTH + LENGTH.div_ceil(2));
}

#[test]
fn results_are_combined_in_order_and_once() {
    for length in 0..40 {
        for least in 0..9 {
            let ranges = Ranges::new(length, least);
            let combined = AtomicUsize::new(0);
            let parts = drive(
                &ranges,
                0..length,
                |xs| vec![xs],
                |mut left, right| {
                    combined.fetch_add(1, Ordering::Relaxed);
                    left.extend(right);
                    left
                },
            );
            assert_eq!(parts, ranges.iter().collect::<Vec<_>>());
            assert_eq!(combined.into_inner() + 1, ranges.count());
        }
    }
}

#[test]
fn every_source_gives_each_element_to_one_range_in_order() {
    fn check<S: Source + Send, T: Send + PartialEq + std::fmt::Debug>(
        source: S,
        least: usize,
        plain: &[T],
    ) where
        S::Part: Iterator<Item = T>,
    {
        assert_eq!(source.length(), plain.len());
        let ranges = Ranges::new(source.length(), least);
        let collected = drive(
            &ranges,
            source,
            |xs| xs.collect::<Vec<T>>(),
            |mut left, right| {
                left.extend(right);
                left
            },
        );
        assert_eq!(collected, plain);
    }
    let texts: Vec<String> = (0..LENGTH).map(|n| n.to_string()).collect();
    for &least in LEASTS {
        check(texts.iter(), least, &texts.iter().collect::<Vec<_>>());
        check(Owned::new(texts.clone()).elements(), least, &texts);
        check(0..LENGTH, least, &(0..LENGTH).collect::<Vec<_>>());
        check(-4..=7_i64, least, &(-4..=7).collect::<Vec<_>>());
        for size in 1..5 {
            let plain: Vec<_> = texts.chunks(size).collect();
            check(Chunks::new(&texts, size), least, &plain);
            let plain: Vec<_> = texts.windows(size).collect();
            check(Windows::new(&texts, size), least, &plain);
        }
        let mut changed: Vec<usize> = (0..LENGTH).collect();
        let ranges = Ranges::new(LENGTH, least);
        drive(
            &ranges,
            (changed.iter_mut(), texts.iter()),
            |(xs, texts)| zip(xs, texts).for_each(|(x, text)| *x += text.len()),
            |(), ()| (),
        );
        let plain: Vec<_> = (0..LENGTH).map(|n| n + texts[n].len()).collect();
        assert_eq!(changed, plain);
    }
}

#[test]
fn what_a_body_does_not_take_is_dropped_once() {
    for &least in LEASTS {
        for taken in 0..4 {
            let counts = Counts::new(LENGTH);
            let xs: Vec<_> = (0..LENGTH).map(|name| counts.make(name)).collect();
            let ranges = Ranges::new(LENGTH, least);
            let mut xs = Owned::new(xs);
            let kept = drive(
                &ranges,
                xs.elements(),
                |xs| xs.take(taken).collect::<Vec<_>>(),
                |mut left, right| {
                    left.extend(right);
                    left
                },
            );
            assert_eq!(counts.alive(), kept.len());
            assert_eq!(xs.elements().length(), 0);
            drop((kept, xs));
            counts.settled("taken in part");
        }
        // Nor does what never reaches a body.
        let counts = Counts::new(LENGTH);
        drop(Owned::new(
            (0..LENGTH)
                .map(|name| counts.make(name))
                .collect::<Vec<_>>(),
        ));
        let mut xs = Owned::new(
            (0..LENGTH)
                .map(|name| counts.make(name))
                .collect::<Vec<_>>(),
        );
        drop(xs.elements());
        drop(xs);
        counts.settled("taken by nobody");
    }
}

#[test]
fn what_one_range_gathered_is_not_copied() {
    let mut buffer = Buffer::new();
    (0..9).for_each(|x| buffer.push(x));
    let gathered = Gathered::of(buffer);
    let ranges = gathered.ranges(&Ranges::automatic(20));
    assert_eq!(ranges.iter().collect::<Vec<_>>(), vec![0..9]);
    let capacity = {
        let mut plain = Vec::new();
        (0..9).for_each(|x| plain.push(x));
        plain.capacity()
    };
    assert_eq!(gathered.into_vec().capacity(), capacity);
}

#[test]
#[cfg_attr(miri, ignore = "300,000 elements")]
fn what_many_ranges_gathered_is_joined_at_its_exact_length() {
    // Large enough for the second pass to run in tasks.
    let ranges = Ranges::new(300_000, 1_000);
    let keep = |x: &usize| x % 7 < 3;
    let gathered = drive(
        &ranges,
        0..300_000_usize,
        |xs| {
            let mut buffer = Buffer::new();
            xs.for_each(|x| buffer.push_if(keep(&x), x));
            Gathered::of(buffer)
        },
        Gathered::then,
    );
    let kept = gathered.ranges(&ranges);
    assert_eq!(kept.count(), ranges.count());
    let ys = gathered.into_vec();
    assert_eq!(ys.capacity(), ys.len());
    assert_eq!(kept.length(), ys.len());
    for (range, kept) in zip(ranges.iter(), kept.iter()) {
        assert_eq!(ys[kept], range.filter(keep).collect::<Vec<_>>());
    }
}

#[test]
fn loops_side_by_side_where_both_are_short_and_both_together_are_not() {
    let pool = ThreadPoolBuilder::new().num_threads(2).build();
    let pool = pool.expect("threads");
    // Both wait for each other, so that neither can be the first.
    let barrier = std::sync::Barrier::new(2);
    let meet = || barrier.wait().is_leader();
    let (one, other) = pool.install(|| beside([60, 50], 100, meet, meet));
    assert_ne!(one, other);
    // One after the other, on the calling thread.
    let place = || std::thread::current().id();
    for lengths in [[40, 50], [100, 50], [50, 100], [0, usize::MAX]] {
        pool.install(|| {
            let (one, other) = beside(lengths, 100, place, place);
            assert_eq!((one, other), (place(), place()), "{lengths:?}");
        });
    }
}

#[test]
fn any_and_all_say_what_the_iterators_say() {
    for length in 0..LENGTH {
        for &least in LEASTS {
            let ranges = |length| Ranges::new(length, least);
            for hit in 0..=length {
                let found = any(ranges, 0..length, |mut xs| xs.any(|x| x == hit));
                assert_eq!(found, (0..length).any(|x| x == hit));
                let every = all(ranges, 0..length, |mut xs| xs.all(|x| x < hit));
                assert_eq!(every, (0..length).all(|x| x < hit));
            }
        }
    }
}

#[test]
fn once_it_is_known_ranges_are_skipped() {
    // One thread runs them in order.
    let looked_at = AtomicUsize::new(0);
    let counts = Counts::new(100);
    in_pool(1, || {
        let mut xs = Owned::new((0..100).map(|name| counts.make(name)).collect::<Vec<_>>());
        let found = any(
            |length| Ranges::new(length, 10),
            xs.elements(),
            |mut xs| {
                looked_at.fetch_add(1, Ordering::Relaxed);
                xs.any(|x| x.name == 25)
            },
        );
        assert!(found);
    });
    assert_eq!(looked_at.into_inner(), 3);
    counts.settled("skipped");
}

#[test]
fn a_panic_keeps_its_payload() {
    for threads in [1, 3] {
        in_pool(threads, || {
            let caught = catch_unwind(|| {
                drive(
                    &Ranges::new(100, 1),
                    0..100,
                    |mut xs| assert!(xs.all(|x| x != 77), "seventy-seven"),
                    |(), ()| (),
                );
            });
            let payload = caught.expect_err("one range panics");
            assert_eq!(payload.downcast_ref::<&str>(), Some(&"seventy-seven"));
        });
    }
}

#[test]
fn a_panic_of_the_combination_drops_both_sides() {
    for threads in [1, 3] {
        in_pool(threads, || {
            for position in 0..9 {
                let counts = Counts::new(10);
                assert!(panics(|| drop(drive(
                    &Ranges::new(10, 1),
                    0..10,
                    |mut xs| vec![counts.make(xs.next().unwrap_or_default())],
                    |mut left, right| {
                        left.extend(right);
                        assert!(left.iter().all(|value| value.name != position));
                        left
                    },
                ))));
                counts.settled("combination");
            }
        });
    }
}

#[test]
fn one_range_runs_where_it_is_called() {
    let here = std::thread::current().id();
    let there = drive(
        &Ranges::automatic(SEQUENTIAL - 1),
        0..1,
        |_| std::thread::current().id(),
        |_, _| unreachable!("there is one range"),
    );
    assert_eq!(here, there);
}

#[test]
fn the_current_pool_runs_the_ranges_nested_ones_too() {
    let nested = |xs: std::ops::Range<u64>| {
        let ranges = Ranges::new(50, 3);
        let in_this_pool = || {
            assert_eq!(rayon::current_num_threads(), 3);
            assert!(rayon::current_thread_index().is_some());
        };
        xs.map(|x| {
            in_this_pool();
            drive(
                &ranges,
                0..50_u64,
                |ys| {
                    in_this_pool();
                    ys.map(|y| x * y).sum::<u64>()
                },
                |left, right| left + right,
            )
        })
        .sum::<u64>()
    };
    let sum = in_pool(3, || {
        drive(&Ranges::new(40, 2), 0..40_u64, nested, |left, right| {
            left + right
        })
    });
    assert_eq!(sum, (0..40_u64).sum::<u64>() * (0..50_u64).sum::<u64>());
}

#[test]
fn loops_beside() {
    let xs: Vec<u64> = (0..1000).collect();
    let ranges = Ranges::new(xs.len(), 10);
    let sum = || {
        drive(
            &ranges,
            xs.iter(),
            |xs| xs.sum::<u64>(),
            |left, right| left + right,
        )
    };
    let (left, right) = join(sum, sum);
    assert_eq!((left, right), (499_500, 499_500));
    let counts = Counts::new(1);
    let caught = catch_unwind(AssertUnwindSafe(|| {
        join(|| counts.make(0), || panic!("the other side"));
    }));
    assert!(caught.is_err());
    counts.settled("side by side");
}

/// Two sums of the same numbers in another order.
fn near(left: f64, right: f64, length: usize) -> bool {
    (left - right).abs() <= length as f64 * f64::EPSILON * length as f64
}

#[test]
#[cfg_attr(miri, ignore = "a million elements")]
fn kernels_compute_what_iterators_compute() {
    use kernels::{
        filter_beside_fold, floats, integers, pairs, partition, scan, statistics, sum_and_map,
        two_outputs, unzip,
    };
    for length in [0, 1, 1_000, SEQUENTIAL - 1, SEQUENTIAL, 100_003, 1_000_001] {
        let xs = floats(length);
        let plain = sum_and_map::plain(&xs);
        for other in [
            sum_and_map::sequential,
            sum_and_map::by_hand,
            sum_and_map::driver,
        ] {
            let other = other(&xs);
            assert!(near(plain.0, other.0, length));
            assert_eq!(plain.1, other.1);
        }
        let plain = statistics::plain(&xs);
        for other in [
            statistics::sequential,
            statistics::by_hand,
            statistics::driver,
        ] {
            let other = other(&xs);
            assert!(near(plain.1, other.1, length) && near(plain.2, other.2, length));
            assert_eq!((plain.0, plain.3, plain.4), (other.0, other.3, other.4));
        }
        let plain = filter_beside_fold::plain(&xs);
        for other in [
            filter_beside_fold::sequential,
            filter_beside_fold::by_hand,
            filter_beside_fold::driver,
        ] {
            let other = other(&xs);
            assert_eq!(plain.0, other.0);
            assert!(near(plain.1, other.1, length));
        }
        let pairs = pairs(length);
        for form in [unzip::sequential, unzip::by_hand, unzip::driver] {
            assert_eq!(unzip::plain(&pairs), form(&pairs));
        }
        for form in [
            two_outputs::sequential,
            two_outputs::by_hand,
            two_outputs::driver,
        ] {
            assert_eq!(two_outputs::plain(&pairs), form(&pairs));
        }
        let xs = integers(length);
        for form in [partition::sequential, partition::by_hand, partition::driver] {
            assert_eq!(partition::plain(&xs), form(&xs));
        }
        for form in [scan::sequential, scan::by_hand, scan::driver] {
            assert_eq!(scan::plain(&xs), form(&xs));
        }
    }
}
