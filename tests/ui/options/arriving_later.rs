// Names of later versions are unknown options until they do something.
use loopfuse::fuse;

#[fuse(limit = 100)]
fn limit() {}

fn main() {}
