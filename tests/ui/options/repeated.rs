use loopfuse::fuse;

#[fuse(loops = 1, explain, loops = 1)]
fn total(xs: &[i64]) -> i64 {
    xs.iter().sum()
}

fn main() {
    let _ = total(&[]);
}
