//! Functions as people write them, each with the number of its loops asserted: should one of them ever cost another pass
//! over its data, this crate does not compile. The guide shows them with their pictures.

pub mod bounding_box;
pub mod buckets;
pub mod cosine;
pub mod histogram;
pub mod least_squares;
pub mod moving_average;
pub mod revenue;
pub mod softmax;
pub mod standard_scores;
pub mod words;
