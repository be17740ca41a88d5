//! The buffers against `Vec`: contents, capacity, drops, panics at every position, zero-sized types, too many elements.

mod support;

use fuse_runtime::{Buffer, ExactBuffer, Keep, Shelf};
use proptest::collection::vec;
use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};
use support::{Log, panics};

// The three hardest: a worker that panics at any position, more elements than an exact buffer has room for, and elements
// of size zero, which need no room and still have destructors.

#[test]
fn a_panic_at_any_position_drops_each_element_once() {
    const LENGTH: usize = 20;
    for position in 0..LENGTH {
        let pushed: Vec<usize> = (0..position).collect();

        let log = Log::default();
        assert!(panics(|| {
            let mut buffer = ExactBuffer::with_length(LENGTH);
            for name in 0..LENGTH {
                assert_ne!(name, position);
                buffer.push(log.tracked(name));
            }
        }));
        assert_eq!(log.dropped(), pushed, "exact, panic at {position}");

        let log = Log::default();
        assert!(panics(|| {
            let mut buffer = Buffer::new();
            for name in 0..LENGTH {
                assert_ne!(name, position);
                buffer.push(log.tracked(name));
            }
        }));
        assert_eq!(log.dropped(), pushed, "growing, panic at {position}");

        let log = Log::default();
        assert!(panics(|| {
            let mut keep = Keep::new();
            for name in 0..LENGTH {
                assert_ne!(name, position);
                keep.push(log.tracked(name));
            }
        }));
        assert_eq!(log.dropped(), pushed, "keep, panic at {position}");
    }
}

#[test]
fn an_exact_buffer_refuses_what_it_has_no_room_for() {
    for length in 0..5 {
        let log = Log::default();
        assert!(panics(|| {
            let mut buffer = ExactBuffer::with_length(length);
            for name in 0..=length {
                buffer.push(log.tracked(name));
            }
        }));
        let mut dropped = log.dropped();
        dropped.sort_unstable();
        assert_eq!(dropped, (0..=length).collect::<Vec<_>>());

        let mut buffer = ExactBuffer::with_length(length);
        for x in 0..length {
            buffer.push(x);
        }
        assert!(panics(|| buffer.push(99)));
        assert!(panics(|| buffer.push_if(true, 99)));
        buffer.push_if(false, 99);
        assert_eq!(buffer.into_vec(), (0..length).collect::<Vec<_>>());

        let mut buffer = ExactBuffer::with_length(length);
        for _ in 0..length {
            buffer.push(());
        }
        assert!(panics(|| buffer.push(())));
        assert_eq!(buffer.into_vec().len(), length);
    }
}

#[test]
fn elements_of_size_zero_are_counted_and_dropped() {
    use std::sync::atomic::{AtomicUsize, Ordering};
    static DROPS: AtomicUsize = AtomicUsize::new(0);
    struct Zero;
    impl Drop for Zero {
        fn drop(&mut self) {
            DROPS.fetch_add(1, Ordering::Relaxed);
        }
    }
    let drops = || DROPS.swap(0, Ordering::Relaxed);

    let mut buffer = ExactBuffer::with_length(10);
    for index in 0..10 {
        buffer.push_if(index % 2 == 0, Zero);
    }
    assert_eq!(drops(), 5);
    let zeros = buffer.into_vec();
    assert_eq!(zeros.len(), 5);
    drop(zeros);
    assert_eq!(drops(), 5);

    let mut buffer = Buffer::new();
    for index in 0..10 {
        buffer.push_if(index % 2 == 0, Zero);
    }
    assert_eq!(drops(), 5);
    let zeros = buffer.into_vec();
    assert_eq!(zeros.len(), 5);
    drop(zeros);
    assert_eq!(drops(), 5);

    let mut keep = Keep::new();
    (0..7).for_each(|_| keep.push(Zero));
    assert_eq!(drops(), 0);
    drop(keep);
    assert_eq!(drops(), 7);

    let mut buffer = Buffer::new();
    for index in 0..5_000 {
        buffer.push_if(index % 3 == 0, ());
    }
    assert_eq!(buffer.into_vec().len(), 1_667);
}

#[test]
fn a_length_that_fits_no_address_space_panics() {
    assert!(panics(|| drop(ExactBuffer::<u64>::with_length(usize::MAX))));
    assert!(panics(|| drop(ExactBuffer::<u16>::with_length(
        usize::MAX / 2
    ))));
    let mut endless = ExactBuffer::with_length(usize::MAX);
    endless.push(());
    assert_eq!(endless.into_vec().len(), 1);
}

#[test]
fn an_element_that_is_not_kept_is_dropped_at_once() {
    let log = Log::default();
    let mut buffer = Buffer::new();
    for name in 0..6 {
        buffer.push_if(name % 3 == 0, log.tracked(name));
    }
    assert_eq!(log.dropped(), [1, 2, 4, 5]);
    let kept = buffer.into_vec();
    assert_eq!(
        kept.iter().map(|kept| kept.name).collect::<Vec<_>>(),
        [0, 3]
    );

    let log = Log::default();
    let mut buffer = ExactBuffer::with_length(2);
    for name in 0..6 {
        buffer.push_if(name % 3 == 0, log.tracked(name));
    }
    assert_eq!(log.dropped(), [1, 2, 4, 5]);
    drop(buffer);
    assert_eq!(log.dropped(), [1, 2, 4, 5, 0, 3]);
}

#[test]
fn a_drop_that_panics_stops_no_other() {
    struct Bomb<'log>(support::Tracked<'log>);
    impl Drop for Bomb<'_> {
        fn drop(&mut self) {
            assert_ne!(self.0.name, 1);
        }
    }
    let log = Log::default();
    assert!(panics(|| {
        let mut buffer = Buffer::new();
        (0..4).for_each(|name| buffer.push(Bomb(log.tracked(name))));
    }));
    assert_eq!(log.dropped(), [0, 1, 2, 3]);
}

#[test]
fn elements_may_borrow_what_dies_before_the_buffer() {
    // As with `Vec`, whose destructor promises not to look at its elements.
    let mut keep = Keep::new();
    let mut exact = ExactBuffer::with_length(1);
    let late = 7;
    keep.push(&late);
    exact.push(&late);
}

#[test]
fn what_has_a_destructor_is_moved_or_dropped_once_beside_a_shelf() {
    for length in [0, 1, 31, 32, 33, 64, 65, 200] {
        let names: Vec<usize> = (0..length).collect();
        let log = Log::default();
        let mut shelf = Shelf::new();
        let mut buffer = Buffer::on(&mut shelf);
        names
            .iter()
            .for_each(|name| buffer.push(log.tracked(*name)));
        assert_eq!(buffer.iter().map(|one| one.name).collect::<Vec<_>>(), names);
        let kept = buffer.into_vec();
        assert!(log.dropped().is_empty());
        drop(kept);
        assert_eq!(log.dropped(), names, "kept, {length}");

        let log = Log::default();
        let mut shelf = Shelf::new();
        let mut buffer = Buffer::on(&mut shelf);
        names
            .iter()
            .for_each(|name| buffer.push(log.tracked(*name)));
        drop(buffer);
        assert_eq!(log.dropped(), names, "dropped, {length}");
    }
}

#[test]
fn what_a_shelf_has_room_for_is_allocated_at_its_length() {
    let made = |length: usize| {
        let mut shelf = Shelf::new();
        let mut buffer = Buffer::on(&mut shelf);
        (0..length).for_each(|x| buffer.push_if(true, x));
        let made = buffer.into_vec();
        assert_eq!(made, (0..length).collect::<Vec<_>>());
        made.capacity()
    };
    assert_eq!([0, 1, 3, 64].map(made), [0, 1, 3, 64]);
    assert_eq!([65, 128, 129].map(made), [128, 128, 256]);
}

#[test]
fn a_shelf_has_room_for_few_kinds_of_elements() {
    fn made<T: Clone + PartialEq>(element: T) -> usize {
        let mut shelf = Shelf::new();
        let mut buffer = Buffer::on(&mut shelf);
        (0..3).for_each(|_| buffer.push(element.clone()));
        let made = buffer.into_vec();
        assert!(made == [(); 3].map(|()| element.clone()));
        made.capacity()
    }
    #[derive(Clone, PartialEq)]
    #[repr(align(64))]
    struct Aligned(u8);
    // The last two are too large, or take no room.
    assert_eq!((made('a'), made([0_u64; 3]), made(Aligned(7))), (3, 3, 3));
    assert_eq!((made([0_u64; 40]), made(())), (4, usize::MAX));
}

#[test]
fn nothing_is_allocated_until_something_is_kept() {
    let mut buffer = Buffer::new();
    for x in 0..10_000_u64 {
        buffer.push_if(false, x);
    }
    assert_eq!(buffer.into_vec().capacity(), 0);
}

#[test]
fn a_keep_drops_in_the_order_of_pushes() {
    let log = Log::default();
    {
        let _later = log.tracked(100);
        let mut keep = Keep::default();
        (0..5).for_each(|name| keep.push(log.tracked(name)));
        let _earlier = log.tracked(200);
    }
    assert_eq!(log.dropped(), [200, 0, 1, 2, 3, 4, 100]);
}

/// Pushes `xs` into one of each buffer, keeping where `keep` says so, and compares with a `Vec`.
fn compare<T: Clone + PartialEq + std::fmt::Debug>(
    xs: &[T],
    keep: &[bool],
) -> proptest::test_runner::TestCaseResult {
    let mut exact = ExactBuffer::with_length(xs.len());
    let mut exact_kept = ExactBuffer::with_length(xs.len());
    let mut growing = Buffer::new();
    let mut growing_kept = Buffer::default();
    let mut model = Vec::new();
    let mut model_kept = Vec::new();
    for (x, keep) in xs.iter().zip(keep) {
        exact.push(x.clone());
        exact_kept.push_if(*keep, x.clone());
        growing.push(x.clone());
        growing_kept.push_if(*keep, x.clone());
        model.push(x.clone());
        if *keep {
            model_kept.push(x.clone());
        }
    }
    let (growing, growing_kept) = (growing.into_vec(), growing_kept.into_vec());
    prop_assert!(growing.capacity() <= model.capacity());
    prop_assert!(growing_kept.capacity() <= model_kept.capacity());
    let exact = exact.into_vec();
    if size_of::<T>() > 0 {
        prop_assert_eq!(exact.capacity(), xs.len());
    }
    prop_assert_eq!(&exact, &model);
    prop_assert_eq!(&exact_kept.into_vec(), &model_kept);
    prop_assert_eq!(&growing, &model);
    prop_assert_eq!(&growing_kept, &model_kept);
    Ok(())
}

/// Runs of kept and dropped elements, long enough that the form of a filter changes between blocks.
fn runs(density: &[u8], length: usize, mut seed: u64) -> Vec<bool> {
    (0..length)
        .map(|index| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let here = density[index * density.len() / length];
            ((seed >> 33) % 100) < u64::from(here)
        })
        .collect()
}

proptest! {
    #[test]
    fn buffers_hold_what_a_vec_holds(keep in vec(any::<bool>(), 0..200), bytes in vec(any::<u8>(), 200)) {
        let bytes = &bytes[..keep.len()];
        compare(bytes, &keep)?;
        compare(&bytes.iter().map(|_| ()).collect::<Vec<_>>(), &keep)?;
        compare(&bytes.iter().map(|x| [u64::from(*x); 8]).collect::<Vec<_>>(), &keep)?;
        compare(&bytes.iter().map(|x| [*x; 2000]).collect::<Vec<_>>(), &keep)?;
        compare(&bytes.iter().map(|x| x.to_string()).collect::<Vec<_>>(), &keep)?;
    }

    #[test]
    fn long_filters_keep_what_a_vec_keeps(
        density in vec(0..=100u8, 1..12),
        length in 1..(if cfg!(miri) { 900 } else { 20_000usize }),
        seed in any::<u64>(),
    ) {
        let keep = runs(&density, length, seed);
        compare(&(0..length as u64).collect::<Vec<_>>(), &keep)?;
        compare(&(0..length as u64).map(|x| (x as f64, x as f64)).collect::<Vec<_>>(), &keep)?;
    }
}
