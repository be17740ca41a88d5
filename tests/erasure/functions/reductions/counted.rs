//! Bodies that do nothing but to count bytes and other narrow elements.
//!
//! `tests/SAFETY.md` names the rule.

use super::fuse;

#[fuse]
pub fn by_tests(text: &[u8]) -> (usize, f64, i32) {
    let mut lines = 0;
    for b in text {
        if *b == b'\n' {
            lines += 1;
        }
    }
    let mut digits = 0;
    for &b in text.iter() {
        if b.is_ascii_digit() || b == b'.' {
            digits += 1;
        }
    }
    let mut depth = 0;
    for b in text {
        if *b < 100 {
            depth += 1
        } else if *b > 200 {
            depth -= 1;
        }
    }
    (lines, digits as f64, depth)
}

#[fuse]
pub fn by_classes(text: &[u8]) -> (u64, u32, u32, usize, i64) {
    let mut hash = 7u64;
    for &b in text {
        hash = (hash ^ b as u64).wrapping_mul(0x100_0000_01b3);
    }
    let (mut a, mut c, mut others) = (0u32, 0, 0);
    for b in text {
        match b.to_ascii_lowercase() {
            b'a' | b'\x07' => a += 1,
            b'c' => c += 2,
            _ => others += 1,
        }
    }
    let mut skew = -3_i64;
    for &b in text {
        match b {
            7 => skew += 2,
            255 | 128 => skew -= 3,
            _ => {}
        }
    }
    (hash, a, c, others, skew)
}

/// Numbers that overflow, or might on the way to what they come to.
#[fuse]
pub fn up_and_down(text: &[u8], start: i8, high: u8, far: i64) -> (i8, u8, i64, u16) {
    let (mut low, mut high, mut far) = (start, high, far);
    for b in text {
        if *b > 127 {
            low += 1;
        } else {
            low -= 1;
        }
    }
    for b in text {
        if *b == 7 {
            high += 1;
        }
    }
    for b in text {
        if *b % 2 == 0 {
            far += 1;
        } else {
            far -= 1;
        }
    }
    let mut short = 65_000;
    for b in text {
        if *b != 3 {
            short += 1;
        }
    }
    (low, high, far, short)
}

/// A literal of which rustc makes the narrowest number.
#[fuse]
pub fn inferred(text: &[u8]) -> (i8, u8, usize) {
    let mut few = 0;
    for b in text {
        if *b == 7 {
            few += 1;
        }
    }
    let mut more = 0;
    for b in text {
        if *b == 128 {
            more += 1;
        }
    }
    let all = text.iter().filter(|b| **b > 3).count();
    (few, more, all)
}

#[fuse]
pub fn wider(words: &[u16], singles: &[f32], limit: f32) -> (usize, u64, u32, usize, i64) {
    let mut even = 0usize;
    for w in words {
        if *w % 2 == 0 {
            even += 1;
        }
    }
    let mut weight = 0u64;
    for w in words {
        if *w > 1000 {
            weight += 200;
        } else {
            weight += 3;
        }
    }
    let mut same = 0u32;
    for w in words {
        if *w == 7 {
            same += 1;
        }
    }
    let mut above = 0_usize;
    for x in singles {
        if *x > limit {
            above += 1;
        }
    }
    let mut sign = 0_i64;
    for x in singles {
        if *x > 0.0 {
            sign += 1;
        } else {
            sign -= 1;
        }
    }
    (even, weight, same, above, sign)
}

/// What is no such body: it reads what it counts, counts what another one does, leaves, or counts as often as an element says.
#[fuse]
pub fn otherwise(text: &[u8]) -> (usize, usize, usize, usize, usize) {
    let mut first = 0;
    for b in text {
        if *b > 9 && first < 5 {
            first += 1;
        }
    }
    let mut both = 0;
    for b in text {
        if *b > 9 {
            both += 1;
        }
    }
    for b in text {
        if *b > 99 {
            both += 1;
        }
    }
    let mut stopped = 0;
    for b in text {
        if *b == 1 {
            break;
        }
        stopped += 1;
    }
    let mut often = 0;
    for b in text {
        for _ in 0..*b {
            often += 1;
        }
    }
    let mut added = 0;
    for b in text {
        added += *b as usize;
    }
    (first, both, stopped, often, added)
}

/// Names of its own that are called like what counts, elements in pairs, and one loop alone.
#[fuse]
pub fn named(text: &[u8], other: &[u8]) -> (usize, usize, usize) {
    let mut n = 0;
    for (n_item, b) in text.iter().zip(other) {
        let g = n_item;
        if g != b && *b != b'n' && *g != b'g' {
            n += 1;
        }
    }
    let n_part = n;
    let mut g = 1;
    for b in text {
        let n = *b;
        if n == b'g' {
            g += 1;
        }
    }
    (n, n_part, g)
}

#[fuse]
pub fn alone(text: &[u8], mut n: usize) -> usize {
    for b in text {
        if b.is_ascii_lowercase() {
            n += 1;
        }
    }
    n
}

/// Literals that say a type, names of its own inside of the body, differences that overflow, and numbers of 128 bits.
#[fuse]
pub fn typed_and_hidden(text: &[u8], singles: &[f32]) -> (u64, usize, usize, u128, String) {
    let mut said = 0;
    for b in text {
        if *b == 7 {
            said += 1u64;
        }
    }
    let mut hidden = 0usize;
    for b in text {
        if *b == 128 {
            let mut hidden = 7u8;
            hidden += 1;
            assert_eq!(hidden, 8);
        } else {
            hidden += 1;
        }
    }
    let mut differs = 5usize;
    for b in text {
        differs += 4
            - match b {
                7 => 3,
                _ => 1,
            };
    }
    let mut wide = 0u128;
    for x in singles {
        if *x > 1.0 {
            wide += 2;
        }
    }
    let mut shown = 0;
    for b in text {
        if *b == 255 {
            shown += 1u8;
        }
    }
    (said.pow(1), hidden, differs, wide, format!("{shown}"))
}

/// A difference that is less than nothing.
#[fuse]
pub fn less_than_nothing(text: &[u8]) -> (usize, usize) {
    let mut n = 5usize;
    for b in text {
        n += 2
            - match b {
                128 => 3,
                _ => 1,
            };
    }
    let count = text.iter().filter(|b| **b == 7).count();
    (n, count)
}

/// Tests as numbers.
#[fuse]
pub fn added_tests(text: &[u8], most: u8) -> (usize, u8, i64, usize) {
    let mut high = 0usize;
    for b in text {
        high += (*b > 200) as usize;
    }
    let mut few = 250u8;
    for b in text {
        few += (*b == 7 || *b == 128) as u8;
    }
    let mut sign = -2_i64;
    for b in text {
        sign -= matches!(b, 7 | 255) as i64;
        sign += (*b <= most) as i64;
    }
    let mut low = 0;
    for b in text {
        low += (b & 3) as usize;
    }
    (high, few, sign, low)
}

/// What a message names.
#[fuse]
pub fn in_a_message(text: &[u8]) -> u64 {
    let mut n = 0u64;
    for b in text {
        assert!(*b > 2, "after {n}");
        n += 1;
    }
    n
}

/// Literals that are nothing.
#[fuse]
pub fn nothing(text: &[u8]) -> [usize; 5] {
    let (mut t, mut u, mut v, mut w, mut x) = (0usize, 0usize, 0usize, 0usize, 0usize);
    for b in text {
        if *b > 3 {
            t += 1;
        } else {
            t -= 0;
        }
    }
    for b in text {
        match b {
            b'A' => u += 1,
            _ => v += 0,
        }
    }
    for b in text {
        if *b < 9 {
            w += 0x0;
        } else {
            w += 1
        }
    }
    for b in text {
        x += match b {
            3 => 0,
            _ => 0,
        };
    }
    [t, u, v, w, x]
}
