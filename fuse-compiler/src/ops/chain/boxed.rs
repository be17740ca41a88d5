//! Operations of any kind in a box, that can be copied and asked for what they are.
//!
//! In: the name of a type and that of the trait of its operations. Out: the type.

/// The type of any operation of a trait.
macro_rules! boxed {
    ($(#[$doc:meta])* $any:ident: $kind:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub(crate) struct $any(Box<dyn $kind>);

        #[allow(dead_code, reason = "not every kind of operation is asked everything")]
        impl $any {
            /// The data of an operation of one type.
            #[must_use]
            pub(crate) fn of<T: $kind>(&self) -> Option<&T> {
                let any: &dyn std::any::Any = &*self.0;
                any.downcast_ref()
            }

            /// The same, to be changed.
            pub(crate) fn of_mut<T: $kind>(&mut self) -> Option<&mut T> {
                let any: &mut dyn std::any::Any = &mut *self.0;
                any.downcast_mut()
            }

            /// True for an operation of one type.
            #[must_use]
            pub(crate) fn is<T: $kind>(&self) -> bool {
                self.of::<T>().is_some()
            }
        }

        impl<T: $kind> From<T> for $any {
            fn from(operation: T) -> $any {
                $any(Box::new(operation))
            }
        }

        impl std::ops::Deref for $any {
            type Target = dyn $kind;

            fn deref(&self) -> &Self::Target {
                &*self.0
            }
        }

        impl std::ops::DerefMut for $any {
            fn deref_mut(&mut self) -> &mut Self::Target {
                &mut *self.0
            }
        }

        /// What can be copied into a box.
        pub(crate) trait Boxed: std::any::Any + std::fmt::Debug {
            /// A copy of it.
            fn boxed(&self) -> Box<dyn $kind>;
        }

        impl<T: $kind + Clone> Boxed for T {
            fn boxed(&self) -> Box<dyn $kind> {
                Box::new(self.clone())
            }
        }

        impl Clone for Box<dyn $kind> {
            fn clone(&self) -> Self {
                (**self).boxed()
            }
        }
    };
}
pub(super) use boxed;
