//! loops: 1

#[loopfuse::fuse]
pub fn evens_and_squares(n: usize) -> (usize, u64) {
    let evens = (0..n).filter(|i| i % 2 == 0).count();
    let squares: u64 = (0..n).map(|i| (i as u64) * (i as u64)).sum();
    (evens, squares)
}
