//! A kernel at a size → one cell: how the forms' times compare.

use std::time::Duration;

use super::options::Options;
use super::statistics::median;
use crate::kernels::case::{Case, Role};

/// How long one form runs in one half of a round, at least.
pub(crate) const SLICE: Duration = Duration::from_micros(500);
/// How long the plain form runs over the inputs that take turns, at most.
const TURNS: Duration = Duration::from_millis(2);
/// A quick run leaves out what takes longer than this once.
const TOO_LONG: Duration = Duration::from_secs(2);
/// A cell that was measured in fewer rounds is nobody's evidence.
pub(crate) const FEWEST_ROUNDS: usize = 3;
const MOST_ROUNDS: usize = 151;

/// How one kernel's forms compare at one size.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    pub(crate) kernel: &'static str,
    pub(crate) elements: usize,
    /// Loops as written, and as fused.
    pub(crate) loops: (usize, usize),
    /// Nanoseconds an element of the plain form.
    pub(crate) plain: f64,
    /// The time of every other form over that of the fused one: above 1, the fused one is faster.
    pub(crate) to_fused: Vec<(Role, f64)>,
    /// The time of the plain form over that of the plain form.
    pub(crate) same: f64,
    /// How many rounds the medians are of.
    pub(crate) rounds: usize,
}

impl Cell {
    fn ratio(&self, wanted: Role) -> f64 {
        let found = self.to_fused.iter().find(|(role, _)| *role == wanted);
        found.map_or(f64::NAN, |(_, ratio)| *ratio)
    }

    /// Plain over fused.
    pub(crate) fn plain_to_fused(&self) -> f64 {
        self.ratio(Role::Plain)
    }

    /// The faster form by hand over the fused one, and which that is.
    pub(crate) fn hand_to_fused(&self) -> (Role, f64) {
        let (obvious, expert) = (self.ratio(Role::Obvious), self.ratio(Role::Expert));
        if obvious < expert {
            (Role::Obvious, obvious)
        } else {
            (Role::Expert, expert)
        }
    }

    /// What plain over fused must not fall below.
    pub(crate) fn bar(&self) -> f64 {
        f64::min(0.97, self.same - 0.01)
    }

    /// Whether fused is slower than the text as written.
    pub(crate) fn slower_than_plain(&self) -> bool {
        self.plain_to_fused() < self.bar()
    }

    /// Whether a loop by hand is faster than fused.
    pub(crate) fn slower_than_hand(&self) -> bool {
        self.hand_to_fused().1 < 0.95
    }
}

/// How often each form runs in a round, over how many inputs, and how many rounds there are.
pub(crate) struct Plan {
    pub(crate) inputs: usize,
    pub(crate) repeats: Vec<u32>,
    pub(crate) rounds: usize,
}

/// The order in which forms run in a round: all, starting with another one in each round, and
/// then backwards (ABBA), so that a drift of the machine hits all of them alike.
pub(crate) fn order(forms: usize, round: usize) -> Vec<usize> {
    let there = (0..forms).map(|i| (i + round) % forms);
    there.clone().chain(there.rev()).collect()
}

/// Whether a quick run leaves out what takes so many nanoseconds once.
pub(crate) fn is_too_long(nanoseconds: f64) -> bool {
    nanoseconds > TOO_LONG.as_nanos() as f64
}

/// Measures a case.
pub(crate) fn measure(
    kernel: &'static str,
    elements: usize,
    loops: (usize, usize),
    case: &Case,
    options: &Options,
) -> Cell {
    // Plain again stands last, so that it is measured like any other form.
    let again = case.forms.len();
    let form = |i: usize| &case.forms[i % again];
    let time = |i: usize, inputs: usize, repeats: u32| {
        // What the form before left in the caches is not this one's doing. One run of what is
        // large says little else.
        if repeats > 1 {
            form(i).run_in_turn(inputs, (repeats / 8).max(1));
        }
        options.clock.time(|| form(i).run_in_turn(inputs, repeats))
    };

    let mut once: Vec<Duration> = (0..again).map(|i| time(i, 1, 1)).collect();
    once.push(once[0]);
    let Plan {
        inputs,
        repeats,
        rounds,
    } = plan(
        &mut |i, inputs, repeats| time(i, inputs, repeats),
        case.inputs,
        &once,
        options.time_of_a_cell(),
    );

    let mut times = vec![Vec::with_capacity(rounds); again + 1];
    for round in 0..rounds {
        let mut spent = vec![0.0; again + 1];
        for i in order(again + 1, round) {
            spent[i] += time(i, inputs, repeats[i]).as_secs_f64() / f64::from(2 * repeats[i]);
        }
        for (times, spent) in times.iter_mut().zip(spent) {
            times.push(spent);
        }
    }
    let ratio = |i: usize, j: usize| {
        let pairs = times[i].iter().zip(&times[j]);
        median(pairs.map(|(a, b)| a / b).collect())
    };
    // The second form is the fused one, see `Case`.
    let fused = 1;
    let others = (0..again).filter(|i| *i != fused);
    Cell {
        kernel,
        elements,
        loops,
        plain: median(times[0].clone()) * 1e9 / elements as f64,
        to_fused: others
            .map(|i| (case.forms[i].role, ratio(i, fused)))
            .collect(),
        same: ratio(0, again),
        rounds,
    }
}

/// Slices long enough for the clock, and as many rounds as fit in the time.
pub(crate) fn plan(
    time: &mut dyn FnMut(usize, usize, u32) -> Duration,
    inputs: usize,
    once: &[Duration],
    time_of_a_cell: Duration,
) -> Plan {
    // All forms run over the same inputs, each over all of them equally often.
    let inputs = if inputs > 1 {
        let plain = time(0, inputs, inputs as u32) / inputs as u32;
        let fit = TURNS.as_nanos() / plain.as_nanos().max(1);
        inputs.min(fit.max(1) as usize)
    } else {
        inputs
    };
    let mut repeats = Vec::with_capacity(once.len());
    let mut single = Vec::with_capacity(once.len());
    for (i, first) in once.iter().enumerate() {
        // The first run was over cold caches; many short ones say better how many fit in a slice.
        let mut n: u32 = 1;
        let mut spent = *first;
        while spent < SLICE {
            let more = SLICE.as_nanos() / spent.as_nanos().max(1) + 1;
            n = n.saturating_mul((more as u32).clamp(2, 16));
            spent = time(i, inputs, n);
        }
        repeats.push(n.next_multiple_of(inputs as u32));
        single.push(spent.as_secs_f64() / f64::from(n));
    }
    // What the processor has learned of the branches of inputs that take turns is the more, the more often it has seen
    // them: no form sees them more often than another.
    if inputs > 1 {
        let most = repeats.iter().copied().max().unwrap_or(1);
        repeats.fill(most);
    }
    let times = repeats.iter().zip(single);
    let round = times.map(|(n, single)| 2.0 * f64::from(*n) * single);
    let round = Duration::from_secs_f64(round.sum());
    let rounds = time_of_a_cell.as_nanos() / round.as_nanos().max(1);
    // An odd number has a middle one.
    let rounds = (rounds as usize).clamp(FEWEST_ROUNDS, MOST_ROUNDS) | 1;
    Plan {
        inputs,
        repeats,
        rounds,
    }
}
