//! Subjects -> verdicts: writes, builds and runs them, and lays at each one's door what is its own.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use fuse_differential_support::compare::Form;

use super::cargo::{Built, Diagnostic, build};
use super::{Machine, Profile, Subject, Verdict, program, watch};

/// The verdict on each subject, by its index, in one profile.
///
/// `name` is that of the directory in which the programs are written.
///
/// # Errors
/// When files cannot be written, cargo cannot be started, or what it says cannot be laid at any
/// function's door.
pub fn check(
    machine: &Machine,
    name: &str,
    subjects: &[Subject],
    profile: Profile,
) -> io::Result<BTreeMap<usize, Verdict>> {
    let mut verdicts = BTreeMap::new();
    let all: Vec<&Subject> = subjects.iter().collect();
    check_into(machine, name, &all, profile, &mut verdicts)?;
    // Silence is no agreement.
    match subjects
        .iter()
        .find(|subject| !verdicts.contains_key(&subject.index))
    {
        Some(subject) => Err(io::Error::other(format!(
            "nothing was found out about function {}",
            subject.index
        ))),
        None => Ok(verdicts),
    }
}

fn check_into(
    machine: &Machine,
    name: &str,
    subjects: &[&Subject],
    profile: Profile,
    verdicts: &mut BTreeMap<usize, Verdict>,
) -> io::Result<()> {
    // As many crates as keep all cores busy, of at most the size that compiles best.
    let crates = subjects
        .len()
        .div_ceil(machine.functions_per_crate.max(1))
        .max(machine.jobs.min(subjects.len().div_ceil(4)))
        .max(1);
    let mut members: Vec<Vec<&Subject>> = vec![Vec::new(); crates];
    for (i, subject) in subjects.iter().enumerate() {
        members[i % crates].push(subject);
    }
    loop {
        members.retain(|subjects| !subjects.is_empty());
        if members.is_empty() {
            return Ok(());
        }
        let functions = members.iter().map(Vec::len).sum();
        let root = program::write_workspace(machine, name, &members)?;
        let start = Instant::now();
        let built = build(machine, &root, profile, functions)?;
        machine.say(&format!(
            "    {functions} functions in {} crates compiled in {:.1} s ({profile})",
            members.len(),
            start.elapsed().as_secs_f64()
        ));
        let rejected = rejected(&built.diagnostics);
        if rejected.is_empty() {
            return finish(machine, name, &members, profile, &built, verdicts);
        }
        machine.say(&format!(
            "    {} do not compile; the others go on",
            rejected.len()
        ));
        for subjects in &mut members {
            subjects.retain(|subject| !rejected.contains_key(&subject.index));
        }
        verdicts.extend(rejected);
    }
}

/// What is wrong with functions that do not compile.
fn rejected(diagnostics: &[Diagnostic]) -> BTreeMap<usize, Verdict> {
    let mut errors: BTreeMap<usize, Vec<(Form, &Diagnostic)>> = BTreeMap::new();
    for diagnostic in diagnostics.iter().filter(|diagnostic| diagnostic.error) {
        if let Some((index, form)) = diagnostic.place {
            errors.entry(index).or_default().push((form, diagnostic));
        }
    }
    errors
        .into_iter()
        .map(|(index, errors)| {
            let plain = errors.iter().any(|(form, _)| *form == Form::Plain);
            let mine: Vec<&Diagnostic> = errors
                .iter()
                .filter(|(form, _)| !plain || *form == Form::Plain)
                .map(|(_, diagnostic)| *diagnostic)
                .collect();
            let text = texts(&mine);
            let verdict = if plain {
                Verdict::Defect(text)
            } else {
                let codes = mine.iter().map(|diagnostic| diagnostic.code.clone());
                Verdict::Rejected {
                    codes: codes.collect::<BTreeSet<_>>().into_iter().collect(),
                    text,
                }
            };
            (index, verdict)
        })
        .collect()
}

fn texts(diagnostics: &[&Diagnostic]) -> String {
    let shown = diagnostics.iter().take(4).map(|d| d.text.trim_end());
    let mut text = shown.collect::<Vec<_>>().join("\n");
    if diagnostics.len() > 4 {
        text.push_str(&format!("\n.. and {} more", diagnostics.len() - 4));
    }
    text
}

/// Lints that fire more often on the fused form than on the plain one.
fn warned(diagnostics: &[Diagnostic]) -> BTreeMap<usize, Verdict> {
    let mut counts: BTreeMap<(usize, &str), (i32, Vec<&Diagnostic>)> = BTreeMap::new();
    for diagnostic in diagnostics.iter().filter(|diagnostic| !diagnostic.error) {
        if let Some((index, form)) = diagnostic.place {
            let count = counts.entry((index, &diagnostic.code)).or_default();
            match form {
                Form::Plain => count.0 -= 1,
                Form::Fused => {
                    count.0 += 1;
                    count.1.push(diagnostic);
                }
            }
        }
    }
    let mut warned = BTreeMap::new();
    for ((index, lint), (_, diagnostics)) in counts.into_iter().filter(|(_, (n, _))| *n > 0) {
        let verdict = warned.entry(index).or_insert_with(|| Verdict::Warned {
            lints: Vec::new(),
            text: String::new(),
        });
        if let Verdict::Warned { lints, text } = verdict {
            lints.push(lint.to_owned());
            text.push_str(&texts(&diagnostics));
        }
    }
    warned
}

/// No function has an error of its own: runs what was built; what was not is searched by halves.
fn finish(
    machine: &Machine,
    name: &str,
    members: &[Vec<&Subject>],
    profile: Profile,
    built: &Built,
    verdicts: &mut BTreeMap<usize, Verdict>,
) -> io::Result<()> {
    verdicts.extend(run_all(machine, members, built)?);
    discard(built);
    for (index, warning) in warned(&built.diagnostics) {
        // A function that also computes something else fails for that first.
        match verdicts.get(&index) {
            Some(verdict) if verdict.fails() => {}
            _ => {
                verdicts.insert(index, warning);
            }
        }
    }
    let unbuilt = (0..members.len())
        .filter(|number| built.executables.iter().all(|(built, _)| built != number))
        .flat_map(|number| members[number].iter().copied())
        .collect::<Vec<_>>();
    match unbuilt[..] {
        [] => Ok(()),
        [subject] => {
            let verdict = unattributed(machine, name, subject, profile, built)?;
            verdicts.insert(subject.index, verdict);
            Ok(())
        }
        _ => {
            machine.say(&format!(
                "    {} functions did not compile for a reason that has no place; searching",
                unbuilt.len()
            ));
            let (left, right) = unbuilt.split_at(unbuilt.len() / 2);
            check_into(machine, name, left, profile, verdicts)?;
            check_into(machine, name, right, profile, verdicts)
        }
    }
}

/// The verdict on a function that alone breaks or stops rustc.
fn unattributed(
    machine: &Machine,
    name: &str,
    subject: &Subject,
    profile: Profile,
    built: &Built,
) -> io::Result<Verdict> {
    let places = built.diagnostics.iter().filter(|d| d.error);
    let mut text = texts(&places.collect::<Vec<_>>());
    if text.is_empty() {
        text.clone_from(&built.output);
    }
    let innocent = Subject {
        fused: subject.plain.clone(),
        ..subject.clone()
    };
    let root = program::write_workspace(machine, name, &[vec![&innocent]])?;
    if build(machine, &root, profile, 1)?.executables.is_empty() {
        return Ok(Verdict::Defect(text));
    }
    Ok(if built.timed_out {
        Verdict::Hung("compiling it does not end".to_owned())
    } else {
        Verdict::Rejected {
            codes: Vec::new(),
            text,
        }
    })
}

/// Deletes executables, and what else was built of their crates: nobody needs them again. What
/// cannot be deleted is only in the way.
fn discard(built: &Built) {
    for (_, executable) in &built.executables {
        let Some(package) = executable.file_stem().and_then(|stem| stem.to_str()) else {
            continue;
        };
        let krate = format!("{}-", package.replace('-', "_"));
        let package = format!("{package}-");
        for (folder, prefix) in [("deps", &krate), (".fingerprint", &package)] {
            let entries = fs::read_dir(executable.with_file_name(folder)).into_iter();
            for entry in entries.flatten().flatten() {
                if entry.file_name().to_string_lossy().starts_with(prefix) {
                    let _ = match entry.file_type() {
                        Ok(kind) if kind.is_dir() => fs::remove_dir_all(entry.path()),
                        _ => fs::remove_file(entry.path()),
                    };
                }
            }
        }
        let _ = fs::remove_file(executable);
        let _ = fs::remove_file(executable.with_extension("d"));
    }
}

/// Runs all executables, several at once.
fn run_all(
    machine: &Machine,
    members: &[Vec<&Subject>],
    built: &Built,
) -> io::Result<Vec<(usize, Verdict)>> {
    let patience = Duration::from_secs(machine.run_seconds);
    let waiting: Mutex<Vec<&(usize, PathBuf)>> = Mutex::new(built.executables.iter().collect());
    let results = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..machine.jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let next = waiting.lock().ok().and_then(|mut waiting| waiting.pop());
                    let Some((number, executable)) = next else {
                        break;
                    };
                    let Some(subjects) = members.get(*number) else {
                        continue;
                    };
                    let indices: Vec<usize> = subjects.iter().map(|s| s.index).collect();
                    let result = watch::run(executable, &indices, patience);
                    if let Ok(mut results) = results.lock() {
                        results.push(result);
                    }
                }
            });
        }
    });
    let results = results.into_inner().unwrap_or_default();
    let mut verdicts = Vec::new();
    for result in results {
        verdicts.extend(result?);
    }
    Ok(verdicts)
}
