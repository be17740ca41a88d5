//! Blocks inside statements: each is a region of its own (docs/DESIGN.md section 3, *Regions*).
//!
//! In: a region whose walls may hold blocks. Out: the same region, with those blocks fused in the
//! walls' tokens: of loops, branches and arms, of closures, of `async` and `unsafe` blocks. What a
//! fused block mentions is what it mentioned before, so a closure captures what it captured. `const`
//! blocks and items are left alone.

use super::candidates;
use crate::ops::chain::Source;
use crate::ops::consumer::each::{Each, Turns};
use crate::ops::names::ended;
use crate::options::Setting;
use crate::region::{Kind, Region, Statement, loops_in};
use crate::report::FunctionReport;
use crate::rust::environment::{Environment, Origin};
use crate::rust::mentions::Mentions;
use crate::rust::patterns::bindings;
use crate::rust::spelling::{spelling, times};
use crate::rust::visible::visible_type;
use crate::rust::visit::{self, Visit};
use crate::rust::visit_mut::{self, VisitMut};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::parse::Parser as _;
use syn::{Block, Expr, ExprClosure, Pat, ReturnType, Stmt, Type};

/// What fuses one block, given the names from outside that it mentions and the type of its value; `None` if it stays as it is.
pub(crate) type FuseBlock = fn(
    &Setting<'_>,
    &Block,
    &[String],
    Option<&Type>,
    &mut Environment,
    &mut FunctionReport,
) -> Option<TokenStream>;

/// A statement that prints as these tokens.
#[must_use]
pub(crate) fn verbatim(tokens: TokenStream) -> Stmt {
    Stmt::Expr(Expr::Verbatim(tokens), None)
}

/// Fuses the blocks inside the walls of a region, the value of which is a `result` where that is visible; true if any changed.
pub(crate) fn fuse(
    setting: &Setting<'_>,
    region: &mut Region,
    result: Option<&Type>,
    report: &mut FunctionReport,
    fuse_block: FuseBlock,
) -> bool {
    let mut changed = false;
    let last = region.statements.len().saturating_sub(1);
    for (index, statement) in region.statements.iter_mut().enumerate() {
        changed |= match statement.kind {
            Kind::Each(_) => in_body(setting, statement, report, fuse_block),
            _ => in_closures(setting, statement, report, fuse_block),
        };
        let Kind::Barrier(wall) = &mut statement.kind else {
            continue;
        };
        if matches!(statement.tokens, Stmt::Item(_) | Stmt::Macro(_)) {
            continue;
        }
        let mut fuser = Fuser {
            setting,
            fuse_block,
            environment: wall.environment.clone(),
            result: None,
            report,
            inside: 0,
            changed: false,
        };
        fuser.wall(&mut statement.tokens, result.filter(|_| index == last));
        wall.loops = wall.loops.saturating_sub(fuser.inside);
        wall.rewritten = fuser.changed;
        changed |= wall.rewritten;
    }
    changed
}

/// Fuses the blocks inside the body of a loop, which runs in a loop with others or in its own; true if any changed.
fn in_body(
    setting: &Setting<'_>,
    statement: &mut Statement,
    report: &mut FunctionReport,
    fuse_block: FuseBlock,
) -> bool {
    let (Some(environment), Kind::Each(skeleton)) = (statement.blocks.take(), &mut statement.kind)
    else {
        return false;
    };
    let Some(hole) = skeleton.holes.first_mut() else {
        return false;
    };
    let element = hole.chain.stream.item.as_parameter();
    let Some(each) = hole.chain.consumer.of_mut::<Each>() else {
        return false;
    };
    // A range of a parallel loop has names of its own in the place of those that are written.
    if !each.totals.is_empty() {
        return false;
    }
    let mut body = Block {
        brace_token: <syn::token::Brace>::default(),
        stmts: each.body.statements.clone(),
    };
    let mut fuser = Fuser {
        setting,
        fuse_block,
        environment: *environment,
        result: None,
        report,
        inside: 0,
        changed: false,
    };
    let environment = &mut fuser.environment;
    let origin = match each.body.outward {
        true => Origin::Pattern,
        false => Origin::Element,
    };
    environment.bind(&each.pattern, element.as_ref(), &origin);
    fuser.visit_block_mut(&mut body);
    if !fuser.changed {
        return false;
    }
    let read = (!each.pushed.is_empty()).then(|| read_again(&body, each));
    match read.flatten() {
        Some(stmts) => each.body.fused = Some(stmts),
        None => {
            each.pushed.clear();
            each.body.fused = Some(body.stmts.clone());
        }
    }
    let stmts = &body.stmts;
    let turn = each.turn(&TokenStream::new(), quote!(#(#stmts)*));
    let end = each.may_end().then(|| {
        let ended = ended();
        quote!(if #ended { break; })
    });
    if each.body.end.is_some() {
        body.stmts = vec![verbatim(quote!(#turn #end))];
    }
    let always = matches!(each.turns, Some(Turns::Asking));
    put_body(&mut statement.tokens, body);
    if let (true, Stmt::Expr(Expr::While(looped), _)) = (always, &mut statement.tokens) {
        *looped.cond = syn::parse_quote!(true);
    }
    true
}

/// The statements of a fused body as syn sees them, if what it pushes is still seen to be pushed: others may read it in its loop.
fn read_again(body: &Block, each: &Each) -> Option<Vec<Stmt>> {
    let tokens = |stmts: &[Stmt]| quote!(#(#stmts)*);
    let fused = Block::parse_within.parse2(tokens(&body.stmts)).ok()?;
    let written = tokens(&each.body.statements);
    let mut pushed = each.pushed.iter();
    let same = pushed
        .all(|pushed| times(&pushed.name, written.clone()) == times(&pushed.name, tokens(&fused)));
    same.then_some(fused)
}

/// Puts a body in the place of that of a loop, or of the closure of a `for_each`.
fn put_body(loops: &mut Stmt, body: Block) {
    match loops {
        Stmt::Expr(Expr::ForLoop(looped), _) => {
            // The body has its own, if there was use for one.
            looped.label = None;
            looped.body = body;
        }
        Stmt::Expr(Expr::While(looped), _) => {
            looped.label = None;
            looped.body = body;
        }
        Stmt::Expr(Expr::Loop(looped), _) => {
            looped.label = None;
            looped.body = body;
        }
        Stmt::Expr(Expr::MethodCall(call), _) => {
            if let Some(Expr::Closure(closure)) = call.args.first_mut() {
                *closure.body = Expr::Verbatim(quote!(#body));
            }
        }
        _ => {}
    }
}

/// Fuses the blocks inside the closures of a statement's chains; true if any changed.
///
/// What the closures are judged by is what was written. Their loops are not counted.
fn in_closures(
    setting: &Setting<'_>,
    statement: &mut Statement,
    report: &mut FunctionReport,
    fuse_block: FuseBlock,
) -> bool {
    let Some(environment) = statement.blocks.take() else {
        return false;
    };
    // On several threads is what is written where its captures are seen to bear it.
    if setting.options.parallel.is_some() || !statement.lengths.is_empty() {
        return false;
    }
    let setting = &Setting {
        inner: true,
        ..setting.clone()
    };
    let mut inner = FunctionReport::inside(report);
    let holes = match &mut statement.kind {
        Kind::Let(binding) => &mut binding.value.holes,
        Kind::Tail(skeleton) => &mut skeleton.holes,
        Kind::Barrier(_) | Kind::Each(_) => return false,
    };
    let mut changed = false;
    for hole in holes {
        // Rows of a known length are unrolled, each chain on its own: 0.7 to 0.85 of that in one loop.
        if let Source::Array(array) = &hole.chain.stream.source
            && let Some(known) = environment.lookup(&spelling(&array.name))
            && known.ty.to_token_stream().to_string().contains(';')
        {
            continue;
        }
        let workers = hole.chain.applied_mut().into_iter();
        let parameters = workers.map(|worker| (as_text(&worker.expr), worker.parameters.clone()));
        let mut closures = Closures {
            setting,
            fuse_block,
            environment: &environment,
            parameters: parameters.collect(),
            report: &mut inner,
            fused: Vec::new(),
        };
        closures.visit_expr(&hole.chain.expr);
        hole.closures = closures.fused;
        for worker in hole.chain.applied_mut() {
            let text = as_text(&worker.expr);
            let fused = hole
                .closures
                .iter()
                .find(|(as_written, _)| *as_written == text);
            worker.fused = fused.map(|(_, closure)| Box::new(closure.clone()));
        }
        changed |= !hole.closures.is_empty();
    }
    report.take_in(inner);
    changed
}

/// The closures of a chain in whose blocks something was fused.
struct Closures<'a> {
    setting: &'a Setting<'a>,
    fuse_block: FuseBlock,
    environment: &'a Environment,
    /// The types of the parameters of its workers, as text, where they are visible.
    parameters: Vec<(String, Vec<Option<Type>>)>,
    report: &'a mut FunctionReport,
    /// As text, and fused.
    fused: Vec<(String, ExprClosure)>,
}

impl<'ast> Visit<'ast> for Closures<'_> {
    fn visit_expr_closure(&mut self, closure: &'ast ExprClosure) {
        let mut fused = closure.clone();
        let mut fuser = Fuser {
            setting: self.setting,
            fuse_block: self.fuse_block,
            environment: self.environment.clone(),
            result: None,
            report: &mut *self.report,
            inside: 0,
            changed: false,
        };
        let text = as_text(closure);
        let mut known = self.parameters.iter();
        let parameters = known.find(|(worker, _)| *worker == text);
        fuser.closure(&mut fused, parameters.map_or(&[], |(_, types)| types));
        if fuser.changed {
            self.fused.push((text, fused));
        }
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

fn as_text(tokens: &impl ToTokens) -> String {
    tokens.to_token_stream().to_string()
}

/// The patterns of a condition, each with what is matched against it.
struct Conditions(Vec<(Pat, Option<Expr>)>);

impl<'ast> Visit<'ast> for Conditions {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        visit::visit_expr(self, expr);
        if let Expr::Let(matched) = expr {
            let pattern = (*matched.pat).clone();
            self.0.push((pattern, Some((*matched.expr).clone())));
        }
    }

    fn visit_expr_closure(&mut self, _: &'ast ExprClosure) {}

    fn visit_block(&mut self, _: &'ast Block) {}
}

/// The patterns of a condition.
fn conditions(expr: &Expr) -> Vec<(Pat, Option<Expr>)> {
    let mut found = Conditions(Vec::new());
    found.visit_expr(expr);
    found.0
}

struct Fuser<'a> {
    setting: &'a Setting<'a>,
    fuse_block: FuseBlock,
    environment: Environment,
    /// The type of the value of the next expression or block, where the source shows it.
    result: Option<Type>,
    report: &'a mut FunctionReport,
    /// Loops counted by the regions inside.
    inside: usize,
    changed: bool,
}

impl Fuser<'_> {
    /// A statement; `result` is the type of its block's value, if it is that.
    fn wall(&mut self, stmt: &mut Stmt, result: Option<&Type>) {
        match stmt {
            Stmt::Local(local) => {
                let Some(init) = &mut local.init else { return };
                if let Pat::Type(typed) = &local.pat {
                    self.result = Some((*typed.ty).clone());
                }
                self.visit_expr_mut(&mut init.expr);
                if let Some((_, other)) = &mut init.diverge {
                    self.visit_expr_mut(other);
                }
            }
            Stmt::Expr(value, None) => {
                self.result = result.cloned();
                self.visit_expr_mut(value);
            }
            other => self.visit_stmt_mut(other),
        }
    }

    /// The body of a closure, which sees its parameters, of these types where they are visible.
    fn closure(&mut self, closure: &mut ExprClosure, types: &[Option<Type>]) {
        let caught = self.setting.catches;
        if !closure.attrs.is_empty() || closure.constness.is_some() || caught {
            return;
        }
        let scope = self.environment.enter();
        for (index, input) in closure.inputs.iter().enumerate() {
            let ty = types.get(index).and_then(Option::as_ref);
            self.environment.bind(input, ty, &Origin::Parameter);
        }
        if let (Expr::Block(_), ReturnType::Type(_, ty)) = (&*closure.body, &closure.output) {
            self.result = Some((**ty).clone());
        }
        self.visit_expr_mut(&mut closure.body);
        self.environment.leave(scope);
    }

    /// Whatever is visited in it sees the names of patterns, with their types where it is visible what is matched.
    fn scoped(&mut self, bound: Vec<(Pat, Option<Expr>)>, visit: impl FnOnce(&mut Self)) {
        let scope = self.environment.enter();
        for (pattern, of) in bound {
            let ty = of.and_then(|of| visible_type(&of, &self.environment));
            match ty {
                Some(ty) => self
                    .environment
                    .bind(&pattern, Some(&ty), &Origin::AnnotatedLet),
                None => {
                    for name in bindings(&pattern) {
                        self.environment.push_unknown(&name.name, name.mutable);
                    }
                }
            }
        }
        visit(self);
        self.environment.leave(scope);
    }
}

impl VisitMut for Fuser<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        let result = self.result.take();
        if !self.report.read && !candidates::in_block(block) {
            return;
        }
        self.inside += block.stmts.iter().map(loops_in).sum::<usize>();
        let mut environment = self.environment.clone();
        // Names that the block itself binds are no parameters of it.
        let parameters = Mentions::of_block(block)
            .read
            .iter()
            .filter(|name| environment.lookup(name).is_some())
            .cloned()
            .collect::<Vec<_>>();
        let tokens = (self.fuse_block)(
            self.setting,
            block,
            &parameters,
            result.as_ref(),
            &mut environment,
            self.report,
        );
        if let Some(tokens) = tokens {
            block.stmts = vec![verbatim(tokens)];
            self.changed = true;
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let result = self.result.take();
        match expr {
            Expr::Const(_) | Expr::Macro(_) => {}
            Expr::Paren(_) | Expr::Group(_) | Expr::Block(_) => {
                self.result = result;
                visit_mut::visit_expr_mut(self, expr);
                self.result = None;
            }
            Expr::Closure(closure) => self.closure(closure, &[]),
            Expr::ForLoop(looped) => {
                self.visit_expr_mut(&mut looped.expr);
                let (pattern, body) = (&looped.pat, &mut looped.body);
                let bound = vec![((**pattern).clone(), None)];
                self.scoped(bound, |fuser| fuser.visit_block_mut(body));
            }
            Expr::While(looped) => {
                self.scoped(conditions(&looped.cond), |fuser| {
                    fuser.visit_expr_mut(&mut looped.cond);
                    fuser.visit_block_mut(&mut looped.body);
                });
            }
            Expr::If(branch) => {
                self.scoped(conditions(&branch.cond), |fuser| {
                    fuser.visit_expr_mut(&mut branch.cond);
                    fuser.result.clone_from(&result);
                    fuser.visit_block_mut(&mut branch.then_branch);
                });
                if let Some((_, other)) = &mut branch.else_branch {
                    self.result = result;
                    self.visit_expr_mut(other);
                }
            }
            Expr::Match(matched) => {
                let of = (*matched.expr).clone();
                self.visit_expr_mut(&mut matched.expr);
                for arm in &mut matched.arms {
                    let bound = vec![(arm.pat.clone(), Some(of.clone()))];
                    self.scoped(bound, |fuser| {
                        // With its guard.
                        fuser.visit_pat_mut(&mut arm.pat);
                        fuser.result.clone_from(&result);
                        fuser.visit_expr_mut(&mut arm.body);
                    });
                }
            }
            Expr::Unsafe(block) => {
                let outside = self.environment.enter_unsafe(true);
                self.result = result;
                self.visit_block_mut(&mut block.block);
                self.environment.enter_unsafe(outside);
            }
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
