//! A `for` loop that counts, beside a chain that adds up.

use loopfuse::fuse;

/// How many bytes of each value there are, and their sum.
#[fuse(loops = 1)]
#[must_use]
pub fn histogram(bytes: &[u8]) -> ([u32; 256], u64) {
    let mut counts = [0_u32; 256];
    for byte in bytes {
        counts[*byte as usize] += 1;
    }
    let sum: u64 = bytes.iter().map(|byte| u64::from(*byte)).sum();
    (counts, sum)
}

#[test]
fn each_byte_is_counted() {
    let (counts, sum) = histogram(b"aab");
    assert_eq!((counts[97], counts[98], sum), (2, 1, 292));
}
