//! Names that mean something else than their spelling suggests: shadowed, imported, bound by a macro.

mod aliases;
mod bindings;
mod hidden_std;
mod scopes;
