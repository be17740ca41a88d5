use loopfuse::fuse;

#[fuse(speed)]
fn total(xs: &[i64]) -> i64 {
    xs.iter().sum()
}

#[fuse(loop = 1)]
fn count(xs: &[i64]) -> usize {
    xs.iter().count()
}

fn main() {
    // The functions exist all the same: no error says that they do not.
    let _ = (total(&[]), count(&[]));
}
