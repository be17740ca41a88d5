//! Arrays of structs behind `self` that loops change.
//!
//! `tests/SAFETY.md` names the rule that each function shows.

use super::fuse;
use std::cell::Cell;

/// What a task is in.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum State {
    /// Not yet.
    #[default]
    Pending,
    /// So often.
    Failed(u32),
    /// At last.
    Done {
        /// When.
        at: i64,
    },
}

/// A part.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Part {
    /// Its size.
    pub size: i64,
}

/// With a name, parts, and a state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Task {
    /// Its name.
    pub name: String,
    /// Its state.
    pub state: State,
    /// When it ends.
    pub deadline: Option<i64>,
    /// What it costs.
    pub cost: i64,
    /// What it is made of.
    pub parts: Vec<Part>,
}

impl Task {
    fn is_over(&self) -> bool {
        self.state != State::Pending
    }
}

/// All of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tasks {
    /// The tasks.
    pub tasks: Vec<Task>,
    /// Those that were taken up again.
    pub again: Vec<i64>,
    /// How often.
    pub turn: u64,
    /// What is said.
    pub log: Vec<String>,
    /// The dearest.
    pub most: i64,
}

impl Tasks {
    /// States, by branches, and what is pushed to another field.
    #[fuse]
    pub fn tick(&mut self, now: i64) -> usize {
        let mut again = 0;
        for task in self.tasks.iter_mut() {
            if let Some(deadline) = task.deadline {
                if deadline < now && task.state == State::Pending {
                    task.state = State::Failed(1);
                }
            }
        }
        for task in self.tasks.iter_mut() {
            if let State::Failed(times) = task.state {
                if times < 3 {
                    task.cost = task.cost.wrapping_add(1);
                    task.state = State::Pending;
                    self.again.push(task.cost);
                    again += 1;
                }
            }
        }
        again
    }

    /// The same by fewer branches.
    #[fuse(loops = 1)]
    pub fn again(&mut self, now: i64) -> usize {
        let mut again = 0;
        for task in self.tasks.iter_mut() {
            if let Some(deadline) = task.deadline {
                if deadline < now && task.state == State::Pending {
                    task.state = State::Failed(1);
                }
            }
        }
        for task in self.tasks.iter_mut() {
            if task.cost > 7 {
                task.cost = task.cost.wrapping_add(1);
                self.again.push(task.cost);
                again += 1;
            }
        }
        again
    }

    /// What a field of `self` counts, a method of the elements, and a statement with a macro behind them.
    #[fuse]
    pub fn end(&mut self) -> usize {
        for task in self.tasks.iter_mut() {
            if task.cost > 3 {
                task.cost -= 3;
                task.state = State::Done { at: task.cost };
            }
        }
        for task in self.tasks.iter_mut() {
            if task.is_over() {
                task.parts.push(Part { size: task.cost });
                task.name.push('!');
            }
        }
        let over = self.tasks.iter().filter(|task| task.is_over()).count();
        self.turn += 1;
        if over > 1 {
            self.log.push(format!("{}: {over}", self.turn));
        }
        over
    }

    /// The array itself, between the loops, and fields that the loops need.
    #[fuse]
    pub fn changed_between(&mut self) -> i64 {
        for task in self.tasks.iter_mut() {
            task.cost = task.cost.wrapping_mul(2);
        }
        self.most = self.tasks.iter().map(|task| task.cost).fold(i64::MIN, i64::max);
        self.tasks.retain(|task| task.cost % 3 != 0);
        for task in self.tasks.iter_mut() {
            task.cost = task.cost.wrapping_sub(self.most);
        }
        self.tasks.reverse();
        for task in &mut self.tasks {
            task.parts.clear();
        }
        self.tasks.iter().fold(0, |sum, task| sum.wrapping_mul(3).wrapping_add(task.cost))
    }

    /// Parts of elements, by statements between loops that only read, and in one of them.
    #[fuse]
    pub fn below_elements(&mut self) -> i64 {
        for task in &self.tasks {
            self.most = self.most.wrapping_add(task.cost);
        }
        if self.tasks.len() > 1 {
            self.tasks[0].cost = self.tasks[1].cost;
            self.tasks[1].parts.push(Part { size: self.most });
            (*self.tasks)[1].deadline = None;
            std::mem::swap(&mut self.tasks[0].name, &mut String::from("first"));
            if let Some(deadline) = self.tasks[0].deadline.as_mut() {
                *deadline += 1;
            }
        }
        for task in &self.tasks {
            self.turn = self.turn.wrapping_add(task.parts.len() as u64);
        }
        for at in 0..self.tasks.len() {
            self.tasks[at].cost = self.tasks[at].cost.wrapping_add(self.most);
        }
        let costs = self.tasks.iter().map(|task| task.cost).fold(0, i64::wrapping_add);
        let parts = self.tasks.iter().map(|task| task.parts.len()).sum::<usize>();
        costs ^ parts as i64
    }

    /// Panics in between.
    #[fuse]
    pub fn that_panic(&mut self, at: usize) -> i64 {
        for task in self.tasks.iter_mut() {
            task.cost = task.cost.wrapping_add(1);
        }
        for task in self.tasks.iter_mut() {
            task.cost += task.parts[at].size;
        }
        self.turn += 1;
        self.tasks.iter().map(|task| task.parts[at].size).sum()
    }
}

thread_local! {
    static DROPS: Cell<i64> = const { Cell::new(0) };
}

/// A part of a struct that says when it is dropped.
#[derive(Debug)]
pub struct Loud {
    /// What it says.
    pub of: i64,
}

impl Drop for Loud {
    fn drop(&mut self) {
        DROPS.set(DROPS.get().wrapping_mul(3).wrapping_add(self.of));
    }
}

/// With such a part.
#[derive(Debug)]
pub struct Louds {
    /// The parts.
    pub louds: Vec<Loud>,
    /// The same in an `Option`.
    pub maybe: Vec<Maybe>,
}

/// None, or one.
#[derive(Debug)]
pub struct Maybe {
    /// One.
    pub of: Option<Loud>,
    /// Its number.
    pub number: i64,
}

impl Louds {
    /// Replaced in loops.
    #[fuse]
    pub fn replaced(&mut self) -> (i64, i64) {
        DROPS.set(0);
        for loud in self.louds.iter_mut() {
            *loud = Loud { of: loud.of ^ 1 };
        }
        for loud in self.louds.iter_mut() {
            *loud = Loud { of: loud.of ^ 2 };
        }
        let louds = DROPS.get();
        for maybe in self.maybe.iter_mut() {
            maybe.of = None;
        }
        for maybe in self.maybe.iter_mut() {
            maybe.of = Some(Loud { of: maybe.number });
        }
        for maybe in self.maybe.iter_mut() {
            maybe.of.take();
        }
        (louds, DROPS.get())
    }
}
