//! The erasure law on windows and chunks of a literal length.

use crate::common::{law, outcome};
use crate::{fused, plain};

macro_rules! same {
    (sources::strided::$function:ident($($argument:expr),*)) => {
        assert_eq!(
            outcome(|| plain::sources::strided::$function($($argument),*)),
            outcome(|| fused::sources::strided::$function($($argument),*)),
            "{} of {:?}", stringify!($function), ($(&$argument),*)
        )
    };
}

/// Lengths around those of blocks, and numbers of every size.
fn lengths() -> impl Iterator<Item = Vec<i64>> {
    let lengths = (0..12).chain([
        223, 224, 225, 226, 447, 449, 450, 672, 673, 674, 675, 1_537, 6_147,
    ]);
    lengths.map(|length| {
        let mut state = 88_172_645_463_325_252_u64 ^ length as u64;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state as i64
        };
        (0..length).map(|_| next()).collect()
    })
}

#[test]
fn bytes_and_words() {
    for ks in lengths() {
        let bytes: Vec<u8> = ks.iter().map(|k| *k as u8).collect();
        let full = vec![255_u8; ks.len()];
        let few: Vec<u8> = ks.iter().map(|k| *k as u8 & 3).collect();
        for bytes in [bytes, full, few] {
            same!(sources::strided::pixels(&bytes));
            same!(sources::strided::neighbours(&bytes));
            same!(sources::strided::changed(
                &bytes,
                bytes[..bytes.len() / 2].to_vec()
            ));
            for place in [0, 1, 2] {
                same!(sources::strided::outside(&bytes, place));
            }
        }
        let words: Vec<i16> = ks.iter().map(|k| *k as i16).collect();
        let calm: Vec<i16> = ks.iter().map(|k| *k as i16 >> 4).collect();
        for words in [words, calm] {
            same!(sources::strided::stereo(&words));
            same!(sources::strided::differences(&words));
        }
        let long: Vec<u32> = ks.iter().map(|k| *k as u32).collect();
        let bytes: Vec<u8> = ks.iter().map(|k| *k as u8).collect();
        same!(sources::strided::endless(&bytes, &long));
        let bags = (
            plain::sources::strided::Bag {
                items: bytes.clone(),
            },
            fused::sources::strided::Bag {
                items: bytes.clone(),
            },
        );
        assert_eq!(
            plain::sources::strided::from_the_end(&bags.0, &bytes),
            fused::sources::strided::from_the_end(&bags.1, &bytes)
        );
        let words: Vec<u16> = ks.iter().map(|k| *k as u16 & 7).collect();
        same!(sources::strided::whole(&words));
    }
}

#[test]
fn floats() {
    law!(floats, specials: |xs| sources::strided::turns(xs));
}
