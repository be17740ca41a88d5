use loopfuse::fuse;

#[fuse]
struct Points {
    xs: Vec<f64>,
}

#[fuse]
impl Points {
    fn total(&self) -> f64 {
        self.xs.iter().sum()
    }
}

#[fuse]
pub const LIMIT: usize = 3;

#[fuse]
mod inner {
    pub fn one() -> usize {
        1
    }
}

#[fuse]
use inner::one;

fn main() {
    // Every item is still there.
    let points = Points { xs: vec![1.0] };
    let _ = (points.total(), LIMIT, one());
}
