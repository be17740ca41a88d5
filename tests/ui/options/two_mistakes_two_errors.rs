use loopfuse::fuse;

#[fuse(speed, loops = "many")]
fn total(xs: &[i64]) -> i64 {
    xs.iter().sum()
}

#[fuse(strategy = "fast")]
struct Totals;

fn main() {
    let _ = (total(&[]), Totals);
}
