//! Where decisions come from: a seed, or the bytes of a fuzzer.

/// A sequence of decisions. The smallest, 0, is always the mildest; bytes that have run out are
/// zeros for ever.
#[derive(Clone, Debug)]
pub struct Choices<'a>(Source<'a>);

#[derive(Clone, Debug)]
enum Source<'a> {
    /// SplitMix64: small, and the same everywhere.
    Seed(u64),
    Bytes(&'a [u8]),
}

impl<'a> Choices<'a> {
    /// Endless decisions, the same for the same seed.
    #[must_use]
    pub fn of_seed(seed: u64) -> Choices<'a> {
        // Mixed, since the states of a sequence are evenly spaced: two would be one, shifted.
        Choices(Source::Seed(mixed(seed)))
    }

    /// The decisions that bytes spell.
    ///
    /// ```
    /// let mut choices = fuse_mutation::Choices::of_bytes(&[7, 1]);
    /// assert_eq!((choices.below(5), choices.below(2), choices.below(9)), (2, 1, 0));
    /// ```
    #[must_use]
    pub fn of_bytes(bytes: &'a [u8]) -> Choices<'a> {
        Choices(Source::Bytes(bytes))
    }

    /// A number below the bound; 0 if the bound is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        if bound < 2 {
            return 0;
        }
        let number = match &mut self.0 {
            Source::Seed(state) => {
                *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
                mixed(*state)
            }
            Source::Bytes(bytes) => {
                let width = if bound <= 256 { 1 } else { 2 };
                let (taken, rest) = bytes.split_at(width.min(bytes.len()));
                *bytes = rest;
                taken
                    .iter()
                    .fold(0, |number, byte| number << 8 | u64::from(*byte))
            }
        };
        // The remainder is below a `usize`.
        usize::try_from(number % bound as u64).unwrap_or(0)
    }

    /// True in about this many of a hundred cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) >= 100 - percent.min(100)
    }

    /// One of these; the first is the mildest.
    ///
    /// # Panics
    /// If there are none.
    pub fn pick<'s, T>(&mut self, from: &'s [T]) -> &'s T {
        &from[self.below(from.len())]
    }

    /// A copy of one of these; the first is the mildest.
    ///
    /// # Panics
    /// If there are none.
    pub fn one<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

fn mixed(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
