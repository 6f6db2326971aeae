//! From lines to a puzzle.

use crate::change::{Changes, Read};
use crate::color::Color;
use crate::condition;
use crate::mistake;
use crate::parse::parse;
use crate::picture::{Drawn, PictureKind, PictureSpec, decode};
use crate::pragma::SIZE;
use crate::rule::chosen;
use crate::syntax::{CellSpec, Line, Multiplicity, PieceLine, Pragma, Spanned, Spec, Use};
use itertools::{Itertools, iproduct};
use polydlx_diagnostic::{Diagnostic, Source, Span, has_errors};
use polydlx_lattice::{
    Bounds, Cell, Lattice, MOST_CELLS, Piece, PieceCondition, PieceId, Placement, Puzzle, Region, Shape,
    Sided, Site, Typical, for_each_polyform, try_for_each_polyform,
};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// So many polyforms `use size` brings in, and no more; and so many of them it looks at, counted as fixed ones.
const MOST_POLYFORMS: usize = 100_000;
const MOST_FIXED: f64 = 3e6;

/// About how many fixed polyforms there are, rather less than more: from one size to the next it is always more than
/// from 4 to 5.
fn fixed_polyforms(lattice: Lattice, size: usize) -> f64 {
    let count = |size: usize| {
        let mut count: f64 = 0.0;
        for_each_polyform(lattice, size, Sided::Fixed, |_| count += 1.0);
        count
    };
    let (four, five) = (count(4), count(5));
    five * (five / four).powi(size as i32 - 5)
}

/// Where piece sets come from.
pub trait Sets {
    /// The text of a set, by the name or path that the file called `from` uses.
    fn find(&self, name: &str, from: &str) -> Result<Source, Missing>;

    /// All names that need no path.
    fn names(&self) -> Vec<&str>;
}

/// Why a piece set is not there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    /// There is none of that name.
    Unknown,
    /// There is a file, or should be, but it cannot be read.
    Unreadable(String),
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
    suffix_spans: Vec<Span>,
    charges: Vec<(Option<PieceId>, Vec<Site>, u64)>,
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

    /// Whether the file is a piece set.
    pub fn is_set(&self) -> bool {
        self.spec.as_ref().is_some_and(Spec::is_set)
    }

    /// What placements cost: of a piece, or of all, that cover these sites.
    pub fn charges(&self) -> &[(Option<PieceId>, Vec<Site>, u64)] {
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
                let suffixed = self.suffix_spans[usize::from(site.suffix)];
                let span = if site.suffix == 0 { self.box_span } else { suffixed };
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
    let (mut spec, mut diagnostics) = parse(0, &source.text, lattice);
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
    let mut loader = Loader {
        sets,
        lattice: spec.as_ref().map_or(Lattice::SQUARE, |spec| spec.lattice),
        sources,
        changes: read,
        diagnostics,
        suffixes: vec![String::new()],
        suffix_spans: vec![Span::default()],
        entries: Vec::new(),
        shapes: Vec::new(),
        charges: Vec::new(),
        box_span: Span::default(),
        labels: Vec::new(),
        parsed: Vec::new(),
        uses: 0,
    };
    let puzzle = spec.as_ref().and_then(|spec| loader.puzzle(spec));
    summarise(&mut loader.diagnostics);
    let Loader { sources, diagnostics, suffix_spans, entries, shapes, box_span, labels, charges, .. } =
        loader;
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
        suffix_spans,
        box_span,
        labels,
        pieces_changed,
        charges,
    }
}

/// How many mistakes of a kind are told one by one, if there are many.
const TOLD: usize = 5;

/// Tells of many mistakes of one kind that there are more of them.
fn summarise(diagnostics: &mut Vec<Diagnostic>) {
    let counts = diagnostics.iter().map(|diagnostic| diagnostic.kind).counts();
    let mut told: BTreeMap<&str, usize> = BTreeMap::new();
    let all = std::mem::take(diagnostics).into_iter().filter_map(|diagnostic| {
        let number = told.entry(diagnostic.kind).or_default();
        *number += 1;
        let many = counts[diagnostic.kind] > 2 * TOLD;
        match *number {
            number if !many || number <= TOLD => Some(diagnostic),
            number if number == TOLD + 1 => {
                Some(mistake::many_more(counts[diagnostic.kind] - TOLD, diagnostic))
            }
            _ => None,
        }
    });
    *diagnostics = all.collect();
}

pub(crate) struct Loader<'a> {
    sets: &'a dyn Sets,
    changes: Read,
    pub(crate) lattice: Lattice,
    sources: Vec<Source>,
    diagnostics: Vec<Diagnostic>,
    suffixes: Vec<String>,
    suffix_spans: Vec<Span>,
    pub(crate) entries: Vec<Entry>,
    pub(crate) shapes: Vec<(Typical, Span)>,
    charges: Vec<(Option<PieceId>, Vec<Site>, u64)>,
    /// Where the box is.
    box_span: Span,
    labels: Vec<(Cell, Spanned<String>)>,
    /// The sets that were read: their source, their lines, and whether these have errors.
    parsed: Vec<(usize, Option<Spec>, bool)>,
    /// How often a set was used, those that sets use included.
    uses: usize,
}

/// How many sets may use each other in turn.
const MOST_DEEP: usize = 16;
/// How many `use` lines may be followed.
const MOST_USES: usize = 500;

/// Whether a path leads out of the folder that it is used in.
fn is_elsewhere(path: &str) -> bool {
    path.starts_with(['/', '\\', '~']) || path.contains("..") || path.contains(':')
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
        };
        self.check_names(&puzzle);
        if !lines_are_whole {
            // What the lines with mistakes would have said is not known, so the rest could only guess.
            return None;
        }
        let mut sided = self.sided(spec);
        self.paint(spec);
        self.name(spec);
        self.change_pieces(&mut sided);
        puzzle.shapes = self.shapes.iter().map(|(typical, _)| typical.clone()).collect();
        let optional = spec.pragmas().contains(&Pragma::PiecesOptional);
        let piece =
            |(entry, sided): (&Entry, Sided)| entry.piece(sided, optional || chosen(spec, &entry.name));
        puzzle.pieces = self.entries.iter().zip(sided).map(piece).collect();
        self.check_mirrors(spec, &puzzle);
        self.wrap(spec, &mut puzzle);
        self.place(spec, &mut puzzle);
        self.charge(spec, &puzzle);
        self.diagnostics.extend(condition::check_required(spec, &puzzle, &self.sources[0].text));
        if !spec.is_set() {
            self.rules(spec, &mut puzzle);
        }
        // The cells of a placed piece are looked up in the table of suffixes, so it may have grown.
        puzzle.suffixes.clone_from(&self.suffixes);
        if !has_errors(&self.diagnostics) && !spec.is_set() {
            self.check_placements(&puzzle);
        }
        (!has_errors(&self.diagnostics)).then_some(puzzle)
    }

    /// The words upon cells.
    fn label(&mut self, spec: &Spec) {
        for pragma in spec.pragmas() {
            let Pragma::Label(cells, labels) = pragma else { continue };
            let shape = self.shape(std::slice::from_ref(cells));
            if shape.sites().iter().any(|site| site.suffix != 0) || shape.sites().len() != labels.len() {
                let number = shape.sites().len();
                self.report(mistake::label_number(cells.span, number, labels.len()));
                continue;
            }
            for (site, label) in shape.sites().iter().zip(labels) {
                let cell = site.cell();
                match self.labels.iter().find(|(known, _)| *known == cell) {
                    Some((_, first)) => {
                        let first = first.span;
                        self.report(mistake::said_twice(label.span, "the word upon this cell", first));
                    }
                    None => self.labels.push((cell, label.clone())),
                }
            }
        }
    }

    /// Leaves out the pieces that are not wanted, and uses the others as often as is said from outside.
    fn change_pieces(&mut self, sided: &mut Vec<Sided>) {
        let changes = std::mem::take(&mut self.changes);
        let known = self.entries.iter().map(|entry| entry.name.as_str()).collect_vec();
        let mut changes = changes;
        for said in changes.only.iter_mut().chain(&mut changes.without) {
            // By their other names, too.
            let names = said.value.split(',').map(|name| match self.called(name) {
                Some(at) if !known.contains(&said.value.as_str()) => known[at],
                _ => name,
            });
            said.value = names.collect_vec().join(",");
        }
        let mistakes = changes.unknown(&known).into_iter();
        let mistakes =
            mistakes.map(|(said, name)| mistake::unknown_piece(said.span, name, &known)).collect_vec();
        let kept = known.iter().map(|name| changes.keeps(name)).collect_vec();
        self.diagnostics.extend(mistakes);
        let span = changes.only.iter().chain(&changes.without).next().map(|said| said.span);
        if let Some(span) = span.filter(|_| !kept.contains(&true) && !has_errors(&self.diagnostics)) {
            self.report(mistake::nothing_left(span));
        }
        let mut numbers = kept.iter().scan(0, |next, &kept| {
            *next += usize::from(kept);
            Some(PieceId(next.saturating_sub(1)))
        });
        let numbers = numbers.by_ref().collect_vec();
        self.shapes.retain(|(typical, _)| kept[typical.piece.0]);
        self.shapes.iter_mut().for_each(|(typical, _)| typical.piece = numbers[typical.piece.0]);
        let mut flags = kept.iter();
        self.entries.retain(|_| *flags.next().unwrap_or(&true));
        let mut flags = kept.iter();
        sided.retain(|_| *flags.next().unwrap_or(&true));
        if let Some(times) = changes.times {
            self.entries.iter_mut().for_each(|entry| entry.multiplicity = times.value.clone());
        }
    }

    /// Pragmas that may be said only once, or not together.
    fn check_repetitions(&mut self, spec: &Spec) {
        let mut first: BTreeMap<String, Span> = BTreeMap::new();
        let mut spans: [Option<Span>; 3] = [None; 3];
        for line in &spec.lines {
            if let Line::Picture(picture) = &line.value
                && picture.kind.has_box()
            {
                let first = *first.entry("the box".to_owned()).or_insert(line.span);
                if first != line.span {
                    self.report(mistake::said_twice(line.span, "the box", first));
                }
            }
            let Line::Pragma(pragma) = &line.value else { continue };
            let what = match pragma {
                Pragma::Title(_) => "the title".to_owned(),
                Pragma::Source(_) => "the source".to_owned(),
                Pragma::Cost(_) => "the cost".to_owned(),
                Pragma::Sided(_, pieces) if pieces.is_empty() => "how pieces may be moved".to_owned(),
                Pragma::Expect(what, _) => mistake::expect_twice(*what),
                Pragma::Set => "that this is a set".to_owned(),
                Pragma::Box(_) => "the box".to_owned(),
                Pragma::CellsOptional => "that cells are optional".to_owned(),
                Pragma::PiecesOptional => "that pieces are optional".to_owned(),
                Pragma::Color(piece, _) => format!("the colour of piece {}", piece.value),
                Pragma::Mirror(piece, None) => format!("that piece {} is mirrored", piece.value),
                Pragma::Lattice(_)
                | Pragma::Use(_)
                | Pragma::Sided(..)
                | Pragma::Place(..)
                | Pragma::Rule(_)
                | Pragma::Wrap(_)
                | Pragma::Require(_)
                | Pragma::Charge(..)
                | Pragma::Mirror(..)
                | Pragma::Also(..)
                | Pragma::Label(..) => String::new(),
            };
            if !what.is_empty() {
                if let Some(&first) = first.get(&what) {
                    self.report(mistake::said_twice(line.span, &what, first));
                }
                first.entry(what).or_insert(line.span);
            }
            match pragma {
                Pragma::Set => spans[0] = Some(line.span),
                Pragma::CellsOptional => spans[1] = Some(line.span),
                Pragma::PiecesOptional => spans[2] = Some(line.span),
                _ => {}
            }
        }
        if let [_, Some(cells), Some(pieces)] = spans {
            self.report(mistake::nothing_to_cover(pieces, cells));
        }
        let Some(set) = spans[0] else { return };
        for line in &spec.lines {
            if matches!(&line.value, Line::Picture(picture) if picture.kind.has_box()) {
                self.report(mistake::not_in_a_set(line.span, set));
            }
            if let Line::Pragma(
                Pragma::CellsOptional
                | Pragma::PiecesOptional
                | Pragma::Place(..)
                | Pragma::Rule(_)
                | Pragma::Wrap(_)
                | Pragma::Expect(..)
                | Pragma::Require(_)
                | Pragma::Charge(..)
                | Pragma::Box(_),
            ) = line.value
            {
                self.report(mistake::not_in_a_set(line.span, set));
            }
        }
    }

    fn region(&mut self, spec: &Spec) -> Region {
        let found = spec.lines.iter().find_map(|line| match &line.value {
            Line::Box(cells) => Some((cells.as_slice(), line.span)),
            _ => None,
        });
        let drawn = spec.lines.iter().find_map(|line| match &line.value {
            Line::Picture(picture) if picture.kind.has_box() => Some((self.drawn(picture), line.span)),
            _ => None,
        });
        let (cells, span) = found.unwrap_or_default();
        let (shape, span) = match drawn {
            Some((drawn, span)) => (drawn.shape, span),
            None => (self.shape(cells), span),
        };
        self.box_span = span;
        self.region_of(shape)
    }

    /// What a picture shows; whatever is wrong with it has been said when it was read.
    fn drawn(&self, picture: &PictureSpec) -> Drawn {
        decode(self.lattice, picture).unwrap_or_default()
    }

    /// The region with these sites; without any if it would be too large.
    fn region_of(&mut self, shape: Shape) -> Region {
        let (low, high) = (shape.lowest(), shape.highest());
        let volume = (0..3).map(|axis| i64::from(high[axis] - low[axis]) + 1).product::<i64>();
        let kinds = shape.sites().iter().map(|site| (site.suffix, site.down)).unique().count() as i64;
        let shape = if volume * kinds > MOST_ROOM {
            self.report(mistake::spread_too_far(self.box_span));
            Shape::default()
        } else {
            shape
        };
        Region::new(self.lattice, shape).expect("coordinates are 0..999")
    }

    /// The box that a pragma names, if there is one. It may be made of a piece, so pieces are known by now.
    fn named_box(&mut self, spec: &Spec, lines_are_whole: bool) -> Option<Region> {
        let (named, span) = spec.lines.iter().find_map(|line| match &line.value {
            Line::Pragma(Pragma::Box(named)) => Some((named, line.span)),
            _ => None,
        })?;
        self.box_span = span;
        let row = named.row(self.lattice)?;
        let piece = match &named.piece {
            Some(name) => self.piece_for_box(name, lines_are_whole)?,
            None => Shape::default(),
        };
        let mut sites: BTreeSet<Site> = match row.shape(&named.numbers, &piece) {
            Ok(shape) => shape.sites().iter().copied().collect(),
            Err(why) => {
                self.report(mistake::no_such_box(span, why));
                return None;
            }
        };
        for (plus, cells) in &named.changes {
            let change = self.shape(cells);
            if *plus {
                sites.extend(change.sites());
            } else if change.sites().iter().filter(|site| !sites.remove(site)).count() > 0 {
                self.report(mistake::minus_outside(across(cells, span)));
            }
        }
        if sites.len() > MOST_CELLS {
            self.report(mistake::too_many_cells(span));
            return None;
        }
        Some(self.region_of(Shape::new(sites)))
    }

    /// The first shape of a piece that a box is made of: one of the file's, or one of a set, as in `pentominoes/V`.
    fn piece_for_box(&mut self, name: &Spanned<String>, lines_are_whole: bool) -> Option<Shape> {
        let own = self.first_shape(&name.value);
        let Some((set, piece)) = name.value.rsplit_once('/').filter(|_| own.is_none()) else {
            if own.is_none() && lines_are_whole {
                let known = self.entries.iter().map(|entry| entry.name.as_str()).collect_vec();
                let diagnostic = mistake::unknown_piece(name.span, &name.value, &known);
                self.report(diagnostic);
            }
            return own;
        };
        // A set that becomes a puzzle has its pieces already.
        let from = &self.sources[name.span.source].name;
        if self.sets.find(set, from).is_ok_and(|found| found.name == self.sources[0].name) {
            return self.first_shape(piece);
        }
        let spanned = |word: &str| Spanned::new(word.to_owned(), name.span);
        let wanted = Use {
            set: spanned(set),
            only: vec![spanned(piece)],
            except: Vec::new(),
            times: None,
            condition: PieceCondition::default(),
        };
        let before = (std::mem::take(&mut self.entries), std::mem::take(&mut self.shapes));
        self.use_set(&wanted, &mut Vec::new());
        let found = self.first_shape(piece);
        (self.entries, self.shapes) = before;
        found
    }

    fn first_shape(&self, name: &str) -> Option<Shape> {
        let piece = PieceId(self.entries.iter().position(|entry| entry.name == name)?);
        self.shapes
            .iter()
            .find(|(typical, _)| typical.piece == piece)
            .map(|(typical, _)| typical.shape.clone())
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
            let (down, suffix) = match spec.suffix.strip_prefix('\'') {
                Some(suffix) if self.lattice.has_down() => (true, suffix),
                _ => (false, spec.suffix.as_str()),
            };
            let suffix = self.suffix(suffix, cell.span);
            let along = |i: usize| spec.coordinates.get(i).copied().unwrap_or(crate::Digits::of(0)).iter();
            sites.extend(iproduct!(along(0), along(1), along(2)).map(|(x, y, z)| Site {
                at: [x, y, z],
                suffix,
                down,
            }));
        }
        Shape::new(sites)
    }

    fn suffix(&mut self, suffix: &str, span: Span) -> u16 {
        let at = self.suffixes.iter().position(|known| known == suffix).unwrap_or_else(|| {
            self.suffixes.push(suffix.to_owned());
            self.suffix_spans.push(span);
            self.suffixes.len() - 1
        });
        u16::try_from(at).expect("fewer than 65536 suffixes")
    }

    /// The pieces of a file, those of its sets included; `path` names the sets that led here.
    fn pieces(&mut self, spec: &Spec, path: &mut Vec<String>) {
        for line in &spec.lines {
            match &line.value {
                Line::Piece(piece) => self.piece(piece, line.span),
                Line::Picture(picture) => self.drawn_pieces(spec, picture, line.span),
                Line::Pragma(Pragma::Use(wanted)) => match wanted.set.value.strip_prefix(SIZE) {
                    Some(size) => self.use_size(spec, size, wanted),
                    None => self.use_set(wanted, path),
                },
                _ => {}
            }
        }
    }

    fn piece(&mut self, line: &PieceLine, span: Span) {
        let shape = self.shape(&line.cells);
        if shape.sites().is_empty() && !line.cells.is_empty() {
            self.report(mistake::piece_without_cells(line.name.span, &line.name.value, Some(self.lattice)));
        }
        self.piece_of_shape(&line.name, line.multiplicity.as_ref(), shape, span);
    }

    /// The pieces that a picture shows.
    fn drawn_pieces(&mut self, spec: &Spec, picture: &PictureSpec, span: Span) {
        let drawn = self.drawn(picture);
        match &picture.kind {
            PictureKind::Box => {}
            PictureKind::Piece(times, name) => {
                self.piece_of_shape(name, times.as_ref(), drawn.shape.normalized(), span);
            }
            PictureKind::Puzzle | PictureKind::Pieces => {
                // Several symbols of one piece are copies of it; those that are no motions of each other, its shapes.
                let said = spec.pragmas().find_map(|pragma| match pragma {
                    Pragma::Sided(sided, pieces) if pieces.is_empty() => Some(*sided),
                    _ => None,
                });
                let sided = said.unwrap_or(Sided::default_for(self.lattice));
                for name in drawn.symbols.iter().map(|(name, ..)| name).unique() {
                    let copies = drawn.symbols.iter().filter(|symbol| symbol.0 == *name).collect_vec();
                    let first = copies[0].2;
                    let times = (copies.len() > 1)
                        .then(|| Spanned::new(Bounds::exactly(copies.len() as u32).into(), first));
                    let mut known = Vec::new();
                    for (_, shape, _) in copies {
                        let shape = shape.normalized();
                        if !known.contains(&shape) {
                            known.extend(shape.base_placements(self.lattice, sided));
                            let name = Spanned::new(name.clone(), first);
                            self.piece_of_shape(&name, times.as_ref(), shape, first);
                        }
                    }
                }
            }
        }
    }

    fn piece_of_shape(
        &mut self,
        called: &Spanned<String>,
        times: Option<&Spanned<Multiplicity>>,
        shape: Shape,
        span: Span,
    ) {
        let multiplicity = Spanned::of(&times.cloned());
        let multiplicity_span = times.map_or(called.span, |m| m.span);
        let name = &called.value;
        let known = self.entries.iter().position(|entry| entry.name == *name);
        if let Some(entry) = known.map(|at| &self.entries[at]) {
            if entry.from_set {
                return self.report(mistake::name_in_use(called.span, name, entry.span));
            }
            if entry.multiplicity.bounds != multiplicity.bounds {
                let both = (&entry.multiplicity, &multiplicity);
                let first = entry.multiplicity_span;
                self.report(mistake::inconsistent_multiplicity(multiplicity_span, name, both, first));
            }
        } else {
            self.entries.push(Entry {
                name: name.clone(),
                multiplicity,
                sided: None,
                color: None,
                also: Vec::new(),
                span: called.span,
                multiplicity_span,
                from_set: false,
            });
        }
        let piece = PieceId(known.unwrap_or(self.entries.len() - 1));
        self.shapes.push((Typical { piece, shape }, span));
    }

    fn use_set(&mut self, wanted: &Use, path: &mut Vec<String>) {
        let (name, span) = (&wanted.set.value, wanted.set.span);
        let found = match self.sets.find(name, &self.sources[span.source].name) {
            Ok(found) => found,
            Err(Missing::Unreadable(why)) => return self.report(mistake::unreadable_set(span, name, &why)),
            Err(Missing::Unknown) => {
                let names = self.sets.names();
                return self.report(mistake::unknown_set(span, name, &names));
            }
        };
        self.uses += 1;
        if path.len() >= MOST_DEEP || self.uses > MOST_USES {
            // Said once; then no set is followed any more.
            if self.uses <= MOST_USES + 1 {
                self.report(mistake::too_many_sets(span, MOST_DEEP, MOST_USES));
            }
            self.uses = MOST_USES + 1;
            return;
        }
        if path.contains(&found.name) || found.name == self.sources[0].name {
            return self.report(mistake::set_uses_itself(span, name));
        }
        // Each file is read once, however often it is used.
        let known = self.parsed.iter().position(|(source, ..)| self.sources[*source].name == found.name);
        path.push(found.name.clone());
        let at = known.unwrap_or_else(|| {
            let source = self.sources.len();
            let (spec, diagnostics) = parse(source, &found.text, None);
            self.sources.push(found);
            let errors = has_errors(&diagnostics);
            if errors && is_elsewhere(name) {
                // What stands in files of others is nobody's business.
                self.diagnostics.push(mistake::foreign_set(span, name));
            } else {
                self.diagnostics.extend(diagnostics);
            }
            self.parsed.push((source, spec, errors));
            self.parsed.len() - 1
        });
        let (_, spec, errors) = self.parsed[at].clone();
        if let Some(spec) = spec.filter(|_| !errors) {
            if !spec.is_set() {
                self.report(mistake::not_a_set(span, name));
            } else if spec.lattice != self.lattice {
                self.report(mistake::set_lattice(span, name, spec.lattice, self.lattice));
            } else {
                self.take_from(&spec, wanted, path);
            }
        }
        path.pop();
    }

    /// Brings in the pieces of a set that are wanted, as if its lines stood here.
    fn take_from(&mut self, spec: &Spec, wanted: &Use, path: &mut Vec<String>) {
        let before = (std::mem::take(&mut self.entries), std::mem::take(&mut self.shapes));
        self.check_repetitions(spec);
        self.pieces(spec, path);
        self.mirror(spec);
        let sided = self.said_sided(spec);
        for (entry, sided) in self.entries.iter_mut().zip(sided) {
            entry.sided = sided.or(entry.sided);
        }
        self.paint(spec);
        self.name(spec);
        self.take_wanted(wanted, before);
    }

    /// Brings in all polyforms of a size that are wanted. Those are the same that may be moved onto each other.
    fn use_size(&mut self, spec: &Spec, size: &str, wanted: &Use) {
        let general = spec.pragmas().find_map(|pragma| match pragma {
            Pragma::Sided(sided, pieces) if pieces.is_empty() => Some(*sided),
            _ => None,
        });
        let sided = general.unwrap_or(Sided::default_for(self.lattice));
        let number = size.parse().unwrap_or(1);
        if fixed_polyforms(self.lattice, number) > MOST_FIXED {
            return self.report(mistake::too_many_polyforms(wanted.set.span));
        }
        let mut shapes = Vec::new();
        let found = try_for_each_polyform(self.lattice, number, sided, |shape| {
            shapes.push(shape);
            if shapes.len() > MOST_POLYFORMS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if found.is_break() {
            return self.report(mistake::too_many_polyforms(wanted.set.span));
        }
        shapes.sort_unstable();
        let before = (std::mem::take(&mut self.entries), std::mem::take(&mut self.shapes));
        let span = wanted.set.span;
        for (number, shape) in shapes.into_iter().enumerate() {
            self.entries.push(Entry {
                name: format!("{size}-{}", number + 1),
                multiplicity: Bounds::ONCE.into(),
                sided: None,
                color: None,
                also: Vec::new(),
                span,
                multiplicity_span: span,
                from_set: true,
            });
            self.shapes.push((Typical { piece: PieceId(number), shape }, span));
        }
        self.take_wanted(wanted, before);
    }

    /// Of all pieces that there are now, keeps those that are wanted, behind those that were there before.
    fn take_wanted(&mut self, wanted: &Use, before: (Vec<Entry>, Vec<(Typical, Span)>)) {
        let entries = std::mem::replace(&mut self.entries, before.0);
        let shapes = std::mem::replace(&mut self.shapes, before.1);
        let mut holds = vec![true; entries.len()];
        for (typical, _) in shapes.iter().filter(|_| !wanted.condition.is_empty()) {
            holds[typical.piece.0] &= wanted.condition.holds(self.lattice, &typical.shape);
        }

        let names = entries.iter().map(|entry| entry.name.as_str()).collect_vec();
        // By their own names first, then by others.
        let real = |word: &Spanned<String>| {
            let other = || entries.iter().find(|entry| entry.also.contains(&word.value));
            let own = names.contains(&word.value.as_str()).then(|| word.value.clone());
            own.or_else(|| other().map(|entry| entry.name.clone()))
        };
        let asked = wanted.only.iter().chain(&wanted.except);
        let unknown = asked.filter(|word| real(word).is_none());
        let mistakes =
            unknown.map(|name| mistake::unknown_piece(name.span, &name.value, &names)).collect_vec();
        let all_known = mistakes.is_empty();
        self.diagnostics.extend(mistakes);
        let [only, except] =
            [&wanted.only, &wanted.except].map(|list| list.iter().filter_map(real).collect_vec());
        let take = |name: &String| (wanted.only.is_empty() || only.contains(name)) && !except.contains(name);
        let taken = entries.iter().map(|entry| take(&entry.name)).collect_vec();
        let mut numbers = BTreeMap::new();
        let known: BTreeMap<String, Span> =
            self.entries.iter().map(|entry| (entry.name.clone(), entry.span)).collect();
        for (old, entry) in entries.into_iter().enumerate().filter(|(old, _)| holds[*old] && taken[*old]) {
            if let Some(&first) = known.get(&entry.name) {
                self.report(mistake::name_in_use(wanted.set.span, &entry.name, first));
                continue;
            }
            numbers.insert(PieceId(old), PieceId(self.entries.len()));
            let multiplicity = wanted.times.as_ref().map_or(entry.multiplicity, |times| times.value.clone());
            let span = wanted.set.span;
            self.entries.push(Entry { multiplicity, span, multiplicity_span: span, from_set: true, ..entry });
        }
        if numbers.is_empty() && all_known && !has_errors(&self.diagnostics) {
            self.report(mistake::nothing_used(wanted.set.span, &wanted.set.value));
        }
        for (typical, span) in shapes {
            if let Some(&piece) = numbers.get(&typical.piece) {
                self.shapes.push((Typical { piece, ..typical }, span));
            }
        }
    }

    /// What placements cost.
    fn charge(&mut self, spec: &Spec, puzzle: &Puzzle) {
        let names = puzzle.pieces.iter().map(|piece| piece.name.as_str()).collect_vec();
        for pragma in spec.pragmas() {
            let Pragma::Charge(piece, cells, cost) = pragma else { continue };
            let number = names.iter().position(|name| *name == piece.value);
            if number.is_none() && piece.value != "*" {
                self.report(mistake::unknown_piece(piece.span, &piece.value, &names));
                continue;
            }
            let mut sites = Vec::new();
            for cell in cells {
                let shape = self.shape(std::slice::from_ref(cell));
                if shape.sites().iter().any(|&site| puzzle.region.index_of(site).is_none()) {
                    self.report(mistake::charge_outside(cell.span));
                }
                sites.extend_from_slice(shape.sites());
            }
            self.charges.push((number.map(PieceId), sites, *cost));
        }
    }

    /// Mirror images of pieces that may be flipped anyway.
    fn check_mirrors(&mut self, spec: &Spec, puzzle: &Puzzle) {
        for pragma in spec.pragmas() {
            let Pragma::Mirror(name, None) = pragma else { continue };
            let piece = puzzle.pieces.iter().find(|piece| piece.name == name.value);
            if piece.is_some_and(|piece| piece.sided == Sided::Free) {
                self.report(mistake::mirror_of_free(name.span, &name.value));
            }
        }
    }

    /// Names of pieces that are names of cells too.
    fn check_names(&mut self, puzzle: &Puzzle) {
        let box_span = self.box_span;
        let clashes = self.entries.iter().filter(|entry| puzzle.site_named(&entry.name).is_some());
        let mistakes =
            clashes.map(|entry| mistake::name_is_cell(entry.span, &entry.name, box_span)).collect_vec();
        self.diagnostics.extend(mistakes);
    }

    /// How each piece may be moved: as the file says of it, as the file says of all, as its set says, as is usual.
    fn sided(&mut self, spec: &Spec) -> Vec<Sided> {
        let said = self.said_sided(spec);
        let usual = Sided::default_for(self.lattice);
        self.entries.iter().zip(said).map(|(entry, said)| said.or(entry.sided).unwrap_or(usual)).collect()
    }

    /// What a file's own pragmas say on how each piece may be moved.
    fn said_sided(&mut self, spec: &Spec) -> Vec<Option<Sided>> {
        let mut general = None;
        let mut special: BTreeMap<&str, (Sided, Span)> = BTreeMap::new();
        let mut mistakes = Vec::new();
        let known = self.entries.iter().map(|entry| entry.name.as_str()).collect_vec();
        for pragma in spec.pragmas() {
            let Pragma::Sided(sided, pieces) = pragma else { continue };
            if pieces.is_empty() {
                general = Some(*sided);
            }
            for piece in pieces {
                if !known.contains(&piece.value.as_str()) {
                    mistakes.push(mistake::unknown_piece(piece.span, &piece.value, &known));
                } else if let Some((_, first)) = special.insert(&piece.value, (*sided, piece.span)) {
                    let what = format!("how piece {} may be moved", piece.value);
                    mistakes.push(mistake::said_twice(piece.span, &what, first));
                }
            }
        }
        let said = known.iter().map(|name| special.get(name).map(|(sided, _)| *sided).or(general)).collect();
        self.diagnostics.extend(mistakes);
        said
    }

    /// Gives pieces the other names that a file's own pragmas say.
    fn name(&mut self, spec: &Spec) {
        for pragma in spec.pragmas() {
            let Pragma::Also(piece, names) = pragma else { continue };
            if let Some(entry) = self.entries.iter_mut().find(|entry| entry.name == piece.value) {
                entry.also.extend(names.iter().map(|name| name.value.clone()));
            } else {
                let known = self.entries.iter().map(|entry| entry.name.as_str()).collect_vec();
                let diagnostic = mistake::unknown_piece(piece.span, &piece.value, &known);
                self.report(diagnostic);
            }
        }
    }

    /// Gives pieces the colours that a file's own pragmas name.
    fn paint(&mut self, spec: &Spec) {
        for pragma in spec.pragmas() {
            let Pragma::Color(piece, color) = pragma else { continue };
            if let Some(entry) = self.entries.iter_mut().find(|entry| entry.name == piece.value) {
                entry.color = Some(color.clone());
            } else {
                let known = self.entries.iter().map(|entry| entry.name.as_str()).collect_vec();
                let diagnostic = mistake::unknown_piece(piece.span, &piece.value, &known);
                self.report(diagnostic);
            }
        }
    }

    /// The pieces that `place` pragmas put down.
    fn place(&mut self, spec: &Spec, puzzle: &mut Puzzle) {
        if spec.is_set() {
            return;
        }
        let mut wanted = Vec::new();
        for line in &spec.lines {
            match &line.value {
                Line::Pragma(Pragma::Place(piece, cells)) => {
                    wanted.push((piece.clone(), self.shape(cells), across(cells, line.span)));
                }
                Line::Picture(picture) if picture.kind == PictureKind::Box => {
                    let symbols = self.drawn(picture).symbols.into_iter();
                    wanted.extend(symbols.map(|(name, shape, span)| (Spanned::new(name, span), shape, span)));
                }
                _ => {}
            }
        }
        let mut spans: Vec<Span> = Vec::new();
        for (piece, given, span) in wanted {
            let name = &piece.value;
            let Some(at) = self.called(name) else {
                let known = self.entries.iter().map(|entry| entry.name.as_str()).collect_vec();
                let diagnostic = mistake::unknown_piece(piece.span, name, &known);
                self.report(diagnostic);
                continue;
            };
            let id = PieceId(at);
            let high = puzzle.pieces[at].bounds.high as usize;
            let overlap = |other: &Shape| other.sites().iter().any(|site| given.sites().contains(site));
            let mut shapes = as_placed(puzzle, id, &given);
            let Some(shape) = shapes.pop() else {
                self.report(mistake::place_shape(span, name, puzzle.pieces[at].sided));
                continue;
            };
            if !shapes.is_empty() {
                self.report(mistake::place_ambiguous(span, name));
                continue;
            }
            if !shape.sites().iter().all(|&site| puzzle.region.index_of(site).is_some()) {
                self.report(mistake::place_outside(span, name));
            } else if let Some(at) = puzzle.placed.iter().position(|other| overlap(&other.shape)) {
                self.report(mistake::place_overlap(span, name, spans[at]));
            } else if puzzle.placed.iter().filter(|other| other.piece == id).count() == high {
                self.report(mistake::place_too_often(span, name, puzzle.pieces[at].bounds.high));
            } else {
                puzzle.placed.push(Placement { piece: id, shape });
                spans.push(span);
            }
        }
    }

    /// Pieces that fit nowhere, and shapes of a piece that give the same options.
    fn check_placements(&mut self, puzzle: &Puzzle) {
        let mut fits = vec![false; puzzle.pieces.len()];
        let mut seen: BTreeMap<Placement, usize> = BTreeMap::new();
        let several: BTreeSet<PieceId> =
            puzzle.shapes.iter().map(|typical| typical.piece).duplicates().collect();
        let mut mistakes = Vec::new();
        for (number, typical) in puzzle.shapes.iter().enumerate() {
            let mut twin = None;
            for shape in puzzle.base_placements(typical) {
                let placeable = puzzle.fits(&shape);
                fits[typical.piece.0] |= placeable;
                if placeable && several.contains(&typical.piece) {
                    twin = twin.or(seen.insert(Placement { piece: typical.piece, shape }, number));
                }
            }
            if let Some(twin) = twin {
                let name = &puzzle.pieces[typical.piece.0].name;
                mistakes.push(mistake::duplicate_options(self.shapes[number].1, name, self.shapes[twin].1));
            }
        }
        let sites = puzzle.region.sites();
        let all_point_up = self.lattice.has_down() && sites.len() > 1 && sites.iter().all(|site| !site.down);
        if all_point_up {
            self.report(mistake::all_point_up(self.box_span));
        } else if !puzzle.region.is_empty() {
            let lost = self.entries.iter().zip(fits).filter(|(_, fits)| !fits);
            mistakes.extend(lost.map(|(entry, _)| mistake::piece_fits_nowhere(entry.span, &entry.name)));
        }
        self.diagnostics.extend(mistakes);
    }

    /// The number of the piece of that name, or else with that other name.
    fn called(&self, name: &str) -> Option<usize> {
        let by = |is_it: &dyn Fn(&Entry) -> bool| self.entries.iter().position(is_it);
        by(&|entry| entry.name == name).or_else(|| by(&|entry| entry.also.iter().any(|also| also == name)))
    }

    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }
}

/// From the first of some cells to the last; somewhere else if there are none.
fn across(cells: &[Spanned<CellSpec>], or: Span) -> Span {
    match (cells.first(), cells.last()) {
        (Some(first), Some(last)) => Span { end: last.span.end, ..first.span },
        _ => or,
    }
}

/// How much room a box and all that lies between its cells may take.
const MOST_ROOM: i64 = 1 << 26;

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

/// The placements of a piece that cover the given sites; if these have no suffixes, its own suffixes do not matter.
fn as_placed(puzzle: &Puzzle, piece: PieceId, given: &Shape) -> Vec<Shape> {
    let plain = |shape: &Shape| Shape::new(shape.sites().iter().copied().filter(|site| site.suffix == 0));
    let shapes = puzzle.shapes.iter().filter(|typical| typical.piece == piece);
    let bases = shapes.flat_map(|typical| puzzle.base_placements(typical)).collect_vec();
    if puzzle.wrap.is_some() {
        let plain_or_not = |shape: &Shape| shape == given || plain(shape) == *given;
        let there = bases.iter().flat_map(|base| puzzle.placements(base)).map(|(_, shape)| shape);
        return there.filter(plain_or_not).unique().collect();
    }
    if bases.contains(&given.normalized()) {
        return vec![given.clone()];
    }
    let alike = bases.into_iter().filter(|base| {
        let bare = plain(base);
        !bare.sites().is_empty() && bare.normalized() == given.normalized()
    });
    let there = alike.map(|base| {
        let (from, to) = (plain(&base).lowest(), given.lowest());
        base.shifted([to[0] - from[0], to[1] - from[1], to[2] - from[2]])
    });
    there.unique().collect()
}
