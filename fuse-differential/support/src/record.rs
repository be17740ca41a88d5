//! Types of a user's own.

use crate::image::{Image, Same};

/// A struct with public fields, of the usual derives and with methods.
#[derive(Clone, Debug, Default, PartialEq, PartialOrd)]
pub struct Record {
    /// A number that is often repeated.
    pub id: i64,
    /// A float.
    pub weight: f64,
    /// A short word.
    pub name: String,
    /// A few small numbers.
    pub values: Vec<i64>,
    /// A flag.
    pub active: bool,
}

impl Record {
    /// `weight` as a method.
    #[must_use]
    pub fn weight(&self) -> f64 {
        self.weight
    }

    /// `id` as a method.
    #[must_use]
    pub fn id(&self) -> i64 {
        self.id
    }

    /// `name` as a method.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// `active` as a method.
    #[must_use]
    pub fn is_active(&self) -> bool {
        self.active
    }

    /// `values` as a method.
    #[must_use]
    pub fn values(&self) -> &[i64] {
        &self.values
    }
}

impl Same for Record {
    fn image(&self, image: &mut Image) {
        image.named("Record", 5);
        self.id.image(image);
        self.weight.image(image);
        self.name.image(image);
        self.values.image(image);
        self.active.image(image);
    }
}

/// An enum with and without data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Nothing.
    #[default]
    Empty,
    /// One number.
    One(i32),
    /// Two.
    Pair(i32, i32),
}

impl Same for Kind {
    fn image(&self, image: &mut Image) {
        match self {
            Self::Empty => image.word("Empty"),
            Self::One(a) => {
                image.named("One", 1);
                a.image(image);
            }
            Self::Pair(a, b) => {
                image.named("Pair", 2);
                a.image(image);
                b.image(image);
            }
        }
    }
}
