//! Fields whose types the file declares: names of their own for as long as loops run over them.

mod declared;
mod held;
mod resolved;
mod rows;
mod structs;
