//! Many functions -> the table, and each failure, shrunk, in full.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::time::Instant;

use crate::Function;

use super::reduce::reduce;
use super::{Machine, Profile, Subject, Verdict, check, report};

/// A function that can be written down and shrunk.
pub trait Program: Clone + PartialEq {
    /// The whole item, called `name`.
    fn text(&self, name: &str) -> String;
    /// The types of its parameters as written.
    fn parameters(&self) -> Vec<String>;
    /// Functions that are shorter, the biggest cuts first.
    fn smaller(&self) -> Vec<Self>;
    /// Both forms of it.
    fn subject(&self, index: usize, name: &str, attribute: &str) -> Subject {
        Subject::law(index, name, &self.text(name), &self.parameters(), attribute)
    }
}

impl Program for Function {
    fn text(&self, name: &str) -> String {
        self.text(name)
    }

    fn parameters(&self) -> Vec<String> {
        self.parameters()
    }

    fn smaller(&self) -> Vec<Self> {
        self.smaller()
    }
}

/// What is tested and how.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// Where the functions come from, for whoever wants to see one again.
    pub seed: u64,
    /// In which profiles.
    pub profiles: Vec<Profile>,
    /// What stands above the fused form.
    pub attribute: String,
    /// How many failures are shrunk at most.
    pub reductions: usize,
    /// How many crates a reduction may compile.
    pub batches: usize,
    /// How many functions are compiled before any of them is run.
    pub portion: usize,
}

impl Campaign {
    /// Of the functions of a seed, in both profiles.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            seed,
            profiles: vec![Profile::Debug, Profile::Release],
            attribute: "#[loopfuse::fuse]".to_owned(),
            reductions: 6,
            batches: 60,
            portion: 200,
        }
    }

    /// The seed of one function: those of neighbouring seeds have nothing in common.
    #[must_use]
    pub fn seed_of(&self, index: usize) -> u64 {
        let mut z = self
            .seed
            .wrapping_mul(0xd129_0fa3_6af1_5b1d)
            .wrapping_add((index as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A program as the machine takes it.
    #[must_use]
    pub fn subject<P: Program>(&self, index: usize, program: &P) -> Subject {
        program.subject(index, &format!("f{index:04}"), &self.attribute)
    }

    /// Checks all programs.
    ///
    /// # Errors
    /// When the machine itself cannot work; see [`check()`].
    pub fn run<P: Program>(
        &self,
        machine: &Machine,
        programs: &[(usize, P)],
    ) -> io::Result<Outcome> {
        let start = Instant::now();
        let mut verdicts: Vec<(Profile, BTreeMap<usize, Verdict>)> = self
            .profiles
            .iter()
            .map(|p| (*p, BTreeMap::new()))
            .collect();
        for (number, portion) in programs.chunks(self.portion.max(1)).enumerate() {
            let name = format!("{}/{number}", self.seed);
            let mut subjects: Vec<Subject> = portion
                .iter()
                .map(|(index, program)| self.subject(*index, program))
                .collect();
            for (profile, verdicts) in &mut verdicts {
                let found = check(machine, &name, &subjects, *profile)?;
                // What does not compile does not compile in any profile.
                subjects.retain(|subject| {
                    found.get(&subject.index).is_some_and(|verdict| {
                        !matches!(verdict, Verdict::Rejected { .. } | Verdict::Defect(_))
                    })
                });
                verdicts.extend(found);
            }
            let done = (number * self.portion + portion.len()).min(programs.len());
            let mut failed = BTreeSet::new();
            for (_, verdicts) in &verdicts {
                failed.extend(verdicts.iter().filter(|(_, v)| v.fails()).map(|(i, _)| *i));
            }
            machine.say(&format!(
                "{done} of {} functions after {:.0} s, {} failed",
                programs.len(),
                start.elapsed().as_secs_f64(),
                failed.len()
            ));
        }
        let mut outcome = Outcome {
            table: report::table(&verdicts),
            failures: Vec::new(),
        };
        let programs: BTreeMap<usize, &P> = programs.iter().map(|(i, p)| (*i, p)).collect();
        let mut shown = BTreeSet::new();
        for (profile, verdicts) in &verdicts {
            for (index, verdict) in verdicts.iter().filter(|(_, verdict)| verdict.fails()) {
                if let Some(program) = programs.get(index).filter(|_| shown.insert(*index)) {
                    outcome.failures.push(Failure {
                        index: *index,
                        profile: *profile,
                        signature: verdict.signature(),
                        text: self.failure(
                            machine,
                            *index,
                            *program,
                            *profile,
                            verdict,
                            shown.len(),
                        )?,
                    });
                }
            }
        }
        Ok(outcome)
    }

    /// One failure, shrunk if it is among the first.
    fn failure<P: Program>(
        &self,
        machine: &Machine,
        index: usize,
        program: &P,
        profile: Profile,
        verdict: &Verdict,
        number: usize,
    ) -> io::Result<String> {
        let whole = self.subject(index, program);
        // What is wrong with the generator is seen in what it wrote.
        if number > self.reductions || verdict.kind() == "defect" {
            return Ok(report::failure(
                self.seed, &whole, profile, verdict, "", None,
            ));
        }
        machine.say(&format!(
            "shrinking {index}: {} ({profile})",
            verdict.signature()
        ));
        let wanted = verdict.signature();
        let quiet = Machine {
            progress: false,
            run_seconds: machine.run_seconds.min(10),
            ..machine.clone()
        };
        let name = format!("{}/shrinking", self.seed);
        let mut last = verdict.clone();
        let start = Instant::now();
        let (least, effort) = reduce(
            program,
            4 * machine.jobs,
            self.batches,
            P::smaller,
            |batch: &[P]| -> io::Result<Vec<bool>> {
                let subjects: Vec<Subject> = batch
                    .iter()
                    .enumerate()
                    .map(|(i, program)| self.subject(i, program))
                    .collect();
                let mut verdicts = check(&quiet, &name, &subjects, profile)?;
                let fails: Vec<bool> = (0..batch.len())
                    .map(|i| verdicts.get(&i).is_some_and(|v| v.signature() == wanted))
                    .collect();
                if let Some(first) = fails.iter().position(|fails| *fails) {
                    last = verdicts.remove(&first).unwrap_or_else(|| last.clone());
                }
                Ok(fails)
            },
        )?;
        let shrunk = format!(
            "; shrunk by {} cuts ({} candidates in {} batches, {:.0} s{})",
            effort.cuts,
            effort.tried,
            effort.batches,
            start.elapsed().as_secs_f64(),
            if effort.cut_off {
                ", not to the end"
            } else {
                ""
            },
        );
        let subject = self.subject(index, &least);
        Ok(report::failure(
            self.seed,
            &subject,
            profile,
            &last,
            &shrunk,
            Some(&whole),
        ))
    }
}

/// One failure, ready to be shown.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Which function.
    pub index: usize,
    /// In which profile it was seen first.
    pub profile: Profile,
    /// What failures of one cause have in common.
    pub signature: String,
    /// All that is known.
    pub text: String,
}

/// What came of a campaign.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The counts.
    pub table: String,
    /// Each function that failed.
    pub failures: Vec<Failure>,
}
