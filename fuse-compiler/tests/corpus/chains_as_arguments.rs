//! loops: 2
// Arguments run before the call; what stands behind another call in the same statement stays.

fn describe(total: f64, count: usize) -> String {
    format!("{total} of {count}")
}

#[loopfuse::fuse]
pub fn summary(xs: &[f64]) -> Option<(String, f64)> {
    let least = xs.iter().copied().reduce(f64::min)?;
    Some((
        describe(
            xs.iter().map(|x| x - least).sum::<f64>(),
            xs.iter().filter(|x| **x > least).count(),
        ),
        least,
    ))
}
