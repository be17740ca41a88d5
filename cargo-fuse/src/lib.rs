//! `cargo fuse`: what `#[fuse]` makes of the functions of a package, which functions it would gain, and why a loop stays apart.
//!
//! It reads sources and builds nothing: the compiler behind the attribute works on tokens, and so does this.
//!
//! ```text
//! cargo metadata ── sources ──▶ Source ── functions ──▶ Function ── analysis ──▶ Analysis
//!                                                                                  │
//!          summary, suggest, explain, expand, graph, check ◀───────────────────────┘
//! ```

pub mod analysis;
pub mod args;
pub mod check;
pub mod expand;
pub mod explain;
pub mod functions;
pub mod graph;
pub mod pages;
pub mod sources;
pub mod suggest;
pub mod summary;

use analysis::{Analysis, Which};
use args::{Command, Invocation};
use sources::{Package, Selection, Source};
use std::io::Write;
use std::time::{Duration, Instant};

/// What a command ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It did what it was asked for.
    Done,
    /// What `--deny` names was found, or cargo failed.
    Denied,
}

/// Runs a command and writes what it says to `out`.
///
/// # Errors
/// If sources cannot be found or read, nothing is found under a path, or `out` cannot be written to: a sentence.
pub fn run(invocation: &Invocation, out: &mut dyn Write) -> Result<Status, String> {
    let selection = &invocation.selection;
    match &invocation.command {
        Command::Help => say(out, args::HELP),
        Command::Version => say(out, concat!("cargo-fuse ", env!("CARGO_PKG_VERSION"), "\n")),
        Command::Page(code) => say(out, pages::of(*code)),
        Command::Pages => say(out, &pages::list()),
        Command::Summary { format, deny } => {
            let (_, found) = analyses(selection, Which::Annotated)?;
            say(out, &summary::write(&found, *format))?;
            Ok(summary::judge(&found, deny))
        }
        Command::Suggest { apply, names } => {
            let (packages, found) = analyses(selection, Which::Plain)?;
            let suggested = suggest::of(&found, names);
            say(out, &suggest::write(&suggested))?;
            if let Some(apply) = apply {
                suggest::apply(&suggested, &packages, *apply, out)?;
            }
            Ok(Status::Done)
        }
        Command::Explain(path) => {
            let found = at(selection, path)?;
            let mut explained = found.iter().map(explain::write);
            explained.try_for_each(|text| say(out, &text).map(|_| ()))?;
            Ok(Status::Done)
        }
        Command::Expand(path) => {
            for analysis in at(selection, path)? {
                say(out, &expand::write(&analysis)?)?;
            }
            Ok(Status::Done)
        }
        Command::Graph { path, format } => {
            let found = at(selection, path)?;
            let [analysis] = &found[..] else {
                return Err(several(path, &found));
            };
            say(out, &graph::write(analysis, *format))
        }
        Command::Check(arguments) => check::run(selection, arguments, out),
    }
}

fn say(out: &mut dyn Write, text: &str) -> Result<Status, String> {
    match out.write_all(text.as_bytes()) {
        // Whoever reads has seen enough.
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error.to_string()),
        _ => Ok(Status::Done),
    }
}

/// The functions of the selected packages.
fn analyses(
    selection: &Selection,
    which: Which<'_>,
) -> Result<(Vec<Package>, Vec<Analysis>), String> {
    let (packages, sources) = sources::select(selection).map_err(|failure| failure.to_string())?;
    let mut found = Vec::new();
    let mut progress = Progress::new(sources.len());
    for source in &sources {
        progress.file();
        match analysis::of_source(source, which, selection.tests) {
            Ok(analyses) => found.extend(analyses),
            Err(said) => {
                progress.clear();
                eprintln!("not read: {said}");
            }
        }
    }
    progress.clear();
    Ok((packages, found))
}

/// The functions that a path names: `mean`, `Table::mean`, `stats::Table::mean` or `src/stats.rs:41`.
fn at(selection: &Selection, path: &str) -> Result<Vec<Analysis>, String> {
    let everything = Selection {
        tests: true,
        workspace: selection.packages.is_empty(),
        ..selection.clone()
    };
    let place = path.rsplit_once(':').and_then(|(file, line)| {
        let line: usize = line.parse().ok()?;
        (!file.ends_with(':')).then_some((file, line))
    });
    let (_, mut sources) = sources::select(&everything).map_err(|failure| failure.to_string())?;
    if let Some((file, _)) = place {
        // The file itself, before those of other folders that end alike.
        let is_it = |source: &Source| source.shown == file;
        if sources.iter().any(is_it) {
            sources.retain(is_it);
        }
        sources.retain(|source| std::path::Path::new(&source.shown).ends_with(file));
        // One that no module names, such as one that is included.
        if sources.is_empty() {
            sources.extend(Source::alone(file));
        }
    }
    let mut found = Vec::new();
    for source in &sources {
        // The name must stand in the text, whatever is around it.
        let name = path.rsplit("::").next().unwrap_or(path);
        let names = |content: String| place.is_some() || content.contains(name);
        if !std::fs::read_to_string(&source.path).is_ok_and(names) {
            continue;
        }
        let which = match place {
            Some((_, line)) => Which::OnLine(line),
            None => Which::Named(path),
        };
        found.extend(analysis::of_source(source, which, true)?);
    }
    if found.is_empty() {
        return Err(format!("no function is found at `{path}`"));
    }
    // In a file and in a line stand a function and those around it.
    if place.is_some() {
        found.sort_by_key(|analysis| analysis.bytes.len());
        found.truncate(1);
    }
    Ok(found)
}

fn several(path: &str, found: &[Analysis]) -> String {
    let mut said = format!("`{path}` names {} functions; say which:\n", found.len());
    for analysis in found {
        said += &format!("  {}:{} {}\n", analysis.file, analysis.line, analysis.path);
    }
    said
}

/// One line on stderr that counts files, if it takes more than a second.
struct Progress {
    start: Instant,
    files: usize,
    done: usize,
    shown: bool,
}

impl Progress {
    fn new(files: usize) -> Progress {
        Progress {
            start: Instant::now(),
            files,
            done: 0,
            shown: false,
        }
    }

    fn file(&mut self) {
        use std::io::IsTerminal as _;
        self.done += 1;
        if self.start.elapsed() > Duration::from_secs(1) && std::io::stderr().is_terminal() {
            self.shown = true;
            eprint!("\r{} of {} files", self.done, self.files);
        }
    }

    fn clear(&mut self) {
        if std::mem::take(&mut self.shown) {
            eprint!("\r\x1b[K");
        }
    }
}
