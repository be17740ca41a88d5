//! The numbers that values, bindings and chains go by.

macro_rules! index {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub usize);

        impl $name {
            /// The index behind the id.
            #[must_use]
            pub fn index(self) -> usize {
                self.0
            }
        }
    };
}

index! {
    /// A scalar or array of a [`Program`](super::Program), an index into [`Program::values`](super::Program::values).
    ValueId
}
index! {
    /// A binding of a [`Program`](super::Program), an index into [`Program::bindings`](super::Program::bindings).
    BindingId
}
index! {
    /// A chain as it was written. Bindings of one chain are never put into different clusters,
    /// under any strategy: std runs them as one loop.
    ChainId
}
