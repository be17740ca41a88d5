//! A struct of a user's own whose methods are generated: its fields, and the methods that those call. It is defined by a macro in each
//! module that has such a method, since methods stand beside their type.

/// A number that takes another one in: what comes of several depends on their order.
pub trait Stepped: Copy {
    /// This number after the other one.
    #[must_use]
    fn stepped(self, by: Self) -> Self;
}

macro_rules! stepped {
    ($($t:ty: |$a:ident, $b:ident| $value:expr;)+) => {$(
        impl Stepped for $t {
            fn stepped(self, by: Self) -> Self {
                let ($a, $b) = (self, by);
                $value
            }
        }
    )+};
}
macro_rules! stepped_integers {
    ($($t:ty)+) => { stepped! { $($t: |a, b| a.wrapping_mul(3).wrapping_add(b);)+ } };
}
stepped_integers! { i8 i16 i32 i64 u8 u16 u32 u64 usize }
stepped! {
    f32: |a, b| a * 0.5 + b;
    f64: |a, b| a * 0.5 + b;
}

/// `Owner`, over numbers of a type.
#[macro_export]
macro_rules! owner {
    ($t:ty) => {
        /// What a field of the struct holds.
        #[derive(Debug)]
        #[allow(dead_code, unreachable_pub, reason = "a method uses some of it")]
        pub struct Inside {
            pub items: Vec<$t>,
            pub total: $t,
        }

        /// The struct.
        #[derive(Debug)]
        #[allow(dead_code, unreachable_pub, reason = "a method uses some of it")]
        pub struct Owner {
            pub items: Vec<$t>,
            pub out: Vec<$t>,
            pub seen: Vec<$t>,
            pub inner: Inside,
            pub total: $t,
            pub best: $t,
            pub factor: $t,
            pub count: usize,
            pub last: Option<$t>,
        }

        #[allow(dead_code, unreachable_pub, reason = "a method uses some of it")]
        impl Owner {
            /// Computes.
            pub fn scale(&self, x: $t) -> $t {
                $crate::owner::Stepped::stepped(x, self.factor)
            }

            /// Says what it was given, and what the total is by now.
            pub fn told(&self, x: $t) -> $t {
                $crate::opaque::effect(721, (x, self.total, self.count));
                x
            }

            /// Whether it takes a number.
            pub fn accepts(&self, x: $t) -> bool {
                x < self.factor
            }

            /// Whether it was given enough.
            pub fn is_full(&self) -> bool {
                self.count % 11 == 5
            }

            /// Its elements.
            pub fn items(&self) -> &[$t] {
                &self.items
            }

            /// Takes a number in.
            pub fn bump(&mut self, x: $t) {
                self.total = $crate::owner::Stepped::stepped(self.total, x);
                self.count = self.count.wrapping_add(1);
            }

            /// Takes a number in, and gives what came of it.
            pub fn draw(&mut self, x: $t) -> $t {
                self.bump(x);
                self.total
            }

            /// Keeps a number, and no more than a few.
            pub fn keep(&mut self, x: $t) {
                if self.seen.len() > 9 {
                    self.seen.clear();
                }
                self.seen.push(x);
            }
        }

        impl $crate::inputs::Make for Owner {
            fn make(inputs: &mut $crate::inputs::Inputs) -> Self {
                use $crate::inputs::Make;
                Self {
                    items: Make::make(inputs),
                    out: Make::make(inputs),
                    seen: Make::make(inputs),
                    inner: Inside {
                        items: Make::make(inputs),
                        total: Make::make(inputs),
                    },
                    total: Make::make(inputs),
                    best: Make::make(inputs),
                    factor: Make::make(inputs),
                    count: Make::make(inputs),
                    last: Make::make(inputs),
                }
            }
        }

        impl $crate::image::Same for Owner {
            fn image(&self, image: &mut $crate::image::Image) {
                image.named("Owner", 10);
                for array in [&self.items, &self.out, &self.seen, &self.inner.items] {
                    $crate::image::Same::image(array, image);
                }
                for number in [self.inner.total, self.total, self.best, self.factor] {
                    $crate::image::Same::image(&number, image);
                }
                $crate::image::Same::image(&self.count, image);
                $crate::image::Same::image(&self.last, image);
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use crate::image::Image;
    use crate::inputs::{Inputs, Make, Round};

    owner!(i64);

    #[test]
    fn every_field_shows_in_the_image() {
        let round = Round::all()[20];
        let make = || Owner::make(&mut Inputs::new(20, round, 0));
        let image = |owner: Owner| Image::of(&owner);
        assert_eq!(image(make()), image(make()));
        let changes: [fn(&mut Owner); 5] = [
            |owner| owner.inner.total += 1,
            |owner| owner.inner.items.push(1),
            |owner| owner.bump(1),
            |owner| owner.keep(1),
            |owner| owner.out.push(1),
        ];
        for change in changes {
            let mut changed = make();
            change(&mut changed);
            assert_ne!(image(changed), image(make()));
        }
    }
}
