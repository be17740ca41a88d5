//! Loops compiled for the instructions of the machine that runs them.
//!
//! *In*: a loop as a closure that is always inlined, and the number of its elements. *Out*: what it gives. The closure is compiled
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
    use core::sync::atomic::{AtomicU8, Ordering};

    /// From how many elements on it is worth asking: of fewer, a call that is not inlined costs more.
    const LEAST: usize = 128;

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
    pub(super) fn is_worth_it(length: usize) -> bool {
        length >= LEAST
            && match AVX2.load(Ordering::Relaxed) {
                UNKNOWN => detect(),
                known => known == PRESENT,
            }
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn with_avx2<R>(run: impl FnOnce() -> R) -> R {
        run()
    }
}

/// Runs a loop over so many elements, with the instructions that the machine has.
///
/// ```
/// let xs = [1, 2, 3];
/// assert_eq!(fuse_runtime::dispatched(xs.len(), || xs.iter().sum::<i32>()), 6);
/// let many = vec![1_u8; 1000];
/// assert_eq!(fuse_runtime::dispatched(many.len(), || many.iter().filter(|x| **x == 1).count()), 1000);
/// ```
#[inline(always)]
pub fn dispatched<R>(length: usize, run: impl FnOnce() -> R) -> R {
    #[cfg(all(
        feature = "std",
        target_arch = "x86_64",
        not(target_feature = "avx2"),
        not(miri)
    ))]
    if detected::is_worth_it(length) {
        // SAFETY: the machine has these features, each of which was detected.
        return unsafe { detected::with_avx2(run) };
    }
    let _ = length;
    run()
}
