//! loops: 2

#[loopfuse::fuse]
pub fn numbered(xs: &[i32]) -> (Vec<(usize, i32)>, i32) {
    let mut next = 0;
    let numbered: Vec<(usize, i32)> = xs
        .iter()
        .map(|x| {
            next += 1;
            (next, *x)
        })
        .collect();
    let sum: i32 = xs.iter().sum();
    (numbered, sum)
}
