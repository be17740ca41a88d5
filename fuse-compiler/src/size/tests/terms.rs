//! Size terms: what the module calls equal is equal, under every assignment.

use crate::cnf::{Length, Program, ProgramBuilder, SizeFact, ValueId};
use crate::size::term::literal;
use crate::size::{Size, infer};

const TEXTS: [&str; 6] = ["n", "m", "1", "2", "3_usize", "7"];

/// A xorshift, so that every run tries the same.
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % bound
    }
}

/// The lengths of variables, and of the names `n` and `m`.
struct Assignment {
    variables: Vec<u64>,
    names: [u64; 2],
}

impl Assignment {
    fn random(random: &mut Random) -> Assignment {
        let mut length = || random.below(9) as u64;
        Assignment {
            variables: vec![length(), length(), length()],
            // A divisor is not zero.
            names: [length() + 1, length() + 1],
        }
    }

    fn text(&self, text: &str) -> u64 {
        match text {
            "n" => self.names[0],
            "m" => self.names[1],
            number => literal(number).unwrap(),
        }
    }

    /// What a size in normal form denotes.
    fn of(&self, size: &Size) -> u64 {
        match size {
            Size::Variable(variable) => self.variables[*variable],
            Size::Known(text) => self.text(text),
            Size::Min(parts) => parts.iter().map(|part| self.of(part)).min().unwrap(),
            Size::Product(a, b) => self.of(a) * self.of(b),
            Size::Less(of, texts) => {
                let less: u64 = texts.iter().map(|text| self.text(text)).sum();
                self.of(of).saturating_sub(less)
            }
            Size::Sum(parts) => parts.iter().map(|part| self.of(part)).sum(),
            Size::Ratio { of, by, up } => ratio(self.of(of), self.text(by), *up),
        }
    }
}

fn ratio(of: u64, by: u64, up: bool) -> u64 {
    if up { of.div_ceil(by) } else { of / by }
}

/// A random term, and what the same steps make of lengths.
fn grow(random: &mut Random, assignments: &[Assignment], depth: usize) -> (Size, Vec<u64>) {
    let text = TEXTS[random.below(TEXTS.len())];
    let each = |of: &dyn Fn(usize, &Assignment) -> u64| {
        let values = assignments.iter().enumerate();
        values.map(|(index, a)| of(index, a)).collect::<Vec<u64>>()
    };
    let step = if depth == 0 { 0 } else { random.below(8) };
    if step < 2 {
        return match random.below(4) {
            0 => (Size::known(text), each(&|_, a| a.text(text))),
            more => (
                Size::Variable(more - 1),
                each(&|_, a| a.variables[more - 1]),
            ),
        };
    }
    let (of, length) = grow(random, assignments, depth - 1);
    match step {
        2 | 3 => {
            let values = each(&|index, a| length[index].saturating_sub(a.text(text)));
            (Size::less(of, text), values)
        }
        4 => {
            let up = random.below(2) == 0;
            let values = each(&|index, a| ratio(length[index], a.text(text), up));
            (Size::ratio(of, text, up), values)
        }
        _ => {
            let (other, lengths) = grow(random, assignments, depth - 1);
            match step {
                5 => (
                    Size::min([of, other]).unwrap(),
                    each(&|index, _| length[index].min(lengths[index])),
                ),
                6 => (
                    Size::sum([of, other]),
                    each(&|index, _| length[index] + lengths[index]),
                ),
                _ => (
                    Size::product(of, other),
                    each(&|index, _| length[index] * lengths[index]),
                ),
            }
        }
    }
}

#[test]
fn normal_forms_denote_what_was_written() {
    let mut random = Random::new(1);
    let assignments: Vec<Assignment> = (0..8).map(|_| Assignment::random(&mut random)).collect();
    for _ in 0..5_000 {
        let (size, lengths) = grow(&mut random, &assignments, 4);
        let denoted: Vec<u64> = assignments.iter().map(|a| a.of(&size)).collect();
        assert_eq!(denoted, lengths, "{size:?}");
        let again = size.substitute(&mut Size::Variable);
        assert_eq!(again, size, "a normal form is its own normal form");
    }
}

#[test]
fn what_is_called_no_longer_is_no_longer() {
    let mut random = Random::new(2);
    let assignments: Vec<Assignment> = (0..8).map(|_| Assignment::random(&mut random)).collect();
    let mut yes = 0;
    for _ in 0..10_000 {
        let (a, short) = grow(&mut random, &assignments, 3);
        let (b, long) = grow(&mut random, &assignments, 3);
        if a.at_most(&b) {
            yes += 1;
            assert!(short.iter().zip(&long).all(|(a, b)| a <= b), "{a:?} {b:?}");
        }
    }
    assert!(yes > 500, "{yes}");
}

#[test]
fn ranges_have_the_lengths_that_rust_gives_them() {
    let length = |start: i64, end: i64, inclusive: bool| -> u64 {
        (start..end + i64::from(inclusive)).count() as u64
    };
    for n in -3_i64..9 {
        let assignment = Assignment {
            variables: Vec::new(),
            names: [n.max(0).unsigned_abs(), 0],
        };
        for start in 0..4 {
            for inclusive in [false, true] {
                let size = Size::span(&start.to_string(), "n", inclusive);
                if let Size::Known(opaque) = &size
                    && opaque.contains("..")
                {
                    assert!(start == 0 && inclusive, "{opaque}");
                    continue;
                }
                assert_eq!(
                    assignment.of(&size),
                    length(start, n, inclusive),
                    "{size:?}"
                );
                let number = Size::span(&start.to_string(), "5", inclusive);
                assert_eq!(assignment.of(&number), length(start, 5, inclusive));
            }
        }
    }
    assert_eq!(Size::span("n", "m", false), Size::span("n", "m", false));
    assert_ne!(Size::span("n", "m", false), Size::span("n", "m", true));
    // A start below zero is no literal: it adds elements where `Less` takes them away.
    assert_eq!(Size::span("-1", "n", false), Size::Known("-1..n".into()));
}

#[test]
fn terms_print_as_the_scheme_has_them() {
    let mut b = ProgramBuilder::new("f");
    let xs = b.parameter_array("xs");
    let ys = b.parameter_array("ys");
    let of = |value| Box::new(Length::Of(value));
    let lengths = [
        ("tail", Length::Less(of(xs), "1".into())),
        (
            "windows",
            Length::Least(vec![Length::Less(of(xs), "2".into()), Length::Of(xs)]),
        ),
        (
            "both",
            Length::Sum(vec![
                Length::Of(ys),
                Length::Known("2".into()),
                Length::Of(xs),
            ]),
        ),
        (
            "chunks",
            Length::Ratio {
                of: Box::new(Length::Less(of(xs), "n".into())),
                by: "4".into(),
                up: true,
            },
        ),
        (
            "first",
            Length::Least(vec![Length::Of(xs), Length::Known("5".into())]),
        ),
        (
            "inner",
            Length::Span {
                start: "1".into(),
                end: "n".into(),
                inclusive: false,
            },
        ),
    ];
    let made = lengths.map(|(name, length)| b.generate(name, length, &[]));
    let pairs = b.cross("pairs", made[0], made[2]);
    b.results(&made).results(&[pairs]);
    let program = b.finish();
    let scheme = infer(&program).unwrap().scheme(&program).to_string();
    assert_eq!(
        scheme,
        "forall k k1. (xs: k, ys: k1) -> (tail: k - 1, windows: k - 2, both: k ++ k1 ++ 2, \
         chunks: ceil((k - n) / 4), first: min(k, 5), inner: n - 1, \
         pairs: (k - 1) * (k ++ k1 ++ 2))"
    );
    let text = program.to_string();
    assert!(text.contains("generate (|xs| - 1) (f_tail)"), "{text}");
    assert!(
        text.contains("generate ((|xs| - n) /^ 4) (f_chunks)"),
        "{text}"
    );
}

#[test]
fn a_fact_about_terms_relates_what_it_can_and_nothing_else() {
    let sizes = |facts: &dyn Fn(ValueId, ValueId) -> SizeFact| {
        let mut b = ProgramBuilder::new("f");
        let xs = b.parameter_array("xs");
        let ys = b.parameter_array("ys");
        b.fact(facts(xs, ys));
        infer(&b.finish()).unwrap().to_string()
    };
    let less = |value, text: &str| Length::Less(Box::new(Length::Of(value)), text.to_owned());
    let more = |value| Length::Sum(vec![Length::Of(value), Length::Known("1".into())]);
    assert_eq!(
        sizes(&|xs, ys| SizeFact::Same(Length::Of(xs), less(ys, "1"))),
        "xs: k - 1\nys: k"
    );
    // Both may be empty.
    assert_eq!(
        sizes(&|xs, ys| SizeFact::Same(less(xs, "1"), less(ys, "1"))),
        "xs: k\nys: k1"
    );
    assert_eq!(
        sizes(&|xs, ys| SizeFact::Same(more(xs), more(ys))),
        "xs: k\nys: k"
    );
    assert_eq!(
        sizes(&|xs, _| SizeFact::Same(Length::Of(xs), less(xs, "1"))),
        "xs: k\nys: k1"
    );
}

#[test]
fn sizes_stay_small_however_arrays_are_chained() {
    let mut b = ProgramBuilder::new("f");
    let mut last = b.parameter_array("xs");
    for index in 0..60 {
        let both = Length::Sum(vec![Length::Of(last), Length::Of(last)]);
        last = b.generate(&format!("v{index}"), both, &[]);
        last = b.cross(&format!("w{index}"), last, last);
    }
    let program = b.finish();
    let sizes = infer(&program).unwrap();
    assert!(sizes.of(last).is_some_and(|size| size.weight() <= 64));

    // Facts too: each array is as long as the next twice.
    let mut b = ProgramBuilder::new("g");
    let arrays: Vec<ValueId> = (0..40)
        .map(|index| b.parameter_array(&format!("a{index}")))
        .collect();
    for pair in arrays.windows(2) {
        let both = Length::Sum(vec![Length::Of(pair[1]), Length::Of(pair[1])]);
        b.fact(SizeFact::Same(Length::Of(pair[0]), both));
    }
    let sizes = infer(&b.finish()).unwrap();
    assert!(sizes.of(arrays[0]).is_some_and(|size| size.weight() <= 64));
}

/// A length over arrays, and what it is for given lengths of those.
fn length(
    random: &mut Random,
    arrays: &[(ValueId, u64)],
    assignment: &Assignment,
    depth: usize,
) -> (Length, u64) {
    let text = TEXTS[random.below(TEXTS.len())].to_owned();
    let by = assignment.text(&text);
    if depth == 0 || random.below(3) == 0 {
        return match random.below(4) {
            0 => (Length::Known(text), by),
            _ => {
                let (array, length) = arrays[random.below(arrays.len())];
                (Length::Of(array), length)
            }
        };
    }
    let (of, first) = length(random, arrays, assignment, depth - 1);
    let (other, second) = length(random, arrays, assignment, depth - 1);
    match random.below(5) {
        0 | 1 => (Length::Less(Box::new(of), text), first.saturating_sub(by)),
        2 => (Length::Least(vec![of, other]), first.min(second)),
        3 => (Length::Sum(vec![of, other]), first + second),
        _ => {
            let up = random.below(2) == 0;
            let of = Box::new(of);
            (Length::Ratio { of, by: text, up }, ratio(first, by, up))
        }
    }
}

/// A program that makes arrays of random lengths, with facts that hold for the lengths returned.
fn program(seed: u64) -> (Program<'static>, Vec<(ValueId, u64)>) {
    let mut random = Random::new(seed);
    let assignment = Assignment::random(&mut random);
    let mut b = ProgramBuilder::new("f");
    let mut arrays: Vec<(ValueId, u64)> = (0..4)
        .map(|index| {
            let length = random.below(4) as u64;
            (b.parameter_array(&format!("p{index}")), length)
        })
        .collect();
    for index in 0..12 {
        let name = format!("v{index}");
        let (input, long) = arrays[random.below(arrays.len())];
        let made = match random.below(6) {
            0 => (
                b.filter(&name, input, &[]),
                random.below(long as usize + 1) as u64,
            ),
            1 => {
                let (other, short) = arrays[random.below(arrays.len())];
                (b.zip(&name, &[input, other]), long.min(short))
            }
            2 => (b.map(&name, &[input], &[]), long),
            _ => {
                let (text, long) = length(&mut random, &arrays, &assignment, 3);
                (b.generate(&name, text, &[]), long)
            }
        };
        arrays.push(made);
    }
    // Facts that are true: of many random pairs of terms, those that happen to be equal.
    for _ in 0..60 {
        let (left, a) = length(&mut random, &arrays, &assignment, 2);
        let (right, b_) = length(&mut random, &arrays, &assignment, 2);
        if a == b_ {
            b.fact(SizeFact::Same(left, right));
        }
    }
    (b.finish(), arrays)
}

#[test]
fn arrays_called_equally_long_are_so_wherever_the_facts_hold() {
    let mut equal = 0;
    for seed in 0..300 {
        let (program, arrays) = program(seed);
        let sizes = infer(&program).unwrap();
        for (index, (a, long)) in arrays.iter().enumerate() {
            for (b, other) in &arrays[..index] {
                if sizes.of(*a) == sizes.of(*b) {
                    equal += 1;
                    assert_eq!(long, other, "seed {seed}: {program}\n{sizes}");
                }
            }
        }
    }
    assert!(equal > 2_500, "{equal}");
}
