//! What methods are called of, that may do more than look.
//!
//! In: a statement. Out: the names of which, or of whose parts, it calls a method that is not known to borrow its receiver and to
//! change nothing.

use super::expr::place_root;
use super::std_names;
use super::visit::{self, Visit};
use crate::sorted::SortedSet;
use syn::{ExprMethodCall, Stmt};

/// The receivers of methods that may change or take them.
pub(crate) fn taken_or_changed(stmt: &Stmt) -> SortedSet<String> {
    struct Receivers(SortedSet<String>);
    impl<'ast> Visit<'ast> for Receivers {
        fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
            let looks = std_names::is(&call.method.to_string(), call.args.len(), std_names::KNOWN);
            self.0.extend(place_root(&call.receiver).filter(|_| !looks));
            visit::visit_expr_method_call(self, call);
        }
    }
    let mut receivers = Receivers(SortedSet::new());
    receivers.visit_stmt(stmt);
    receivers.0
}
