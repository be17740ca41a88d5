//! loops: 1, contracted: handles
// The handles are not built into a vector, but each is kept until the vector would have gone.

use std::rc::Rc;

#[loopfuse::fuse]
pub fn shares(values: &[Rc<i64>]) -> i64 {
    let handles: Vec<Rc<i64>> = values.iter().map(|value| Rc::clone(value)).collect();
    let sum: i64 = handles.iter().map(|value| **value).sum();
    sum
}
