//! No crate is called loopfuse here: an expansion that named it would not compile.

use fusion::fuse;

reexporting::define_mean!(mean);

/// The dependency is renamed.
#[fuse(crate = fusion)]
pub fn renamed(xs: &[i64]) -> (Vec<i64>, i64) {
    let ys: Vec<i64> = xs.iter().copied().filter(|x| *x > 0).collect();
    let sum: i64 = ys.iter().sum();
    (ys, sum)
}

/// Another crate exports it; the path stands in a string.
#[reexporting::tools::fusion::fuse(crate = "reexporting::tools::fusion")]
pub fn reexported(xs: &[i64]) -> (Vec<i64>, i64) {
    let ys: Vec<i64> = xs.iter().map(|x| x + 1).collect();
    let sum: i64 = ys.iter().sum();
    (ys, sum)
}

/// A path that is relative to a module.
pub mod inner {
    mod vendored {
        pub(crate) use fusion::*;
    }

    /// Through `self`.
    #[vendored::fuse(crate = self::vendored)]
    pub fn relative(xs: &[i64]) -> (Vec<i64>, i64) {
        let ys: Vec<i64> = xs.iter().map(|x| x * x).collect();
        let sum: i64 = ys.iter().sum();
        (ys, sum)
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn values() {
        assert_eq!(super::renamed(&[1, -2, 3]), (vec![1, 3], 4));
        assert_eq!(super::reexported(&[1, -2]), (vec![2, -1], 1));
        assert_eq!(super::inner::relative(&[1, -2]), (vec![1, 4], 5));
        assert_eq!(super::mean(&[1.0, 3.0]), (2.0, vec![-1.0, 1.0]));
    }
}
