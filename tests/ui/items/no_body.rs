use loopfuse::fuse;

trait Total {
    #[fuse]
    fn total(&self) -> f64;

    #[fuse]
    fn twice(&self) -> f64 {
        2.0 * self.total()
    }
}

unsafe extern "C" {
    #[fuse]
    fn abs(x: i32) -> i32;
}

impl Total for [f64] {
    fn total(&self) -> f64 {
        self.iter().sum()
    }
}

fn main() {
    let _ = [1.0].twice();
    let _ = unsafe { abs(-1) };
}
