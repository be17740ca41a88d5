//! Scopes in which the names and methods that an expansion needs mean something else, or nothing.

use loopfuse::fuse;

/// Methods of every type that are called like those of an expansion's buffers and iterators, and
/// are found before them: they take `self` by value or by reference.
mod everywhere {
    pub(super) trait ByValue: Sized {
        fn push<T>(self, _: T) {}
        fn push_if<T>(self, _: bool, _: T) {}
        fn into_vec(self) -> u8 {
            1
        }
        fn into_iter(self) -> u8 {
            2
        }
    }
    impl<T> ByValue for T {}

    pub(super) trait ByReference {
        fn zip<T>(&self, _: T) -> u8 {
            3
        }
        fn __loopfuse(&self) -> u8 {
            4
        }
    }
    impl<T> ByReference for T {}
}

/// An expansion calls its own.
pub mod captured {
    use super::everywhere::{ByReference as _, ByValue as _};
    use super::fuse;

    /// Two results, one of them filtered, and a zip of which the source says nothing.
    #[fuse(loops = 1)]
    #[must_use]
    pub fn split(xs: &[i32]) -> (Vec<i32>, Vec<i32>, i32) {
        let doubled: Vec<i32> = xs.iter().map(|x| x * 2).collect();
        let small: Vec<i32> = xs.iter().copied().filter(|x| *x < 3).collect();
        let halves: Vec<i32> = xs.iter().map(|x| x / 2).collect();
        let sum: i32 = halves.iter().map(|half| half + 1).sum();
        (doubled, small, sum)
    }

    /// What the traits above say is said.
    #[must_use]
    pub fn elsewhere() -> [u8; 4] {
        ().push(1);
        ().push_if(true, 1);
        [().into_vec(), ().into_iter(), ().zip(1), ().__loopfuse()]
    }
}

/// Arrays made in different loops and read in step, without a method called `zip` in sight.
#[no_implicit_prelude]
pub mod bare {
    use super::fuse;
    use ::std::iter::Iterator as _;
    use ::std::vec::Vec;

    /// Two loops; the second is driven by two arrays.
    #[fuse(loops = 2)]
    #[must_use]
    pub fn centred(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let halves: Vec<f64> = xs.iter().map(|x| x / 2.0).collect();
        let sum: f64 = halves.iter().sum();
        let below: Vec<f64> = halves.iter().map(|half| half - sum).collect();
        let above: Vec<f64> = xs.iter().map(|x| x - sum).collect();
        (below, above)
    }
}

/// Statics and constants whose names an expansion once gave to its locals: no pattern may bind them.
#[expect(
    non_upper_case_globals,
    reason = "it is about names that locals also have"
)]
pub mod items {
    use super::fuse;

    static driver: i32 = 1;
    const result: i32 = 2;
    const collection: i32 = 3;
    const element: i32 = 4;

    /// Every kind of local that an expansion declares under a name of its own.
    #[fuse(loops = 1)]
    #[must_use]
    pub fn shifted(xs: &[i32]) -> (Vec<i32>, i32, Option<i32>) {
        let longer: Vec<i32> = xs.iter().map(|x| x + 1).collect();
        let contracted: Vec<i32> = xs.iter().map(|x| x.abs()).collect();
        let powers: i32 = contracted.iter().map(|x| x.pow(2)).sum();
        let nearest = xs.iter().copied().min_by_key(|x| (x - 3).abs());
        (longer, powers, nearest)
    }

    /// What the items above are.
    #[must_use]
    pub fn sum() -> i32 {
        driver + result + collection + element
    }
}
