//! The differential machine: thousands of programs against the erasure law.
//!
//! | module | what it is |
//! |---|---|
//! | [`machine`] | functions -> crates -> both forms compiled, run and compared; what fails is shrunk |

pub mod machine;
