//! loops: 2
// Nothing crosses a call: what it prints must come after the first panic and before the second.

#[loopfuse::fuse]
pub fn logged(xs: &[i32]) -> (i32, i32) {
    let sum: i32 = xs.iter().sum();
    println!("the sum is {sum}");
    let product: i32 = xs.iter().product();
    (sum, product)
}
