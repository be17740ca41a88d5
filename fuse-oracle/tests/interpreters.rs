//! Random programs as they were written against the same fused: clustering, loops and schedule, run
//! by interpreters instead of rustc. More of them, and what fails made small:
//! `cargo run --profile hunt -p fuse-oracle --example interpret -- --count 100000 --seed 1`.

use fuse_compiler::internals::cnf::{Combinator, Length, OpaqueKind, Program, SizeFact, ValueKind};
use fuse_oracle::examples;
use fuse_oracle::interpret::{self, Settings, Tally, Written, random};
use std::collections::BTreeSet;

const PROGRAMS: u64 = 2_000;

#[test]
fn fused_programs_compute_what_they_did_as_written() {
    let settings = Settings::default();
    let mut tally = Tally::default();
    for seed in 0..PROGRAMS {
        let written = random::program(seed, random::chains(seed));
        assert_eq!(written.program.verify(), Ok(()), "seed {seed}");
        if interpret::check(&written, &settings, &mut tally).is_ok() {
            continue;
        }
        let failure = |written: &Written| {
            let failure = interpret::check(written, &settings, &mut Tally::default());
            failure.err().map(|failure| failure.expected.is_ok())
        };
        let kind = failure(&written);
        let smallest = interpret::shrink(&written, &|written| failure(written) == kind);
        if let Err(failure) = interpret::check(&smallest, &settings, &mut Tally::default()) {
            panic!("seed {seed}, made small:\n{failure}");
        }
    }
    // Otherwise little is checked.
    assert!(tally.fused * 5 > tally.programs * 2, "{tally:?}");
    assert!(tally.left * 4 < tally.runs, "{tally:?}");
}

#[test]
fn the_programs_of_the_papers_compute_what_they_did_as_written() {
    for program in [
        examples::normalize2(),
        examples::normalize_inc(),
        examples::closest_points(),
        examples::quadtree_bounds(),
        examples::quadtree_go(),
        examples::quickhull(),
        examples::normalise2_scan(),
        examples::normalise2_expanded(),
    ] {
        let settings = Settings {
            every: 7,
            ..Settings::default()
        };
        let mut tally = Tally::default();
        let written = Written::of(&program);
        if let Err(failure) = interpret::check(&written, &settings, &mut tally) {
            panic!("{failure}");
        }
        assert!(tally.clusterings > 0, "{program}");
    }
}

/// What a random program may hold is held by some.
#[test]
fn the_random_programs_hold_everything() {
    let mut seen = BTreeSet::new();
    for seed in 0..PROGRAMS {
        let written = random::program(seed, random::chains(seed));
        let Program {
            bindings,
            facts,
            precedences,
            crossings,
            updates,
            ..
        } = &written.program;
        for binding in bindings {
            let combinator = match binding.combinator() {
                Combinator::Map if binding.inputs.len() > 1 => "map of several",
                Combinator::Map => "map",
                Combinator::Zip => "zip",
                Combinator::Filter => "filter",
                Combinator::Scan => "scan",
                Combinator::Generate => {
                    lengths(&binding.length, &mut seen);
                    "generate"
                }
                Combinator::Cross => "cross",
                Combinator::Fold => "fold",
                Combinator::Opaque(OpaqueKind::Wall) => "wall",
                Combinator::Opaque(_) => "transparent",
            };
            seen.insert(combinator);
            if !binding.is_opaque() {
                seen.extend(binding.worker.mentions.iter().map(|captured| {
                    match written.program.value(*captured).kind {
                        ValueKind::Scalar => "captured scalar",
                        ValueKind::Array => "captured array",
                    }
                }));
            }
            if binding.solitary.is_some() {
                seen.insert("solitary");
            }
        }
        for fact in facts {
            seen.insert(match fact {
                SizeFact::Equal(..) => "equal",
                SizeFact::Known(..) => "known",
                SizeFact::Below(..) => "below",
                SizeFact::Same(..) => "same",
            });
        }
        let declared = |value: &_| written.program.value(*value).name.as_str();
        let declares = written.statements.iter().flat_map(|s| &s.declares);
        let mut declares: Vec<&str> = declares.map(declared).collect();
        let all = declares.len();
        declares.sort_unstable();
        declares.dedup();
        for (holds, what) in [
            (!precedences.is_empty(), "precedence"),
            (!crossings.is_empty(), "crossing"),
            (!updates.is_empty(), "update"),
            (declares.len() < all, "shadowed name"),
            (!written.lengths.is_empty(), "length alone"),
            (!written.kept.is_empty(), "kept"),
        ] {
            if holds {
                seen.insert(what);
            }
        }
    }
    assert_eq!(seen.len(), 31, "{seen:?}");
}

fn lengths(length: &Length, seen: &mut BTreeSet<&'static str>) {
    seen.insert(match length {
        Length::Known(_) => "length known",
        Length::Unknown => "length unknown",
        Length::Of(_) => "length of",
        Length::Less(..) => "length less",
        Length::Least(_) => "length least",
        Length::Sum(_) => "length sum",
        Length::Ratio { .. } => "length ratio",
        Length::Span { .. } => "length span",
    });
}
