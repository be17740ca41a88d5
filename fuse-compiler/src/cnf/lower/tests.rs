//! The normal form of real functions, and the orderings that data flow does not show.

use super::*;
use crate::cnf::*;
use crate::options::Options;
use crate::rust::bound::Bound;
use crate::rust::environment::Environment;
use crate::rust::patterns::parameters;

/// The parameters of a function.
pub(crate) fn parameters_of(function: &str) -> Vec<Bound> {
    let function: syn::ItemFn = syn::parse_str(function).expect("a function");
    let environment = Environment::of_signature(&function.sig);
    let parameters = parameters(&function.sig);
    let parameters = parameters.iter().map(|name| Bound::of(name, &environment));
    parameters.collect()
}

/// Lowers a function.
pub(crate) fn with<R>(function: &str, look: impl FnOnce(&Region, Lowered<'_>) -> R) -> R {
    let function: syn::ItemFn = syn::parse_str(function).expect("a function");
    let mut environment = Environment::of_signature(&function.sig);
    let parameters = parameters(&function.sig);
    let parameters = parameters.iter().map(|name| Bound::of(name, &environment));
    let parameters = parameters.collect::<Vec<_>>();
    let result = match &function.sig.output {
        syn::ReturnType::Type(_, ty) => Some(&**ty),
        syn::ReturnType::Default => None,
    };
    let region = Region::read(&function.block, result, &mut environment);
    let setting = Setting {
        options: &Options::default(),
        name: function.sig.ident.to_string(),
        inner: false,
        wide: true,
        recursive: false,
        catches: false,
    };
    let lowered = lower(&setting, &region, &parameters);
    look(&region, lowered)
}

/// The bindings as printed, without the lines around them.
fn bindings(function: &str) -> Vec<String> {
    with(function, |_, lowered| {
        let text = lowered.program.to_string();
        let lines: Vec<&str> = text.lines().collect();
        lines[1..lines.len() - 1]
            .iter()
            .map(|line| line.trim().to_owned())
            .collect()
    })
}

/// The precedences: `before -> after: reason`.
fn precedences(function: &str) -> Vec<String> {
    with(function, |_, lowered| {
        let program = &lowered.program;
        let line = |precedence: &Precedence| {
            let (before, after) = (precedence.before, precedence.after);
            let (before, after) = (program.label(before), program.label(after));
            format!("{before} -> {after}: {:?}", precedence.reason)
        };
        program.precedences.iter().map(line).collect()
    })
}

// The three hardest inputs.

#[test]
fn a_range_inside_a_cross_is_read_again_and_has_the_length_of_its_array() {
    let function = "fn f(a: &[i32], b: &[i32]) {
        let ts: Vec<i32> = a.iter().flat_map(|x| (0..b.len()).map(move |j| x + j as i32)).collect();
        let us: Vec<i32> = b.iter().map(|y| y + 1).collect();
    }";
    with(function, |_, lowered| {
        let program = &lowered.program;
        let inner = program.bindings[0].inner().expect("a cross");
        let b = program.values.iter().position(|value| value.name == "b");
        let b = ValueId(b.expect("a parameter"));
        let same = SizeFact::Same(Length::Of(inner), Length::Of(b));
        assert!(program.facts.contains(&same), "{:?}", program.facts);
    });
}

#[test]
fn every_wall_makes_a_new_version_of_an_array_that_it_may_change() {
    let function = "fn f(mut xs: Vec<i32>, ys: Vec<i32>) -> usize {
        let a: i32 = xs.iter().sum();
        xs.push(1);
        let b: i32 = xs.iter().sum();
        g();
        let c: i32 = xs.iter().sum();
        let d: i32 = ys.iter().sum();
        h(a, b, c, d)
    }";
    with(function, |_, lowered| {
        let read = |label: &str| {
            let program = &lowered.program;
            let mut ids = program.binding_ids();
            let id = ids.find(|id| program.label(*id) == label).expect(label);
            program.binding(id).streamed()[0]
        };
        let versions = SortedSet::from([read("a"), read("b"), read("c")]);
        assert_eq!(
            versions.len(),
            3,
            "even a call that does not mention it may"
        );
        assert!(lowered.program.parameters.contains(&read("a")));
        assert!(lowered.program.parameters.contains(&read("d")));
    });
}

#[test]
fn two_chains_of_one_statement_and_what_is_around_them() {
    let function = "fn f(xs: &[f64], k: f64) {
        let spread = (xs.iter().copied().fold(0.0, f64::max) - xs.iter().sum::<f64>()) * k;
    }";
    assert_eq!(
        bindings(function),
        [
            "spread_1 = fold (f64::max) xs",
            "spread_2 = fold (sum) xs",
            "spread = scalar spread_1 spread_2 k",
        ]
    );
}

// Each construct.

#[test]
fn normalize2_is_the_papers() {
    let function = "fn normalize2(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let sum1: f64 = xs.iter().sum();
        let gts: Vec<f64> = xs.iter().copied().filter(|x| *x > 0.0).collect();
        let sum2: f64 = gts.iter().sum();
        let ys1: Vec<f64> = xs.iter().map(|x| x / sum1).collect();
        let ys2: Vec<f64> = xs.iter().map(|x| x / sum2).collect();
        (ys1, ys2)
    }";
    with(function, |_, lowered| {
        assert_eq!(
            lowered.program.to_string(),
            "normalize2 xs =\n  sum1 = fold (sum) xs\n  gts = filter (|x| *x > 0.0) xs\n  \
             sum2 = fold (sum) gts\n  ys1 = map (|x| x / sum1) xs\n  ys2 = map (|x| x / sum2) xs\n  \
             external ys1 ys2\n  in (ys1, ys2)"
        );
        // The worker of ys1 mentions sum1, which is what forbids to fuse the two.
        let worker = &lowered.program.bindings[3].worker;
        assert_eq!(worker.mentions, lowered.program.bindings[0].outputs);
    });
}

#[test]
fn a_cross_is_followed_by_what_its_inner_chain_does() {
    assert_eq!(
        bindings(
            "fn f(a: &[f64], b: &[f64]) {
                let ds: Vec<f64> = a.iter().flat_map(|x| b.iter().map(move |y| x - y)).collect();
            }"
        ),
        ["ds_1 = cross (id) a b", "ds = map (|y| x - y) ds_1"]
    );
}

#[test]
fn a_zip_of_chains() {
    assert_eq!(
        bindings(
            "fn f(a: &[f64], b: &[f64]) {
                let s: f64 = a.iter().map(|x| x + 1.0).zip(b.iter().enumerate()).map(h).sum();
            }"
        ),
        [
            "s_1 = map (|x| x + 1.0) a",
            "s_2 = map (enumerate) b",
            "s_3 = zip s_1 s_2",
            "s_4 = map (h) s_3",
            "s = fold (sum) s_4",
        ]
    );
}

#[test]
fn clones_are_visible_unless_the_element_is_primitive() {
    let cloned = |element: &str| {
        bindings(&format!(
            "fn f(a: &[{element}]) {{ let b: Vec<{element}> = a.iter().cloned().collect(); }}"
        ))
    };
    assert_eq!(cloned("Handle"), ["b = map (cloned) a"]);
    assert_eq!(cloned("f64"), ["b = map (id) a"]);
}

#[test]
fn a_range_is_generated() {
    assert_eq!(
        bindings(
            "fn f(n: usize, mut m: usize) { let a: usize = (0..n).sum(); let b = (1..m).count(); }"
        ),
        [
            "a_1 = generate n (id)",
            "a = fold (sum) a_1",
            "b_1 = generate ? (id)",
            "b = fold (count) b_1",
        ]
    );
}

#[test]
fn what_is_mentioned_inside_a_cross_is_hidden_if_the_cross_binds_it() {
    let function = "fn f(x: &[f64], b: &[f64], k: f64) {
        let s: f64 = x.iter().flat_map(|x| b.iter().map(move |y| x * y * k)).sum();
    }";
    with(function, |_, lowered| {
        let program = &lowered.program;
        let worker = &program.bindings[1].worker;
        let names = |values: &[ValueId]| {
            let name = |value: &ValueId| program.value(*value).name.clone();
            values.iter().map(name).collect::<Vec<_>>()
        };
        // This `x` is not the array.
        assert_eq!(names(&worker.mentions), ["k"]);
    });
}

#[test]
fn an_array_read_at_random_is_an_array_of_the_worker() {
    let function =
        "fn f(at: &[usize], data: &[f64]) { let s: f64 = at.iter().map(|i| data[*i]).sum(); }";
    with(function, |_, lowered| {
        let worker = &lowered.program.bindings[0].worker;
        assert_eq!(worker.mentions, [lowered.program.parameters[1]]);
    });
}

#[test]
fn the_last_statement_says_what_is_returned() {
    let results = |tail: &str| {
        let function = format!(
            "fn f(xs: &[i32]) -> R {{ let ys: Vec<i32> = xs.iter().map(|x| x + 1).collect(); \
             let n = ys.iter().count(); {tail} }}"
        );
        with(&function, |_, lowered| {
            let program = lowered.program;
            let name = |value: &ValueId| program.value(*value).name.clone();
            program.results.iter().map(name).collect::<Vec<_>>()
        })
    };
    assert_eq!(results("ys"), ["ys"]);
    assert_eq!(results("(n, xs.len())"), ["xs"]);
    assert_eq!(results("ys.iter().sum::<i32>()"), ["result_1"]);
    assert!(results("n").is_empty());
}

// Orderings.

#[test]
fn what_is_moved_is_read_first() {
    assert_eq!(
        precedences(
            "fn f(words: Vec<String>) {
                let long = words.iter().filter(|w| w.len() > 3).count();
                let upper: Vec<String> = words.into_iter().map(|w| w + \"!\").collect();
            }"
        ),
        ["long_1 -> upper: Moves"]
    );
}

#[test]
fn elements_that_are_watched_are_dropped_in_order() {
    let drops = |element: &str| {
        precedences(&format!(
            "fn f(a: Vec<{element}>, b: Vec<{element}>) {{
                let m = a.into_iter().count();
                let n = b.into_iter().count();
            }}"
        ))
    };
    assert_eq!(drops("Guard"), ["m -> n: Drops"]);
    assert!(drops("String").is_empty());
}

#[test]
fn a_reference_that_escapes_needs_its_array() {
    assert_eq!(
        precedences(
            "fn f(xs: &[i64]) {
                let ys: Vec<i64> = xs.iter().map(|x| x * 2).collect();
                let most = ys.iter().max();
            }"
        ),
        ["ys -> most: EscapingReference"]
    );
    assert!(
        precedences(
            "fn f(xs: &[i64]) {
                let ys: Vec<i64> = xs.iter().map(|x| x * 2).collect();
                let most = ys.iter().copied().max();
            }"
        )
        .is_empty()
    );
}

#[test]
fn an_array_of_handles_is_not_emptied_in_the_loop_that_makes_it() {
    let emptied = |element: &str| {
        precedences(&format!(
            "fn f(xs: &[i64]) {{
                let hs: Vec<{element}> = xs.iter().map(|x| {element}::from(*x)).collect();
                let n = hs.into_iter().count();
            }}"
        ))
    };
    let element_type = |precedence: &String| precedence.ends_with("ElementType");
    assert!(emptied("Handle").iter().any(element_type));
    assert!(!emptied("i64").iter().any(element_type));
}

#[test]
fn a_short_circuit_pulls_its_loop_or_is_alone() {
    let pulls = |source: &str| {
        let function = format!(
            "fn f(xs: &[f64]) {{ let bad = {source}.map(|x| x + 1.0).any(|x| x.is_nan()); }}"
        );
        with(&function, |_, lowered| {
            let alone = |binding: &Binding| binding.solitary == Some(Reason::ShortCircuit);
            let bindings = &lowered.program.bindings;
            let pullers = lowered.program.pullers.len();
            assert_eq!(pullers == 0, bindings.iter().any(alone));
            pullers == 1
        })
    };
    assert!(pulls("xs.iter()"));
    assert!(!pulls("xs.iter().rev()"));
}

#[test]
fn what_copied_asks_for_makes_an_array_plain() {
    let plain = |read: &str| {
        let function = format!(
            "fn f(xs: &[P]) {{ let ys: Vec<P> = xs.iter().map(g).collect(); let n = {read}; }}"
        );
        with(&function, |_, lowered| {
            let ys = lowered.program.bindings[0].outputs[0];
            lowered.is_plain(ys)
        })
    };
    assert!(plain("ys.iter().copied().filter(p).count()"));
    assert!(!plain("ys.iter().filter(p).count()"));
}
