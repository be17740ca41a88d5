//! Loops compiled for the instructions of the machine that runs them.
//!
//! *In*: a loop as a closure that is always inlined, and what it runs over. *Out*: what it gives. The closure is compiled
//! twice: with the instructions that the crate is compiled for, and with AVX2 and what every such machine has besides. rustc never
//! makes one operation of a multiplication and an addition, so that both give the same bits. A crate that is compiled for AVX2
//! has one of them, and one without the standard library the other. Measured: docs/DESIGN.md section 10.

#[cfg(all(
    feature = "std",
    target_arch = "x86_64",
    not(target_feature = "avx2"),
    not(miri)
))]
mod detected {
    use core::mem::MaybeUninit;
    use core::sync::atomic::{AtomicU8, Ordering};

    // Note [From how many elements on wider vectors are worth a call]
    // Measured, plain over fused with the call from that size on and without: 32 bytes, four counts of them 2.9 and 4.2; 64, the same
    // 7.2 and 6.0, two extrema, a sum and a stored map 1.5 and 1.65; 32 `i16`, a stored map, a count, a sum and an extremum 1.3 and 1.1;
    // 32 pixels of 4 bytes, grey values 4.9 and 3.9; 32 `i32`, sums and counts 2.0 and 1.4; 16 `f64`, a root, a quotient and a sum of
    // squares 0.80 and 0.88; 32, two stored maps 1.05 and 0.89.

    /// How many elements of a size there must be, and how many bytes.
    const fn least(size: usize) -> usize {
        const ELEMENTS: usize = 32;
        const BYTES: usize = 128;
        match BYTES.checked_div(size) {
            Some(least) if least > ELEMENTS => least,
            _ => ELEMENTS,
        }
    }

    const UNKNOWN: u8 = 0;
    const ABSENT: u8 = 1;
    const PRESENT: u8 = 2;

    /// Whether the machine has AVX2. Whoever asks first finds out; all find the same.
    static AVX2: AtomicU8 = AtomicU8::new(UNKNOWN);

    #[cold]
    #[inline(never)]
    fn detect() -> bool {
        let present = std::is_x86_feature_detected!("avx2")
            && std::is_x86_feature_detected!("bmi1")
            && std::is_x86_feature_detected!("bmi2")
            && std::is_x86_feature_detected!("lzcnt")
            && std::is_x86_feature_detected!("popcnt");
        AVX2.store(if present { PRESENT } else { ABSENT }, Ordering::Relaxed);
        present
    }

    #[inline(always)]
    pub(super) fn is_worth_it<T>(elements: &[T]) -> bool {
        elements.len() >= const { least(size_of::<T>()) } && is_present()
    }

    #[inline(always)]
    pub(super) fn is_present() -> bool {
        match AVX2.load(Ordering::Relaxed) {
            UNKNOWN => detect(),
            known => known == PRESENT,
        }
    }

    /// What is known of the machine before a loop runs.
    pub(super) struct Found(u8);

    impl Found {
        /// Of few elements nothing is asked.
        #[inline(always)]
        pub(super) fn for_many(many: bool) -> Found {
            Found(if many {
                AVX2.load(Ordering::Relaxed)
            } else {
                ABSENT
            })
        }

        #[inline(always)]
        pub(super) fn is_present(&self) -> bool {
            self.0 == PRESENT
        }

        #[inline(always)]
        pub(super) fn or_find_out(self) {
            if self.0 == UNKNOWN {
                detect();
            }
        }
    }

    // Note [The result of a short loop]
    // What a call gives it writes to memory. If that were the place from which the result is read after the other form as well, that
    // would write it there too, in words, and read it back in vectors, which waits for the words: 4 ns of 27 on one byte, measured on
    // two extrema, a sum and a stored map; 9 of 61 on 16 `f32`, measured on four stored maps. So a call has a place of its own, which is
    // larger than the result: LLVM makes one place of two of one size.

    /// Where a call leaves its result. See Note [The result of a short loop].
    #[repr(C)]
    pub(super) struct Place<R> {
        value: MaybeUninit<R>,
        more: MaybeUninit<u64>,
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn with_avx2<R>(run: impl FnOnce() -> R, result: &mut Place<R>) {
        result.value.write(run());
    }

    /// The same of what a register holds: LLVM jumps to such a call, and saves nothing before it knows that there is one.
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn number_with_avx2<R>(run: impl FnOnce() -> R) -> R {
        run()
    }

    /// What a loop gives, where the instructions are [present](is_present).
    #[inline(always)]
    pub(super) fn run<R>(run: impl FnOnce() -> R) -> R {
        if const { size_of::<R>() <= size_of::<usize>() } {
            // SAFETY: the machine has these features, each of which was detected.
            return unsafe { number_with_avx2(run) };
        }
        let mut result = Place {
            value: MaybeUninit::uninit(),
            more: MaybeUninit::uninit(),
        };
        // SAFETY: the machine has these features, each of which was detected.
        unsafe { with_avx2(run, &mut result) };
        // SAFETY: it has returned, and so written the result.
        unsafe { result.value.assume_init() }
    }
}

/// Runs a loop over as many elements as these, with the instructions that the machine has.
///
/// ```
/// let xs = [1, 2, 3];
/// assert_eq!(fuse_runtime::dispatched(&xs, || xs.iter().sum::<i32>()), 6);
/// let many = vec![1_u8; 1000];
/// assert_eq!(fuse_runtime::dispatched(&many, || many.iter().filter(|x| **x == 1).count()), 1000);
/// ```
#[inline(always)]
pub fn dispatched<T, R>(elements: &[T], run: impl FnOnce() -> R) -> R {
    #[cfg(all(
        feature = "std",
        target_arch = "x86_64",
        not(target_feature = "avx2"),
        not(miri)
    ))]
    if detected::is_worth_it(elements) {
        return detected::run(run);
    }
    let _ = elements;
    run()
}

/// As [`dispatched`], over as many elements as an iterator gives.
///
/// ```
/// let xs = [1, 2, 3];
/// let steps = || xs.windows(2).map(|w| w[1] - w[0]).sum::<i32>();
/// assert_eq!(fuse_runtime::dispatched_over(xs.windows(2), steps), 2);
/// ```
#[inline(always)]
pub fn dispatched_over<R>(elements: impl IntoIterator, run: impl FnOnce() -> R) -> R {
    dispatched_from(crate::tile::NARROW + 1, elements, run)
}

/// As [`dispatched`], from so many elements on.
///
/// ```
/// let xs = [1.0, 4.0];
/// let roots = || xs.iter().map(|x: &f64| x.sqrt()).collect::<Vec<_>>();
/// assert_eq!(fuse_runtime::dispatched_from(128, &xs, roots), [1.0, 2.0]);
/// ```
#[inline(always)]
pub fn dispatched_from<R>(least: usize, elements: impl IntoIterator, run: impl FnOnce() -> R) -> R {
    #[cfg(all(
        feature = "std",
        target_arch = "x86_64",
        not(target_feature = "avx2"),
        not(miri)
    ))]
    if elements.into_iter().size_hint().0 >= least && detected::is_present() {
        return detected::run(run);
    }
    #[cfg(not(all(
        feature = "std",
        target_arch = "x86_64",
        not(target_feature = "avx2"),
        not(miri)
    )))]
    let _ = (least, elements);
    run()
}

// Note [When the machine is asked]
// What a loop reads is live across the call that finds out what the machine has, so that each function saves registers for it before it
// knows how many elements there are: 3 ns of 7 on 16 elements of a product that is stored. A loop that gives nothing may be asked for
// behind it, once: 0.58 -> 0.93 of as written there. To hand what it reads to the call in memory is no way out: whatever the loop
// borrows is in memory all through the function then, 0.3 of its speed in the loops before.

/// As [`dispatched_from`], for a loop that changes as many elements where they stand. Whoever comes first finds out what the machine has
/// when the loop is over. See Note [When the machine is asked].
///
/// ```
/// let mut xs = [1.0, 4.0];
/// fuse_runtime::dispatched_in_place(128, xs.len(), || xs.iter_mut().for_each(|x: &mut f64| *x = x.sqrt()));
/// assert_eq!(xs, [1.0, 2.0]);
/// ```
#[inline(always)]
pub fn dispatched_in_place(least: usize, elements: usize, run: impl FnOnce()) {
    #[cfg(all(
        feature = "std",
        target_arch = "x86_64",
        not(target_feature = "avx2"),
        not(miri)
    ))]
    {
        let found = detected::Found::for_many(elements >= least);
        if found.is_present() {
            return detected::run(run);
        }
        run();
        found.or_find_out();
    }
    #[cfg(not(all(
        feature = "std",
        target_arch = "x86_64",
        not(target_feature = "avx2"),
        not(miri)
    )))]
    {
        let _ = (least, elements);
        run();
    }
}

/// Runs a loop in the form for wider vectors where the machine has them, and in the other form where not, or if there are too few
/// elements for it.
///
/// ```
/// let xs = [1, 2, 3];
/// let sums = || xs[1..].iter().zip(&xs[..2]).fold((0, 0), |(a, b), (x, y)| (a + x * 5, b + y * 7));
/// let apart = || (xs[1..].iter().map(|x| x * 5).sum(), xs[..2].iter().map(|y| y * 7).sum());
/// assert_eq!(fuse_runtime::dispatched_or(fuse_runtime::is_few(&xs[1..]), sums, apart), (25, 21));
/// ```
#[inline(always)]
pub fn dispatched_or<R>(few: bool, wide: impl FnOnce() -> R, otherwise: impl FnOnce() -> R) -> R {
    // The other form stands there once, and nothing is known of the number of elements in it.
    #[cfg(all(
        feature = "std",
        target_arch = "x86_64",
        not(target_feature = "avx2"),
        not(miri)
    ))]
    if !few && detected::is_present() {
        return detected::run(wide);
    }
    #[cfg(target_feature = "avx2")]
    if !few {
        return wide();
    }
    #[cfg(not(target_feature = "avx2"))]
    let _ = (few, wide);
    otherwise()
}
