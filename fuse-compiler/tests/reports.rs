//! What a person reads: snapshots of whole reports, and the causes for which a statement is left as
//! written, each with its way out.

mod source;

use quote::{ToTokens, quote};
use std::fmt::Write;

fn report(item: &syn::ItemFn) -> String {
    fuse_compiler::analyse(quote!(), item.to_token_stream())
        .expect("no option is at fault")
        .expect("the function is looked at")
        .to_string()
}

fn functions(path: &str) -> Vec<syn::ItemFn> {
    let text = std::fs::read_to_string(source::path(path)).expect("a readable file");
    let functions = source::functions(&text, "fuse");
    functions.into_iter().map(|(_, item)| item).collect()
}

#[test]
fn the_report_of_normalize2() {
    let [function] = &functions("../tests/programs/float/normalize2.rs")[..] else {
        panic!("one function")
    };
    insta::assert_snapshot!("report_of_normalize2", report(function));
}

#[test]
fn the_report_of_filter_max() {
    let functions = functions("../tests/programs/float/quickhull.rs");
    insta::assert_snapshot!("report_of_filter_max", report(&functions[0]));
}

/// A static of a macro's would be two statics in two versions.
#[test]
fn what_may_stand_once_is_named() {
    let zipped = |first: &str| -> syn::ItemFn {
        let function = format!(
            "fn f(xs: &[i64], ys: &[i64]) -> (i64, i64, i64) {{
                {first}
                let a: i64 = xs.iter().zip(ys).map(|(x, y)| x * y).sum();
                let b: i64 = xs.iter().sum();
                let c: i64 = ys.iter().sum();
                (a, b, c)
            }}"
        );
        syn::parse_str(&function).expect("a function")
    };
    assert!(report(&zipped("println!(\"{}\", 1);")).contains("where this holds, and"));
    for (first, once) in [
        ("once!();", "`once!`"),
        ("println!(\"{}\", calls!());", "`calls!`"),
        ("static N: u64 = 1;", "an item"),
        ("assert!({ static N: u64 = 1; N == 1 });", "an item"),
    ] {
        let told = report(&zipped(first));
        let reason = format!("; {once} may stand in it only once");
        assert!(
            told.contains("one version") && told.contains(&reason),
            "{told}"
        );
    }
}

/// What stays as written counts as a loop, and the report says why in words.
#[test]
fn every_cause_has_its_words() {
    let functions = functions("tests/constructs/refusals.rs");
    let mut causes = String::new();
    for function in &functions {
        let report = report(function);
        assert!(report.contains("1 loop, 1 as written"), "{report}");
        let cause = report
            .split_once("  left as written:\n")
            .unwrap_or_else(|| panic!("nothing was left: {report}"))
            .1;
        causes.push_str(&format!("{}\n{cause}", function.sig.ident));
    }
    insta::assert_snapshot!("causes", causes);
}

/// A chain that is alone in its loop was recognised, and the report says why it is alone.
#[test]
fn every_solitary_chain_has_its_reason() {
    let functions = functions("tests/constructs/solitary.rs");
    let mut reasons = String::new();
    for function in &functions {
        let report = report(function);
        assert!(report.contains("1 loop, 1 as written"), "{report}");
        let (_, apart) = report
            .split_once("  may not share a loop:\n")
            .unwrap_or_else(|| panic!("no reason: {report}"));
        let reason = apart.lines().take_while(|line| line.starts_with("    "));
        let reason = reason.collect::<Vec<_>>().join("\n");
        reasons.push_str(&format!("{}\n{reason}\n", function.sig.ident));
    }
    insta::assert_snapshot!("solitary", reasons);
}

/// Slices that are zipped: what holds where they are equally long.
#[test]
fn two_versions_and_what_is_equal() {
    let function = syn::parse2(quote! {
        fn f(xs: &[f64], ys: &[f64]) -> f64 {
            let a: f64 = xs.iter().sum();
            let b: f64 = xs.iter().zip(ys).map(|(x, y)| x * y).sum();
            a / b
        }
    });
    let report = report(&function.expect("a function"));
    assert!(report.contains("1 loop, 2 as written"), "{report}");
    let note = "where this holds, and in 2 loops where not: xs.len() == ys.len()";
    assert!(report.contains(note), "{report}");
}

/// Loops of unequal size: what to state, where stating it would be enough.
#[test]
fn unequal_sizes_and_the_way_out() {
    let times = |item: proc_macro2::TokenStream| {
        let report = report(&syn::parse2(item).expect("a function"));
        let (_, times) = report
            .split_once("  run a different number of times:\n")
            .unwrap_or_else(|| panic!("all are equal: {report}"));
        times.lines().map(str::trim).collect::<Vec<_>>().join("; ")
    };
    assert_eq!(
        times(quote! {
            fn f(xs: Vec<f64>, ys: &[f64]) -> f64 {
                let a: f64 = xs.iter().sum();
                let b: f64 = ys.iter().map(|y| y * y).sum();
                a / b
            }
        }),
        "a: k, b_1: k1; \
         if they never do, write `assert_eq!(xs.len(), ys.len());` above both"
    );
    assert_eq!(
        times(quote! {
            fn f(xs: &[f64], n: usize) -> f64 {
                let a: f64 = xs.iter().sum();
                let b = (0..n).filter(|i| i % 2 == 0).count();
                a / b as f64
            }
        }),
        "a: k, b_1: n; if they never do, write `assert_eq!(xs.len(), n);` above both"
    );
    // No assertion makes a vector as long as its own tail.
    assert_eq!(
        times(quote! {
            fn f(xs: &[f64]) -> f64 {
                let tail = &xs[9..];
                let a: f64 = xs.iter().sum();
                let b: f64 = tail.iter().sum();
                a / b
            }
        }),
        "a: k, b: k - 9; let both run over what they have in common, and add what is left outside"
    );
}

/// An error at the option, and one at each chain that is in the way.
#[test]
fn a_wrong_number_of_loops_is_told_where_the_loops_are() {
    let [function] = &functions("../tests/programs/float/normalize2.rs")[..] else {
        panic!("one function")
    };
    let item = function.to_token_stream();
    let expansion = fuse_compiler::expand(quote!(loops = 1), item.clone()).to_string();
    assert!(expansion.starts_with(&item.to_string()), "the item is kept");
    assert!(expansion.contains("`normalize2` has 2 loops, not 1"));
    // Once for each chain; where spans have no places, as without proc-macro2's `span-locations`, the two are in one.
    let told = expansion
        .matches("F001: needs the finished result\"")
        .count();
    assert!(
        (1..=2).contains(&told),
        "the same reason is told once: {expansion}"
    );
    let more = fuse_compiler::expand(quote!(loops = 3), item.clone()).to_string();
    assert!(more.contains("`normalize2` has 2 loops, not 3"));
    assert!(
        !more.contains("F001"),
        "nothing is in the way of more loops"
    );
    let right = fuse_compiler::expand(quote!(loops = 2), item).to_string();
    assert!(!right.contains("compile_error"));
}

#[test]
fn a_function_that_another_macro_wrote_is_not_looked_at() {
    let group = proc_macro2::Group::new(proc_macro2::Delimiter::None, quote!(xs.iter()));
    let item = quote!(fn total(xs: &[f64]) -> f64 { #group.sum() });
    assert!(fuse_compiler::analyse(quote!(), item).is_ok_and(|report| report.is_none()));
}

/// Loops that a person would expect to be one: the report says what to write instead.
#[test]
fn loops_that_stay_apart_have_a_way_out() {
    let functions = functions("tests/constructs/apart.rs");
    let mut words = String::new();
    for function in &functions {
        let report = report(function);
        let starts = |line: &&str| !line.starts_with("    ");
        let mut shown = false;
        writeln!(words, "{}", function.sig.ident).unwrap();
        for line in report.lines() {
            if starts(&line) {
                shown =
                    ["  apart:", "  may not share a loop:", "  left as written:"].contains(&line);
            } else if shown {
                writeln!(words, "{line}").unwrap();
            }
        }
    }
    insta::assert_snapshot!("apart", words);
}

/// The maker of `x` and the loop that adds to it could not be one whatever `x` were: the step needs what the loop of the maker sums up.
#[test]
fn what_needs_a_finished_result_says_so_alone() {
    let [function] = &functions("tests/corpus/conjugate_gradient_step.rs")[..] else {
        panic!("one function")
    };
    let report = fuse_compiler::analyse(quote!(), function.to_token_stream());
    let report = report.expect("no option is at fault").expect("a report");
    let missed = report.blocks().flat_map(|block| &block.missed);
    let said: Vec<(String, &str)> = missed
        .map(|missed| (missed.code.to_string(), missed.message.as_str()))
        .collect();
    let needs = |name: &str| said.contains(&("F001".to_owned(), name));
    assert!(needs("needs the finished result of `rr`"), "{said:?}");
    assert!(said.iter().all(|(code, _)| code == "F001"), "{said:?}");
    let text = report.to_string();
    assert!(
        text.contains(": needs the finished result of `rr`\n"),
        "{text}"
    );
}

/// A loop in passes says so, and what each of them makes.
#[test]
fn a_loop_in_passes_says_what_runs_after_what() {
    let functions = functions("tests/constructs/functions.rs");
    let tiles = functions.iter().find(|item| item.sig.ident == "tiles");
    let report = report(tiles.expect("a function of that name"));
    let passes = "faster one after the other, block by block: \
                  lengths; shares, total, most; in lanes least";
    assert!(report.contains(passes), "{report}");
    let compared = "by one comparison an element: most";
    assert!(report.contains(compared), "{report}");
}

#[test]
fn a_loop_in_lanes_says_so() {
    let function = syn::parse_quote! {
        fn extremes(xs: &[f64]) -> (f64, f64, Vec<f64>) {
            let least = xs.iter().copied().fold(f64::INFINITY, f64::min);
            let most = xs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let twice: Vec<f64> = xs.iter().map(|x| x * 2.0).collect();
            (least, most, twice)
        }
    };
    let report = report(&function);
    let passes = "faster one after the other, block by block: in lanes least; in lanes most; twice";
    assert!(report.contains(passes), "{report}");
    assert!(!report.contains("by one comparison"), "{report}");
}

/// An array that takes over another one's memory is named, with the other.
#[test]
fn an_array_that_is_overwritten_is_named() {
    let function = syn::parse_quote! {
        fn softmax(xs: &[f64]) -> Vec<f64> {
            let most = xs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let powers: Vec<f64> = xs.iter().map(|x| (x - most).exp()).collect();
            let total: f64 = powers.iter().sum();
            let shares: Vec<f64> = powers.iter().map(|p| p / total).collect();
            shares
        }
    };
    let told = report(&function);
    let overwritten = "  written over what is not read again: shares over powers\n";
    assert!(told.contains(overwritten), "{told}");
    let function = syn::parse_quote! {
        fn still_read(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
            let powers: Vec<f64> = xs.iter().map(|x| x.exp()).collect();
            let total: f64 = powers.iter().sum();
            let shares: Vec<f64> = powers.iter().map(|p| p / total).collect();
            (shares, powers)
        }
    };
    let told = report(&function);
    assert!(!told.contains("written over"), "{told}");
}

/// Locals of a worker, and what is assigned to them, are steps of a vector.
#[test]
fn a_worker_with_locals_has_a_pass_of_its_own() {
    let function = syn::parse_quote! {
        fn roots(xs: &[f64]) -> (Vec<f64>, f64) {
            let roots: Vec<f64> = xs
                .iter()
                .map(|x| {
                    let mut root = 0.5 + 0.5 * x;
                    root = 0.5 * (root + x / root);
                    root = 0.5 * (root + x / root);
                    root
                })
                .collect();
            let sum: f64 = roots.iter().sum();
            (roots, sum)
        }
    };
    let report = report(&function);
    let passes = "faster one after the other, block by block: roots; sum";
    assert!(report.contains(passes), "{report}");
}

/// What depends on the type of a field stands under a line that says so, and nothing else does.
#[test]
fn what_holds_where_a_field_is_a_slice_alone_says_so() {
    let in_passes: syn::ItemFn = syn::parse_quote! {
        fn roots(&self) -> (Vec<f64>, f64) {
            let roots: Vec<f64> = self.data.iter().map(|x| x.sqrt()).collect();
            let sum: f64 = roots.iter().sum();
            (roots, sum)
        }
    };
    let form = "\n      where data is a slice:\n      faster one after the other, block by block: ";
    assert!(report(&in_passes).contains(form), "{}", report(&in_passes));
    let anyhow: syn::ItemFn = syn::parse_quote! {
        fn spread(&self) -> (f64, f64) {
            let sum: f64 = self.data.iter().map(|x| 1.0 / x).sum();
            let most = self.data.iter().copied().fold(f64::MIN, f64::max);
            (sum, most)
        }
    };
    let text = report(&anyhow);
    assert!(
        text.contains("\n      by one comparison an element: most\n"),
        "{text}"
    );
    assert!(!text.contains("is a slice"), "{text}");
}

fn report_of(body: &str) -> String {
    let function = format!("fn f(xs: &[f64], ks: &[i32]) -> R {{ {body} }}");
    report(&syn::parse_str(&function).expect("a function"))
}

/// What begins with NaN is compared twice where a strict sum is beside it, and in vectors where none is.
#[test]
fn an_extremum_that_begins_with_nan_has_a_pass_of_its_own() {
    let sum = "let s: f64 = xs.iter().sum();";
    let nan = "let m: f64 = xs.iter().copied().fold(f64::NAN, f64::max);";
    let both = report_of(&format!("{sum} {nan} (s, m)"));
    assert!(both.contains("block by block: s; m\n"), "{both}");
    let finite = "let n = xs.iter().filter(|x| x.is_finite()).count();";
    let counted = report_of(&format!("{finite} {sum} {nan} (n, s, m)"));
    assert!(counted.contains("s; m\n"), "{counted}");
}

#[test]
fn what_is_beside_a_search_has_the_instructions_of_the_machine() {
    let search = "let at = ks.iter().position(|k| *k < -95);";
    let sum = "let s: i64 = ks.iter().map(|k| *k as i64).sum();";
    let most = "let m = ks.iter().copied().max();";
    let text = report_of(&format!("{search} {sum} {most} (at, s, m)"));
    assert!(
        text.contains("with the instructions that the machine has"),
        "{text}"
    );
}

/// To look at all elements would not help a search where what runs over the same ones stands behind a barrier.
#[test]
fn a_search_before_a_barrier_is_told_of_the_barrier() {
    let halves = "let ys: Vec<f64> = xs.iter().map(|x| x * 0.5).collect();";
    let check = "if xs.iter().any(|x| *x > 0.5) { return Some(vec![]); }";
    let text = report_of(&format!("{check} {halves} Some(ys)"));
    assert!(text.contains("nothing moves across `if xs"), "{text}");
    assert!(!text.contains("may stop early"), "{text}");
    // The other one is still told, where something runs before the barrier, too.
    let search = "let a = xs.iter().rev().any(|x| x.is_nan());";
    let before = "let s: f64 = xs.iter().rev().sum();";
    let text = report_of(&format!(
        "{search} {before} if a {{ return Some((s, vec![])); }} {halves} Some((s, ys))"
    ));
    assert!(text.contains("may stop early"), "{text}");
}
