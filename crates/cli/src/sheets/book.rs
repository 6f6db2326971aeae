//! Puzzles on pages: from entries to a file, one page at a time.

use crate::args::PictureArgs;
use crate::failure::Failure;
use crate::pages::{refused, style, warn_of_letters};
use crate::voice::is_quiet;
use crate::watch::{Show, Watch, because, duration};
use crate::{Answer, Outcome, output};
use polydlx::cover::{Monitor, Search, Stopped};
use polydlx::design::{Difficulty, difficulty};
use polydlx::diagnostic::Diagnostic;
use polydlx::draw::{
    Align, Booklet, Drawing, Drawn, Leaf, Paper, Picture, Style, Unit, View, clearest, drawing, picture,
};
use polydlx::lattice::{Cell, PieceId, Puzzle, Shape, Tiling};
use polydlx::packing::{Group, Packing, Question, Which};
use polydlx::spec::{Loaded, Spec};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// A puzzle of a book.
pub(crate) struct Entry {
    pub(crate) title: String,
    pub(crate) puzzle: Puzzle,
    pub(crate) labels: Vec<(Cell, String)>,
    pub(crate) style: Style,
}

impl Entry {
    /// A puzzle that was read; its name is its title if it has none.
    pub(crate) fn new(name: &str, loaded: &Loaded, args: &PictureArgs) -> Result<Self, Failure> {
        let title = loaded.spec.as_ref().and_then(Spec::title).unwrap_or(name);
        Ok(Self {
            title: title.to_owned(),
            puzzle: loaded.puzzle().expect("a spec without mistakes is a puzzle").clone(),
            labels: loaded.labels().to_vec(),
            style: style(args, loaded)?,
        })
    }
}

/// How a book looks. Lengths are millimetres.
pub(crate) struct Look {
    pub(crate) paper: Paper,
    pub(crate) per_page: usize,
    pub(crate) columns: Option<usize>,
    pub(crate) largest: f64,
    pub(crate) title: Option<String>,
    pub(crate) cover: bool,
    pub(crate) solutions: bool,
    pub(crate) pieces_once: bool,
}

impl Default for Look {
    /// A page for each puzzle, and solutions.
    fn default() -> Self {
        Self {
            paper: Paper::A4,
            per_page: 1,
            columns: None,
            largest: 15.0,
            title: None,
            cover: false,
            solutions: true,
            pieces_once: false,
        }
    }
}

/// Sizes of letters.
const HEADING: f64 = 10.0;
const TITLE: f64 = 4.6;
const TEXT: f64 = 3.4;
const SMALL: f64 = 2.8;

/// The room around things.
const GAP: f64 = 4.0;

/// Pictures are made for cells of this size, and then scaled.
const CELL: f64 = 10.0;

/// How many solutions stand on a page, and side by side; how many lines a table of contents has.
const SOLUTIONS: usize = 12;
const SOLUTION_COLUMNS: usize = 3;
const LINES: usize = 40;

/// How long solutions are still drawn after they should end.
const MOMENT: Duration = Duration::from_millis(50);

/// How long the solutions of one puzzle are counted.
const COUNTING: Duration = Duration::from_secs(3);

/// Writes a book, page by page.
pub(crate) fn write(entries: &[Entry], look: &Look, path: &Path) -> Outcome {
    if path.extension().is_none_or(|end| !end.eq_ignore_ascii_case("pdf")) {
        let message = format!("sheets are PDF files, but {} is none", path.display());
        return Err(Failure::mistake(Diagnostic::error("not-a-pdf", message).remedy("end the name in .pdf")));
    }
    crate::pages::Target::expect_folder(Some(path))?;
    let monitor = Monitor::new();
    let watch = watch(&monitor, entries.len());
    let mut made = Err(Failure::told());
    let written = output::to(Some(path), |out| {
        let (booklet, head) = Booklet::begin();
        out.write_all(&head)?;
        let mut book = Book { look, booklet, out, page: 0, monitor: &monitor, done: &watch.done };
        made = book.pages(entries);
        if !made.as_ref().is_ok_and(|made| made.puzzles > 0) {
            // Nothing half-written is left behind.
            return Err(io::Error::other("a page could not be made"));
        }
        let tail = book.booklet.end();
        out.write_all(&tail)
    });
    let cause = watch.watch.cause();
    drop(watch);
    let Made { puzzles, is_all } = made?;
    let (all, path, because) = (entries.len(), path.display(), because(cause));
    let said = match puzzles {
        0 => format!("Nothing was written: {because}."),
        _ if is_all => return written.map(|()| Answer::Yes),
        _ if puzzles < all => format!("Only the first {puzzles} of {all} puzzles are in {path}: {because}."),
        _ => format!("Not all solutions are in {path}: {because}."),
    };
    if puzzles > 0 {
        written?;
    }
    if !is_quiet() {
        eprintln!("{said}");
    }
    Ok(Answer::Partial)
}

/// What watches a book, and how many puzzles are in it.
struct Watched {
    watch: Watch,
    done: Arc<AtomicUsize>,
}

fn watch(monitor: &Monitor, all: usize) -> Watched {
    let done = Arc::new(AtomicUsize::new(0));
    let (at, phase) = (Arc::clone(&done), monitor.clone());
    let watch = Watch::with(monitor, Show::new(false, is_quiet(), false), move |elapsed| {
        let (seconds, done) = (duration(elapsed.as_secs_f64()), at.load(Ordering::Relaxed));
        format!("{seconds}: {done} of {all} puzzles, {}", phase.progress().phase)
    });
    Watched { watch, done }
}

/// What is in a book.
struct Made {
    puzzles: usize,
    /// Whether nothing is left out.
    is_all: bool,
}

/// A puzzle's number and its solution, if it has one.
type Numbered = (usize, Option<Tiling>);

struct Book<'a> {
    look: &'a Look,
    booklet: Booklet,
    out: &'a mut dyn Write,
    page: usize,
    monitor: &'a Monitor,
    done: &'a AtomicUsize,
}

impl Book<'_> {
    /// All pages, or as many as there are until it is stopped.
    fn pages(&mut self, entries: &[Entry]) -> Result<Made, Failure> {
        let Look { per_page, cover, solutions, pieces_once, .. } = *self.look;
        // Whoever looks at one puzzle needs no table of contents.
        let contents = if cover && entries.len() > 1 { entries.len().div_ceil(LINES) } else { 0 };
        let first = usize::from(cover) + contents + usize::from(pieces_once) + 1;
        if cover {
            self.cover(entries)?;
        }
        for part in 0..contents {
            self.contents(entries, part, first)?;
        }
        if pieces_once {
            let mut leaf = self.leaf();
            let [corner, [width, height]] = self.look.paper.area();
            leaf.write("The pieces", corner_middle(corner, TITLE), TITLE, Align::Left);
            let pieces = pieces(&entries[0]);
            let room = [width, height - 3.0 * GAP];
            let scale = self.scale(&Block { region: None, pieces: &pieces }, room)?;
            rows(&mut leaf, &pieces, [corner[0], corner[1] + 3.0 * GAP], width, scale);
            self.add(leaf)?;
        }
        let mut found: Vec<Numbered> = Vec::new();
        for (number, page) in entries.chunks(per_page).enumerate() {
            let Some(solved) = self.puzzles(page, number * per_page)? else { break };
            found.extend(solved);
            self.done.store(found.len(), Ordering::Relaxed);
        }
        let mut is_all = found.len() == entries.len();
        self.monitor.enter("writing solutions");
        let mut stopped_at = None;
        for page in found.chunks(SOLUTIONS).filter(|_| solutions) {
            // Whoever has had enough gets those that are made in a moment.
            if self.monitor.is_stopped() && stopped_at.get_or_insert_with(Instant::now).elapsed() > MOMENT {
                is_all = false;
                break;
            }
            self.solutions(entries, page)?;
        }
        Ok(Made { puzzles: found.len(), is_all })
    }

    fn leaf(&self) -> Leaf {
        Leaf::new(self.look.paper, self.look.title.as_deref().unwrap_or("Puzzles"))
    }

    /// Writes a page with its number.
    fn add(&mut self, mut leaf: Leaf) -> Result<(), Failure> {
        self.page += 1;
        let Paper { width, height, margin } = self.look.paper;
        leaf.write(&self.page.to_string(), [width / 2.0, height - margin / 2.0], TEXT, Align::Middle);
        let picture = leaf.finish();
        warn_of_letters(&picture);
        let bytes = self.booklet.add(&picture).map_err(|why| refused(&why))?;
        self.out.write_all(&bytes).map_err(|error| Failure::Io("the file".to_owned(), error))
    }

    fn cover(&mut self, entries: &[Entry]) -> Result<(), Failure> {
        let mut leaf = self.leaf();
        let [corner, [width, height]] = self.look.paper.area();
        let middle = corner[0] + width / 2.0;
        let title = match (&self.look.title, entries) {
            (Some(title), _) => title.clone(),
            (None, [only]) => only.title.clone(),
            (None, _) => format!("{} puzzles", entries.len()),
        };
        let size = HEADING.min(width / polydlx::draw::text_length(&title).max(1.0));
        leaf.write(&title, [middle, corner[1] + 0.2 * height], size, Align::Middle);
        if entries.len() > 1 && self.look.title.is_some() {
            let line = format!("{} puzzles", entries.len());
            leaf.write(&line, [middle, corner[1] + 0.2 * height + 1.4 * HEADING], TITLE, Align::Middle);
        }
        let image = region(&entries[0], None);
        let size = image.size();
        let scale = (0.7 * width / size[0]).min(0.5 * height / size[1]);
        leaf.place(&image, [middle - scale * size[0] / 2.0, corner[1] + 0.4 * height], scale);
        self.add(leaf)
    }

    fn contents(&mut self, entries: &[Entry], part: usize, first: usize) -> Result<(), Failure> {
        let mut leaf = self.leaf();
        let [corner, [width, height]] = self.look.paper.area();
        leaf.write("Contents", corner_middle(corner, TITLE), TITLE, Align::Left);
        let line = (height - 3.0 * GAP) / LINES as f64;
        let size = TEXT.min(0.8 * line);
        for (row, (number, entry)) in entries.iter().enumerate().skip(part * LINES).take(LINES).enumerate() {
            let y = corner[1] + 3.0 * GAP + (row as f64 + 0.5) * line;
            let page = first + number / self.look.per_page;
            let text = format!("{}  {}", number + 1, entry.title);
            leaf.write_within(&text, [corner[0], y], size, Align::Left, width - 15.0);
            leaf.write(&page.to_string(), [corner[0] + width, y], size, Align::Right);
        }
        self.add(leaf)
    }

    /// A page of puzzles, and their solutions; none if it is stopped.
    fn puzzles(&mut self, page: &[Entry], before: usize) -> Result<Option<Vec<Numbered>>, Failure> {
        let mut leaf = self.leaf();
        let [corner, [width, height]] = self.look.paper.area();
        let (columns, lines) = grid(self.look.per_page, self.look.columns);
        let room = [
            (width - GUTTER * (columns as f64 - 1.0)) / columns as f64,
            (height - GAP * (lines as f64 - 1.0)) / lines as f64,
        ];
        let blocks: Vec<(Picture, Vec<(Picture, String)>)> = page
            .iter()
            .map(|entry| {
                let list = if self.look.pieces_once { Vec::new() } else { pieces(entry) };
                (region(entry, None), list)
            })
            .collect();
        let inner = [room[0], room[1] - HEAD - FOOT];
        // All puzzles of a page have one scale, so that pieces which are cut out fit the other boxes, too.
        let mut scale = f64::INFINITY;
        for (image, pieces) in &blocks {
            scale = scale.min(self.scale(&Block { region: Some(image), pieces }, inner)?);
        }
        let mut found = Vec::new();
        for (at, (entry, (image, pieces))) in page.iter().zip(&blocks).enumerate() {
            let left = corner[0] + (at % columns) as f64 * (room[0] + GUTTER);
            let top = corner[1] + (at / columns) as f64 * (room[1] + GAP);
            let Ok(solved) = Solved::new(&entry.puzzle, self.monitor) else { return Ok(None) };
            let number = before + at + 1;
            let stars = solved.difficulty.map(|difficulty| difficulty.picture()).unwrap_or_default();
            let stars_width = polydlx::draw::text_length(&stars) * TEXT + 2.0;
            let y = top + TITLE / 2.0;
            let heading = format!("{number}  {}", entry.title);
            let size = if columns > 1 { TEXT } else { TITLE };
            leaf.write_within(&heading, [left, y], size, Align::Left, room[0] - stars_width);
            leaf.write(&stars, [left + room[0], y], TEXT, Align::Right);
            let size = image.size();
            leaf.place(image, [left + (room[0] - scale * size[0]) / 2.0, top + HEAD], scale);
            rows(&mut leaf, pieces, [left, top + HEAD + scale * size[1] + GAP], room[0], scale);
            let y = top + room[1] - SMALL / 2.0;
            leaf.write(&solved.words(), [left, y], SMALL, Align::Left);
            if self.look.per_page > 1 {
                leaf.rule([left, top + room[1] + GAP / 2.0], [left + room[0], top + room[1] + GAP / 2.0]);
            }
            found.push((number, solved.tiling));
        }
        self.add(leaf)?;
        Ok(Some(found))
    }

    fn solutions(&mut self, entries: &[Entry], page: &[Numbered]) -> Result<(), Failure> {
        let mut leaf = self.leaf();
        let [corner, [width, height]] = self.look.paper.area();
        leaf.write("Solutions", corner_middle(corner, TITLE), TITLE, Align::Left);
        let (columns, lines) = (SOLUTION_COLUMNS, SOLUTIONS.div_ceil(SOLUTION_COLUMNS));
        let room = [
            (width - GAP * (columns as f64 - 1.0)) / columns as f64,
            (height - 3.0 * GAP - GAP * (lines as f64 - 1.0)) / lines as f64,
        ];
        for (at, (number, tiling)) in page.iter().enumerate() {
            let entry = &entries[number - 1];
            let left = corner[0] + (at % columns) as f64 * (room[0] + GAP);
            let top = corner[1] + 3.0 * GAP + (at / columns) as f64 * (room[1] + GAP);
            leaf.write(&number.to_string(), [left, top + TEXT / 2.0], TEXT, Align::Left);
            let Some(tiling) = tiling else {
                leaf.write("There is none.", [left, top + 3.0 * TEXT], SMALL, Align::Left);
                continue;
            };
            let image = region(entry, Some(tiling));
            let size = image.size();
            let scale = (room[0] / size[0]).min((room[1] - 2.0 * TEXT) / size[1]).min(1.0);
            leaf.place(&image, [left + (room[0] - scale * size[0]) / 2.0, top + 1.5 * TEXT], scale);
        }
        self.add(leaf)
    }

    /// By how much pictures are scaled, so that they have room.
    fn scale(&self, block: &Block<'_>, room: [f64; 2]) -> Result<f64, Failure> {
        let mut scale = self.look.largest / CELL;
        while scale * CELL > 1.5 {
            if block.fits(room, scale) {
                return Ok(scale);
            }
            scale *= 0.97;
        }
        let message = "there is no room for these puzzles: cells would be smaller than 1.5mm";
        Err(Failure::mistake(Diagnostic::error("no-room", message).remedy("use a smaller --per-page")))
    }
}

/// The room between columns of puzzles.
const GUTTER: f64 = 10.0;
/// What stands above and below the pictures of a puzzle.
const HEAD: f64 = 7.0;
const FOOT: f64 = 5.0;

/// What has to find room.
struct Block<'a> {
    region: Option<&'a Picture>,
    pieces: &'a [(Picture, String)],
}

impl Block<'_> {
    fn fits(&self, [width, height]: [f64; 2], scale: f64) -> bool {
        let region = self.region.map_or([0.0; 2], Picture::size).map(|d| scale * d);
        let wide = self.pieces.iter().all(|(piece, _)| scale * piece.size()[0] <= width);
        let pieces = if self.pieces.is_empty() { 0.0 } else { GAP + rows_height(self.pieces, width, scale) };
        region[0] <= width && wide && region[1] + pieces <= height
    }
}

/// Where pieces stand in rows: corners, and the height of all.
fn shelves(pieces: &[(Picture, String)], width: f64, scale: f64) -> (Vec<[f64; 2]>, f64) {
    let (mut left, mut top, mut height) = (0.0, 0.0, 0.0_f64);
    let mut corners = Vec::new();
    for (piece, caption) in pieces {
        let [w, h] = piece.size().map(|d| scale * d);
        let h = h + if caption.is_empty() { 0.0 } else { 1.2 * SMALL };
        if left > 0.0 && left + w > width {
            (left, top, height) = (0.0, top + height + GAP / 2.0, 0.0);
        }
        corners.push([left, top]);
        (left, height) = (left + w + GAP / 2.0, height.max(h));
    }
    (corners, top + height)
}

fn rows_height(pieces: &[(Picture, String)], width: f64, scale: f64) -> f64 {
    shelves(pieces, width, scale).1
}

fn rows(leaf: &mut Leaf, pieces: &[(Picture, String)], [left, top]: [f64; 2], width: f64, scale: f64) {
    for ((piece, caption), [x, y]) in pieces.iter().zip(shelves(pieces, width, scale).0) {
        leaf.place(piece, [left + x, top + y], scale);
        let [w, h] = piece.size().map(|d| scale * d);
        if !caption.is_empty() {
            leaf.write(caption, [left + x + w / 2.0, top + y + h + 0.6 * SMALL], SMALL, Align::Middle);
        }
    }
}

fn corner_middle([x, y]: [f64; 2], size: f64) -> [f64; 2] {
    [x, y + size / 2.0]
}

/// Columns and lines for so many puzzles: as high as paper is.
fn grid(per_page: usize, columns: Option<usize>) -> (usize, usize) {
    let usual = (1..=per_page).find(|columns| columns * (columns + 1) >= per_page).unwrap_or(1);
    let columns = columns.unwrap_or(usual).clamp(1, per_page);
    (columns, per_page.div_ceil(columns))
}

/// The box, with its hints or with a solution.
fn region(entry: &Entry, tiling: Option<&Tiling>) -> Picture {
    let placed = entry.puzzle.placed.as_slice();
    let lying = tiling.map_or(placed, |tiling| tiling);
    let image = Drawing { labels: entry.labels.clone(), ..drawing(&entry.puzzle, lying) };
    picture(&image, &paper_style(&entry.style))
}

/// The pieces that are left to be used, each with how often.
fn pieces(entry: &Entry) -> Vec<(Picture, String)> {
    let puzzle = &entry.puzzle;
    let style = Style { view: View::Solid, ..paper_style(&entry.style) };
    let mut list = Vec::new();
    for (number, piece) in puzzle.pieces.iter().enumerate() {
        let placed =
            puzzle.placed.iter().filter(|placement| placement.piece == PieceId(number)).count() as u32;
        let left = piece.bounds.high.saturating_sub(placed);
        let shapes: Vec<&Shape> = puzzle
            .shapes
            .iter()
            .filter(|typical| typical.piece == PieceId(number))
            .map(|typical| &typical.shape)
            .collect();
        let size = shapes.first().map_or(1, |shape| shape.uncolored().unguarded().sites().len().max(1));
        let left = left.min((puzzle.region.len() / size) as u32);
        if left == 0 {
            continue;
        }
        let caption = match (piece.bounds.low.saturating_sub(placed), left) {
            (1, 1) => String::new(),
            (low, high) if low == high => format!("×{high}"),
            (low, high) => format!("×{low}–{high}"),
        };
        for shape in shapes {
            let shape = clearest(puzzle.lattice, &shape.normalized(), &style);
            let drawn = Drawn { name: piece.name.clone(), color: number, shape: shape.clone() };
            let image = Drawing {
                lattice: puzzle.lattice,
                region: shape,
                pieces: vec![drawn],
                title: None,
                caption: None,
                labels: Vec::new(),
                tints: puzzle.palette.names.clone(),
            };
            list.push((picture(&image, &style), caption.clone()));
        }
    }
    list
}

fn paper_style(style: &Style) -> Style {
    Style { cell_size: CELL, unit: Unit::Millimetre, ..style.clone() }
}

/// What is known of a puzzle.
struct Solved {
    tiling: Option<Tiling>,
    /// How many solutions there are, how many up to symmetry, and whether that is all.
    count: (String, String, bool),
    difficulty: Option<Difficulty>,
}

impl Solved {
    fn new(puzzle: &Puzzle, monitor: &Monitor) -> Result<Self, Stopped> {
        monitor.enter("counting solutions");
        let packing = Packing::watched(puzzle, monitor)?;
        let counting = Monitor::new();
        let watch = Watch::limited(&counting, COUNTING);
        let group = Group::watched(&packing, monitor)?;
        let question = Question::about(&packing);
        let answer = question.count(&counting);
        let classes = question.which(Which::UpTo(&group)).count(&counting);
        drop(watch);
        monitor.go_on()?;
        monitor.enter("looking for a solution");
        let first = Search::new(packing.lean_problem()).monitor(monitor).solutions().next();
        monitor.enter("trying how hard it is");
        let difficulty = difficulty(&packing, monitor)?;
        monitor.go_on()?;
        let tiling = first.map(|solution| packing.tiling(solution.options()));
        let difficulty = difficulty.filter(|_| tiling.is_some());
        let complete = answer.complete && classes.complete;
        Ok(Self {
            tiling,
            count: (answer.count.to_string(), classes.count.to_string(), complete),
            difficulty,
        })
    }

    fn words(&self) -> String {
        let (total, classes, complete) = &self.count;
        match (total.as_str(), classes.as_str(), complete) {
            ("0", _, true) => "no solution".to_owned(),
            ("1", _, true) => "one solution".to_owned(),
            (_, "1", true) => format!("one solution, and what turns and flips make of it: {total}"),
            (_, _, true) if total == classes => format!("{total} solutions"),
            (_, _, true) => format!("{classes} solutions, {total} with what turns and flips make of them"),
            ("0", _, false) => String::new(),
            (_, _, false) => format!("more than {total} solutions"),
        }
    }
}
