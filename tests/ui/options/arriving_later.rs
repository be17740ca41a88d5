// Names of later versions are unknown options until they do something.
use loopfuse::fuse;

#[fuse(parallel)]
fn parallel() {}

#[fuse(min_len = 100)]
fn min_len() {}

fn main() {}
