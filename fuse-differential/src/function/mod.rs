//! The model of a random function. Its statements are trees in which every variable, every type and
//! every change is known: so it can be written as text ([`Function::text`]), be made smaller so that it
//! still compiles ([`Function::smaller`]), and be asked what it holds ([`Function::constructs`]).

pub mod chain;
pub mod expression;
mod smaller;
pub mod statement;
mod text;
mod tidy;
pub mod types;
pub mod walk;

use std::collections::BTreeSet;

use expression::{Expression, Named, Variable};
use statement::Statement;
use types::{Number, Type};
use walk::Event;

/// A function that compiles, without a warning, in a module that has glob-imported the prelude of the
/// support crate.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// What stands before its name, and behind it.
    pub head: Head,
    /// All its variables: parameters, those bound by `let`, and those of closures and loops.
    pub variables: Vec<Named>,
    /// The parameters, in order.
    pub parameters: Vec<Variable>,
    /// The statements.
    pub body: Vec<Statement>,
    /// What the tuple at its end holds: values that all implement `Same`.
    pub results: Vec<Expression>,
}

/// What stands around the name of a function.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Head {
    /// Attributes.
    pub marks: Vec<&'static str>,
    /// Whether it may hold types, functions, constants or macros of a user's own.
    pub users: bool,
    /// Whether who calls it vouches for something.
    pub is_unsafe: bool,
    /// Letters of types, their bounds, and the constructs that they are.
    pub generics: Vec<(&'static str, &'static str, &'static str)>,
    /// The struct whose method it may be.
    pub owner: Option<Owner>,
}

/// `Owner` of the support crate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Owner {
    /// Its numbers.
    pub number: Number,
    /// Whether methods may change it.
    pub is_mutable: bool,
}

impl Owner {
    /// The type of the receiver, as a parameter of the harness's.
    fn parameter(self) -> String {
        let reference = if self.is_mutable { "&mut " } else { "&" };
        format!("{reference}Owner<{}>", self.number.name())
    }
}

/// Whether it is a field of `self`, or `self`.
pub(crate) fn is_of_self(name: &str) -> bool {
    name == "self" || name.starts_with("self.")
}

impl Head {
    /// The constructs that it holds.
    fn constructs(&self) -> Vec<&'static str> {
        let mut constructs = Vec::new();
        if self.marks.contains(&"#[track_caller]") {
            constructs.push("track_caller");
        }
        if self.is_unsafe {
            constructs.push("unsafe function");
        }
        constructs
    }
}

impl Function {
    /// The function of a seed, for ever the same.
    pub fn generate(seed: u64) -> Function {
        crate::generate::function(seed)
    }

    /// The function of rayon's of a seed, for ever the same.
    pub fn generate_parallel(seed: u64) -> Function {
        crate::generate::parallel(seed)
    }

    /// The function of std's, below the option `parallel`, of a seed, for ever the same.
    pub fn generate_divided(seed: u64) -> Function {
        crate::generate::divided(seed)
    }

    /// The letters of which a parameter is, as [`Head::generics`] has them.
    pub(crate) fn generics(
        &self,
    ) -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
        let used = |letter: &str| {
            self.parameters.iter().any(|parameter| {
                let is = &self.variables[parameter.0].is;
                let element = is.elements().unwrap_or(is.referent());
                matches!(element, Type::Generic(name, _) if *name == letter)
            })
        };
        self.head
            .generics
            .iter()
            .copied()
            .filter(move |(letter, ..)| used(letter))
    }

    /// The struct whose method it is: one whose fields or methods it names.
    pub(crate) fn owner(&self) -> Option<Owner> {
        let owner = self.head.owner?;
        let mut named = false;
        self.walk(&mut |event| {
            if let Event::Use(variable, _) = event {
                named |= is_of_self(&self.variables[variable.0].name);
            }
        });
        named.then_some(owner)
    }

    /// The names of the constructs that it holds: rows of `recognised.md`, and rows of our own.
    pub fn constructs(&self) -> BTreeSet<&'static str> {
        let mut constructs = BTreeSet::new();
        let mut names: BTreeSet<&str> = BTreeSet::new();
        for parameter in &self.parameters {
            names.insert(&self.variables[parameter.0].name);
        }
        constructs.extend(self.head.constructs());
        constructs.extend(self.generics().map(|(_, _, construct)| construct));
        constructs.extend(self.owner().map(|owner| match owner.is_mutable {
            true => "method of &mut self",
            false => "method of &self",
        }));
        self.walk(&mut |event| match event {
            Event::Tag(tag) => {
                constructs.insert(tag);
            }
            Event::Bind(variable) if !names.insert(&self.variables[variable.0].name) => {
                constructs.insert("shadowing");
            }
            _ => {}
        });
        constructs.remove("");
        constructs
    }
}
