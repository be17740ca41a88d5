//! The erasure law on arrays of structs that the file declares.

use crate::common::law;
use std::cell::Cell;

macro_rules! table {
    ($xs:ident, $table:ident: $($call:expr),+) => {($({
        let rows = $xs.iter().enumerate().map(|(at, x)| fields::structs::Row {
            size: x.to_bits() >> 8,
            weight: *x,
            dead: at % 3 == 1,
        });
        let rows = rows.collect::<Vec<_>>();
        let mut $table = fields::structs::Table { rows, ..Default::default() };
        let given = format!("{:?}", $call);
        format!("{given} {:?}", $table)
    }),+)};
}

#[test]
fn fields_of_elements() {
    law!(floats, specials: |xs| {
        table!(xs, table: table.refresh(), table.changed_between(), table.by_a_method())
    });
    law!(floats, specials: |xs| {
        let rows = xs.iter().map(|x| fields::structs::Row { weight: *x, ..Default::default() });
        let rows = rows.collect::<Vec<_>>();
        let mut stats = fields::structs::Stats::default();
        let left = fields::structs::left_between(&rows, &mut stats);
        (left, stats.total)
    });
    law!(floats, specials: |xs| {
        let rows = xs.iter().map(|x| Box::new((*x, *x > 0.5))).collect::<Vec<_>>();
        let mut log = Vec::new();
        (fields::structs::another_row(&rows, &mut log), log)
    });
}

#[test]
fn what_elements_do() {
    law!(floats, specials: |xs| {
        let counted = xs.iter().map(|x| fields::structs::Counted { at: Cell::new(*x), by: x * 2.0 });
        let counted = counted.collect::<Vec<_>>();
        let own = fields::structs::Counted { at: Cell::new(1.0), by: 0.0 };
        fields::structs::cells(&counted, counted.first().unwrap_or(&own))
    });
    law!(floats, specials: |xs| {
        let mut kept = Vec::new();
        let added = std::panic::AssertUnwindSafe(|| fields::structs::added(xs, &mut kept));
        let added = std::panic::catch_unwind(added).ok();
        (fields::structs::points(xs), added.map(|added| (added, kept)))
    });
    law!(floats: |xs| {
        let log = Cell::new(0.0);
        (fields::structs::dropped(xs, &log), log.get())
    });
    law!(floats: |xs| {
        let numbered = xs.iter().map(|x| fields::structs::Numbered { by: *x });
        fields::structs::cloned(&numbered.collect::<Vec<_>>())
    });
    law!(floats, specials: |xs| {
        let rows = xs.iter().map(|x| fields::structs::Row { weight: *x, ..Default::default() });
        let mut rows = rows.collect::<Vec<_>>();
        let low = fields::structs::replaced(&mut rows, -0.5);
        format!("{low} {rows:?}")
    });
    law!(floats: |xs| {
        let log = Cell::new(0.0);
        let held = |by: f64| fields::structs::Held { by, log: &log };
        let slots = xs.iter().map(|x| fields::structs::Slot { held: held(x * 2.0), by: *x });
        let mut slots = slots.collect::<Vec<_>>();
        (fields::structs::replaced_held(&mut slots, &log), slots.iter().map(|slot| slot.by).collect::<Vec<_>>())
    });
}
