//! Both forms of one function on all inputs, up to the first difference.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;
use std::time::{Duration, Instant};

use crate::image::{Image, Same, first_difference};
use crate::inputs::{Inputs, Make, Round};
use crate::tracked::Log;

/// In what the two forms differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// The results.
    Value,
    /// What was lent by `&mut`, after the call.
    Place,
    /// One panicked.
    Panic,
    /// The sequence of drops and effects.
    Order,
    /// What was cloned.
    Clones,
    /// What was made.
    Makes,
    /// A value was not dropped.
    Leak,
    /// A value was dropped more than once.
    DoubleDrop,
    /// The plain form itself leaks or drops twice: the generator is at fault.
    Defect,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 9] = [
        Self::Value,
        Self::Place,
        Self::Panic,
        Self::Order,
        Self::Clones,
        Self::Makes,
        Self::Leak,
        Self::DoubleDrop,
        Self::Defect,
    ];

    /// One word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Value => "value",
            Self::Place => "place",
            Self::Panic => "panic",
            Self::Order => "order",
            Self::Clones => "clones",
            Self::Makes => "makes",
            Self::Leak => "leak",
            Self::DoubleDrop => "double-drop",
            Self::Defect => "defect",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One of the two forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As written.
    Plain,
    /// Under `#[fuse]`.
    Fused,
}

impl Form {
    /// One word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Fused => "fused",
        }
    }
}

/// One call of one form, as the generated glue sees it: it asks for the arguments, calls, and hands
/// over the result and what it lent.
#[derive(Debug)]
pub struct Call {
    number: usize,
    round: Round,
    /// Whether the arguments are wanted for a report.
    shown: Option<Vec<String>>,
    result: Image,
    places: Image,
}

impl Call {
    fn new(number: usize, round: Round) -> Self {
        Self {
            number,
            round,
            shown: None,
            result: Image::default(),
            places: Image::default(),
        }
    }

    /// Makes the argument of a parameter.
    pub fn argument<T: Make + Same>(&mut self, parameter: usize) -> T {
        let value = T::make(&mut Inputs::new(self.number, self.round, parameter));
        if let Some(shown) = &mut self.shown {
            shown.push(Image::of(&value).shown(600));
        }
        value
    }

    /// Takes the result.
    pub fn result<T: Same>(&mut self, value: T) {
        value.image(&mut self.result);
    }

    /// Reads what was lent by `&mut`.
    pub fn place<T: Same + ?Sized>(&mut self, value: &T) {
        value.image(&mut self.places);
    }
}

/// The glue of one form: makes the arguments, calls, and reads what came out.
pub type Glue<'a> = &'a mut dyn FnMut(&mut Call);

/// The first difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// In what.
    pub kind: Kind,
    /// The input and both outcomes, for people.
    pub text: String,
}

/// How a comparison ended that found no difference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    /// Rounds that were run.
    pub rounds: usize,
    /// Those in which both panicked.
    pub panicked: usize,
    /// Whether later rounds were left out because the function is slow.
    pub cut: bool,
}

thread_local! {
    static EXPECTED: Cell<bool> = const { Cell::new(false) };
    static MESSAGE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// What one call came to.
struct Outcome {
    /// The message of the panic.
    panic: Option<String>,
    call: Call,
    log: Log,
    took: Duration,
}

fn outcome(glue: Glue<'_>, mut call: Call) -> Outcome {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let previous = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if EXPECTED.get() {
                MESSAGE.with_borrow_mut(|message| *message = info.to_string());
            } else {
                previous(info);
            }
        }));
    });
    Log::start();
    EXPECTED.set(true);
    let start = Instant::now();
    let result = catch_unwind(AssertUnwindSafe(|| glue(&mut call)));
    let took = start.elapsed();
    EXPECTED.set(false);
    let panic = result.err().map(|_| MESSAGE.take());
    Outcome {
        panic,
        call,
        log: Log::finish(),
        took,
    }
}

/// How long the plain form may run in all before later rounds are left out.
const PATIENCE: Duration = Duration::from_secs(3);

/// Runs both forms on every round. `at` is told of each call before it is made, so that who watches
/// knows where a crash was.
///
/// # Errors
/// The first difference.
pub fn compare(
    plain: Glue<'_>,
    fused: Glue<'_>,
    at: &mut dyn FnMut(usize, Form),
) -> Result<Agreement, Difference> {
    let mut agreement = Agreement::default();
    let mut spent = Duration::ZERO;
    for (number, round) in Round::all().into_iter().enumerate() {
        if spent > PATIENCE {
            agreement.cut = true;
            break;
        }
        at(number, Form::Plain);
        let want = outcome(plain, Call::new(number, round));
        at(number, Form::Fused);
        let got = outcome(fused, Call::new(number, round));
        spent += want.took;
        agreement.rounds += 1;
        agreement.panicked += usize::from(want.panic.is_some());
        if let Some((kind, difference)) = judge(&want, &got) {
            at(number, Form::Plain);
            return Err(Difference {
                kind,
                text: described(plain, number, round, &want, &got, &difference),
            });
        }
    }
    Ok(agreement)
}

/// The message of a panic, without its place, which the forms have each of their own.
fn text_of(message: &str) -> &str {
    message.split_once('\n').map_or(message, |(_, text)| text)
}

fn judge(want: &Outcome, got: &Outcome) -> Option<(Kind, String)> {
    for (form, outcome) in [(Form::Plain, want), (Form::Fused, got)] {
        let (live, twice) = (outcome.log.live(), outcome.log.dropped_twice());
        if live == 0 && twice.is_empty() {
            continue;
        }
        let kind = match form {
            Form::Plain => Kind::Defect,
            Form::Fused if live > 0 => Kind::Leak,
            Form::Fused => Kind::DoubleDrop,
        };
        let text = format!("{} leaks {live} values, drops {twice:?} twice", form.name());
        return Some((kind, text));
    }
    if want.panic.is_some() != got.panic.is_some() {
        return Some((Kind::Panic, "only one panics".to_owned()));
    }
    if let (Some(message), Some(other)) = (&want.panic, &got.panic) {
        // Which of two panics comes first is not promised; of one, what was done before it is.
        let (said, done) = (text_of(message), want.log.effects());
        let differs = said == text_of(other) && done != got.log.effects();
        return differs.then(|| {
            let text = format!(
                "effects before the panic: plain {done}, fused {}",
                got.log.effects()
            );
            (Kind::Order, text)
        });
    }
    let list = |labels: &[i64]| Image::of(labels);
    [
        (Kind::Value, &want.call.result, &got.call.result),
        (Kind::Place, &want.call.places, &got.call.places),
        (Kind::Order, want.log.events(), got.log.events()),
        (
            Kind::Clones,
            &list(want.log.cloned()),
            &list(got.log.cloned()),
        ),
        (Kind::Makes, &list(want.log.made()), &list(got.log.made())),
    ]
    .into_iter()
    .find(|(_, want, got)| want != got)
    .map(|(kind, want, got)| {
        let (path, want, got) = first_difference(want, got)
            .unwrap_or_else(|| ("the whole".to_owned(), want.shown(200), got.shown(200)));
        (kind, format!("at {path}: plain {want}, fused {got}"))
    })
}

fn described(
    plain: Glue<'_>,
    number: usize,
    round: Round,
    want: &Outcome,
    got: &Outcome,
    difference: &str,
) -> String {
    let mut call = Call::new(number, round);
    call.shown = Some(Vec::new());
    let arguments = outcome(plain, call).call.shown.unwrap_or_default();
    let mut lines = vec![format!("input {number} ({round}):")];
    for (i, argument) in arguments.iter().enumerate() {
        lines.push(format!("    argument {i}: {argument}"));
    }
    lines.push(difference.to_owned());
    for (form, outcome) in [(Form::Plain, want), (Form::Fused, got)] {
        let name = form.name();
        match &outcome.panic {
            Some(message) => lines.push(format!("{name} panicked: {}", message.trim())),
            None => lines.push(format!(
                "{name} result: {}",
                outcome.call.result.shown(1000)
            )),
        }
        let more = [
            ("places lent", &outcome.call.places),
            ("drops and effects", outcome.log.events()),
            ("cloned", &Image::of(outcome.log.cloned())),
            ("made", &Image::of(outcome.log.made())),
        ];
        for (what, image) in more {
            let shown = image.shown(600);
            if !shown.is_empty() && shown != "[]" {
                lines.push(format!("{name} {what}: {shown}"));
            }
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opaque::effect;
    use crate::tracked::Tracked;

    /// What `compare` says of two functions of a row of values.
    fn verdict<R: Same>(
        plain: impl Fn(&mut Vec<Tracked>) -> R,
        fused: impl Fn(&mut Vec<Tracked>) -> R,
    ) -> Result<Agreement, Difference> {
        fn glue<R: Same>(f: impl Fn(&mut Vec<Tracked>) -> R) -> impl FnMut(&mut Call) {
            move |call| {
                let mut row: Vec<Tracked> = call.argument(0);
                let result = f(&mut row);
                call.result(result);
                call.place(&row);
            }
        }
        compare(&mut glue(plain), &mut glue(fused), &mut |_, _| {})
    }

    fn kind<R: Same>(
        plain: impl Fn(&mut Vec<Tracked>) -> R,
        fused: impl Fn(&mut Vec<Tracked>) -> R,
    ) -> Option<Kind> {
        verdict(plain, fused)
            .err()
            .map(|difference| difference.kind)
    }

    #[test]
    fn equal_functions_agree() {
        let f = |row: &mut Vec<Tracked>| row.iter().map(Tracked::label).sum::<i64>();
        let agreement = verdict(f, f).unwrap();
        assert_eq!(agreement.rounds, Round::all().len());
        assert_eq!(agreement.panicked, 0);
    }

    #[test]
    fn every_kind_of_difference_is_seen() {
        assert_eq!(kind(|_| 0.0, |_| -0.0), Some(Kind::Value));
        assert_eq!(kind(|_| f64::NAN, |_| -f64::NAN), None);
        assert_eq!(kind(|_| f64::NAN, |_| 1.0), Some(Kind::Value));
        assert_eq!(
            kind(|row| row.len(), |row| row.len().min(2048)),
            Some(Kind::Value)
        );
        assert_eq!(kind(|_| (), |row| row.reverse()), Some(Kind::Place));
        assert_eq!(
            kind(|_| (), |row| assert!(row.len() < 3)),
            Some(Kind::Panic)
        );
        assert_eq!(
            kind(|row| assert!(row.len() < 3), |_| ()),
            Some(Kind::Panic)
        );
        assert_eq!(
            kind(
                |row| assert!(row.len() < 3, "a"),
                |row| assert!(row.len() < 3, "b")
            ),
            None
        );
        assert_eq!(
            kind(
                |row| drop((row.first().map(Tracked::twin), effect(1, 0))),
                |row| drop((effect(1, 0), row.first().map(Tracked::twin))),
            ),
            None,
            "a tuple is dropped after both"
        );
        assert_eq!(
            kind(
                |row| {
                    drop(row.first().map(Tracked::twin));
                    effect(1, 0);
                },
                |row| {
                    let twin = row.first().map(Tracked::twin);
                    effect(1, 0);
                    drop(twin);
                },
            ),
            Some(Kind::Order)
        );
        assert_eq!(kind(|_| effect(1, 0), |_| effect(1, 1)), Some(Kind::Order));
        assert_eq!(kind(|_| effect(1, 0), |_| ()), Some(Kind::Order));
        assert_eq!(
            kind(
                |_| {
                    effect(1, 0);
                    effect(2, 0);
                },
                |_| {
                    effect(2, 0);
                    effect(1, 0);
                }
            ),
            Some(Kind::Order)
        );
        assert_eq!(
            kind(
                |_| drop(Tracked::new(7)),
                |_| {
                    // The same drop, of a clone.
                    let value = Tracked::new(7);
                    std::mem::forget(value.clone());
                    drop(value);
                }
            ),
            Some(Kind::Leak)
        );
        assert_eq!(
            kind(
                |row| row.first().map_or(0, |x| x.clone().into_label()),
                |row| row
                    .first()
                    .map_or(0, |x| Tracked::new(x.label()).into_label()),
            ),
            Some(Kind::Clones)
        );
        assert_eq!(
            kind(|_| (), |row| row.drain(..).for_each(std::mem::forget)),
            Some(Kind::Leak)
        );
        assert_eq!(
            kind(|row| row.drain(..).for_each(std::mem::forget), |_| ()),
            Some(Kind::Defect)
        );
        assert_eq!(
            kind(
                |row| assert!(row.len() < 3),
                |row| {
                    let n = row.len();
                    if n > 3 {
                        std::mem::forget(row.pop());
                    }
                    assert!(n < 3);
                }
            ),
            Some(Kind::Leak),
            "after a panic too"
        );
    }

    #[test]
    fn a_difference_says_where() {
        let difference = verdict(
            |row| row.iter().map(Tracked::label).collect::<Vec<_>>(),
            |row| row.iter().map(|x| x.label() % 8).collect::<Vec<_>>(),
        )
        .unwrap_err();
        for part in [
            "input 3 (length 1, Small):\n    argument 0: [Tracked(3820)]\n",
            "at [0]: plain 3820, fused 4\n",
            "plain result: [3820]\n",
            "fused result: [4]\n",
            "fused places lent: [Tracked(3820)]\n",
        ] {
            assert!(
                difference.text.contains(part),
                "{part}\n{}",
                difference.text
            );
        }
    }
}
