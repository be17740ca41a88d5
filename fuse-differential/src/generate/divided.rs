//! Programs of std's below `#[fuse(parallel)]`: whatever their chains compute is the same in any order, to
//! the bit, so that both forms can be compared as ever. Sums and products of floats are exact, or there
//! are none; integers overflow where they overflow on one thread.

use crate::function::Function;
use crate::function::expression::Node;
use crate::function::walk::Event;

use super::random::Random;
use super::{Generator, Style};

/// What adds up exactly.
pub(crate) const EXACT_SUM: &str = "sum of small multiples";

/// The function of a seed: one of rayon's in std's words, or any.
pub(crate) fn divided(seed: u64) -> Function {
    let mut last = None;
    for again in 0_u64..64 {
        let mut random = Random::new(seed ^ 0x6469_7669 ^ (again << 40));
        let mut style = Style::new(&mut random);
        // Which thread logs a drop is nobody's business.
        style.elements.retain(|element| !element.is_tracked());
        style.tracked = false;
        let rayons = random.percent(50);
        if !rayons {
            style.panics |= random.percent(30);
            style.elements.retain(|element| !holds_float(element));
        }
        if style.elements.is_empty() {
            continue;
        }
        let mut generator = Generator::new(random, style);
        generator.std = true;
        generator.meet_users(seed);
        let function = if rayons {
            generator.parallel_function()
        } else {
            generator.function()
        };
        if function.body.len() > 1 && !order_matters(&function) {
            return function;
        }
        last.get_or_insert(function);
    }
    last.unwrap_or_else(|| super::parallel(seed))
}

/// True if floats are added up or multiplied somewhere, or folded.
fn order_matters(function: &Function) -> bool {
    let mut matters = false;
    function.walk(&mut |event| {
        let Event::Expression(expression) = event else {
            return;
        };
        if let Node::Chain(chain) = &expression.node {
            matters |= chain.steps.iter().any(|step| {
                step.construct != EXACT_SUM
                    && ["sum", "product", "fold", "reduce", "scan"]
                        .iter()
                        .any(|name| step.construct.starts_with(name))
                    && holds_float(&step.gives)
            });
        }
    });
    matters
}

fn holds_float(is: &crate::function::types::Type) -> bool {
    let text = is.to_string();
    text.contains("f64") || text.contains("f32") || text.contains("Record")
}
