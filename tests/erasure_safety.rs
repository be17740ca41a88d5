//! The erasure law on programs that break it wherever a rule of docs/DESIGN.md section 3 is missing. Which
//! rule has which program is in `tests/SAFETY.md`.

#![allow(
    clippy::disallowed_types,
    clippy::duplicate_mod,
    reason = "one text, with and without the attribute; maps are what users have"
)]
#![allow(unreachable_pub, reason = "the text is written as in a library")]

mod common;

common::twice!(
    safety_aliases,
    safety_effects,
    safety_hidden,
    safety_lengths,
    safety_loops,
    safety_names,
    safety_panics,
    safety_regions,
    safety_scopes,
    safety_sources,
    safety_types
);

use common::tracked::drops;
use common::{law, outcome};
use std::cell::{Cell, RefCell};

#[test]
fn sources_with_effects() {
    law!(integers: |xs| safety_sources::a_channel_read_twice(safety_sources::filled(xs)));
    law!(integers: |xs| safety_sources::a_channel_in_two_loops(safety_sources::filled(xs)));
    law!(integers: |xs| {
        let text = xs.iter().map(|x| format!("{x}\n")).collect::<String>();
        safety_sources::a_reader_in_two_parts(text.as_bytes())
    });
    law!(integers: |xs| {
        let log = RefCell::new(Vec::new());
        let logged = |by: i64| {
            let log = &log;
            xs.iter().inspect(move |x| log.borrow_mut().push(**x ^ by)).copied()
        };
        let result = safety_sources::two_iterators_in_order(logged(0), logged(1));
        (result, log.into_inner())
    });
    law!(integers: |xs| {
        let cells: Vec<Cell<i64>> = xs.iter().copied().map(Cell::new).collect();
        let effects = cells.iter().map(|cell| cell.replace(5));
        safety_sources::an_iterator_between_two_passes(&cells, effects)
    });
    law!(integers: |xs| {
        let mut it = xs.iter().copied();
        safety_sources::a_borrowed_iterator(&mut it)
    });
    law!(integers: |xs| safety_sources::by_reference(xs.iter().copied()));
    law!(integers: |xs| safety_sources::drained(xs));
    law!(integers: |xs| safety_sources::changed_in_place(xs));
    law!(integers: |xs| {
        let mut map = xs.iter().copied().enumerate().collect();
        safety_sources::values_changed(&mut map)
    });
}

#[test]
fn places_that_hide_something() {
    law!(integers: |xs| safety_sources::Shared::new(xs).borrowed_for_each_pass());
    law!(integers: |xs| safety_sources::Shared::new(xs).locked_for_each_pass());
    law!(integers: |xs| safety_sources::Shared::new(xs).guard_with_a_name());
    law!(integers: |xs| safety_sources::Shared::new(xs).scaled());
    law!(integers: |xs| safety_sources::Shared::new(xs).one_field_written());
    law!(integers: |xs| safety_sources::Shared::new(xs).counted());
    law!(integers: |xs| safety_sources::Shared::new(xs).changed_by_a_worker());
    law!(integers: |xs| safety_sources::statics(xs));
    law!(integers: |xs| safety_sources::thread_locals(xs));
}

#[test]
fn methods_that_mean_something_else() {
    law!(integers: |xs| safety_sources::no_iterator_either(safety_sources::Lines(xs.len() as i64)));
    law!(integers: |xs| safety_sources::no_iterator(&safety_sources::Odd::new(xs)));
    law!(integers: |xs| {
        let rows = safety_sources::Rows(vec![xs.to_vec(), xs.iter().rev().skip(1).copied().collect()]);
        safety_sources::rows_by_index(&rows, 1)
    });
    law!(integers: |xs| {
        let mut ys = safety_sources::Wrapped(xs.iter().rev().copied().collect());
        safety_sources::dereferenced(&safety_sources::Wrapped(xs.to_vec()), &mut ys)
    });
    law!(integers: |xs| safety_sources::a_cursor(xs));
    law!(integers: |xs| {
        safety_sources::made_anew_three_times(&safety_sources::Bag(xs.len() as i64))
    });
}

#[test]
fn places_that_go_on_where_they_stopped() {
    law!(integers: |xs| {
        let lexer = || {
            let words = xs.iter().map(i64::to_string).collect();
            safety_sources::Lexer { words, at: 0 }
        };
        let own = lexer().of_itself();
        let field = safety_sources::Parser { lexer: lexer() }.of_a_field();
        (own, field, safety_sources::a_lexer_behind_a_reference(&mut lexer()))
    });
}

#[test]
fn states_in_one_expression_with_what_changes_them() {
    law!(integers: |xs| safety_effects::a_state_read_before_the_chain(xs, &mut 7));
    law!(integers: |xs| safety_effects::a_state_in_an_operand(xs, &mut 7));
    law!(integers: |xs| safety_effects::a_state_in_arguments(xs, &mut 7));
    law!(integers: |xs| safety_effects::a_state_of_unseen_type(xs, &mut 7));
}

#[test]
fn places_that_change() {
    law!(integers: |xs| safety_sources::a_queue(xs));
    law!(integers: |xs| safety_sources::dropped_and_bound_again(xs));
    law!(integers: |xs| safety_sources::reassigned(xs, &xs[xs.len() / 2..]));
    law!(integers: |xs| safety_sources::swapped(xs));
}

#[test]
fn state_of_workers() {
    law!(integers: |xs| safety_effects::a_generator_in_a_binding(xs));
    law!(integers: |xs| safety_effects::a_generator_behind_a_reference(xs, &mut safety_effects::Rng(3)));
    law!(integers: |xs| {
        let rng = safety_effects::Rng(3);
        let mut sampler = safety_effects::Sampler { rng, xs: xs.to_vec(), hits: Cell::new(0) };
        (sampler.a_generator_in_a_field(), sampler.a_cell_of_self())
    });
    law!(integers: |xs| safety_effects::cells(xs));
    law!(integers: |xs| {
        let cells: Vec<Cell<i64>> = xs.iter().copied().map(Cell::new).collect();
        safety_effects::cells_as_elements(&cells)
    });
    law!(integers: |xs| safety_effects::shared_cells(xs));
    law!(integers: |xs| safety_effects::locks(xs, &std::sync::Mutex::new(0)));
    law!(integers: |xs| safety_effects::atomics(xs));
    law!(integers: |xs| safety_effects::threads(xs));
}

#[test]
fn what_stands_between() {
    drops!(|xs| safety_effects::timed(&xs, &safety_effects::Clock(Cell::new(0))));
    drops!(|xs| safety_effects::a_macro_that_returns(&xs, 2));
    drops!(|xs| safety_effects::a_macro_that_returns(&xs, 2000));
    law!(integers: |xs| safety_effects::captured_before_a_reassignment(xs));
    drops!(|xs| safety_effects::ways_out(&xs, 0).is_ok());
    drops!(|xs| safety_effects::ways_out(&xs, 2).is_ok());
    law!(integers: |xs| safety_effects::changed_between_passes(xs));
}

#[test]
fn operators_and_iterators_that_log() {
    law!(integers: |xs| {
        let log = RefCell::new(Vec::new());
        let it = || xs.iter().copied().inspect(|x| log.borrow_mut().push(x & 63));
        let noisy = safety_effects::Noisy(5, &log);
        let a = safety_effects::an_operator_before_an_iterator(noisy, it());
        let b = safety_effects::an_operator_between_iterators(noisy, it(), it());
        let c = safety_effects::iterators_of_one_statement(it(), it(), it());
        ((a, b, c), log.into_inner())
    });
    law!(integers: |xs| {
        let cells: Vec<Cell<i64>> = xs.iter().copied().map(Cell::new).collect();
        let effects = cells.iter().map(|cell| cell.replace(5));
        safety_effects::an_iterator_that_writes_cells(&cells, effects)
    });
}

#[test]
fn false_positives_of_needless_collect() {
    law!(integers: |xs| {
        let mut map = xs.iter().copied().enumerate().map(|(i, x)| (i as i64, x)).collect();
        safety_effects::a_borrow_that_must_end(&mut map)
    });
    law!(integers: |xs| {
        let mut log = Vec::new();
        (safety_effects::effects_before_the_reader(xs, &mut log), log)
    });
    law!(integers: |xs| safety_effects::effects_past_the_stop(xs));
    law!(integers: |xs| safety_effects::needed_twice(xs));
    drops!(|xs| safety_effects::counted_with_effects(&xs));
    law!(integers: |xs| safety_effects::a_mutated_capture(xs));
    law!(integers: |xs| safety_effects::the_source_is_changed_by_the_reader(&xs[..xs.len().min(2000)]));
}

#[test]
fn dead_code_that_panics() {
    for n in [0, 1, 2, 3, 5, 3000] {
        law!(integers: |xs| safety_panics::dead_slice(xs, n));
        law!(integers: |xs| safety_panics::dead_steps(xs, n));
        law!(integers: |xs| safety_panics::dead_chunks(xs, n));
        law!(integers: |xs| safety_panics::dead_amount(xs, n));
        law!(integers: |xs| safety_panics::dead_range(xs, n));
        law!(integers: |xs| {
            let rows: Vec<Vec<i64>> = xs.chunks(7).map(<[i64]>::to_vec).collect();
            safety_panics::dead_row(&rows, n)
        });
    }
}

#[test]
fn arguments_that_panic() {
    for n in [0, 1, 2, 3, 5, 3000] {
        law!(integers: |xs| safety_panics::parts_of_slices(xs, n));
        law!(integers: |xs| safety_panics::guarded(xs, n));
        law!(integers: |xs| safety_panics::skipped_and_stopped(&xs[..xs.len().min(n + 2)], n));
        law!(integers: |xs| safety_panics::stopped_by_a_partner(xs, &xs[..xs.len().min(n)]));
        law!(integers: |xs| safety_panics::last_and_counted(&xs[..xs.len().min(n)]));
        law!(integers: |xs| safety_panics::cycled(xs, &xs[..xs.len().min(n)]));
    }
    law!(integers: |xs| { let _ = xs; safety_panics::endless_sources() });
    law!(integers: |xs| {
        let bytes: Vec<i8> = xs.iter().map(|x| (x & 31) as i8).collect();
        safety_panics::overflowing(&bytes)
    });
    law!(integers: |xs| {
        let mut out = Vec::new();
        let result = outcome(|| safety_panics::pushed_before_a_panic(xs, &mut out));
        (result.is_ok(), out)
    });
}

#[test]
fn traits_that_mean_something_else() {
    law!(integers: |xs| safety_types::sums_of_ones_own(xs).map(|m| m.0));
    law!(integers: |xs| safety_types::sums_into_options(xs));
    law!(integers: |xs| safety_types::methods_of_ones_own(safety_types::Own(xs.len() as i64)));
    law!(integers: |xs| safety_types::extension_traits(xs));
    drops!(|xs| {
        let (all, odd, greatest, some) = safety_types::clones(&xs);
        (all.len(), odd, greatest.map(|g| g.label()), some.len())
    });
    law!(integers: |xs| safety_types::counted(xs));
    law!(integers: |xs| safety_types::waits(xs));
}

#[test]
fn types_lifetimes_and_temporaries() {
    law!(integers: |xs| {
        let (all, set, flips, sum) = safety_types::inferred_later(xs);
        (all, set.into_iter().collect::<Vec<i64>>(), flips, sum)
    });
    law!(integers: |xs| safety_types::literal_typed_later(xs));
    law!(integers: |xs| safety_types::generic(&xs[..xs.len().min(50)], [0, 3, 60]));
    law!(integers: |xs| {
        let words: Vec<String> = xs.iter().map(|x| format!("A{}", x & 63)).collect();
        let (long, same, starts) = safety_types::longest(&words, "a5");
        let long = long.map(String::from);
        let starts: Vec<String> = starts.into_iter().map(String::from).collect();
        (long, same, starts, safety_types::temporaries(&words))
    });
    law!(integers: |xs| {
        let mut table = std::collections::HashMap::new();
        table.insert("key".to_owned(), xs.to_vec());
        (safety_types::borrows_that_end(&mut table, "key"), safety_types::borrows_that_end(&mut table, "new"))
    });
}

#[test]
fn loops_that_write() {
    law!(integers: |xs| {
        let log = RefCell::new(Vec::new());
        safety_loops::operators_that_log(xs, &log);
        log.into_inner()
    });
    law!(integers: |xs| safety_loops::stacks(xs));
    law!(integers: |xs| {
        let mut out = Vec::new();
        (safety_loops::pushed_to_one_array(xs, &mut out), out)
    });
    law!(integers: |xs| safety_loops::depends(xs));
    law!(integers: |xs| safety_loops::ends_early(xs));
    law!(integers: |xs| safety_loops::hidden(xs));
    law!(integers: |xs| {
        let mut totals = safety_loops::Totals { sum: 3, seen: Vec::new(), data: xs.to_vec() };
        (totals.fill(xs), totals.sum, totals.seen, totals.data)
    });
    drops!(|xs| safety_loops::replaced(&xs));
    law!(integers: |xs| safety_loops::written_under_another_name(xs));
    law!(integers: |xs| {
        let mut totals = safety_loops::Totals { sum: 3, seen: Vec::new(), data: xs.to_vec() };
        (totals.fields_under_other_names(xs), totals.sum, totals.seen)
    });
    law!(integers: |xs| {
        let order: Vec<usize> = (0..xs.len()).map(|i| i * 7 % xs.len()).collect();
        safety_loops::scattered(xs, &order)
    });
    law!(integers: |xs| safety_loops::carried(xs));
    law!(integers: |xs| {
        let mut ring = safety_loops::Ring(xs.iter().chain(&[1, 2]).copied().collect(), Cell::new(0));
        (safety_loops::rings(xs, &mut ring), ring.0)
    });
    for n in [0, 1, 5] {
        law!(integers: |xs| {
            let (mut bins, mut other) = (vec![0; n], [0; 8]);
            (safety_loops::histograms(xs, &mut bins, &mut other), bins, other)
        });
    }
}

#[test]
fn iterators_bound_first() {
    law!(integers: |xs| safety_loops::bound_first(xs));
    law!(integers: |xs| safety_loops::never_asked(xs, false));
    law!(integers: |xs| safety_loops::never_asked(xs, true));
    law!(integers: |xs| safety_loops::pulled(xs));
    drops!(|xs| safety_loops::bound_with_state(&xs));
}

#[test]
fn lengths_that_only_seem_equal() {
    law!(integers: |xs| safety_loops::lengths_in_debug(xs, &xs[xs.len() / 2..]));
    law!(integers: |xs| safety_loops::lengths_that_change(xs, xs, &xs[xs.len() / 2..]));
    law!(integers: |xs| safety_loops::guards_of_lengths(xs, &xs[xs.len() / 2..], xs));
    law!(integers: |xs| safety_loops::guards_of_lengths(xs, xs, &xs[xs.len() / 2..]));
    law!(integers: |xs| safety_loops::lengths_taken_before(xs, false));
    law!(integers: |xs| safety_loops::lengths_taken_before(xs, true));
    law!(integers: |xs| safety_loops::asserted_before(xs, &mut xs.to_vec()));
    law!(integers: |xs| {
        let mut rows: Vec<Vec<i64>> = xs.chunks(3).map(<[i64]>::to_vec).collect();
        (safety_loops::rows_in_place(&mut rows), rows)
    });
    law!(integers: |xs| safety_loops::guard_that_stays(xs, &xs[xs.len() / 2..]));
    law!(integers: |xs| safety_loops::guard_that_stays(&xs[xs.len() / 2..], xs));
}

#[test]
fn names_of_std_that_are_somebody_elses() {
    law!(integers: |xs| {
        let (all, sum, first) = safety_names::another_vec(xs);
        (Vec::from(all), sum, first)
    });
    law!(integers: |xs| {
        let (all, sum) = safety_names::a_vec_that_forgets(xs);
        (all.into_iter().collect::<Vec<i64>>(), sum)
    });
    law!(integers: |xs| {
        let _ = safety_names::all();
        let table = safety_names::Table { data: xs.to_vec() };
        safety_names::names_of_std(&table, xs, xs.len() / 3)
    });
}

#[test]
fn blocks_in_statements() {
    drops!(|xs| safety_regions::called_later(&xs));
    drops!(|xs| safety_regions::taken_along(xs));
    law!(integers: |xs| safety_regions::headers(xs));
    for which in [None, Some(1), Some(5), Some(50)] {
        law!(integers: |xs| safety_regions::arms(xs, which));
    }
    law!(integers: |xs| safety_regions::skipped_operands(xs));
    for limit in [0, 100, 100_000] {
        drops!(|xs| safety_regions::left_in_the_middle(&xs, limit));
    }
    law!(integers: |xs| safety_regions::parameters(&[7, 1, 2, 3], (xs, &xs[xs.len() / 2..])));
    law!(integers: |xs| safety_regions::items(xs));
    drops!(|xs| safety_regions::tail_of_a_block(&xs));
    law!(integers: |xs| safety_regions::either(xs, true));
    law!(integers: |xs| safety_regions::either(xs, false));
}

/// What a call gives, or that it panics, and what it told.
macro_rules! and_told {
    ($call:expr) => {{
        safety_hidden::told();
        (outcome(|| $call), safety_hidden::told())
    }};
}

#[test]
fn derefs_of_a_users() {
    macro_rules! handles {
        ($xs:expr) => {
            &$xs.iter()
                .map(|x| safety_hidden::Handle((x & 7) as u8))
                .collect::<Vec<_>>()
        };
    }
    macro_rules! nodes {
        ($xs:expr) => {
            &$xs.iter()
                .map(|x| {
                    let weight = *x;
                    let inner = safety_hidden::Inner { weight };
                    safety_hidden::Late((*x > 0.0).then(|| Box::new(inner)))
                })
                .collect::<Vec<_>>()
        };
    }
    law!(integers: |xs| safety_hidden::handles_by_value(handles!(xs)));
    law!(integers: |xs| safety_hidden::handles_by_reference(handles!(xs)));
    law!(integers: |xs| safety_hidden::handles_by_method(handles!(xs)));
    law!(floats: |xs| safety_hidden::fields_behind_deref(nodes!(xs), xs));
    law!(floats: |xs| safety_hidden::dead_fields(nodes!(xs), xs));
    law!(floats: |xs| safety_hidden::a_static_that_fails(xs, -1.0));
    law!(floats: |xs| safety_hidden::a_guarded_static(xs, 2e18));
}

#[test]
fn operators_of_a_users() {
    macro_rules! strict {
        ($xs:expr) => {
            &$xs.iter()
                .map(|x| safety_hidden::Strict(*x))
                .collect::<Vec<_>>()
        };
    }
    law!(floats: |xs| safety_hidden::comparisons_of_ones_own(strict!(xs), safety_hidden::Strict(-1.0)));
    law!(floats: |xs| safety_hidden::operators_of_ones_own(strict!(xs)));
    law!(floats: |xs| safety_hidden::dead_methods_of_ones_own(strict!(xs)));
    law!(floats: |xs| safety_hidden::dead_comparisons(strict!(xs)));
}

#[test]
fn pointers_that_a_test_guards() {
    law!(floats: |xs| {
        let pointer = |x: &f64| if *x > 0.0 { std::ptr::from_ref(x) } else { std::ptr::null() };
        safety_hidden::pointers_in_a_block(&xs.iter().map(pointer).collect::<Vec<_>>())
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
                safety_hidden::Slot { live, at }
            };
            $numbers.iter().map(slot).collect::<Vec<_>>()
        }};
    }
    law!(floats: |xs| {
        let numbers;
        safety_hidden::slots_in_a_block(&slots!(xs, numbers))
    });
    law!(floats: |xs| {
        let numbers;
        // SAFETY: what is live points to a number.
        unsafe { safety_hidden::slots_in_a_function(&slots!(xs, numbers)) }
    });
    law!(floats: |xs| {
        let numbers;
        safety_hidden::blocks_in_workers(&slots!(xs, numbers))
    });
}

#[test]
fn constants_that_hold_functions() {
    law!(integers: |xs| and_told!(safety_hidden::constants_that_are_called(xs)));
    law!(integers: |xs| and_told!(safety_hidden::functions_called_like_types(xs)));
    law!(integers: |xs| and_told!(safety_hidden::dead_constants_that_are_called(xs)));
    law!(integers: |xs| and_told!(safety_hidden::a_dead_constant_that_counts(xs)));
    law!(integers: |xs| safety_hidden::skipped_constants_that_are_called(xs, 3));
}

#[test]
fn what_tells_between_two_chains() {
    macro_rules! watched {
        ($xs:expr) => {
            &safety_hidden::Watched(safety_hidden::Place { k: 5 }, $xs.to_vec())
        };
    }
    law!(integers: |xs| and_told!({
        safety_hidden::operators_between(xs, safety_hidden::Telling(1), safety_hidden::Telling(6))
    }));
    law!(integers: |xs| and_told!(safety_hidden::fields_between(xs, watched!(xs))));
    law!(integers: |xs| and_told!(safety_hidden::methods_between(xs, watched!(xs))));
    law!(integers: |xs| and_told!(safety_hidden::elements_between(xs, watched!(xs))));
    law!(integers: |xs| and_told!(safety_hidden::starts_between(xs, watched!(xs))));
    law!(integers: |xs| and_told!({
        safety_hidden::operands_between(xs, watched!(xs), safety_hidden::Telling(9))
    }));
    law!(integers: |xs| and_told!({
        safety_hidden::behind_a_panic(xs, safety_hidden::Telling(1), safety_hidden::Telling(6))
    }));
}

#[test]
fn types_that_only_rustc_knows() {
    law!(floats: |xs| {
        let packed = |x: &f64| safety_hidden::Packed { live: *x > 0.0, x: *x };
        safety_hidden::packed_fields(&xs.iter().map(packed).collect::<Vec<_>>())
    });
    law!(floats: |xs| safety_hidden::limits(xs, xs, 0.1));
    law!(integers: |xs| safety_hidden::limits(&[], xs, 3));
}

#[test]
fn what_methods_of_ones_own_give_is_not_what_stds_give() {
    law!(integers: |xs| safety_hidden::lengths_of_ones_own(xs, safety_hidden::Measure(-1.0)));
    law!(integers: |xs| safety_hidden::questions_of_ones_own(xs, safety_hidden::Measure(-1.0)));
    law!(integers: |xs| safety_hidden::sums_of_ones_own(xs, safety_hidden::Measure(-1.0)));
    law!(integers: |xs| safety_hidden::shifts_of_ones_own(xs, safety_hidden::Measure(-1.0)));
    let below_one = |xs: &[i64]| xs.iter().map(|x| -(x.abs() / 2)).collect::<Vec<_>>();
    law!(integers: |xs| safety_hidden::lengths_of_ones_own(&below_one(xs), safety_hidden::Measure(-1.0)));
    law!(integers: |xs| safety_hidden::questions_of_ones_own(&below_one(xs), safety_hidden::Measure(-1.0)));
    law!(integers: |xs| safety_hidden::sums_of_ones_own(&below_one(xs), safety_hidden::Measure(-1.0)));
    law!(integers: |xs| safety_hidden::shifts_of_ones_own(&below_one(xs), safety_hidden::Measure(-1.0)));
}

#[test]
fn a_default_may_count() {
    law!(integers: |xs| and_told!(safety_hidden::defaults_before_a_panic(xs, &safety_hidden::Numbered(0))));
    law!(integers: |xs| and_told!(safety_hidden::defaults_in_workers(xs, &safety_hidden::Numbered(0))));
}

/// The first elements, or zeros.
fn first<const N: usize>(xs: &[i64]) -> [i64; N] {
    std::array::from_fn(|index| xs.get(index).copied().unwrap_or_default())
}

#[test]
fn lengths_of_another_scope() {
    law!(integers: |xs| safety_scopes::inner_constant(&first(xs)));
    law!(integers: |xs| safety_scopes::constant_after(&first(xs)));
    law!(integers: |xs| safety_scopes::imported_constant(&first(xs)));
    law!(integers: |xs| safety_scopes::renamed_constant(&first(xs)));
    law!(integers: |xs| safety_scopes::constant_by_glob(&first(xs)));
    law!(integers: |xs| safety_scopes::constant_by_macro(&first(xs)));
    law!(integers: |xs| safety_scopes::hidden_parameter(&first::<3>(xs)));
    law!(integers: |xs| safety_scopes::computed_lengths(&first(xs), first(xs)));
    law!(integers: |xs| safety_scopes::constant_of_a_block(first::<1>(xs)[0]));
}

#[test]
fn declared_once() {
    law!(integers: |xs| safety_scopes::static_of_a_macro(xs, xs));
    law!(integers: |xs| safety_scopes::static_of_a_macro(xs, &xs[xs.len() / 2..]));
    law!(integers: |xs| safety_scopes::static_of_its_own(xs, xs));
    law!(integers: |xs| safety_scopes::static_of_its_own(xs, &xs[xs.len() / 2..]));
    law!(integers: |xs| safety_scopes::static_in_a_string(xs, xs));
    law!(integers: |xs| safety_scopes::static_in_a_string(xs, &xs[xs.len() / 2..]));
}

#[test]
fn by_reference_and_by_method() {
    law!(integers: |xs| {
        safety_scopes::by_reference_and_by_method(&safety_scopes::Tail(xs.to_vec()))
    });
    law!(integers: |xs| {
        let h = safety_scopes::Tail(xs.to_vec());
        safety_scopes::Holder { h }.field_by_both()
    });
    law!(integers: |xs| safety_scopes::map_by_both(&xs.iter().map(|x| (*x, x ^ 9)).collect()));
}

#[test]
fn who_calls() {
    law!(integers: |xs| safety_scopes::caller_above(xs));
    law!(integers: |xs| safety_scopes::caller_below(xs));
    law!(integers: |xs| safety_scopes::caller_by_condition_above(xs));
    law!(integers: |xs| safety_scopes::caller_by_condition_below(xs));
    law!(integers: |xs| safety_scopes::called_in_the_body(xs));
}

#[test]
fn what_needs_no_loop() {
    for n in [0, 1, u64::MAX >> 2] {
        assert_eq!(
            plain::safety_lengths::of_ranges(n),
            fused::safety_lengths::of_ranges(n)
        );
        assert_eq!(
            plain::safety_lengths::of_bounds(1..=n, n),
            fused::safety_lengths::of_bounds(1..=n, n)
        );
    }
    let units = vec![(); usize::MAX >> 2];
    assert_eq!(
        plain::safety_lengths::of_nothing(&units, &units),
        fused::safety_lengths::of_nothing(&units, &units)
    );
    let plain = plain::safety_lengths::Filled {
        units: units.clone(),
    };
    let fused = fused::safety_lengths::Filled { units };
    assert_eq!(plain.of_fields(), fused.of_fields());
    law!(integers: |xs| safety_lengths::beside_a_loop(xs));
}

#[test]
fn attributes_and_copies() {
    law!(integers: |xs| safety_regions::attributes(xs));
    law!(integers: |xs| safety_types::copied_unseen(xs, || 7_i64, 3));
    law!(integers: |xs| safety_types::moved_at_last(xs, || vec![1, 2]));
}

#[test]
fn primitives_of_other_modules() {
    law!(floats: |xs| {
        let xs: Vec<f32> = xs.iter().map(|x| *x as f32).collect();
        (
            safety_aliases::aliased_fold(&xs),
            safety_aliases::aliased_closures(&xs),
            safety_aliases::aliased_lanes(&xs),
        )
    });
    law!(integers: |xs| {
        let xs: Vec<i64> = xs.iter().map(|x| x.wrapping_mul(1 << 40)).collect();
        let (most, least, sum) = safety_aliases::aliased_references(&xs);
        (safety_aliases::aliased_max(&xs), most.copied(), least.copied(), sum)
    });
    law!(integers: |xs| {
        let xs: Vec<u32> = xs.iter().map(|x| *x as u32).collect();
        safety_aliases::aliased_bytes(&xs)
    });
    law!(floats: |xs| safety_aliases::another_max(xs));
    law!(floats: |xs| safety_aliases::another_reduce(xs));
    law!(integers: |xs| safety_aliases::generic_max(xs));
    law!(integers: |xs| {
        let words: Vec<String> = xs.iter().map(i64::to_string).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let (most, length) = safety_aliases::words_by_max(&words);
        (most.map(str::to_owned), length)
    });
}

#[test]
fn items_that_are_spelt_like_locals() {
    law!(integers: |xs| {
        let (sum, most, places, key) = safety_aliases::items_like_locals(xs);
        (sum, most, places, key.copied())
    });
    law!(floats: |xs| safety_aliases::items_like_buffers(xs));
    law!(floats: |xs| safety_aliases::Table { data: xs.to_vec() }.items_like_places());
    law!(integers: |xs| {
        let words: Vec<String> = xs.iter().map(i64::to_string).collect();
        safety_aliases::items_like_texts(&words)
    });
}

#[test]
fn types_of_stds_names() {
    law!(integers: |xs| safety_aliases::logged(|| safety_aliases::own_strings(xs)));
    law!(integers: |xs| safety_aliases::logged(|| safety_aliases::own_strings_by_reference(xs)));
    law!(integers: |xs| safety_aliases::logged(|| safety_aliases::own_strings_in_turn(xs)));
    law!(integers: |xs| safety_aliases::logged(|| safety_aliases::own_strings_cloned(xs)));
    law!(integers: |xs| safety_aliases::logged(|| safety_aliases::own_strings_given_away(xs)));
    law!(integers: |xs| safety_aliases::logged(|| safety_aliases::own_strings_never_read(xs)));
    law!(integers: |xs| safety_aliases::logged(|| safety_aliases::own_options(xs)));
    law!(integers: |xs| safety_aliases::logged(|| safety_aliases::own_boxes(xs)));
}
