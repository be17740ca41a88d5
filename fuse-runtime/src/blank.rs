//! Whether a text is nothing but white space.
//!
//! *In*: something of which the user asks `trim().is_empty()`. *Out*: the answer. A `&str` is not trimmed for it, at both ends, by
//! a call: it is looked at up to the first letter.

use alloc::string::String;
use core::marker::PhantomData;
use core::ops::Deref;

use crate::Text;

/// Whether a text is blank; of what is no text, what is written.
///
/// ```
/// let line = " \t";
/// assert!(fuse_runtime::is_blank!(line, line.trim().is_empty()));
/// ```
#[macro_export]
macro_rules! is_blank {
    ($name:expr, $written:expr) => {
        if $crate::Looking::of(&$name).__loopfuse_is_spelt() {
            $crate::Looking::of(&$name).__loopfuse_is_blank(&$name)
        } else {
            $written
        }
    };
}

/// What is a `str`, or refers to one, as a `trim()` sees it.
pub trait Spelt {
    /// The text.
    fn spelt(&self) -> &str;
}

impl Spelt for str {
    #[inline]
    fn spelt(&self) -> &str {
        self
    }
}

impl Spelt for String {
    #[inline]
    fn spelt(&self) -> &str {
        self
    }
}

impl Spelt for Text<'_> {
    #[inline]
    fn spelt(&self) -> &str {
        self
    }
}

impl<T: Spelt + ?Sized> Spelt for &T {
    #[inline]
    fn spelt(&self) -> &str {
        (**self).spelt()
    }
}

/// The type of what is looked at.
#[derive(Debug)]
pub struct Looking<T: ?Sized> {
    unspelt: Unspelt,
    at: PhantomData<fn() -> PhantomData<T>>,
}

impl<T: ?Sized> Looking<T> {
    /// Looks at the type.
    #[inline]
    pub fn of(_at: &T) -> Self {
        Looking {
            unspelt: Unspelt(PhantomData),
            at: PhantomData,
        }
    }
}

// The names are some that no user's blanket extension trait has.

impl<T: Spelt + ?Sized> Looking<T> {
    /// It is a text.
    #[inline]
    pub fn __loopfuse_is_spelt(&self) -> bool {
        true
    }

    /// As `trim().is_empty()`.
    #[inline]
    pub fn __loopfuse_is_blank(&self, text: &T) -> bool {
        text.spelt().chars().all(char::is_whitespace)
    }
}

impl<T: ?Sized> Deref for Looking<T> {
    type Target = Unspelt;

    #[inline]
    fn deref(&self) -> &Unspelt {
        &self.unspelt
    }
}

/// What is left of a [`Looking`] at what is no text.
#[derive(Debug)]
pub struct Unspelt(PhantomData<()>);

impl Unspelt {
    /// It is none.
    #[inline]
    pub fn __loopfuse_is_spelt(&self) -> bool {
        false
    }

    /// Never asked.
    #[inline]
    pub fn __loopfuse_is_blank<T: ?Sized>(&self, _at: &T) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    #[test]
    fn what_is_blank_is_nothing_but_white_space() {
        let spaces = " \t\u{a0}\u{2003}\u{3000}\r\n\u{85}";
        for text in [
            "", " ", "a", " a", "a ", "\u{200b}", spaces, "\u{feff}", "é", "\0",
        ] {
            let string = String::from(text);
            let (twice, referred) = (&&text, &string);
            let blank = text.trim().is_empty();
            assert_eq!(crate::is_blank!(text, unreachable!()), blank, "{text:?}");
            assert_eq!(crate::is_blank!(twice, unreachable!()), blank, "{text:?}");
            assert_eq!(crate::is_blank!(string, unreachable!()), blank, "{text:?}");
            assert_eq!(
                crate::is_blank!(referred, unreachable!()),
                blank,
                "{text:?}"
            );
            assert_eq!(crate::is_blank!(*text, unreachable!()), blank, "{text:?}");
        }
        assert!(char::from_u32(0x180e).is_some_and(|c| !c.is_whitespace()));
    }

    #[test]
    fn of_anything_else_it_is_what_is_written() {
        struct Tape;
        impl Tape {
            fn trim(self) -> [u8; 0] {
                []
            }
        }
        let tape = Tape;
        assert!(crate::is_blank!(tape, tape.trim().is_empty()));
        let bytes: &[u8] = b" ";
        assert!(!crate::is_blank!(bytes, bytes.is_empty()));
    }
}
