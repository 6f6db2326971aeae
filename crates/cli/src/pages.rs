//! Pictures into files: one, a sheet of many, or page after page.

use crate::args::{PaperName, PictureArgs, PictureFormat};
use crate::failure::Failure;
use crate::input;
use crate::output::{self, Stream};
use crate::voice::{is_quiet, unsaid_letters};
use crate::watch::{Cause, Watch, because};
use polydlx::diagnostic::{Diagnostic, nearest};
use polydlx::draw::{
    Align, Booklet, ColorBy, Drawing, Leaf, Paper, Picture, Refusal, Rgb, Style, Unit, picture, sheet_while,
};
use polydlx::lattice::{PieceId, Puzzle};
use polydlx::posed::paint;
use polydlx::spec::Loaded;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How pictures of a puzzle look.
pub(crate) fn style(args: &PictureArgs, loaded: &Loaded) -> Result<Style, Failure> {
    let puzzle = loaded.puzzle().expect("a spec without mistakes is a puzzle");
    // Copies of a piece, side by side, would be a single patch of colour.
    let copies = puzzle.pieces.iter().any(|piece| piece.bounds.high > 1);
    let usual = match &puzzle.shapes[..] {
        // Copies of a single shape show by colours how they lie.
        [only] if copies && puzzle.base_placements(only).len() > 1 => ColorBy::Direction,
        _ if copies => ColorBy::Graph,
        _ => ColorBy::Piece,
    };
    let mut style = Style {
        cell_size: args.unit.unwrap_or(f64::from(args.cell)),
        unit: if args.unit.is_some() { Unit::Millimetre } else { Unit::Pixel },
        palette: args.palette,
        color_by: args.color_by.unwrap_or(usual),
        labels: !args.no_labels,
        grid: !args.no_grid,
        view: args.view,
        corner: args.corner,
        ..Style::default()
    };
    paint(&mut style, loaded);
    for (name, color) in &args.color {
        let piece = named(puzzle, name)?;
        style.colors.insert(puzzle.pieces[piece.0].name.clone(), Rgb(color.rgb));
    }
    Ok(style)
}

/// The piece of that name.
pub(crate) fn named(puzzle: &Puzzle, name: &str) -> Result<PieceId, Failure> {
    let names: Vec<&str> = puzzle.pieces.iter().map(|piece| piece.name.as_str()).collect();
    names.iter().position(|known| *known == name).map(PieceId).ok_or_else(|| {
        let remedy = match nearest(name, names.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the pieces are {}", names.join(", ")),
        };
        Failure::mistake(
            Diagnostic::error("unknown-piece", format!("there is no piece {name}")).remedy(remedy),
        )
    })
}

/// Where pictures go, and what as.
pub(crate) struct Target {
    /// A file, or standard output.
    path: Option<PathBuf>,
    format: PictureFormat,
    /// Of bitmaps, in pixels.
    width: Option<u32>,
    /// What pages are like, if they are real ones.
    paper: Option<Paper>,
}

impl Target {
    /// Pictures of a format, or of the one that the name of the file says.
    pub(crate) fn new(
        path: Option<&Path>,
        format: Option<PictureFormat>,
        args: &PictureArgs,
    ) -> Result<Self, Failure> {
        let format = match (format, path) {
            (Some(format), _) => format,
            (None, None) => PictureFormat::Svg,
            (None, Some(path)) => format_of(path)?,
        };
        if path.is_none() && format != PictureFormat::Svg && io::stdout().is_terminal() {
            let message = "this picture is nothing to be printed on a terminal";
            let remedy = "name a file with -o, or leave out --format to see it made of characters";
            return Err(Failure::mistake(Diagnostic::error("not-for-terminals", message).remedy(remedy)));
        }
        if format.is_solid() {
            let message =
                "bodies are made of a puzzle or of one solution, not of solutions as they are found";
            let remedy = "keep the solution in a file, and say `polydlx draw PUZZLE FILE -o …`";
            return Err(Failure::mistake(Diagnostic::error("no-bodies-here", message).remedy(remedy)));
        }
        if args.paper.is_some() && format != PictureFormat::Pdf {
            let message = "only PDF files have pages of paper";
            return Err(Failure::mistake(
                Diagnostic::error("no-paper", message).remedy("end the name in .pdf, or leave out --paper"),
            ));
        }
        Self::expect_folder(path)?;
        let paper = args.paper.map(PaperName::paper);
        Ok(Self { path: path.map(Path::to_owned), format, width: args.width, paper })
    }

    /// A single picture that has nothing to do with pieces.
    pub(crate) fn of_graph(
        path: Option<&Path>,
        format: Option<PictureFormat>,
        width: Option<u32>,
    ) -> Result<Self, Failure> {
        let named = path.map_or(Ok(PictureFormat::Svg), format_of);
        let format = format.map_or(named, Ok)?;
        if !matches!(format, PictureFormat::Svg | PictureFormat::Png | PictureFormat::Pdf) {
            let message = "a graph is a picture, and nothing to be made";
            let remedy = "end the name in .svg, .png or .pdf";
            return Err(Failure::mistake(Diagnostic::error("no-bodies-here", message).remedy(remedy)));
        }
        Self::expect_folder(path)?;
        Ok(Self { path: path.map(Path::to_owned), format, width, paper: None })
    }

    /// Better now than when everything has been found.
    pub(crate) fn expect_folder(path: Option<&Path>) -> Result<(), Failure> {
        let folder = path.and_then(Path::parent).filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            let message = format!("there is no folder {}", folder.display());
            return Err(Failure::mistake(Diagnostic::error("no-folder", message).remedy("make it first")));
        }
        Ok(())
    }

    /// Writes a picture, under a name with the number of the page if that has a place for it.
    pub(crate) fn write(&self, picture: &Picture, page: u64) -> Result<(), Failure> {
        let picture = &self.on_paper(picture, page);
        if matches!(self.format, PictureFormat::Png | PictureFormat::Pdf) {
            warn_of_letters(picture);
        }
        let bytes = match self.format {
            PictureFormat::Png => picture.png(self.width).map_err(|why| refused(&why))?,
            PictureFormat::Pdf => picture.pdf().map_err(|why| refused(&why))?,
            PictureFormat::Dxf => picture.dxf().into_bytes(),
            _ => picture.svg().into_bytes(),
        };
        let name = |path: &PathBuf| numbered(path, page).unwrap_or_else(|| path.clone());
        output::to(self.path.as_ref().map(name).as_deref(), |out| out.write_all(&bytes))
    }

    /// Writes pictures, each to a file or a page of its own.
    pub(crate) fn write_all(&self, pictures: &[Picture]) -> Result<(), Failure> {
        let has_place = self.path.as_deref().is_some_and(|path| numbered(path, 1).is_some());
        match pictures {
            [only] => self.write(only, 1),
            _ if has_place => (1..).zip(pictures).try_for_each(|(page, picture)| self.write(picture, page)),
            _ if self.format == PictureFormat::Pdf => {
                let (mut booklet, mut bytes) = Booklet::begin();
                for picture in pictures {
                    warn_of_letters(picture);
                    bytes.extend(booklet.add(picture).map_err(|why| refused(&why))?);
                }
                bytes.extend(booklet.end());
                output::to(self.path.as_deref(), |out| out.write_all(&bytes))
            }
            _ => {
                let message = format!(
                    "it takes {} sheets, and the name of the file has no place for their number",
                    pictures.len()
                );
                let remedy = "write -o sheet-%d.dxf, or take a larger --sheet";
                Err(Failure::mistake(Diagnostic::error("no-page-number", message).remedy(remedy)))
            }
        }
    }

    /// The page for a picture, if there are real ones.
    fn on_paper(&self, picture: &Picture, page: u64) -> Picture {
        self.paper.map_or_else(|| picture.clone(), |paper| on_paper(picture, paper, page))
    }
}

/// Says which characters of a bitmap or a PDF file are only boxes, each once.
pub(crate) fn warn_of_letters(picture: &Picture) {
    let letters = unsaid_letters(picture.unknown_letters());
    if !letters.is_empty() {
        let names: Vec<String> = letters.iter().map(|letter| format!("`{letter}`")).collect();
        let message = format!("the font of bitmaps and PDF files lacks {}", names.join(", "));
        let remedy = "a box stands for what it lacks; an .svg file has the fonts of whoever looks at it";
        input::warn(&[], &[Diagnostic::warning("unknown-letters", message).remedy(remedy)]);
    }
}

/// Solutions that become pictures, page by page. Only one page is kept at a time.
pub(crate) struct Pages {
    target: Target,
    style: Style,
    columns: Option<usize>,
    /// How many pictures make a page, if there are pages.
    per_page: Option<usize>,
    page: Vec<Drawing>,
    /// How many pages are done, how many pictures stand on them, and how many were to be drawn.
    done: u64,
    drawn: u64,
    taken: u64,
    /// The file that all pages go into, if there is just one.
    book: Option<(Booklet, Stream)>,
}

/// What has been drawn.
pub(crate) struct Drawn {
    pub(crate) pages: u64,
    pub(crate) pictures: u64,
    /// Whether nothing is left out.
    pub(crate) is_all: bool,
}

impl Drawn {
    /// Says how many pictures there are, if there should be more.
    pub(crate) fn tell(&self, cause: Option<Cause>) {
        if !self.is_all && !is_quiet() {
            eprintln!("Drawn are only the first {}: {}.", self.pictures, because(cause));
        }
    }
}

/// How long pictures are still drawn after they should end.
const MOMENT: Duration = Duration::from_millis(50);

/// How many pictures make a page, and how many stand side by side, if nobody says it.
const PER_PAGE: usize = 24;
const COLUMNS: usize = 6;

impl Pages {
    /// A sheet, or pages if the name of the file has a place for their number.
    pub(crate) fn new(target: Target, style: Style, args: &PictureArgs) -> Result<Self, Failure> {
        let many = target.path.as_ref().is_some_and(|path| numbered(path, 1).is_some());
        // A PDF file has as many pages as it takes.
        let is_book =
            !many && target.format == PictureFormat::Pdf && (args.per_page.is_some() || args.paper.is_some());
        let has_pages = many || is_book;
        if args.per_page.is_some() && !has_pages {
            let (name, remedy) = match &target.path {
                Some(path) => {
                    let end = path.extension().unwrap_or_default().to_string_lossy();
                    let better = path.with_extension(format!("%d.{end}")).display().to_string();
                    (path.display().to_string(), better.replace(".%d.", "-%d."))
                }
                None => ("standard output".to_owned(), "-o page-%d.svg".to_owned()),
            };
            let message = format!("--per-page makes several files, but {name} has no place for their number");
            let remedy = format!("write {remedy}, or leave out --per-page to have one sheet");
            return Err(Failure::mistake(Diagnostic::error("no-page-number", message).remedy(remedy)));
        }
        Ok(Self {
            style,
            columns: args.columns.map(usize::from),
            per_page: has_pages.then(|| args.per_page.map_or(PER_PAGE, |number| number as usize)),
            page: Vec::new(),
            done: 0,
            drawn: 0,
            taken: 0,
            book: match target.path.as_deref().filter(|_| is_book) {
                Some(path) => {
                    let (booklet, head) = Booklet::begin();
                    let mut stream = Stream::begin(path)?;
                    stream.write(&head)?;
                    Some((booklet, stream))
                }
                None => None,
            },
            target,
        })
    }

    /// Takes a picture, and writes a page if it is full.
    pub(crate) fn add(&mut self, drawing: Drawing) -> Result<(), Failure> {
        // Not before the next page begins, because a picture that stays alone shall have no caption.
        if self.per_page == Some(self.page.len()) {
            self.write_page(&mut || true)?;
        }
        self.page.push(drawing);
        self.taken += 1;
        Ok(())
    }

    /// Writes what is left, and tells what there is now. Many pictures take long, too: whoever has had enough gets those
    /// that are made in a moment.
    pub(crate) fn finish(mut self, watch: &Watch) -> Result<Drawn, Failure> {
        let mut stopped_at = None;
        let go_on =
            &mut || watch.cause().is_none() || stopped_at.get_or_insert_with(Instant::now).elapsed() < MOMENT;
        if let ([drawing], 0) = (&mut self.page[..], self.done) {
            drawing.caption = None;
        }
        if !self.page.is_empty() {
            self.write_page(go_on)?;
        }
        if let Some((booklet, mut stream)) = self.book.take().filter(|_| self.done > 0) {
            stream.write(&booklet.end())?;
            stream.finish()?;
        }
        Ok(Drawn { pages: self.done, pictures: self.drawn, is_all: self.drawn == self.taken })
    }

    fn write_page(&mut self, go_on: &mut dyn FnMut() -> bool) -> Result<(), Failure> {
        let drawings = std::mem::take(&mut self.page);
        let (picture, drawn) = match &drawings[..] {
            [drawing] => (picture(drawing, &self.style), 1),
            _ => {
                let most = self.per_page.unwrap_or(drawings.len());
                sheet_while(&drawings, self.columns.unwrap_or(most.min(COLUMNS)), &self.style, go_on)
            }
        };
        self.done += 1;
        self.drawn += drawn as u64;
        match &mut self.book {
            Some((booklet, stream)) => {
                let page = self.target.on_paper(&picture, self.done);
                warn_of_letters(&page);
                stream.write(&booklet.add(&page).map_err(|why| refused(&why))?)
            }
            None => self.target.write(&picture, self.done),
        }
    }
}

/// A picture in the middle of a page, as large as there is room or as it says itself, and the number of the page.
fn on_paper(picture: &Picture, paper: Paper, number: u64) -> Picture {
    let mut leaf = Leaf::new(paper, "Packings");
    let [corner, room] = paper.area();
    // Pixels are 1/96 of an inch.
    let unit = picture.millimetres();
    let size = picture.size().map(|d| d * unit);
    let scale = (room[0] / size[0]).min(room[1] / size[1]).min(1.0);
    let at = [corner[0] + (room[0] - scale * size[0]) / 2.0, corner[1] + (room[1] - scale * size[1]) / 2.0];
    leaf.place(picture, at, scale * unit);
    let foot = [paper.width / 2.0, paper.height - paper.margin / 2.0];
    leaf.write(&number.to_string(), foot, 3.4, Align::Middle);
    leaf.finish()
}

/// The name of a page's file: the number instead of `%d`, or of `%03d` and the like. None if there is no such place.
pub(crate) fn numbered(path: &Path, page: u64) -> Option<PathBuf> {
    let name = path.file_name()?.to_str()?;
    let places = name.match_indices('%').filter_map(|(at, _)| {
        let digits: String = name[at + 1..].chars().take_while(char::is_ascii_digit).collect();
        let end = at + 1 + digits.len();
        let width = if digits.is_empty() { 0 } else { digits.strip_prefix('0')?.parse().ok()? };
        (name[end..].starts_with('d') && width < 20).then_some((at, end + 1, width))
    });
    let (start, end, width) = { places }.next()?;
    Some(path.with_file_name(format!("{}{page:0width$}{}", &name[..start], &name[end..])))
}

/// What the end of a file's name says.
pub(crate) fn format_of(path: &Path) -> Result<PictureFormat, Failure> {
    let end = path.extension().map(|end| end.to_string_lossy().to_lowercase());
    let known = PictureFormat::ENDS.into_iter().find(|(name, _)| end.as_deref() == Some(*name));
    known.map(|(_, format)| format).ok_or_else(|| {
        let message = match end {
            Some(end) => format!("there are no pictures of the kind .{end}"),
            None => format!("the name {} does not tell what kind of picture is meant", path.display()),
        };
        let remedy = "end the name in .svg, .png, .pdf or .dxf, for bodies to print in .3mf, .stl or .obj, \
                      or say it with --format";
        Failure::mistake(Diagnostic::error("unknown-picture", message).remedy(remedy))
    })
}

pub(crate) fn refused(why: &Refusal) -> Failure {
    let diagnostic = Diagnostic::error("no-picture", why.to_string());
    Failure::mistake(match why {
        Refusal::LeftOut(_) => diagnostic.remedy("make an SVG picture, or build polydlx with that feature"),
        Refusal::TooManyPixels(_) => diagnostic.remedy("use --width, a smaller --cell, or --per-page"),
        Refusal::TooLargeForPage(_) => diagnostic.remedy("use a smaller --unit or --cell, or --per-page"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_pages() {
        for (name, expected) in [
            ("a/out-%d.svg", Some("a/out-7.svg")),
            ("out-%03d.svg", Some("out-007.svg")),
            ("100%-%d.svg", Some("100%-7.svg")),
            ("%d-%d.svg", Some("7-%d.svg")),
            ("out.svg", None),
            ("%d/out.svg", None),
            ("out-%3d.svg", None),
            ("out-%s.svg", None),
            ("out%", None),
        ] {
            assert_eq!(numbered(Path::new(name), 7), expected.map(PathBuf::from), "{name}");
        }
    }
}
