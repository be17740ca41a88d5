//! The walk over syntax trees that all visitors share.
//!
//! In: a tree and a [`Visit`]. Out: its methods called, node by node, as by syn's trait of this name. That one is
//! generic: rustc compiles two hundred functions of it for every visitor, and for forty visitors they were a third of
//! the code that a user's build waits for. Here one walk asks the visitor through a table.

/// The trait, with the methods that some visitor overrides or is entered by, and functions that go on below a node.
macro_rules! visitor {
    ($($name:ident($kind:ident),)*) => {
        /// What is called for each node. A method that is not overridden goes on below it.
        pub(crate) trait Visit<'ast>: Walked<'ast> {
            $(fn $name(&mut self, node: &'ast syn::$kind) {
                $name(self.walked(), node);
            })*
        }

        impl<'ast> syn::visit::Visit<'ast> for Walk<'_, 'ast> {
            $(fn $name(&mut self, node: &'ast syn::$kind) {
                self.0.$name(node);
            })*
        }

        $(pub(crate) fn $name<'ast>(visitor: &mut (dyn Visit<'ast> + '_), node: &'ast syn::$kind) {
            syn::visit::$name(&mut Walk(visitor), node);
        })*
    };
}

visitor! {
    visit_angle_bracketed_generic_arguments(AngleBracketedGenericArguments),
    visit_arm(Arm),
    visit_attribute(Attribute),
    visit_bin_op(BinOp),
    visit_block(Block),
    visit_expr(Expr),
    visit_expr_async(ExprAsync),
    visit_expr_await(ExprAwait),
    visit_expr_binary(ExprBinary),
    visit_expr_block(ExprBlock),
    visit_expr_break(ExprBreak),
    visit_expr_call(ExprCall),
    visit_expr_closure(ExprClosure),
    visit_expr_continue(ExprContinue),
    visit_expr_field(ExprField),
    visit_expr_for_loop(ExprForLoop),
    visit_expr_group(ExprGroup),
    visit_expr_if(ExprIf),
    visit_expr_index(ExprIndex),
    visit_expr_let(ExprLet),
    visit_expr_loop(ExprLoop),
    visit_expr_match(ExprMatch),
    visit_expr_method_call(ExprMethodCall),
    visit_expr_path(ExprPath),
    visit_expr_reference(ExprReference),
    visit_expr_return(ExprReturn),
    visit_expr_try(ExprTry),
    visit_expr_unary(ExprUnary),
    visit_expr_unsafe(ExprUnsafe),
    visit_expr_while(ExprWhile),
    visit_expr_yield(ExprYield),
    visit_item(Item),
    visit_impl_item_fn(ImplItemFn),
    visit_lit(Lit),
    visit_local(Local),
    visit_macro(Macro),
    visit_pat(Pat),
    visit_pat_ident(PatIdent),
    visit_pat_rest(PatRest),
    visit_path_segment(PathSegment),
    visit_return_type(ReturnType),
    visit_stmt(Stmt),
    visit_type(Type),
    visit_type_array(TypeArray),
    visit_type_group(TypeGroup),
    visit_type_impl_trait(TypeImplTrait),
    visit_type_infer(TypeInfer),
    visit_type_macro(TypeMacro),
}

/// The visitor as the walk sees it, whatever its type.
pub(crate) trait Walked<'ast> {
    fn walked(&mut self) -> &mut (dyn Visit<'ast> + '_);
}

impl<'ast, V: Visit<'ast>> Walked<'ast> for V {
    fn walked(&mut self) -> &mut (dyn Visit<'ast> + '_) {
        self
    }
}

struct Walk<'v, 'ast>(&'v mut (dyn Visit<'ast> + 'v));
