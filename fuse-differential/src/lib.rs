//! The differential machine: thousands of programs against the erasure law. What `#[fuse]` makes of a
//! function must do what the function does.
//!
//! ```text
//! seed -> generate -> function::Function -> text -> both forms compiled, run and compared
//!                          |     ^                                      |
//!                          +-----+ smaller  <---- what fails is shrunk -+
//! ```
//!
//! | module | what it is |
//! |---|---|
//! | [`function`] | the model of a function: what its statements bind, read, change and move is known, so that a part can be taken out and the rest still compiles |
//! | [`generate`] | a seed -> a function |
//! | [`chunked`] | functions over chunks: a seed -> a function, and what runs its rounds |
//! | [`machine`] | functions -> crates -> both forms compiled, run and compared; what fails is shrunk |
//! | [`measure`] | which functions could fuse, by brute force, and which did |
//! | [`broken`] | compilers that are wrong on purpose: each must be caught |

pub mod broken;
pub mod chunked;
pub mod function;
pub mod generate;
pub mod machine;
pub mod measure;

pub use chunked::Chunked;
pub use function::Function;
