//! The functions without the attribute that would fuse.
//!
//! In: the analyses of all that have none. Out: those with fewer loops, the one that saves the most memory traffic first; and the
//! attribute, written into the files.

use crate::analysis::Analysis;
use crate::args::Apply;
use crate::sources::Package;
use crate::summary::{change, traffic};
use similar::TextDiff;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{BufRead as _, IsTerminal as _, Write};

/// Those that would fuse, of the functions that `names` name or of all if there are none.
#[must_use]
pub fn of<'a>(found: &'a [Analysis], names: &[String]) -> Vec<&'a Analysis> {
    let named = |analysis: &&Analysis| {
        names.is_empty()
            || names
                .iter()
                .any(|name| crate::analysis::is_named(&analysis.path, name))
    };
    let mut suggested: Vec<&Analysis> = found
        .iter()
        .filter(|analysis| analysis.fuses())
        .filter(named)
        .collect();
    suggested.sort_by_key(|analysis| {
        let saved = saved(analysis);
        let loops = analysis.written - analysis.loops;
        (
            std::cmp::Reverse((saved, loops)),
            analysis.file.clone(),
            analysis.line,
        )
    });
    suggested
}

/// Bytes for each element that do not go through memory any more.
fn saved(analysis: &Analysis) -> u64 {
    let (written, fused) = (analysis.traffic_written(), analysis.traffic_fused());
    written.bytes.saturating_sub(fused.bytes)
}

/// A line for each.
#[must_use]
pub fn write(suggested: &[&Analysis]) -> String {
    let mut out = String::new();
    for analysis in suggested {
        let name = analysis.path.rsplit("::").next().unwrap_or_default();
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "{}:{} {name}: {}, {} an element",
            analysis.file,
            analysis.line,
            change(analysis),
            traffic(analysis)
        );
    }
    if suggested.is_empty() {
        out += "no function without the attribute would have fewer loops\n";
    }
    out
}

/// Writes the attribute before each function, in the text of its file, where the answer is yes.
///
/// # Errors
/// If a file has changed since it was read, or cannot be written.
pub fn apply(
    suggested: &[&Analysis],
    packages: &[Package],
    how: Apply,
    out: &mut dyn Write,
) -> Result<(), String> {
    let mut files: BTreeMap<&str, Vec<&Analysis>> = BTreeMap::new();
    for analysis in suggested {
        files.entry(&analysis.file).or_default().push(analysis);
    }
    let mut changed = Vec::new();
    for (file, functions) in &files {
        let old = &functions[0].content;
        let new = with_attributes(old, functions);
        let diff = TextDiff::from_lines(&**old, &new);
        let mut unified = diff.unified_diff();
        let shown = unified.context_radius(2).header(file, file).to_string();
        out.write_all(shown.as_bytes())
            .map_err(|error| error.to_string())?;
        changed.push((*file, old, new));
    }
    if changed.is_empty() || (how == Apply::Ask && !is_agreed(changed.len())) {
        return Ok(());
    }
    for (file, old, new) in changed {
        let now = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
        if now != **old {
            return Err(format!("{file} has changed in the meantime"));
        }
        std::fs::write(file, new).map_err(|error| format!("{file}: {error}"))?;
    }
    for package in packages.iter().filter(|package| !package.depends) {
        eprintln!(
            "`{}` does not depend on the macro yet: cargo add loopfuse -p {0}",
            package.name
        );
    }
    Ok(())
}

/// The text with an attribute on a line of its own before each function.
#[must_use]
pub fn with_attributes(content: &str, functions: &[&Analysis]) -> String {
    let mut functions = functions.to_vec();
    functions.sort_unstable_by_key(|function| std::cmp::Reverse(function.bytes.start));
    let mut text = content.to_owned();
    for function in functions {
        text.insert_str(function.bytes.start, &attribute_before(function));
    }
    text
}

/// What is written where the function begins.
#[must_use]
pub fn attribute_before(function: &Analysis) -> String {
    let content = &*function.content;
    let imported = content.contains("use loopfuse::fuse;");
    let attribute = if imported {
        "#[fuse]"
    } else {
        "#[loopfuse::fuse]"
    };
    let newline = if content.contains("\r\n") {
        "\r\n"
    } else {
        "\n"
    };
    let place = function.bytes.start;
    let line = content[..place]
        .rfind('\n')
        .map_or(0, |newline| newline + 1);
    match &content[line..place] {
        indent if indent.trim().is_empty() => format!("{attribute}{newline}{indent}"),
        // Behind something else on its line the function keeps that line.
        _ => format!("{attribute} "),
    }
}

fn is_agreed(files: usize) -> bool {
    if !std::io::stdin().is_terminal() {
        eprintln!("not written: there is nobody to ask; `--yes` writes at once");
        return false;
    }
    eprint!("write to {files} files? [y/N] ");
    let mut answer = String::new();
    let read = std::io::stdin().lock().read_line(&mut answer);
    read.is_ok() && matches!(answer.trim(), "y" | "Y" | "yes")
}
