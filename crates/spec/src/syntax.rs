//! The lines of a spec file as values.

use crate::boxes::BoxSpec;
use crate::color::Color;
use crate::digits::Digits;
use crate::picture::PictureSpec;
use crate::rule::RuleLine;
use crate::wrap::WrapLine;
use polydlx_diagnostic::Span;
use polydlx_lattice::{Bounds, Lattice, PieceCondition, Sided};
use polydlx_properties::{Condition, Per};

/// A spec file, line by line. Printing it with `to_string` and parsing the text gives an equal value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// What cells are: by pragma, or said from outside.
    pub lattice: Lattice,
    /// All lines, comments included.
    pub lines: Vec<Spanned<Line>>,
}

/// A value and where it stands in the text. Values are equal wherever they stand.
#[derive(Clone, Debug)]
pub struct Spanned<T> {
    /// What it is.
    pub value: T,
    /// Where it is.
    pub span: Span,
}

impl<T> Spanned<T> {
    pub(crate) fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }
}

impl<T> From<T> for Spanned<T> {
    /// A value that does not come from a text.
    fn from(value: T) -> Self {
        Self { value, span: Span::default() }
    }
}

impl<T: PartialEq> PartialEq for Spanned<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Spanned<T> {}

/// One line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Line {
    /// Nothing on it, after the box.
    Blank,
    /// `|` and this text.
    Comment(String),
    /// `|!` and a pragma.
    Pragma(Pragma),
    /// The box.
    Box(Vec<Spanned<CellSpec>>),
    /// A piece.
    Piece(PieceLine),
    /// A picture, from `|! picture` to `|! end`.
    Picture(PictureSpec),
}

/// `NAME CELL …`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceLine {
    /// How often, if the line says so.
    pub multiplicity: Option<Spanned<Multiplicity>>,
    /// The piece.
    pub name: Spanned<String>,
    /// Its typical cells.
    pub cells: Vec<Spanned<CellSpec>>,
}

/// How often a piece is used: the numbers, and how they are written (`01` is 1, but item lines repeat it as `01`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Multiplicity {
    /// The numbers.
    pub bounds: Bounds,
    /// As written: `12` or `0:3`.
    pub text: String,
}

impl Multiplicity {
    /// What an item line puts before the name.
    pub fn prefix(&self) -> String {
        if self.text == "1" { String::new() } else { format!("{}|", self.text) }
    }
}

impl From<Bounds> for Multiplicity {
    fn from(bounds: Bounds) -> Self {
        Self { bounds, text: bounds.to_string() }
    }
}

/// A cell, or several at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellSpec {
    /// Two or three sets of coordinates; all combinations are meant.
    pub coordinates: Vec<Digits>,
    /// What follows, the prime of a triangle that points down included.
    pub suffix: String,
}

/// What a line that begins with `|!` says.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Pragma {
    /// What cells are.
    Lattice(Lattice),
    /// For people: what the puzzle is called.
    Title(String),
    /// For people: where it comes from.
    Source(String),
    /// The file is a piece set.
    Set,
    /// The box, by its name.
    Box(BoxSpec),
    /// Brings in pieces.
    Use(Use),
    /// How pieces may be moved: all of them, or the named ones.
    Sided(Sided, Vec<Spanned<String>>),
    /// A piece has another name, by which it can be asked for.
    Also(Spanned<String>, Vec<Spanned<String>>),
    /// A piece lies just there.
    Place(Spanned<String>, Vec<Spanned<CellSpec>>),
    /// What a piece is painted with, or a colour, as `:a`.
    Color(Spanned<String>, Color),
    /// Places of the box have colours.
    Colored(Vec<Spanned<CellSpec>>),
    /// What is at the rim of the box has a colour.
    Border(Spanned<String>),
    /// Colours may be exchanged.
    Recolor(Vec<Spanned<String>>),
    /// What a cell or a piece may do.
    Rule(RuleLine),
    /// A piece becomes its mirror image, or its mirror image becomes another piece.
    Mirror(Spanned<String>, Option<Spanned<String>>),
    /// Cells beyond the box are cells of the box.
    Wrap(WrapLine),
    /// Words upon cells, in ascending order.
    Label(Spanned<CellSpec>, Vec<Spanned<String>>),
    /// Cells may stay empty.
    CellsOptional,
    /// Pieces may stay unused.
    PiecesOptional,
    /// The number of solutions, in decimal digits.
    Expect(Equivalence, String),
    /// How long it takes to find them all.
    Cost(Cost),
    /// What solutions must be like, besides.
    Require(Spanned<Condition>),
    /// What placements of a piece cost.
    Charge(ChargeLine),
}

/// `charge PIECE CELL … |N [per WORD]`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChargeLine {
    /// The piece, or `*` for all pieces.
    pub piece: Spanned<String>,
    /// What its placements must cover; or from where steps are counted, or which cells are.
    pub cells: Vec<Spanned<CellSpec>>,
    /// What they cost.
    pub cost: u64,
    /// For each what.
    pub per: Spanned<Per>,
}

/// `use SET [only P …] [except P …] [times N] [where WORDS]`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// A name in the library, or a path; `size N` is the set of all polyforms with so many cells.
    pub set: Spanned<String>,
    /// If not empty: take only these.
    pub only: Vec<Spanned<String>>,
    /// Do not take these.
    pub except: Vec<Spanned<String>>,
    /// How often each piece is used.
    pub times: Option<Spanned<Multiplicity>>,
    /// What must be true of a piece.
    pub condition: PieceCondition,
}

/// Which solutions count as the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Equivalence {
    /// None.
    Total,
    /// Those that a symmetry of the puzzle takes to each other.
    UpToSymmetry,
    /// Those that a rotation of the puzzle takes to each other.
    UpToRotation,
}

impl Equivalence {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Total, Self::UpToSymmetry, Self::UpToRotation];

    /// The word in `|! expect WORD N`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Total => "total",
            Self::UpToSymmetry => "up-to-symmetry",
            Self::UpToRotation => "up-to-rotation",
        }
    }
}

/// How long it takes to find all solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Cost {
    /// Seconds.
    Fast,
    /// Minutes.
    Slow,
    /// Hours or more.
    Huge,
}

impl Cost {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Fast, Self::Slow, Self::Huge];

    /// The word in `|! cost WORD`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fast => "fast",
            Self::Slow => "slow",
            Self::Huge => "huge",
        }
    }
}

impl Spec {
    /// The pragmas in order.
    pub fn pragmas(&self) -> impl Iterator<Item = &Pragma> {
        self.lines.iter().filter_map(|line| match &line.value {
            Line::Pragma(pragma) => Some(pragma),
            _ => None,
        })
    }

    /// Whether the file is a piece set.
    pub fn is_set(&self) -> bool {
        self.pragmas().any(|pragma| *pragma == Pragma::Set)
    }

    /// What it is called.
    pub fn title(&self) -> Option<&str> {
        self.pragmas().find_map(Pragma::title)
    }

    /// Where it comes from.
    pub fn source(&self) -> Option<&str> {
        self.pragmas().find_map(Pragma::source)
    }

    /// The number of solutions that is expected, in decimal digits.
    pub fn expected(&self, what: Equivalence) -> Option<&str> {
        self.pragmas().find_map(|pragma| pragma.expected(what))
    }

    /// How long it takes to find all solutions.
    pub fn cost(&self) -> Option<Cost> {
        self.pragmas().find_map(Pragma::cost)
    }

    /// What solutions must be like, besides.
    pub fn requirement(&self) -> Option<Condition> {
        let required =
            self.pragmas().filter_map(Pragma::requirement).map(|condition| condition.value.clone());
        required.reduce(Condition::and)
    }
}

impl Pragma {
    pub(crate) fn title(&self) -> Option<&str> {
        if let Self::Title(title) = self { Some(title) } else { None }
    }

    pub(crate) fn source(&self) -> Option<&str> {
        if let Self::Source(source) = self { Some(source) } else { None }
    }

    pub(crate) fn expected(&self, what: Equivalence) -> Option<&str> {
        if let Self::Expect(which, number) = self { (*which == what).then_some(number) } else { None }
    }

    pub(crate) fn requirement(&self) -> Option<&Spanned<Condition>> {
        if let Self::Require(condition) = self { Some(condition) } else { None }
    }

    pub(crate) fn cost(&self) -> Option<Cost> {
        if let Self::Cost(cost) = self { Some(*cost) } else { None }
    }
}
