//! Subjects -> a workspace of crates, in which each function has a file for each form:
//! `c0/src/f0001/plain.rs`, `c0/src/f0001/fused.rs`, and `c0/src/f0001.rs` with what calls them.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::argument::Argument;
use super::{Machine, Subject};

/// What is above each form. Glob imports that nobody uses are no business of the function's.
const HEAD: &str = "#![allow(unsafe_op_in_unsafe_fn)]\n#[allow(unused_imports)]\nuse fuse_differential_support::prelude::*;\n\n";

/// How programs are compiled. Optimising the macro does not pay: at 40 ms a function, debug, it is
/// little of what rustc needs, and compiling it takes three times as long.
const PROFILES: &str = r#"
[profile.dev]
debug = false
incremental = false

[profile.dev.package.fuse-differential-support]
opt-level = 2

[profile.release]
incremental = false
"#;

/// Writes `text` if the file holds something else, so that cargo sees no change where there is none.
fn write(path: &Path, text: &str) -> io::Result<()> {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    fs::write(path, text)
}

/// The name of the crate number `number`.
#[must_use]
pub fn crate_name(number: usize) -> String {
    format!("c{number}")
}

/// What the crate of a number is called in the workspace `name`. Programs of all workspaces, of other
/// processes too, are built in one place, where none may take another's.
fn package_name(name: &str, number: usize) -> String {
    let word = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let name: String = name.chars().map(word).collect();
    format!("{}-{}-{name}", crate_name(number), std::process::id())
}

/// The number of the crate that is called so.
pub fn crate_number(package: &str) -> Option<usize> {
    package.strip_prefix('c')?.split('-').next()?.parse().ok()
}

/// The module of a function.
#[must_use]
pub fn module(index: usize) -> String {
    format!("f{index:04}")
}

/// Of a method, how it takes its struct, and the numbers of that.
fn owned(subject: &Subject) -> Option<(&str, &str)> {
    let (reference, rest) = subject.parameters.first()?.split_once("Owner<")?;
    Some((reference, rest.strip_suffix('>')?))
}

/// What a file holds: a form, and of a method the struct too.
fn file(subject: &Subject, form: &str) -> String {
    match owned(subject) {
        Some((_, number)) => format!(
            "{HEAD}fuse_differential_support::owner!({number});\n\nimpl Owner {{\n{form}\n}}\n"
        ),
        None => format!("{HEAD}{form}\n"),
    }
}

fn glue(subject: &Subject) -> String {
    let form = |form: &str| {
        let vouched = match subject.plain.contains("pub unsafe fn ") {
            true => "unsafe ",
            false => "",
        };
        let mut parameters = subject.parameters.clone();
        let mut owner = String::new();
        if let Some((reference, _)) = owned(subject) {
            parameters[0] = format!("{reference}{form}::Owner");
            owner = "::Owner".to_owned();
        }
        let path = format!("{vouched}{form}{owner}::{}", subject.name);
        Argument::glue(&path, &parameters).replace('\n', "\n        ")
    };
    format!(
        "mod fused;\nmod plain;\n\n#[allow(unused_imports)]\n\
         use fuse_differential_support::{{compare::Call, prelude::*, run::Comparison}};\n\n\
         pub(crate) fn run(comparison: &mut Comparison) {{\n    comparison.run(\n        \
         &mut {},\n        &mut {},\n    );\n}}\n",
        form("plain"),
        form("fused"),
    )
}

fn main_file(subjects: &[&Subject]) -> String {
    let mut text = String::new();
    for subject in subjects {
        let _ = writeln!(text, "mod {};", module(subject.index));
    }
    text.push_str("\nfn main() {\n    fuse_differential_support::run::main(&[\n");
    for subject in subjects {
        let index = subject.index;
        let _ = writeln!(text, "        ({index}, {}::run),", module(index));
    }
    text.push_str("    ]);\n}\n");
    text
}

/// Writes a workspace `name` below the work directory, one crate for each of `crates`, and gives its
/// path. Crates of an earlier workspace of this name are left where they are, and are no members.
///
/// # Errors
/// What writing files reports.
pub fn write_workspace(
    machine: &Machine,
    name: &str,
    crates: &[Vec<&Subject>],
) -> io::Result<PathBuf> {
    let root = machine.work.join(name);
    let members: Vec<String> = (0..crates.len())
        .map(|number| format!("{:?}", crate_name(number)))
        .collect();
    write(
        &root.join("Cargo.toml"),
        &format!(
            "[workspace]\nmembers = [{}]\nresolver = \"3\"\n{PROFILES}",
            members.join(", ")
        ),
    )?;
    // The versions of the project, which cargo has fetched; cargo takes out what is not needed.
    let lock = fs::read_to_string(machine.project.join("Cargo.lock"))?;
    let copied = root.join("Cargo.lock.project");
    if !fs::read_to_string(&copied).is_ok_and(|old| old == lock) {
        write(&root.join("Cargo.lock"), &lock)?;
        write(&copied, &lock)?;
    }
    for (number, subjects) in crates.iter().enumerate() {
        let package = package_name(name, number);
        let here = root.join(crate_name(number));
        write(
            &here.join("Cargo.toml"),
            &format!(
                "[package]\nname = {package:?}\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
                 [dependencies]\n\
                 loopfuse = {{ path = {:?} }}\n\
                 fuse-differential-support = {{ path = {:?} }}\n",
                machine.project, machine.support
            ),
        )?;
        for subject in subjects {
            let module = module(subject.index);
            let source = here.join("src");
            write(&source.join(format!("{module}.rs")), &glue(subject))?;
            for (form, text) in [("plain", &subject.plain), ("fused", &subject.fused)] {
                let path = source.join(&module).join(format!("{form}.rs"));
                write(&path, &file(subject, text))?;
            }
        }
        write(&here.join("src/main.rs"), &main_file(subjects))?;
    }
    Ok(root)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_tells_the_number_of_its_crate() {
        for number in [0, 7, 12] {
            assert_eq!(crate_number(&package_name("17/2", number)), Some(number));
        }
        assert_ne!(package_name("17/2", 1), package_name("17/3", 1));
        assert_eq!(crate_number("syn"), None);
        assert_eq!(crate_number("cfg-if"), None);
    }
}
