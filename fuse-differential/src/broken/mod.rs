//! Compilers that are broken on purpose: a machine that has never caught anything proves nothing.
//!
//! In: [`BROKEN`], a table of small wrong edits of the compiler's source. Out: for each a copy of the
//! project with that one edit ([`Workshop`]), against which the machine is run until it finds
//! something. An edit that no longer applies is a failure of its own, so the table cannot go stale.

pub mod run;
mod table;

pub use run::{Catch, hunt};
pub use table::BROKEN;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A wrong edit of the compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Broken {
    /// What it is called on the command line.
    pub name: &'static str,
    /// What is wrong then.
    pub what: &'static str,
    /// The file, from the project's root.
    pub file: &'static str,
    /// What stands there once.
    pub from: &'static str,
    /// What stands there instead.
    pub to: &'static str,
}

impl Broken {
    /// The source with the edit.
    ///
    /// # Errors
    /// If what is replaced does not occur exactly once.
    pub fn apply(&self, source: &str) -> Result<String, String> {
        match source.matches(self.from).count() {
            1 => Ok(source.replacen(self.from, self.to, 1)),
            n => Err(format!(
                "`{}`: {} holds {n} times\n{}",
                self.name, self.file, self.from
            )),
        }
    }
}

/// The parts of the project that a generated crate is compiled with.
const PARTS: [&str; 6] = [
    "Cargo.lock",
    "src",
    "fuse-macro",
    "fuse-compiler",
    "fuse-runtime",
    "README.md",
];

/// A copy of the project, of which one file at a time is broken. One folder for all of them, so
/// that little is compiled anew.
#[derive(Debug)]
pub struct Workshop {
    project: PathBuf,
    copy: PathBuf,
}

impl Workshop {
    /// Copies `project` to `copy`, in which only files that differ are written.
    ///
    /// # Errors
    /// If a file cannot be read or written.
    pub fn open(project: &Path, copy: &Path) -> io::Result<Workshop> {
        for part in PARTS {
            mirror(&project.join(part), &copy.join(part))?;
        }
        let manifest = fs::read_to_string(project.join("Cargo.toml"))?;
        write_if_other(&copy.join("Cargo.toml"), alone(&manifest).as_bytes())?;
        Ok(Workshop {
            project: project.to_owned(),
            copy: copy.to_owned(),
        })
    }

    /// Where the copy is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.copy
    }

    /// Makes one edit, runs `with` on the copy, and takes the edit back.
    ///
    /// # Errors
    /// If the edit does not apply, or a file cannot be read or written.
    pub fn with<T>(&self, broken: &Broken, with: impl FnOnce(&Path) -> T) -> io::Result<T> {
        let source = fs::read_to_string(self.project.join(broken.file))?;
        let edited = broken.apply(&source).map_err(io::Error::other)?;
        let file = self.copy.join(broken.file);
        fs::write(&file, edited)?;
        let result = with(&self.copy);
        fs::write(&file, source)?;
        Ok(result)
    }
}

/// The manifest of the project without its tests, benches and members that are not copied.
fn alone(manifest: &str) -> String {
    let mut kept = String::new();
    let mut skipped = false;
    let mut members = false;
    for line in manifest.lines() {
        if line.starts_with('[') {
            skipped = line == "[dev-dependencies]" || line == "[[bench]]" || line == "[[test]]";
        }
        if line.starts_with("members") {
            kept.push_str("members = [\"fuse-macro\", \"fuse-compiler\", \"fuse-runtime\"]\n");
            members = true;
        }
        if !skipped && !members {
            kept.push_str(line);
            kept.push('\n');
        }
        members &= !line.ends_with(']');
    }
    kept
}

/// Makes `to` the same as `from`; build directories are left out.
fn mirror(from: &Path, to: &Path) -> io::Result<()> {
    if from.is_file() {
        return write_if_other(to, &fs::read(from)?);
    }
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let name = entry?.file_name();
        if name != "target" {
            mirror(&from.join(&name), &to.join(&name))?;
        }
    }
    for entry in fs::read_dir(to)? {
        let entry = entry?;
        if !from.join(entry.file_name()).exists() {
            let gone = entry.path();
            if gone.is_dir() {
                fs::remove_dir_all(gone)?;
            } else {
                fs::remove_file(gone)?;
            }
        }
    }
    Ok(())
}

fn write_if_other(to: &Path, contents: &[u8]) -> io::Result<()> {
    if fs::read(to).is_ok_and(|there| there == contents) {
        return Ok(());
    }
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(to, contents)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_edit_of_the_table_applies_to_the_source_of_today() {
        let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        for broken in BROKEN {
            let source = fs::read_to_string(project.join(broken.file))
                .unwrap_or_else(|error| panic!("`{}`: {}: {error}", broken.name, broken.file));
            let edited = broken.apply(&source).unwrap_or_else(|why| panic!("{why}"));
            assert_ne!(edited, source, "`{}` changes nothing", broken.name);
            syn::parse_file(&edited)
                .unwrap_or_else(|error| panic!("`{}` is no Rust: {error}", broken.name));
        }
    }

    #[test]
    fn names_are_unique() {
        let names: BTreeSet<&str> = BROKEN.iter().map(|broken| broken.name).collect();
        assert_eq!(names.len(), BROKEN.len());
    }

    #[test]
    fn an_edit_that_fits_twice_is_refused() {
        let broken = Broken {
            name: "twice",
            what: "",
            file: "lib.rs",
            from: "a",
            to: "b",
        };
        assert_eq!(broken.apply("can"), Ok("cbn".to_owned()));
        assert!(broken.apply("banana").is_err());
        assert!(broken.apply("none").is_err());
    }

    #[test]
    fn the_copied_manifest_names_only_what_is_copied() {
        let manifest = "[workspace]\nmembers = [\n    \"fuse-macro\",\n    \"tests/a\",\n]\n\
                        resolver = \"3\"\n[dev-dependencies]\nx = \"1\"\n[[bench]]\nname = \"b\"\n[lints]\nworkspace = true\n";
        assert_eq!(
            alone(manifest),
            "[workspace]\nmembers = [\"fuse-macro\", \"fuse-compiler\", \"fuse-runtime\"]\n\
             resolver = \"3\"\n[lints]\nworkspace = true\n"
        );
    }
}
