//! The pages of the guide, so that `cargo test -p loopfuse-guide` compiles and runs their Rust blocks.
//!
//! The book itself is `mdbook build guide`, into `target/guide`.

/// A page as the documentation of a module that only doctests see.
macro_rules! pages {
    ($($name:ident)*) => {
        /// The names of the pages whose code is run.
        pub const RUN: &[&str] = &[$(stringify!($name)),*];
        $(
            #[cfg(doctest)]
            #[doc = include_str!(concat!("src/", stringify!($name), ".md"))]
            pub mod $name {}
        )*
    };
}

pages! {
    what
    tutorial
    report
    options
    gallery
    parallel
    chunks
    stays
    how
    faq
}
