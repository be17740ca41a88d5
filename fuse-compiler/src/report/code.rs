//! The codes of what keeps loops apart: a closed list, so that a tool can name a reason, link to its page and be told to ignore it.
//!
//! In: a [`Reason`] or a [`Cause`]. Out: its [`Code`]. Codes below `F030` are about two chains, those above `F030` about one statement.

use crate::cnf::Reason;
use crate::rust::cause::Cause;
use std::fmt;

/// The code of a reason for which something was not fused.
///
/// ```
/// use fuse_compiler::report::Code;
///
/// let code = Code::all()[0];
/// assert_eq!((code.to_string(), code.title()), ("F001".to_owned(), "needs the finished result"));
/// assert_eq!("F001".parse(), Ok(code));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(u8);

/// Each number with its title. A number is never given to another reason.
const ALL: &[(Code, &str)] = &[
    (Code(1), "needs the finished result"),
    (Code(2), "reads the array at random"),
    (Code(3), "reads the array once for each outer element"),
    (Code(4), "reads what a statement that is no chain makes"),
    (Code(5), "a statement between the two may not be crossed"),
    (Code(6), "keeps references into the array"),
    (Code(7), "moves what the other reads"),
    (Code(8), "binds anew a name that the other reads"),
    (Code(9), "drops elements in an order that could be observed"),
    (Code(10), "may stop early"),
    (
        Code(11),
        "the element type is not visible, or watched when dropped",
    ),
    (Code(12), "could not be placed in one loop"),
    (Code(13), "runs a different number of times"),
    (Code(14), "writes what the other mentions"),
    (
        Code(15),
        "takes elements from sources that may have effects",
    ),
    (Code(16), "an unseen type may run code in between"),
    (Code(17), "the type of the result is not visible"),
    (
        Code(18),
        "does not read its elements from the first to the last",
    ),
    (
        Code(19),
        "makes what only its own type can make of an iterator",
    ),
    (Code(20), "one runs on several threads, the other on one"),
    (Code(21), "would be slower in one loop"),
    (Code(22), "is known without a loop"),
    (Code(23), "reads a `scan` of several threads"),
    (
        Code(24),
        "may leave the function or have effects, and the other may panic",
    ),
    (Code(25), "each of the two asks for its elements itself"),
    (Code(31), "may not start at this source"),
    (Code(32), "the adapter is not recognised"),
    (Code(33), "the consumer is not recognised"),
    (Code(34), "a closure may have an effect"),
    (Code(35), "an argument may have an effect"),
    (Code(36), "a `move` closure takes what may be watched"),
    (Code(37), "a name is another variable inside of `flat_map`"),
    (Code(38), "changes the elements of an unseen type"),
    (Code(39), "may not be evaluated exactly once, in order"),
    (Code(40), "an attribute stands on it"),
    (
        Code(41),
        "the body of the loop does more than accumulate and push",
    ),
    (Code(42), "takes elements by mutable reference"),
    (Code(43), "a method may go on where it stopped"),
    (Code(44), "a method of rayon's is not fused"),
    (Code(45), "an unseen type is not divided among threads"),
    (Code(46), "starts at what is not visibly an iterator"),
    (Code(47), "a loop that says nowhere how often it runs"),
    (Code(48), "no other loop of its block runs over the same"),
];

impl Code {
    /// Every code, in order.
    #[must_use]
    pub fn all() -> Vec<Code> {
        ALL.iter().map(|(code, _)| *code).collect()
    }

    /// What it stands for, in a few words.
    #[must_use]
    pub fn title(self) -> &'static str {
        let row = ALL.iter().find(|(code, _)| *code == self);
        row.map_or("", |(_, title)| title)
    }

    /// True if no way of writing the two makes them one loop (one needs all that the other computes), or none that is worth it
    /// (one loop is slower, or there is no loop to be saved). All others come with a way out.
    #[must_use]
    pub fn is_inherent(self) -> bool {
        matches!(self.0, 1 | 3 | 21 | 22 | 23 | 47 | 48)
    }

    pub(crate) fn of_reason(reason: Reason) -> Code {
        Code(match reason {
            Reason::ScalarResult => 1,
            Reason::RandomAccess => 2,
            Reason::InnerArray => 3,
            Reason::Opaque => 4,
            Reason::Barrier => 5,
            Reason::EscapingReference => 6,
            Reason::Moves => 7,
            Reason::Shadows => 8,
            Reason::Drops => 9,
            Reason::ShortCircuit => 10,
            Reason::ElementType => 11,
            Reason::Placement => 12,
            Reason::IterationSize => 13,
            Reason::Writes => 14,
            Reason::Effects => 15,
            Reason::Hidden => 16,
            Reason::InvisibleResult => 17,
            Reason::Order => 18,
            Reason::ForeignResult => 19,
            Reason::Parallel => 20,
            Reason::Slower => 21,
            Reason::Known => 22,
            Reason::TwoPasses => 23,
            Reason::Outward => 24,
            Reason::Pullers => 25,
        })
    }

    pub(crate) fn of_cause(cause: &Cause) -> Code {
        Code(match cause {
            Cause::UnknownSource(_) => 31,
            Cause::UnknownAdapter(_) => 32,
            Cause::UnknownConsumer(_) => 33,
            Cause::ImpureWorker(_) => 34,
            Cause::Argument(_) => 35,
            Cause::MovingWorker(_) => 36,
            Cause::Crossed(_) => 37,
            Cause::HiddenArray(_) => 38,
            // What is no chain is told of where it holds one.
            Cause::Statement | Cause::Position => 39,
            Cause::Attribute => 40,
            Cause::Body(_) => 41,
            Cause::Changed => 42,
            Cause::MayAdvance(_) => 43,
            Cause::OfRayon(..) => 44,
            Cause::Undivided(_) => 45,
            Cause::UnseenSource(_) => 46,
            Cause::Endless => 47,
            Cause::Alone => 48,
        })
    }
}

/// `F007`
impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "F{:03}", self.0)
    }
}

/// No code is written like this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownCode;

impl fmt::Display for UnknownCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no code is written like this; the first is F001")
    }
}

impl std::error::Error for UnknownCode {}

impl std::str::FromStr for Code {
    type Err = UnknownCode;

    fn from_str(text: &str) -> Result<Code, UnknownCode> {
        let code = |code: &Code| code.to_string().eq_ignore_ascii_case(text);
        Code::all().into_iter().find(code).ok_or(UnknownCode)
    }
}
