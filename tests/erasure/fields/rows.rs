//! The erasure law on arrays of structs behind `self` that loops change.

use crate::common::{law, outcome};

macro_rules! tasks {
    ($xs:ident, $tasks:ident: $call:expr) => {{
        let tasks = $xs.iter().enumerate().map(|(at, x)| fields::rows::Task {
            name: at.to_string(),
            deadline: (at % 2 == 0).then_some(*x),
            cost: *x,
            parts: vec![fields::rows::Part { size: *x }; at % 4],
            ..Default::default()
        });
        let mut $tasks = fields::rows::Tasks {
            tasks: tasks.collect(),
            ..Default::default()
        };
        let given = outcome(|| $call);
        // What is left behind a panic is not promised.
        if given.is_err() {
            $tasks = Default::default();
        }
        format!("{given:?} {:?}", $tasks)
    }};
}

#[test]
fn rows_that_change() {
    law!(integers: |xs| tasks!(xs, tasks: (tasks.tick(1), tasks.again(3), tasks.tick(50))));
    law!(integers: |xs| tasks!(xs, tasks: (tasks.end(), tasks.tick(0), tasks.end())));
    law!(integers, extremes: |xs| tasks!(xs, tasks: tasks.changed_between()));
    law!(integers: |xs| tasks!(xs, tasks: tasks.below_elements()));
    law!(integers, extremes: |xs| {
        (0..4).map(|at| tasks!(xs, tasks: tasks.that_panic(at))).collect::<Vec<_>>()
    });
    law!(integers: |xs| {
        let loud = |x: &i64| fields::rows::Loud { of: *x };
        let maybe = |x: &i64| fields::rows::Maybe { of: (x % 2 == 0).then(|| loud(x)), number: *x };
        let (louds, maybe) = (xs.iter().map(loud).collect(), xs.iter().map(maybe).collect());
        let mut louds = fields::rows::Louds { louds, maybe };
        (louds.replaced(), format!("{louds:?}"))
    });
}
