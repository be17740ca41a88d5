//! Panics of the compiler itself, kept from the build of a user.
//!
//! In: a call of the compiler. Out: what it gives, or the text of its panic. No input is known that makes it
//! panic; one that does costs the user the fusion of that function, and not the build of a valid program.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What a call gives, unless it panics.
///
/// ```
/// assert_eq!(fuse_compiler::without_panic(|| 3), Ok(3));
///
/// let failed = fuse_compiler::without_panic(|| { let none: Option<u32> = None; none.expect("a loop") });
/// assert!(failed.unwrap_err().starts_with("the compiler panicked: a loop. Please report it"));
/// ```
///
/// # Errors
/// The text of the panic, and where to report it.
pub fn without_panic<T>(call: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(call)).map_err(|cause| {
        let (text, address) = (text(cause.as_ref()), env!("CARGO_PKG_REPOSITORY"));
        format!("the compiler panicked: {text}. Please report it: {address}/issues")
    })
}

fn text(cause: &(dyn Any + Send)) -> &str {
    let owned = cause.downcast_ref::<String>().map(String::as_str);
    let text = owned.or_else(|| cause.downcast_ref::<&str>().copied());
    text.unwrap_or("it says not why")
}
