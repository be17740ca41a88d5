//! From tokens to regions of statements: chains and opaque statements.
