//! A function for each reason of a chain that shares its loop with no other. Parsed by
//! `tests/reports.rs`.

#[fuse]
fn short_circuit(xs: &[f64]) -> Option<usize> {
    let place = xs.iter().position(|x| *x > 0.0);
    place
}

#[fuse]
fn invisible_result(xs: &[f64]) -> Wrapper {
    let ys = xs.iter().copied().collect();
    Wrapper(ys)
}

#[fuse]
fn foreign_result(xs: &[&str]) -> Result<Vec<u32>, ParseIntError> {
    let ys: Result<Vec<u32>, ParseIntError> = xs.iter().map(|x| x.parse()).collect();
    ys
}

#[fuse]
fn order(xs: &[f64]) -> f64 {
    let back: f64 = xs.iter().rfold(0.0, |sum, x| sum + x);
    back
}
