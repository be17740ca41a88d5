//! The erasure law on loops over fields.

#![allow(unused_mut, reason = "not all methods change the field")]

use crate::common::law;
use std::collections::BTreeMap;

macro_rules! over {
    ($module:ident: $($method:ident),+) => {$(
        law!(floats, specials: |xs| {
            let mut over = sources::fields::$module::Over { items: xs.iter().copied().collect(), limit: 1.5 };
            let text = format!("{:?}", over.$method());
            (text, over.items.iter().copied().collect::<Vec<f64>>())
        });
    )+};
}

macro_rules! over_all {
    ($($module:ident),+) => {$(
        #[test]
        fn $module() {
            over!($module: kept_and_summed, buckets, roots, range, waiting, any, panics, emptied, references, searched);
        }
    )+};
}

over_all!(lists, boxes, queues, linked, guarded);

/// All fields of one table.
macro_rules! table {
    ($xs:expr) => {{
        let xs = $xs;
        sources::fields::Table {
            prices: xs.to_vec(),
            counts: xs.iter().map(|x| *x as i64).collect(),
            lately: xs.iter().rev().take(700).copied().collect(),
            orders: xs.iter().rev().map(|x| *x as i64).collect(),
            pairs: (
                xs.iter().map(|x| *x as i32).collect(),
                [0.5, 1.5, -2.0, 8.0, 1.0],
            ),
            points: xs
                .iter()
                .map(|x| sources::fields::Point {
                    x: *x,
                    y: x / 2.0,
                    name: format!("{x:.0}"),
                })
                .collect(),
        }
    }};
}

#[test]
fn tables() {
    law!(floats, specials: |xs| table!(xs).zipped());
    law!(floats, specials: |xs| table!(xs).mixed());
    law!(floats, specials: |xs| format!("{:?}", table!(xs).integers()));
    law!(floats, specials: |xs| format!("{:?}", table!(xs).ordered()));
    law!(floats, specials: |xs| format!("{:?}", table!(xs).names()));
    law!(floats, specials: |xs| table!(xs).widths());
    law!(floats, specials: |xs| table!(xs).tuples());
    law!(floats, specials: |xs| format!("{:?}", table!(xs).structs()));
    law!(floats, specials: |xs| table!(xs).bound());
    law!(floats: |xs| table!(xs).reassociated());
    law!(floats, specials: |xs| {
        let mut table = table!(xs);
        let made = sources::fields::beside(&mut table, 3.0);
        (made, table.points.len())
    });
}

#[test]
fn elements_of_any_type() {
    law!(words: |words| sources::fields::Text {
        words: sources::fields::Words(words.to_vec()),
        lines: words.to_vec(),
    }
    .by_value());
    law!(words: |words| format!("{:?}", sources::fields::Text {
        words: sources::fields::Words(words.to_vec()),
        lines: words.to_vec(),
    }
    .by_reference()));
    law!(words: |words| sources::fields::Generic { items: words.to_vec() }.around(&"b".to_owned()));
    law!(floats, specials: |xs| sources::fields::Generic { items: xs.to_vec() }.around(&1.0));
    law!(floats, specials: |xs| sources::fields::Held { items: xs.to_vec() }.collected(1.0));
}

#[test]
fn maps() {
    law!(floats: |xs| {
        let pairs = || xs.iter().enumerate().map(|(i, x)| (i as i64 * 7 % 1000, *x));
        let maps = sources::fields::Maps {
            hashed: pairs().take(1).collect(),
            ordered: pairs().collect::<BTreeMap<_, _>>(),
            maybe: xs.first().copied(),
            counted: sources::fields::Counted { items: xs.to_vec(), ..Default::default() },
        };
        (maps.maps(), maps.counted())
    });
}
