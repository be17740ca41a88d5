//! The integer linear program (paper 001, section 1.4, fig. 1.14).
