//! loops: 1

#[loopfuse::fuse]
pub fn both_ends(xs: &[u8]) -> (Option<&u8>, Option<&u8>) {
    (xs.iter().min(), xs.iter().max())
}
