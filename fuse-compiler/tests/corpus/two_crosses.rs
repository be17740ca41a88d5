//! loops: 2
// Two inner loops cannot stand at one depth.

#[loopfuse::fuse]
pub fn two_crosses(a: &[i32], b: &[i32], c: &[i32]) -> (i32, i32) {
    let ab: i32 = a.iter().flat_map(|x| b.iter().map(move |y| x * y)).sum();
    let ac: i32 = a.iter().flat_map(|x| c.iter().map(move |y| x + y)).sum();
    (ab, ac)
}
