//! Lengths: asked for, asserted, guarded; empty arrays; zips of arrays that may be unequal.

mod all_but_one;
mod asked_for;
mod changing;
mod empty;
mod equal;
mod from_a_start;
mod guards;
mod peeled;
mod places;
mod stamped;
mod without_a_loop;
mod zipped;
