//! A workspace -> what rustc says of each form of each function, and executables.

use std::io::{self, BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use fuse_differential_support::compare::Form;
use serde_json::Value;

use super::{Machine, Profile, program};

/// An error or a warning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Of which function and which form; nothing if it is of the crate.
    pub place: Option<(usize, Form)>,
    /// Whether it is an error, or a warning.
    pub error: bool,
    /// The code of the error or the name of the lint, if it has one.
    pub code: String,
    /// As rustc shows it.
    pub text: String,
}

/// What became of a build.
#[derive(Clone, Debug, Default)]
pub struct Built {
    /// Errors and warnings, in the order in which they came.
    pub diagnostics: Vec<Diagnostic>,
    /// The numbers of the crates that compiled, with their executables.
    pub executables: Vec<(usize, PathBuf)>,
    /// Whether cargo was stopped because it took too long.
    pub timed_out: bool,
    /// What cargo itself said.
    pub output: String,
}

/// Builds all crates of the workspace at `root`.
///
/// # Errors
/// When cargo cannot be started.
pub fn build(
    machine: &Machine,
    root: &Path,
    profile: Profile,
    functions: usize,
) -> io::Result<Built> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command
        .current_dir(root)
        .args(["build", "--workspace", "--offline", "--keep-going"])
        .args(["--message-format", "json", "-j", &machine.jobs.to_string()])
        .env("CARGO_TARGET_DIR", machine.work.join("target"))
        .env("CARGO_TERM_COLOR", "never")
        .env_remove("FUSE_EXPLAIN")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    // What `cargo run` and `cargo test` say of the package that runs this is not for rustc.
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("CARGO_PKG_") {
            command.env_remove(name);
        }
    }
    if profile == Profile::Release {
        command.arg("--release");
    }
    let mut child = command.spawn()?;
    let (sender, receiver) = channel();
    let read = [
        child
            .stdout
            .take()
            .map(|output| forward(output, Said::Message, sender.clone())),
        child
            .stderr
            .take()
            .map(|errors| forward(errors, Said::Word, sender)),
    ];
    let (constant, each) = machine.build_seconds;
    let patience = Duration::from_secs(constant + each * functions as u64);
    let mut start = Instant::now();
    // Another cargo that holds the target directory is waited for as long as it takes.
    let mut blocked = false;
    let mut built = Built::default();
    loop {
        let left = if blocked {
            Duration::from_secs(3600)
        } else {
            patience.saturating_sub(start.elapsed())
        };
        let said = receiver.recv_timeout(left);
        if blocked && said.is_ok() {
            start = Instant::now();
            blocked = false;
        }
        match said {
            Ok(Said::Message(line)) => {
                if let Ok(message) = serde_json::from_str(&line) {
                    read_message(&message, &mut built);
                }
            }
            Ok(Said::Word(line)) => {
                blocked = line
                    .trim_start()
                    .starts_with("Blocking waiting for file lock");
                built.output += &line;
                built.output.push('\n');
            }
            Err(RecvTimeoutError::Timeout) => {
                built.timed_out = true;
                stop_tree(child.id());
                let _ = child.kill();
                break;
            }
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    let _ = child.wait();
    if !built.timed_out {
        for reader in read.into_iter().flatten() {
            let _ = reader.join();
        }
    }
    Ok(built)
}

/// A line of cargo's.
enum Said {
    /// On standard output: a message in JSON.
    Message(String),
    /// On standard error.
    Word(String),
}

fn forward(
    from: impl io::Read + Send + 'static,
    said: fn(String) -> Said,
    to: Sender<Said>,
) -> JoinHandle<()> {
    std::thread::spawn(move || {
        for line in BufReader::new(from).lines().map_while(Result::ok) {
            if to.send(said(line)).is_err() {
                break;
            }
        }
    })
}

/// Ends the processes that a process has started; those of cargo's are rustc's, which would go on.
fn stop_tree(parent: u32) {
    let listed = Command::new("ps")
        .args(["-o", "pid=", "--ppid", &parent.to_string()])
        .output();
    let Ok(listed) = listed else { return };
    for child in String::from_utf8_lossy(&listed.stdout).split_whitespace() {
        if let Ok(child) = child.parse() {
            stop_tree(child);
            let _ = Command::new("kill")
                .args(["-9", &child.to_string()])
                .status();
        }
    }
}

fn read_message(message: &Value, built: &mut Built) {
    match message["reason"].as_str() {
        Some("compiler-message") => {
            let message = &message["message"];
            let error = match message["level"].as_str() {
                Some("warning") => false,
                Some(level) if level.starts_with("error") => true,
                _ => return,
            };
            let text = message["message"].as_str().unwrap_or_default();
            let code = message["code"]["code"].as_str().unwrap_or_default();
            let place = place_of(message);
            // The last line of a crate: how many there were.
            let counted = text.starts_with("aborting due to") || text.ends_with("emitted");
            if place.is_none() && code.is_empty() && counted {
                return;
            }
            built.diagnostics.push(Diagnostic {
                place,
                error,
                code: code.to_owned(),
                text: message["rendered"].as_str().unwrap_or(text).to_owned(),
            });
        }
        Some("compiler-artifact") => {
            let number = message["target"]["name"]
                .as_str()
                .and_then(program::crate_number);
            if let (Some(number), Some(path)) = (number, message["executable"].as_str()) {
                built.executables.push((number, PathBuf::from(path)));
            }
        }
        _ => {}
    }
}

/// The function and form that a diagnostic is of: that of its primary spans, or else of any.
fn place_of(message: &Value) -> Option<(usize, Form)> {
    let spans = || message["spans"].as_array().into_iter().flatten();
    let primary = spans().filter(|span| span["is_primary"] == true);
    primary
        .chain(spans())
        .find_map(place_of_span)
        .or_else(|| message["children"].as_array()?.iter().find_map(place_of))
}

fn place_of_span(span: &Value) -> Option<(usize, Form)> {
    span["file_name"]
        .as_str()
        .and_then(place_of_file)
        .or_else(|| {
            let call = &span["expansion"]["span"];
            call.is_object().then(|| place_of_span(call)).flatten()
        })
}

/// `c0/src/f0001/fused.rs` is of the fused form of function 1. What is wrong in the glue is wrong
/// with both, and so with the plain one.
fn place_of_file(file: &str) -> Option<(usize, Form)> {
    let index = |name: &str| name.strip_prefix('f')?.parse().ok();
    let parts: Vec<&str> = file.split(['/', '\\']).collect();
    match parts[..] {
        [.., "src", function, "fused.rs"] => Some((index(function)?, Form::Fused)),
        [.., "src", function, "plain.rs"] => Some((index(function)?, Form::Plain)),
        [.., "src", glue] => Some((index(glue.strip_suffix(".rs")?)?, Form::Plain)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_tells_the_form() {
        assert_eq!(
            place_of_file("c0/src/f0012/fused.rs"),
            Some((12, Form::Fused))
        );
        assert_eq!(
            place_of_file("c0\\src\\f12345\\plain.rs"),
            Some((12345, Form::Plain))
        );
        assert_eq!(place_of_file("c0/src/f0000.rs"), Some((0, Form::Plain)));
        assert_eq!(place_of_file("c0/src/main.rs"), None);
        assert_eq!(place_of_file("/rustc/x/library/core/src/fused.rs"), None);
    }

    #[test]
    fn an_error_inside_of_a_macro_is_of_who_called_it() {
        let message = serde_json::json!({
            "reason": "compiler-message",
            "message": {
                "level": "error",
                "message": "mismatched types",
                "code": { "code": "E0308" },
                "rendered": "error: mismatched types",
                "children": [],
                "spans": [{
                    "file_name": "/rustc/library/core/src/macros/mod.rs",
                    "is_primary": true,
                    "expansion": { "span": { "file_name": "c1/src/f0007/fused.rs", "expansion": null } },
                }],
            },
        });
        let mut built = Built::default();
        read_message(&message, &mut built);
        assert_eq!(
            built.diagnostics,
            [Diagnostic {
                place: Some((7, Form::Fused)),
                error: true,
                code: "E0308".to_owned(),
                text: "error: mismatched types".to_owned(),
            }]
        );
    }
}
