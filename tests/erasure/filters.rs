//! `filter`: what it keeps is collected, or added up.

mod added_up;
mod collected;
mod counted_below;
mod extrema;
mod in_options;
mod numbered;
mod options_of_numbers;
mod records;
