//! What the page calls: bytes that it writes, and bytes that it reads. Nothing is generated for it.
//!
//! A text goes in by [`room`], which gives a place for its bytes, and [`run`], which gives the length of the answer; [`answer`]
//! says where that is.

use std::cell::RefCell;

thread_local! {
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Where to write so many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    TEXT.with_borrow_mut(|text| {
        text.clear();
        text.resize(length, 0);
        text.as_mut_ptr()
    })
}

/// Answers what was written; the length of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn run() -> usize {
    let text = TEXT.with_borrow(|text| String::from_utf8_lossy(text).into_owned());
    let answer = super::answer(&text);
    let length = answer.len();
    ANSWER.set(answer);
    length
}

/// Where the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}
