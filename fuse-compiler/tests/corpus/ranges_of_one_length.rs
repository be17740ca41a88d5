//! loops: 1

#[loopfuse::fuse]
pub fn evens_and_mixed(n: usize) -> (usize, u64) {
    let evens = (0..n).filter(|i| i % 2 == 0).count();
    let mixed: u64 = (0..n).map(|i| (i as u64) ^ 5).sum();
    (evens, mixed)
}
