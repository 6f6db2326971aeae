//! What placements cost.

use crate::table::{PROPERTIES, Property};
use polydlx_lattice::{PieceId, Site};
use std::fmt;
use std::str::FromStr;

/// What some placements cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charge {
    /// The piece; none for all pieces.
    pub piece: Option<PieceId>,
    /// What they cover, among others; or from where steps are counted, or which cells are.
    pub sites: Vec<Site>,
    /// What they cost.
    pub cost: u64,
    /// For each what.
    pub per: Per,
}

/// For what a placement pays.
#[derive(Clone, Copy, Debug, Default)]
pub enum Per {
    /// For lying where it lies.
    #[default]
    Placement,
    /// For each of its cells.
    Cell,
    /// For each step from cell to cell between it and some other place.
    Step,
    /// For its part of a property that adds up over the pieces.
    Property(&'static Property),
}

impl Per {
    /// All words for it.
    pub fn words() -> impl Iterator<Item = &'static str> {
        let adds = PROPERTIES.iter().filter(|property| property.adds).map(|property| property.name);
        ["cell", "step"].into_iter().chain(adds)
    }
}

impl PartialEq for Per {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for Per {}

impl fmt::Display for Per {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Placement => "placement",
            Self::Cell => "cell",
            Self::Step => "step",
            Self::Property(property) => property.name,
        })
    }
}

/// A word that is none of [`Per::words`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotPer;

impl FromStr for Per {
    type Err = NotPer;

    fn from_str(word: &str) -> Result<Self, NotPer> {
        match word {
            "cell" => Ok(Self::Cell),
            "step" => Ok(Self::Step),
            name => Property::named(name).filter(|property| property.adds).map(Self::Property).ok_or(NotPer),
        }
    }
}
