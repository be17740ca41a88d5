// rustc rejects the place; the attribute says what it is for, and no error follows from that.
use loopfuse::fuse;

fn main() {
    #[fuse]
    let total: i64 = [1, 2].iter().sum();

    let double = #[fuse]
    |x: i64| 2 * x;

    let _ = double(total);
}
