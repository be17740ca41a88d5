use std::collections::{BTreeMap, BTreeSet};

use crate::Function;

/// How many functions a test looks at.
const FUNCTIONS: u64 = 4000;

/// How often each construct must be among them.
const LEAST: usize = 12;

/// The names of the rows of a table of `recognised.md`: what is between the first two backticks.
/// Those of rayon's are written for the option `--parallel` alone.
fn rows() -> Vec<String> {
    let text = include_str!("../../../fuse-macro/src/recognised.md");
    let (of_std, _) = text
        .split_once("| of rayon's |")
        .expect("a table of rayon's stands last");
    of_std
        .lines()
        .filter_map(|line| line.strip_prefix("| `"))
        .filter_map(|line| Some(line.split_once("` |")?.0.replace("\\|", "|")))
        .collect()
}

/// Rows of itertools.
const NOT_OF_STD: [&str; 19] = [
    "zip_eq(ys)",
    "tuple_windows()",
    "sorted()",
    "sorted_by(f)",
    "sorted_by_key(f)",
    "sorted_by_cached_key(f)",
    "sorted_unstable()",
    "sorted_unstable_by(f)",
    "sorted_unstable_by_key(f)",
    "unique()",
    "unique_by(f)",
    "dedup()",
    "dedup_by(f)",
    "all_equal",
    "all_unique",
    "collect_vec",
    "counts",
    "join",
    "minmax",
];

/// What is counted beside the rows.
const OURS: [&str; 148] = [
    "0..n - 1",
    "array that a struct holds",
    "block as an initialiser",
    "block in a worker",
    "call behind a consumer",
    "captures",
    "chain as an argument",
    "chain in a condition",
    "chain in a field",
    "chain in a worker",
    "chain in the tail",
    "chain over indices",
    "closure with chains",
    "collect into a result",
    "early return",
    "effect outside workers",
    "for loop that adds up",
    "for loop that pushes",
    "for loop that ends early",
    "for loop that pushes beside",
    "for loop that stores",
    "push in a loop inside",
    "for loop in step",
    "accumulator that begins anew",
    "neighbours beside all elements",
    "rows beside all elements",
    "for loop over numbered elements",
    "impure worker",
    "iterator bound first",
    "loop around chains",
    "loop in place",
    "match with blocks",
    "move closure",
    "nested block",
    "opaque statement",
    "panicking worker",
    "reference bound first",
    "round left early",
    "several chains in one expression",
    "searches beside a chain that asks",
    "shadowing",
    "size fact",
    "slice bound first",
    "sum into an option",
    "sum of an inferred type",
    "worker by name",
    "array assigned anew",
    "let in a worker",
    "question mark",
    "array moved away",
    "another collection",
    "tracked values",
    "item inside the function",
    "source of nobody's",
    "attribute on a statement",
    "element with a Deref",
    "element with operators",
    "format width",
    "function in capitals",
    "generic element",
    "generic worker",
    "let of a user's operation",
    "macro that names variables",
    "macro with a static",
    "raw pointers",
    "receiver without fields",
    "shadowed length",
    "statement configured away",
    "static made when read",
    "track_caller",
    "unsafe block around chains",
    "unsafe function",
    "value that nobody reads",
    "worker that sees its caller",
    "pulled beside chains",
    "taken by a user's type",
    "collect into an option",
    "collect into a text",
    "extended by a chain",
    "for body with a loop",
    "for body with a chain",
    "for body with let else",
    "block with a label",
    "continue of a label",
    "for body with a match",
    "for body with branches",
    "place of the best",
    "for body with running state",
    "name that gets its value later",
    "for loop that pushes to two",
    "for body with a while",
    "for body that returns",
    "check that leaves",
    "for body behind a check",
    "for body with a question mark",
    "for body that calls what is not known",
    "for body with what is not known in a value",
    "chain in a branch of what is filled",
    "for body that calls a closure",
    "for body with an effect",
    "for body that fills a collection",
    "effect between chains over numbers",
    "vec of one value",
    "copy of an array",
    "room for an array",
    "array made in a block",
    "half of two arrays",
    "another name of an array",
    "view of an array made here",
    "type from another place",
    "loop nest over rows",
    "loop nest of counters",
    "loop nest of three",
    "chain in a loop nest",
    "inner loop left early",
    "rows changed in place",
    "chain over rows",
    "elements of rows",
    "write of one value",
    "chain over what is written",
    "two-dimensional generate",
    "product of two sources",
    "zip of products",
    "loop nest over a generate",
    "while loop that pushes",
    "method of &mut self",
    "method of &self",
    "method of self",
    "method of self in a worker",
    "field that a chain gives",
    "element of a field",
    "field that counts",
    "array of a field changed",
    "for body that changes fields",
    "push to a field",
    "loop that ends by a field",
    "field changed in place",
    "while loop that changes fields",
    "fields changed by a counter",
    "search beside a field",
    "another name of a field",
    "field in step with an array",
    "field that is added to",
    "field that is pushed to",
    "elements taken out of a field",
    "option in a field",
    "array that a method lends",
    "place that is found in a field",
];

#[test]
fn every_construct_occurs() {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in 0..FUNCTIONS {
        for construct in Function::generate(seed).constructs() {
            *counts.entry(construct).or_default() += 1;
        }
    }
    for (construct, count) in &counts {
        println!("{count:6} {construct}");
    }
    let mut wanted: BTreeSet<String> = rows().into_iter().collect();
    assert!(wanted.len() > 100, "{wanted:?}");
    for row in NOT_OF_STD.iter().chain(&["position_max", "position_min"]) {
        assert!(wanted.remove(*row), "no such row: {row}");
    }
    // Those of ndarray are of a crate that the functions do without.
    wanted.retain(|row| !row.starts_with("matrix."));
    let ours: BTreeSet<String> = OURS.iter().map(|&row| row.to_owned()).collect();
    for count in counts.keys() {
        assert!(
            wanted.contains(*count) || ours.contains(*count),
            "counted, and in no table: {count}"
        );
    }
    wanted.extend(ours);
    let rare: Vec<&String> = wanted
        .iter()
        .filter(|row| counts.get(row.as_str()).copied().unwrap_or(0) < LEAST)
        .collect();
    assert!(rare.is_empty(), "too rare: {rare:?}");
}

#[test]
fn a_seed_is_a_function_for_ever() {
    for seed in (0..FUNCTIONS).step_by(50) {
        let function = Function::generate(seed);
        assert_eq!(function, Function::generate(seed));
        assert_eq!(function.text("f"), Function::generate(seed).text("f"));
    }
}

#[test]
fn text_parses() {
    for seed in 0..FUNCTIONS {
        let function = Function::generate(seed);
        let text = function.text("f");
        let item = syn::parse_str::<syn::ItemFn>(&text)
            .unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        assert_eq!(item.sig.inputs.len(), function.parameters().len());
        assert!(
            item.attrs.len() <= 1 && item.block.stmts.len() > 1,
            "{text}"
        );
    }
}

#[test]
fn shrinks_are_smaller_and_parse() {
    let mut most = 0;
    for seed in (0..FUNCTIONS).step_by(100) {
        let function = Function::generate(seed);
        let size = function.raw_text("f").len();
        let smaller = function.smaller();
        most = most.max(smaller.len());
        let mut last = 0;
        for candidate in smaller {
            let text = candidate.raw_text("f");
            assert!(text.len() < size && text.len() >= last, "seed {seed}");
            last = text.len();
            syn::parse_str::<syn::ItemFn>(&text)
                .unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        }
    }
    assert!(most > 20);
}

#[test]
fn shrinking_ends_at_almost_nothing() {
    for seed in (0..FUNCTIONS).step_by(400) {
        let mut function = Function::generate(seed);
        while let Some(smallest) = function.smaller().into_iter().next() {
            function = smallest;
        }
        assert!(function.raw_text("f").len() < 120, "{}", function.text("f"));
    }
}
