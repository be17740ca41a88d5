//! loops: 1, contracted: xs, xs, xs
// One name, three arrays.

#[loopfuse::fuse]
pub fn pipeline(xs: &[i32]) -> i32 {
    let xs: Vec<i32> = xs.iter().map(|x| x + 1).collect();
    let xs: Vec<i32> = xs.iter().map(|x| x * 2).collect();
    let xs: Vec<i32> = xs.iter().map(|x| x - 3).collect();
    xs.iter().sum()
}
