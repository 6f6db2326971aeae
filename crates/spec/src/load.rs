//! From lines to a puzzle.

mod check;
pub(crate) mod lattice;
mod pieces;
mod place;
mod region;
pub(crate) mod scales;
mod sets;

use crate::change::{Changes, Read};
use crate::color::Color;
use crate::condition;
use crate::mistake;
use crate::parse::parse_with;
use crate::rule::chosen;
use crate::syntax::{CellSpec, Multiplicity, Pragma, Spanned, Spec};
use crate::tint;
use itertools::{Itertools, iproduct};
use polydlx_diagnostic::{Diagnostic, Source, Span, has_errors};
use polydlx_lattice::{
    Bounds, Cell, Lattice, MOST_CELLS, Palette, Piece, PieceId, Puzzle, Region, Shape, Sided, Site, Typical,
};
use polydlx_properties::Charge;
use std::collections::{BTreeMap, BTreeSet};

/// Where piece sets come from.
pub trait Sets {
    /// The text of a set, by the name or path that the file called `from` uses.
    fn find(&self, name: &str, from: &str) -> Result<Source, Missing>;

    /// All names that need no path.
    fn names(&self) -> Vec<&str>;

    /// Whether that name or path leads out of the folder of the file that uses it: what is wrong with such a file is told
    /// without its text.
    fn is_foreign(&self, name: &str, _from: &str) -> bool {
        is_elsewhere(name)
    }

    /// How many times as much as usual a puzzle may take: entries of rules, pieces of a size, sets, cells that are wrapped.
    fn leeway(&self) -> usize {
        1
    }
}

/// Why a piece set is not there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    /// There is none of that name.
    Unknown,
    /// There is a file, or should be, but it cannot be read.
    Unreadable(String),
    /// There is a file, but not one of text.
    Unfit(String),
}

/// Whether a path leads out of the folder that it is used in, as far as it tells.
pub fn is_elsewhere(path: &str) -> bool {
    path.starts_with(['/', '\\', '~']) || path.contains("..") || path.contains(':')
}

/// No piece sets at all.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoSets;

impl Sets for NoSets {
    fn find(&self, _: &str, _: &str) -> Result<Source, Missing> {
        Err(Missing::Unknown)
    }

    fn names(&self) -> Vec<&str> {
        Vec::new()
    }
}

/// A spec file, read as far as its mistakes allow.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The file, then the piece sets that it uses.
    pub sources: Vec<Source>,
    /// The lines of the file; none if its lattice is not known.
    pub spec: Option<Spec>,
    /// All mistakes and warnings.
    pub diagnostics: Vec<Diagnostic>,
    puzzle: Option<Puzzle>,
    piece_spans: Vec<Span>,
    shape_spans: Vec<Span>,
    multiplicities: Vec<Multiplicity>,
    colors: Vec<Option<Color>>,
    hues: BTreeMap<String, Color>,
    suffix_spans: Vec<Span>,
    charges: Vec<Charge>,
    box_span: Span,
    labels: Vec<(Cell, String)>,
    /// Whether something was said of the pieces from outside.
    pub(crate) pieces_changed: bool,
}

impl Loaded {
    /// The puzzle; none if there are mistakes. That of a piece set has an empty region.
    pub fn puzzle(&self) -> Option<&Puzzle> {
        self.puzzle.as_ref()
    }

    /// The same puzzle with another region, such as what an edited option file has left of it.
    pub fn within(mut self, region: &Region) -> Self {
        self.puzzle.iter_mut().for_each(|puzzle| puzzle.region = region.clone());
        self
    }

    /// Whether the file is a piece set.
    pub fn is_set(&self) -> bool {
        self.spec.as_ref().is_some_and(Spec::is_set)
    }

    /// What placements cost.
    pub fn charges(&self) -> &[Charge] {
        &self.charges
    }

    /// The words upon cells.
    pub fn labels(&self) -> &[(Cell, String)] {
        &self.labels
    }

    /// Where a piece is first named.
    pub fn piece_span(&self, piece: PieceId) -> Span {
        self.piece_spans[piece.0]
    }

    /// What a piece shall be painted with, if the file or its set says so.
    pub fn color(&self, piece: PieceId) -> Option<&Color> {
        self.colors[piece.0].as_ref()
    }

    /// What a colour of sites looks like, if the file or a set says so.
    pub fn hue(&self, name: &str) -> Option<&Color> {
        self.hues.get(name)
    }

    /// The shapes of pieces that come from one of some places.
    pub(crate) fn shapes_from(&self, places: &[Span]) -> Vec<Typical> {
        let inside = |span: &Span| {
            places.iter().any(|place| {
                (place.source, true) == (span.source, place.start <= span.start && span.end <= place.end)
            })
        };
        let shapes = self.puzzle.iter().flat_map(|puzzle| &puzzle.shapes).zip(&self.shape_spans);
        shapes.filter(|(_, span)| inside(span)).map(|(typical, _)| typical.clone()).collect()
    }

    /// How often the file says that a piece is used, if it says so.
    pub(crate) fn multiplicity_of(&self, piece: PieceId) -> Option<Multiplicity> {
        Some(self.multiplicities[piece.0].clone()).filter(|times| times.bounds != Bounds::ONCE)
    }

    /// Names that the puzzle can do with, but a DLX file cannot: items of more than 8 bytes.
    pub fn too_long_for_dlx(&self) -> Vec<Diagnostic> {
        const MOST: usize = 8;
        let Some(puzzle) = &self.puzzle else { return Vec::new() };
        let pieces = puzzle.pieces.iter().zip(&self.piece_spans);
        let mut found: Vec<_> = pieces
            .filter(|(piece, _)| piece.name.len() > MOST)
            .map(|(piece, &span)| mistake::name_too_long(span, &piece.name))
            .collect();
        let mut seen = BTreeSet::new();
        for &site in puzzle.region.sites() {
            let name = puzzle.site_name(site);
            if name.len() > MOST && seen.insert(site.suffix) {
                let suffixed = self.suffix_spans.get(usize::from(site.suffix)).copied();
                let span = suffixed.filter(|_| site.suffix != 0).unwrap_or(self.box_span);
                found.push(mistake::name_too_long(span, &name));
            }
        }
        found
    }
}

/// Reads a spec file and the piece sets that it uses, and makes a puzzle of it.
///
/// `lattice` is what was said from outside the file, if anything.
///
/// ```
/// use polydlx_spec::{NoSets, Source, load};
///
/// let loaded = load(Source::new("mine.spec", "|! lattice square\n[0-1][3-0]\n"), None, &NoSets);
/// assert!(loaded.puzzle().is_none());
/// assert_eq!(loaded.diagnostics[0].kind, "decreasing-range");
/// ```
pub fn load(source: Source, lattice: Option<Lattice>, sets: &dyn Sets) -> Loaded {
    load_changed(source, lattice, &Changes::default(), sets)
}

/// The same, with changes that are said from outside the file.
///
/// ```
/// use polydlx_spec::{Changes, NoSets, Source, load_changed};
///
/// let set = Source::new("mine.spec", "|! set\n|! lattice square\nD 00 01\n");
/// let changes = Changes { region: Some("rectangle 2 3".into()), times: Some("3".into()), ..Changes::default() };
/// let loaded = load_changed(set, None, &changes, &NoSets);
/// assert_eq!(loaded.puzzle().unwrap().region.len(), 6);
/// ```
pub fn load_changed(source: Source, lattice: Option<Lattice>, changes: &Changes, sets: &dyn Sets) -> Loaded {
    let own = lattice::find(&source, 0, if changes.is_empty() { 1 } else { 2 }, sets);
    let (mut spec, mut diagnostics) = parse_with(0, &source.text, lattice, &own.own);
    diagnostics.extend(own.diagnostics);
    let mut sources = vec![source];
    let mut read = Read::default();
    let pieces_changed = [!changes.only.is_empty(), !changes.without.is_empty(), changes.times.is_some()];
    let pieces_changed = pieces_changed.contains(&true);
    if let Some(spec) = spec.as_mut().filter(|_| !changes.is_empty()) {
        sources.push(changes.source());
        let (said, mistakes) = changes.apply(1, &sources[1].text, spec);
        read = said;
        if changes.region.is_some() {
            diagnostics.retain(|diagnostic| diagnostic.kind != "no-box" && diagnostic.kind != "empty-box");
        }
        diagnostics.extend(mistakes);
    }
    if sources.len() == 1 && !changes.is_empty() && !own.sources.is_empty() {
        sources.push(changes.source());
    }
    sources.extend(own.sources);
    let mut loader = Loader {
        sets,
        lattice: spec.as_ref().map_or_else(Lattice::default, |spec| spec.lattice),
        sources,
        changes: read,
        diagnostics,
        suffixes: vec![String::new()],
        suffix_spans: vec![Span::default()],
        colors: Vec::new(),
        hues: BTreeMap::new(),
        entries: Vec::new(),
        numbers: BTreeMap::new(),
        numbered: 0,
        shapes: Vec::new(),
        charges: Vec::new(),
        box_span: Span::default(),
        labels: Vec::new(),
        parsed: Vec::new(),
        uses: 0,
        looks: 0,
        gone: Vec::new(),
        other_box: changes.region.is_some(),
    };
    let puzzle = spec.as_ref().and_then(|spec| loader.puzzle(spec));
    check::summarise(&mut loader.diagnostics);
    let Loader {
        sources, diagnostics, suffix_spans, entries, shapes, box_span, labels, charges, hues, ..
    } = loader;
    let labels = labels.into_iter().map(|(cell, label)| (cell, label.value)).collect();
    let shape_spans = shapes.into_iter().map(|(_, span)| span).collect();
    let piece_spans = entries.iter().map(|entry| entry.span).collect();
    let multiplicities = entries.iter().map(|entry| entry.multiplicity.clone()).collect();
    let colors = entries.into_iter().map(|entry| entry.color).collect();
    Loaded {
        sources,
        spec,
        diagnostics,
        puzzle,
        piece_spans,
        shape_spans,
        multiplicities,
        colors,
        hues,
        suffix_spans,
        box_span,
        labels,
        pieces_changed,
        charges,
    }
}

pub(crate) struct Loader<'a> {
    pub(crate) sets: &'a dyn Sets,
    changes: Read,
    pub(crate) lattice: Lattice,
    sources: Vec<Source>,
    diagnostics: Vec<Diagnostic>,
    pub(crate) suffixes: Vec<String>,
    pub(crate) suffix_spans: Vec<Span>,
    /// The colours of sites in order of first appearance, and what they look like.
    pub(crate) colors: Vec<String>,
    pub(crate) hues: BTreeMap<String, Color>,
    pub(crate) entries: Vec<Entry>,
    /// Where the first of them stand, by name: there may be many thousands.
    numbers: BTreeMap<String, usize>,
    numbered: usize,
    pub(crate) shapes: Vec<(Typical, Span)>,
    charges: Vec<Charge>,
    /// Where the box is.
    box_span: Span,
    labels: Vec<(Cell, Spanned<String>)>,
    /// The sets that were read: their source, their lines, and whether these have errors.
    parsed: Vec<(usize, Option<Spec>, bool)>,
    /// How often a set was used, those that sets use included.
    uses: usize,
    /// How many shapes were looked at for lines `use size`.
    looks: u64,
    /// What was changed from outside the file: the pieces that are gone, and whether the box is another one.
    pub(crate) gone: Vec<String>,
    pub(crate) other_box: bool,
}

/// A piece, and what the mistakes need to know of it.
pub(crate) struct Entry {
    pub(crate) name: String,
    multiplicity: Multiplicity,
    /// As its own set says, if it comes from one.
    sided: Option<Sided>,
    color: Option<Color>,
    /// Other names, by which it can be asked for.
    also: Vec<String>,
    pub(crate) span: Span,
    multiplicity_span: Span,
    /// Whether a set brought it in: then no other line may add to it.
    from_set: bool,
}

impl Loader<'_> {
    fn puzzle(&mut self, spec: &Spec) -> Option<Puzzle> {
        let lines_are_whole = !has_errors(&self.diagnostics);
        self.check_repetitions(spec);
        self.label(spec);
        let mut region = self.region(spec);
        self.pieces(spec, &mut Vec::new());
        self.mirror(spec);
        if lines_are_whole {
            self.name(spec);
        }
        if let Some(named) = self.named_box(spec, lines_are_whole) {
            region = named;
        }
        let mut puzzle = Puzzle {
            lattice: self.lattice,
            suffixes: self.suffixes.clone(),
            region,
            cells_optional: spec.pragmas().contains(&Pragma::CellsOptional),
            pieces: Vec::new(),
            shapes: self.shapes.iter().map(|(typical, _)| typical.clone()).collect(),
            placed: Vec::new(),
            rules: Vec::new(),
            wrap: None,
            palette: Palette::default(),
        };
        self.check_names(&puzzle);
        if !lines_are_whole {
            // What the lines with mistakes would have said is not known, so the rest could only guess.
            return None;
        }
        let mut sided = self.sided(spec);
        self.paint(spec);
        self.change_pieces(&mut sided);
        puzzle.shapes = self.shapes.iter().map(|(typical, _)| typical.clone()).collect();
        let optional = spec.pragmas().contains(&Pragma::PiecesOptional);
        let chosen = chosen(spec);
        let may_stay = |entry: &Entry| chosen(&entry.name) || entry.also.iter().any(|also| chosen(also));
        let piece = |(entry, sided): (&Entry, Sided)| entry.piece(sided, optional || may_stay(entry));
        puzzle.pieces = self.entries.iter().zip(sided).map(piece).collect();
        self.check_mirrors(spec, &puzzle);
        self.check_labels(spec, &puzzle);
        self.wrap(spec, &mut puzzle);
        self.palette(spec, &mut puzzle);
        self.place(spec, &mut puzzle);
        self.charge(spec, &puzzle);
        if !spec.is_set() {
            self.rules(spec, &mut puzzle);
            self.colored(spec, &mut puzzle);
        }
        self.diagnostics.extend(condition::check_required(spec, &puzzle, &self.sources[0].text));
        // The cells of a placed piece are looked up in the table of suffixes, so it may have grown.
        puzzle.suffixes.clone_from(&self.suffixes);
        if !has_errors(&self.diagnostics) && !spec.is_set() {
            self.check_placements(&puzzle);
        }
        (!has_errors(&self.diagnostics)).then_some(puzzle)
    }

    /// The sites that cell specs stand for.
    pub(crate) fn shape(&mut self, cells: &[Spanned<CellSpec>]) -> Shape {
        let mut sites = Vec::new();
        let number = |cell: &CellSpec| cell.coordinates.iter().map(crate::Digits::len).product::<usize>();
        if cells.iter().map(|cell| number(&cell.value)).sum::<usize>() > MOST_CELLS {
            self.report(mistake::too_many_cells(across(cells, Span::default())));
            return Shape::default();
        }
        for cell in cells {
            let spec = &cell.value;
            if let Some(word) = spec.suffix.strip_prefix('@').filter(|_| spec.coordinates.is_empty()) {
                let named = self.labels.iter().filter(|(_, label)| label.value == word);
                let named = named.map(|(cell, _)| cell.site()).collect_vec();
                if named.is_empty() {
                    let known = self.labels.iter().map(|(_, label)| label.value.clone()).collect_vec();
                    self.report(mistake::unknown_label(cell.span, word, &known));
                }
                sites.extend(named);
                continue;
            }
            // What is wrong with its class was said when the cell was read.
            let Some((classes, suffix)) = self.lattice.read_classes(&spec.suffix) else { continue };
            let (suffix, colors) = tint::split(suffix);
            let along = |i: usize| spec.coordinates.get(i).copied().unwrap_or(crate::Digits::of(0)).iter();
            let mut written = Vec::new();
            for (x, y, z) in iproduct!(along(0), along(1), along(2)) {
                written.extend(classes.iter().filter_map(|&class| self.lattice.written([x, y, z], class)));
            }
            if written.is_empty() && number(spec) > 0 {
                self.report(mistake::not_a_cell(cell.span, self.lattice));
            }
            match colors {
                Some(colors) => sites.extend(self.tinted(&written, suffix, colors, cell.span)),
                None => {
                    let suffix = self.suffix(suffix, cell.span);
                    sites.extend(written.into_iter().map(|cell| Site { suffix, ..cell.site() }));
                }
            }
        }
        let shape = Shape::new(sites);
        self.check_colors(&shape, across(cells, Span::default()));
        shape
    }

    pub(crate) fn suffix(&mut self, suffix: &str, span: Span) -> u16 {
        let at = self.suffixes.iter().position(|known| known == suffix).unwrap_or_else(|| {
            self.suffixes.push(suffix.to_owned());
            self.suffix_spans.push(span);
            self.suffixes.len() - 1
        });
        u16::try_from(at).expect("fewer than 65536 suffixes")
    }

    /// The number of the piece of that name; pieces may only have been added since it was asked for before, or else
    /// `forget_numbers` was called.
    fn number_of(&mut self, name: &str) -> Option<usize> {
        for (number, entry) in self.entries.iter().enumerate().skip(self.numbered) {
            self.numbers.entry(entry.name.clone()).or_insert(number);
        }
        self.numbered = self.entries.len();
        self.numbers.get(name).copied()
    }

    fn forget_numbers(&mut self) {
        self.numbers.clear();
        self.numbered = 0;
    }

    /// Puts the pieces away that are known by now.
    fn put_away(&mut self) -> (Vec<Entry>, Vec<(Typical, Span)>) {
        self.forget_numbers();
        (std::mem::take(&mut self.entries), std::mem::take(&mut self.shapes))
    }

    /// The number of the piece of that name, or else with that other name.
    pub(crate) fn called(&self, name: &str) -> Option<usize> {
        let by = |is_it: &dyn Fn(&Entry) -> bool| self.entries.iter().position(is_it);
        by(&|entry| entry.name == name).or_else(|| by(&|entry| entry.also.iter().any(|also| also == name)))
    }

    /// Says so if a piece was asked for by another name.
    pub(crate) fn explain(&mut self, asked: &Spanned<String>, number: usize) {
        let name = &self.entries[number].name;
        if *name != asked.value {
            self.diagnostics.push(mistake::other_names(asked.span, &[(&asked.value, name)]));
        }
    }

    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Finds something out whose mistakes are told elsewhere.
    pub(crate) fn silently<T>(&mut self, find: impl FnOnce(&mut Self) -> T) -> T {
        let told = self.diagnostics.len();
        let found = find(self);
        self.diagnostics.truncate(told);
        found
    }
}

impl Entry {
    /// Another piece that is like this one.
    pub(crate) fn twin(&self, name: &str, span: Span) -> Self {
        Self {
            name: name.to_owned(),
            multiplicity: self.multiplicity.clone(),
            sided: self.sided,
            color: None,
            also: Vec::new(),
            span,
            multiplicity_span: span,
            from_set: false,
        }
    }

    fn piece(&self, sided: Sided, optional: bool) -> Piece {
        let mut multiplicity = self.multiplicity.clone();
        if optional && multiplicity.bounds.low > 0 {
            multiplicity = Bounds { low: 0, high: multiplicity.bounds.high }.into();
        }
        Piece { name: self.name.clone(), bounds: multiplicity.bounds, prefix: multiplicity.prefix(), sided }
    }
}

/// From the first of some cells to the last; somewhere else if there are none.
fn across(cells: &[Spanned<CellSpec>], or: Span) -> Span {
    match (cells.first(), cells.last()) {
        (Some(first), Some(last)) => Span { end: last.span.end, ..first.span },
        _ => or,
    }
}
