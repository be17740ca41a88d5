//! The erasure law on operators, `Deref` and comparisons of users' types, which may fail; pointers that a test
//! guards.

use crate::common::law;

#[test]
fn derefs_of_a_users() {
    macro_rules! handles {
        ($xs:expr) => {
            &$xs.iter()
                .map(|x| types::operators::Handle((x & 7) as u8))
                .collect::<Vec<_>>()
        };
    }
    macro_rules! nodes {
        ($xs:expr) => {
            &$xs.iter()
                .map(|x| {
                    let weight = *x;
                    let inner = types::operators::Inner { weight };
                    types::operators::Late((*x > 0.0).then(|| Box::new(inner)))
                })
                .collect::<Vec<_>>()
        };
    }
    law!(integers: |xs| types::operators::handles_by_value(handles!(xs)));
    law!(integers: |xs| types::operators::handles_by_reference(handles!(xs)));
    law!(integers: |xs| types::operators::handles_by_method(handles!(xs)));
    law!(floats: |xs| types::operators::fields_behind_deref(nodes!(xs), xs));
    law!(floats: |xs| types::operators::dead_fields(nodes!(xs), xs));
    law!(floats: |xs| types::operators::a_static_that_fails(xs, -1.0));
    law!(floats: |xs| types::operators::a_guarded_static(xs, 2e18));
}

#[test]
fn operators_of_a_users() {
    macro_rules! strict {
        ($xs:expr) => {
            &$xs.iter()
                .map(|x| types::operators::Strict(*x))
                .collect::<Vec<_>>()
        };
    }
    law!(floats: |xs| types::operators::comparisons_of_ones_own(strict!(xs), types::operators::Strict(-1.0)));
    law!(floats: |xs| types::operators::operators_of_ones_own(strict!(xs)));
    law!(floats: |xs| types::operators::dead_methods_of_ones_own(strict!(xs)));
    law!(floats: |xs| types::operators::dead_comparisons(strict!(xs)));
}

#[test]
fn pointers_that_a_test_guards() {
    law!(floats: |xs| {
        let pointer = |x: &f64| if *x > 0.0 { std::ptr::from_ref(x) } else { std::ptr::null() };
        types::operators::pointers_in_a_block(&xs.iter().map(pointer).collect::<Vec<_>>())
    });
    macro_rules! slots {
        ($xs:expr, $numbers:ident) => {{
            $numbers = $xs.iter().map(|x| *x as f32).collect::<Vec<_>>();
            let slot = |x: &f32| {
                let live = *x > 0.0;
                let at = if live {
                    std::ptr::from_ref(x)
                } else {
                    std::ptr::null()
                };
                types::operators::Slot { live, at }
            };
            $numbers.iter().map(slot).collect::<Vec<_>>()
        }};
    }
    law!(floats: |xs| {
        let numbers;
        types::operators::slots_in_a_block(&slots!(xs, numbers))
    });
    law!(floats: |xs| {
        let numbers;
        // SAFETY: what is live points to a number.
        unsafe { types::operators::slots_in_a_function(&slots!(xs, numbers)) }
    });
    law!(floats: |xs| {
        let numbers;
        types::operators::blocks_in_workers(&slots!(xs, numbers))
    });
}

#[test]
fn types_that_only_rustc_knows() {
    law!(floats: |xs| {
        let packed = |x: &f64| types::operators::Packed { live: *x > 0.0, x: *x };
        types::operators::packed_fields(&xs.iter().map(packed).collect::<Vec<_>>())
    });
    law!(floats: |xs| types::operators::limits(xs, xs, 0.1));
    law!(integers: |xs| types::operators::limits(&[], xs, 3));
}

#[test]
fn what_methods_of_ones_own_give_is_not_what_stds_give() {
    law!(integers: |xs| types::operators::lengths_of_ones_own(xs, types::operators::Measure(-1.0)));
    law!(integers: |xs| types::operators::questions_of_ones_own(xs, types::operators::Measure(-1.0)));
    law!(integers: |xs| types::operators::sums_of_ones_own(xs, types::operators::Measure(-1.0)));
    law!(integers: |xs| types::operators::shifts_of_ones_own(xs, types::operators::Measure(-1.0)));
    let below_one = |xs: &[i64]| xs.iter().map(|x| -(x.abs() / 2)).collect::<Vec<_>>();
    law!(integers: |xs| types::operators::lengths_of_ones_own(&below_one(xs), types::operators::Measure(-1.0)));
    law!(integers: |xs| types::operators::questions_of_ones_own(&below_one(xs), types::operators::Measure(-1.0)));
    law!(integers: |xs| types::operators::sums_of_ones_own(&below_one(xs), types::operators::Measure(-1.0)));
    law!(integers: |xs| types::operators::shifts_of_ones_own(&below_one(xs), types::operators::Measure(-1.0)));
}
