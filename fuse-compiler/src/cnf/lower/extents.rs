//! How many elements a driver gives, as a length of the program.
//!
//! In: an [`Extent`], in which names stand for what they are bound to where the chain stands. Out: a
//! [`Length`] over values; two lengths are equal only if they are equal each time.

use super::Lowering;
use crate::cnf::{Length, ValueKind};
use crate::syntax::driver::{DriverSource, Extent};

impl Lowering<'_> {
    pub(super) fn extent(&self, driver: &DriverSource, extent: &Extent) -> Length {
        self.length_of(driver, extent).unwrap_or(Length::Unknown)
    }

    /// `None` if a part of it is not known.
    fn length_of(&self, driver: &DriverSource, extent: &Extent) -> Option<Length> {
        let all = |parts: &[Extent]| {
            let lengths = parts.iter().map(|part| self.length_of(driver, part));
            lengths.collect::<Option<Vec<_>>>()
        };
        Some(match extent {
            Extent::Unknown => return None,
            Extent::Known(text) => Length::Known(self.amount(text)),
            Extent::Array(name) => {
                let value = *self.names.get(name)?;
                let array = self.lowered.program.value(value).kind == ValueKind::Array;
                return array.then_some(Length::Of(value));
            }
            // Nothing crosses a wall, so nothing behind one needs to know what was before it.
            Extent::Place(text) => {
                let mut text = text.clone();
                if self.walls > 0 {
                    text += &format!("#{}", self.walls);
                }
                for name in driver.mentions() {
                    if let Some(value) = self.names.get(&name)
                        && !self.is_first(*value)
                    {
                        text += &format!("#{}", value.0);
                    }
                }
                Length::Known(text)
            }
            Extent::Less(of, amount) => {
                Length::Less(Box::new(self.length_of(driver, of)?), self.amount(amount))
            }
            Extent::Least(parts) => Length::Least(all(parts)?),
            Extent::Sum(parts) => Length::Sum(all(parts)?),
            Extent::Ratio { of, by, up } => Length::Ratio {
                of: Box::new(self.length_of(driver, of)?),
                by: self.amount(by),
                up: *up,
            },
        })
    }

    /// A literal, or a name with the binding that it stands for now.
    fn amount(&self, text: &str) -> String {
        match self.names.get(text) {
            Some(value) if !self.is_first(*value) => format!("{text}#{}", value.0),
            _ => text.to_owned(),
        }
    }
}
