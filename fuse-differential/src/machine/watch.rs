//! An executable -> what it says of each function, also where it dies or does not end.

use std::io::{self, BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use fuse_differential_support::run::Line;

use super::Verdict;

/// Runs the functions with the given indices.
///
/// # Errors
/// When the program cannot be started, or ends without a word.
pub fn run(
    executable: &Path,
    indices: &[usize],
    patience: Duration,
) -> io::Result<Vec<(usize, Verdict)>> {
    let mut verdicts = Vec::new();
    let mut left = indices.to_vec();
    while !left.is_empty() {
        let (found, rest) = run_once(executable, &left, patience)?;
        if found.is_empty() {
            return Err(io::Error::other(format!(
                "{} said nothing of {left:?}: {rest}",
                executable.display()
            )));
        }
        left.retain(|index| found.iter().all(|(of, _)| of != index));
        verdicts.extend(found);
    }
    Ok(verdicts)
}

/// The program with as much memory as a few gigabytes, so that who fills it for ever dies alone.
fn limited(executable: &Path) -> Command {
    if cfg!(unix) {
        let mut command = Command::new("sh");
        command
            .args(["-c", "ulimit -v 4000000; ulimit -c 0; exec \"$0\" \"$@\""])
            .arg(executable);
        command
    } else {
        Command::new(executable)
    }
}

/// One process: all verdicts up to the end, or up to the function in which it died or stayed.
fn run_once(
    executable: &Path,
    indices: &[usize],
    patience: Duration,
) -> io::Result<(Vec<(usize, Verdict)>, String)> {
    let mut child = limited(executable)
        .args(indices.iter().map(usize::to_string))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let (sender, receiver) = channel();
    let output = child.stdout.take();
    let errors = child.stderr.take();
    std::thread::spawn(move || {
        let Some(output) = output else { return };
        let mut output = BufReader::new(output);
        let mut line = Vec::new();
        while output
            .read_until(b'\n', &mut line)
            .is_ok_and(|read| read > 0)
        {
            let text = String::from_utf8_lossy(&line);
            if sender
                .send(Line::parse(text.trim_end_matches('\n')))
                .is_err()
            {
                break;
            }
            line.clear();
        }
    });
    let said = std::thread::spawn(move || {
        let mut text = Vec::new();
        if let Some(errors) = errors {
            // The first words of a dying process; it may say them for ever.
            let _ = errors.take(4000).read_to_end(&mut text);
        }
        String::from_utf8_lossy(&text).into_owned()
    });
    let mut verdicts = Vec::new();
    let mut last = None;
    let mut ended = false;
    let mut hung = false;
    loop {
        match receiver.recv_timeout(patience) {
            Ok(Some(Line::At { index, round, form })) => last = Some((index, round, form)),
            Ok(Some(Line::Agree(index, agreement))) => {
                verdicts.push((index, Verdict::Agrees(agreement)));
                last = None;
            }
            Ok(Some(Line::Differ(index, difference))) => {
                verdicts.push((index, Verdict::Differs(difference)));
                last = None;
            }
            Ok(Some(Line::End)) => ended = true,
            Ok(None) => {}
            Err(RecvTimeoutError::Timeout) => {
                hung = true;
                let _ = child.kill();
                break;
            }
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    let status = child.wait()?;
    let said = said.join().unwrap_or_default();
    if ended {
        return Ok((verdicts, said));
    }
    let Some((index, round, form)) = last else {
        return Ok((verdicts, format!("{status}; {said}")));
    };
    let input = fuse_differential_support::inputs::Round::all()
        .get(round)
        .map_or_else(String::new, |round| format!(" ({round})"));
    let verdict = if hung {
        let text = format!("no end after {patience:?} on input {round}{input}");
        Verdict::of_form(form, text, Verdict::Hung)
    } else {
        let text = format!("{status} on input {round}{input}: {}", said.trim());
        Verdict::of_form(form, text, Verdict::Crashed)
    };
    verdicts.push((index, verdict));
    Ok((verdicts, said))
}
