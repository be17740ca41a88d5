//! Compile-time loop fusion for ordinary iterator chains.
//!
//! # One attribute
//!
//! A program in chains says what it computes, one step at a time, and goes over its data once for
//! each step:
//!
//! ```
//! use loopfuse::fuse;
//!
//! #[fuse]
//! fn normalize2(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
//!     let sum1: f64 = xs.iter().sum();
//!     let gts: Vec<f64> = xs.iter().copied().filter(|x| *x > 0.0).collect();
//!     let sum2: f64 = gts.iter().sum();
//!     let ys1: Vec<f64> = xs.iter().map(|x| x / sum1).collect();
//!     let ys2: Vec<f64> = xs.iter().map(|x| x / sum2).collect();
//!     (ys1, ys2)
//! }
//!
//! let (ys1, ys2) = normalize2(&[3.0, -1.0, 2.0]);
//! assert_eq!(ys1, [0.75, -0.25, 0.5]);
//! assert_eq!(ys2, [0.6, -0.2, 0.4]);
//! ```
//!
//! Five passes over memory and three arrays. By hand one would write two loops: the first adds up
//! both sums, the second divides by both, and `gts` does not exist. That is what `#[fuse]`
//! compiles it to. There is nothing else to learn: the chains are those of [`core::iter`].
//!
//! # How few loops, and how to keep it so
//!
//! No loop can do better than two here, as both divisions need finished sums. Which chains share a
//! loop is decided for the function as a whole, by an integer linear program, and not pair by
//! pair. `loops = N` turns the number into something that the compiler checks:
//!
//! ```
//! use loopfuse::fuse;
//!
//! #[fuse(loops = 1)]
//! fn extent(xs: &[i64]) -> (i64, i64) {
//!     let least = xs.iter().copied().fold(i64::MAX, i64::min);
//!     let greatest = xs.iter().copied().fold(i64::MIN, i64::max);
//!     (least, greatest)
//! }
//!
//! assert_eq!(extent(&[3, -1, 2]), (-1, 3));
//! ```
//!
//! If a later change costs another pass over the data, the function does not compile, and the
//! error shows what is in the way. `#[fuse(explain)]` prints the same report at any time.
//!
//! # What you can rely on
//!
//! **The erasure law.** Deleting `#[fuse]` changes neither whether a program compiles nor what it
//! computes. Floats are added in the order they were written, values that you can see are dropped
//! when they were, and statements that are no chains stay where they are. Where the compiler is
//! not sure, it leaves a chain as written.
//!
//! ```
//! # use loopfuse::fuse;
//! fn count_long(words: &[String], limit: usize) -> (usize, Vec<&str>) {
//!     let long: Vec<&String> = words.iter().filter(|word| word.len() > limit).collect();
//!     let count = long.iter().count();
//!     let starts: Vec<&str> = long.iter().map(|word| &word[..1]).collect();
//!     (count, starts)
//! }
//!
//! #[fuse]
//! fn count_long_fused(words: &[String], limit: usize) -> (usize, Vec<&str>) {
//!     let long: Vec<&String> = words.iter().filter(|word| word.len() > limit).collect();
//!     let count = long.iter().count();
//!     let starts: Vec<&str> = long.iter().map(|word| &word[..1]).collect();
//!     (count, starts)
//! }
//!
//! let words: Vec<String> = ["loop", "fusion", "fold"].map(String::from).into();
//! assert_eq!(count_long(&words, 4), count_long_fused(&words, 4));
//! ```
//!
//! The compiler sees tokens and no types. So it relies on what is visible, and an annotation helps
//! it: `let ys: Vec<f64>` is an array for certain, what some function returned is not. What it
//! assumes of the functions that you call, and the full list of what is promised, stands with
//! [`fuse`].
//!
//! # Features
//!
//! - `parallel` (default): rayon in the runtime, for parallel chains.
//! - `ilp` (default): the integer linear program, asked where the search ends at its limit, and by `strategy = "ilp"`.
//! - `highs`: its solver is HiGHS, for functions of hundreds of combinators; needs CMake, a C++ compiler and libclang.
//!
//! `default-features = false` leaves both out and builds faster.
//!
//! The crate is `no_std`; expansions need `alloc`.
#![no_std]

/// ```
/// use loopfuse::fuse;
///
/// struct Readings {
///     values: Vec<f64>,
/// }
///
/// impl Readings {
///     /// A method is a function like any other.
///     #[fuse(strategy = "optimal", cost = "traffic")]
///     fn spread(&self) -> f64 {
///         let xs: &[f64] = &self.values;
///         let sum: f64 = xs.iter().sum();
///         let squares: Vec<f64> = xs.iter().map(|x| x * x).collect();
///         let square_sum: f64 = squares.iter().sum();
///         let mean = sum / xs.len() as f64;
///         square_sum / xs.len() as f64 - mean * mean
///     }
/// }
///
/// assert_eq!(Readings { values: vec![1.0, 3.0] }.spread(), 1.0);
/// ```
///
/// # Each option, run
///
/// Separated by commas, each at most once: `#[fuse(loops = 2, parallel)]`.
///
/// ## `loops = N`
///
/// A compile error unless exactly `N` loops remain: fused loops, and chains and `for` loops left as written. Loops inside of
/// closures do not count.
///
/// ```rust
/// # use loopfuse::fuse;
/// #[fuse(loops = 1)]
/// fn extent(xs: &[i64]) -> i64 {
///     let least = xs.iter().copied().fold(i64::MAX, i64::min);
///     let greatest = xs.iter().copied().fold(i64::MIN, i64::max);
///     greatest - least
/// }
///
/// assert_eq!(extent(&[3, -1, 2]), 4);
/// ```
///
/// ## `explain`
///
/// Prints the report while the function is compiled.
///
/// ```rust
/// # use loopfuse::fuse;
/// #[fuse(explain)]
/// fn total(xs: &[f64]) -> f64 {
///     xs.iter().map(|x| x * x).sum()
/// }
///
/// assert_eq!(total(&[3.0, 4.0]), 25.0);
/// ```
///
/// ## `parallel` and `min_len = N`
///
/// Every chain that can be runs on several threads. `min_len` is how many elements a range
/// has at least; without it a loop of less than 65,536 stays on one thread.
///
/// ```rust
/// # use loopfuse::fuse;
/// #[fuse(parallel, min_len = 1000)]
/// fn energy(xs: &[f64]) -> f64 {
///     xs.iter().map(|x| x * x).sum()
/// }
///
/// assert_eq!(energy(&[1.0; 5000]), 5000.0);
/// ```
///
/// ## `reassociate`
///
/// Sums and products of floats that share a loop may be added up in another order, and so several at once. Results differ by
/// rounding, and not from run to run.
///
/// ```rust
/// # use loopfuse::fuse;
/// #[fuse(reassociate)]
/// fn moments(xs: &[f64]) -> (f64, f64) {
///     let sum: f64 = xs.iter().sum();
///     let squares: f64 = xs.iter().map(|x| x * x).sum();
///     (sum, squares)
/// }
///
/// assert_eq!(moments(&[1.0, 2.0]), (3.0, 5.0));
/// ```
///
/// ## `strategy = "..."`, `cost = "..."`, `limit = N`
///
/// How loops are chosen; the defaults are the ones to use. `"optimal"` is a search with a proof. `"ilp"` (feature `ilp`) asks the
/// integer linear program of the paper alone, an independent second opinion. `"unfused"`, `"stream"` and `"imperative"` are the other
/// columns of the paper's table. `cost` is `"traffic"` or `"paper"`. `limit` is how many states the search may look at.
///
/// ```rust
/// # use loopfuse::fuse;
/// #[fuse(strategy = "stream", cost = "paper", limit = 1000)]
/// fn mean(xs: &[f64]) -> f64 {
///     let sum: f64 = xs.iter().sum();
///     sum / xs.len() as f64
/// }
///
/// assert_eq!(mean(&[1.0, 2.0]), 1.5);
/// ```
///
/// ## `crate = path`
///
/// Where loopfuse is, if it is renamed or reexported.
///
/// ```rust
/// mod prelude {
///     pub use loopfuse;
/// }
///
/// #[prelude::loopfuse::fuse(crate = prelude::loopfuse)]
/// fn sum(xs: &[u32]) -> u32 {
///     xs.iter().sum()
/// }
///
/// assert_eq!(sum(&[1, 2]), 3);
/// ```
///
/// # What it is not for
///
/// Anything but a function with a body is an error:
///
/// ```compile_fail
/// #[loopfuse::fuse]
/// struct Readings;
/// ```
pub use fuse_macro::fuse;
#[doc(inline)]
pub use fuse_runtime::chunked;

#[doc(hidden)]
pub use fuse_runtime as __private;
