//! Reductions in several lanes, where nobody can see the order.

/// Lanes of `f64`: two vectors of AVX2, four of SSE2, so that latencies overlap.
const LANES: usize = 8;

/// The least and the greatest of the elements; infinities if there are none.
///
/// `if` in place of `f64::min`: it is one instruction, and as right where there is no NaN.
pub(crate) fn extremes(xs: &[f64]) -> (f64, f64) {
    let mut least = [f64::INFINITY; LANES];
    let mut greatest = [f64::NEG_INFINITY; LANES];
    let (blocks, rest) = xs.as_chunks::<LANES>();
    for block in blocks {
        for lane in 0..LANES {
            let x = block[lane];
            least[lane] = if x < least[lane] { x } else { least[lane] };
            greatest[lane] = if x > greatest[lane] {
                x
            } else {
                greatest[lane]
            };
        }
    }
    let all = |lanes: [f64; LANES], better: fn(f64, f64) -> f64| {
        lanes.into_iter().chain(rest.iter().copied()).reduce(better)
    };
    (
        all(least, f64::min).unwrap_or(f64::INFINITY),
        all(greatest, f64::max).unwrap_or(f64::NEG_INFINITY),
    )
}

/// The sum of a function of the elements, in any order.
pub(crate) fn sum(xs: &[f64], of: impl Fn(f64) -> f64) -> f64 {
    let mut lanes = [-0.0; LANES];
    let (blocks, rest) = xs.as_chunks::<LANES>();
    for block in blocks {
        for lane in 0..LANES {
            lanes[lane] += of(block[lane]);
        }
    }
    lanes.into_iter().chain(rest.iter().map(|x| of(*x))).sum()
}
