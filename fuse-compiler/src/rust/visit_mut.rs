//! The walk of [`visit`](super::visit) over syntax trees that are changed as it goes.

/// The trait, with the methods that some visitor overrides or is entered by, and functions that go on below a node.
macro_rules! visitor {
    ($($name:ident($kind:ident),)*) => {
        /// What is called for each node. A method that is not overridden goes on below it.
        pub(crate) trait VisitMut: Walked {
            $(fn $name(&mut self, node: &mut syn::$kind) {
                $name(self.walked(), node);
            })*
        }

        impl syn::visit_mut::VisitMut for Walk<'_> {
            $(fn $name(&mut self, node: &mut syn::$kind) {
                self.0.$name(node);
            })*
        }

        $(pub(crate) fn $name(visitor: &mut (dyn VisitMut + '_), node: &mut syn::$kind) {
            syn::visit_mut::$name(&mut Walk(visitor), node);
        })*
    };
}

visitor! {
    visit_arm_mut(Arm),
    visit_block_mut(Block),
    visit_expr_closure_mut(ExprClosure),
    visit_expr_method_call_mut(ExprMethodCall),
    visit_expr_mut(Expr),
    visit_lifetime_mut(Lifetime),
    visit_field_value_mut(FieldValue),
    visit_item_mut(Item),
    visit_pat_mut(Pat),
    visit_stmt_mut(Stmt),
    visit_type_mut(Type),
}

/// The visitor as the walk sees it, whatever its type.
pub(crate) trait Walked {
    fn walked(&mut self) -> &mut (dyn VisitMut + '_);
}

impl<V: VisitMut> Walked for V {
    fn walked(&mut self) -> &mut (dyn VisitMut + '_) {
        self
    }
}

struct Walk<'v>(&'v mut (dyn VisitMut + 'v));
