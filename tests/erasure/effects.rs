//! Side effects and the order they come in: generators, cells, logs, operators that do more than they say.

mod borrowed_state;
mod collected_first;
mod hidden_calls;
mod last_use;
mod order;
mod own_functions;
mod state;
