//! Conditions on packings.

use crate::table::{Property, Takes};
use std::fmt;

/// A property with what it is said of: `hsym`, `neighbors A B`, `sym "rotation by 180°"`.
#[derive(Clone)]
pub struct Measure {
    /// The property.
    pub property: &'static Property,
    /// What it is said of.
    pub argument: Argument,
}

/// What a property is said of, besides the packing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// Nothing.
    Nothing,
    /// Pieces.
    Pieces(Vec<String>),
    /// A symmetry.
    Symmetry(String),
    /// Sides of cells.
    Sides(String),
}

impl Argument {
    /// The pieces that it names.
    pub(crate) fn names(&self) -> &[String] {
        if let Self::Pieces(names) = self { names } else { &[] }
    }

    /// The sides that it names.
    pub(crate) fn sides(&self) -> &str {
        if let Self::Sides(sides) = self { sides } else { "" }
    }
}

/// A condition on packings. Printing it and reading the text gives an equal value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Condition {
    /// All of these.
    All(Vec<Self>),
    /// One of these, or more.
    Any(Vec<Self>),
    /// Not this.
    Not(Box<Self>),
    /// A property that is true or false.
    Flag(Measure),
    /// Two numbers compared.
    Compare(Term, Comparison, Term),
}

/// A number in a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// That number.
    Number(i64),
    /// The value of a measure.
    Measure(Measure),
}

/// How numbers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `=`
    Equal,
    /// `>=`
    AtLeast,
    /// `>`
    More,
    /// `!=`
    Differs,
}

impl Comparison {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Less, Self::AtMost, Self::Equal, Self::AtLeast, Self::More, Self::Differs];

    /// How it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::Equal => "=",
            Self::AtLeast => ">=",
            Self::More => ">",
            Self::Differs => "!=",
        }
    }
}

impl Condition {
    /// The measures that it speaks of, each once, in order.
    pub fn measures(&self) -> Vec<&Measure> {
        let mut found: Vec<&Measure> = Vec::new();
        self.collect(&mut found);
        found
    }

    fn collect<'a>(&'a self, found: &mut Vec<&'a Measure>) {
        let mut add = |measure: &'a Measure| {
            if !found.contains(&measure) {
                found.push(measure);
            }
        };
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().for_each(|part| part.collect(found)),
            Self::Not(part) => part.collect(found),
            Self::Flag(measure) => add(measure),
            Self::Compare(one, _, other) => {
                for term in [one, other] {
                    if let Term::Measure(measure) = term {
                        add(measure);
                    }
                }
            }
        }
    }

    /// The conditions that must all be met, if there are several.
    pub fn parts(&self) -> Vec<&Self> {
        match self {
            Self::All(parts) => parts.iter().flat_map(Self::parts).collect(),
            other => vec![other],
        }
    }

    /// Both this and another one.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let parts = |condition| match condition {
            Self::All(parts) => parts,
            other => vec![other],
        };
        Self::All(parts(self).into_iter().chain(parts(other)).collect())
    }
}

impl PartialEq for Measure {
    fn eq(&self, other: &Self) -> bool {
        self.property.name == other.property.name && self.argument == other.argument
    }
}

impl Eq for Measure {}

impl From<&'static Property> for Measure {
    /// A property that is said of nothing else.
    fn from(property: &'static Property) -> Self {
        debug_assert_eq!(property.takes, Takes::Nothing);
        Self { property, argument: Argument::Nothing }
    }
}

impl fmt::Debug for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.property.name)?;
        match &self.argument {
            Argument::Nothing => Ok(()),
            Argument::Pieces(names) => names.iter().try_for_each(|name| write!(f, " {}", quoted(name))),
            Argument::Symmetry(text) | Argument::Sides(text) => write!(f, " \"{text}\""),
        }
    }
}

/// A name, in quotes if it would not be read as one word.
fn quoted(name: &str) -> String {
    let is_plain = |c: char| !c.is_whitespace() && !"()<>=!\"".contains(c);
    if name.chars().all(is_plain) && !name.is_empty() { name.to_owned() } else { format!("\"{name}\"") }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Measure(measure) => write!(f, "{measure}"),
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, parts: &[Self], word: &str| {
            for (at, part) in parts.iter().enumerate() {
                if at > 0 {
                    write!(f, " {word} ")?;
                }
                if matches!(part, Self::Any(_) | Self::All(_)) {
                    write!(f, "({part})")?;
                } else {
                    write!(f, "{part}")?;
                }
            }
            Ok(())
        };
        match self {
            Self::All(parts) => list(f, parts, "and"),
            Self::Any(parts) => list(f, parts, "or"),
            Self::Not(part) => match part.as_ref() {
                Self::All(_) | Self::Any(_) | Self::Compare(..) => write!(f, "not ({part})"),
                _ => write!(f, "not {part}"),
            },
            Self::Flag(measure) => write!(f, "{measure}"),
            Self::Compare(one, comparison, other) => write!(f, "{one} {} {other}", comparison.name()),
        }
    }
}
