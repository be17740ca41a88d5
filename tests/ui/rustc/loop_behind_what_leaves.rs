//! A loop in the place of a value gives nothing, also where nothing comes to it.

use loopfuse::fuse;

#[fuse]
fn behind_a_return(xs: &mut [i32], k: i32) -> i32 {
    return k;
    for x in xs.iter_mut() {
        *x = *x * 5 / k;
    }
}

#[fuse]
fn in_a_branch(xs: &mut [i32], k: i32) -> i32 {
    if k > 0 {
        return 3;
        for x in xs.iter_mut() {
            *x = *x * 5 / k;
        }
    } else {
        4
    }
}

fn main() {
    let mut xs = [1, 2];
    println!("{} {}", behind_a_return(&mut xs, 2), in_a_branch(&mut xs, 2));
}
