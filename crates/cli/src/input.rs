//! Reading what the user names: files, standard input, the library.

use crate::args::{AskArgs, ChangeArgs, From, InputArgs, ProblemArgs};
use crate::diagram;
use crate::failure::{Failure, plain, show};
use crate::settings;
use crate::voice::{is_quiet, is_verbose};
use polydlx::cover::{Problem, dlx};
use polydlx::diagnostic::{Diagnostic, Span, has_errors, nearest};
use polydlx::exchange::{self, Format, Text};
use polydlx::lattice::Lattice;
use polydlx::library::{self, Library};
use polydlx::shelf::{self, Shelf};
use polydlx::spec::{About, Changes, Loaded, Missing, Sets, Source, about, is_elsewhere, load_changed};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::{env, fs};

/// What standard input is called in messages.
pub(crate) const STDIN: &str = "<stdin>";

/// What `POLYDLX_PATH` leads to: folders, separated as in `PATH`.
pub(crate) fn shelf() -> Shelf {
    env::var_os("POLYDLX_PATH").map_or_else(Shelf::default, |list| {
        Shelf::new(env::split_paths(&list).filter(|folder| !folder.as_os_str().is_empty()))
    })
}

/// A problem to search: a puzzle, or a DLX file.
pub(crate) enum Input {
    Spec(Box<Loaded>),
    Dlx(Problem, About),
}

/// A problem that makes sense; its warnings have been shown.
pub(crate) fn problem(args: &ProblemArgs) -> Result<Input, Failure> {
    problem_of(&args.input, args.lattice, &args.change, args.from)
}

/// The same, from single arguments.
pub(crate) fn problem_of(
    input: &str,
    lattice: Option<Lattice>,
    change: &ChangeArgs,
    from: Option<From>,
) -> Result<Input, Failure> {
    open(input, lattice, change, from, Idle::Ignored)
}

/// The same, to be asked something: options without primary items are not ignored by whoever asks for maximal solutions.
pub(crate) fn problem_asked(input: &str, args: &ProblemArgs, ask: &AskArgs) -> Result<Input, Failure> {
    let idle = if ask.is_about_room() { Idle::Heeded } else { Idle::Ignored };
    open(input, args.lattice, &args.change, args.from, idle)
}

/// What becomes of options without primary items; if they are ignored, that is said.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Idle {
    Ignored,
    Heeded,
}

fn open(
    input: &str,
    lattice: Option<Lattice>,
    change: &ChangeArgs,
    from: Option<From>,
    idle: Idle,
) -> Result<Input, Failure> {
    no_diagram(input)?;
    let source = source(input)?;
    let is_dlx = from.map_or(is_dlx(&source), |from| from == From::Dlx);
    let changes = change.changes();
    if !is_dlx {
        return load_spec(source, lattice, &changes).map(|loaded| Input::Spec(Box::new(loaded)));
    }
    if changes.is_empty() { load_dlx(source, idle) } else { Err(no_geometry(&source)) }
}

/// The same, of what needs no further arguments.
pub(crate) fn problem_called(input: &str) -> Result<Input, Failure> {
    no_diagram(input)?;
    let source = source(input)?;
    if is_dlx(&source) {
        load_dlx(source, Idle::Ignored)
    } else {
        load_spec(source, None, &Changes::default()).map(|loaded| Input::Spec(Box::new(loaded)))
    }
}

/// Says so if a diagram stands where a puzzle is needed.
fn no_diagram(input: &str) -> Result<(), Failure> {
    if !diagram::is_diagram(input) {
        return Ok(());
    }
    let message = format!("{input} has solutions, but no puzzle");
    let remedy = "`polydlx count`, `solve`, `sample` and `zdd` read diagrams; name the puzzle here";
    Err(Failure::mistake(Diagnostic::error("is-a-diagram", message).remedy(remedy)))
}

pub(crate) fn is_dlx(source: &Source) -> bool {
    Path::new(&source.name).extension().is_some_and(|extension| extension == "dlx")
}

pub(crate) fn load_dlx(source: Source, idle: Idle) -> Result<Input, Failure> {
    let (about, mut mistakes) = about(0, &source.text);
    match dlx::read(0, &source.text) {
        Ok((problem, mut warnings)) if mistakes.is_empty() => {
            warnings.retain(|warning| idle == Idle::Ignored || warning.kind != "option-ignored");
            warn(&[source], &warnings);
            return Ok(Input::Dlx(problem, about));
        }
        Ok((_, warnings)) => mistakes.extend(warnings),
        Err(more) => mistakes.extend(more),
    }
    Err(Failure::Mistakes(vec![source], mistakes))
}

/// A spec that makes sense; its warnings have been shown. What is called a DLX file is none.
pub(crate) fn spec(input: &str, lattice: Option<Lattice>, change: &ChangeArgs) -> Result<Loaded, Failure> {
    no_diagram(input)?;
    let source = source(input)?;
    if is_dlx(&source) {
        return Err(no_geometry(&source));
    }
    load_spec(source, lattice, &change.changes())
}

fn no_geometry(source: &Source) -> Failure {
    let message = format!("{} is a DLX file: it has items and options, but no geometry", source.name);
    let remedy = "give the spec that it was made from, for drawing as `--spec my.spec`; `polydlx solve`, `count`, `info` and `verify` read DLX files as they are";
    Failure::mistake(Diagnostic::error("no-geometry", message).remedy(remedy))
}

pub(crate) fn load_spec(
    source: Source,
    lattice: Option<Lattice>,
    changes: &Changes,
) -> Result<Loaded, Failure> {
    let loaded = load_changed(source, lattice, changes, &Files(shelf()));
    if has_errors(&loaded.diagnostics) {
        return Err(Failure::Mistakes(loaded.sources, loaded.diagnostics));
    }
    warn(&loaded.sources, &loaded.diagnostics);
    Ok(loaded)
}

pub(crate) fn warn(sources: &[Source], warnings: &[Diagnostic]) {
    if !is_quiet() {
        show(sources, warnings);
    }
}

/// A spec with a box.
pub(crate) fn puzzle(args: &InputArgs) -> Result<Loaded, Failure> {
    with_box(spec(&args.input, args.lattice, &args.change)?)
}

/// The same spec, if it has a box.
pub(crate) fn with_box(loaded: Loaded) -> Result<Loaded, Failure> {
    expect_box(&loaded).map(|()| loaded)
}

/// Says so if a spec has no box.
pub(crate) fn expect_box(loaded: &Loaded) -> Result<(), Failure> {
    if loaded.is_set() {
        let message = format!("{} is a piece set: it has no box to be filled", loaded.sources[0].name);
        let remedy = "write a spec with a box that says `|! use SET`; see `polydlx show pentominoes-6x10`";
        return Err(Failure::mistake(Diagnostic::error("no-box", message).remedy(remedy)));
    }
    Ok(())
}

/// The text that an argument stands for; that of another program's file is translated.
pub(crate) fn source(input: &str) -> Result<Source, Failure> {
    source_of(input, None)
}

/// The same; if the file of another program has several problems, the one with this number, counted from 1.
pub(crate) fn source_of(input: &str, problem: Option<usize>) -> Result<Source, Failure> {
    if input == "-" {
        return read(STDIN, io::stdin(), problem);
    }
    let path = Path::new(input);
    if path.exists() {
        return read_file(input, path, problem);
    }
    let shelf = shelf();
    let name = input.strip_suffix(".spec").or(input.strip_suffix(".dlx")).unwrap_or(input);
    if let Some(file) = shelf.find(name) {
        tell(file);
        return read_file(&file.path.display().to_string(), &file.path, problem);
    }
    // With its folder, a name means the library's file whatever hides it.
    let own = library::items().find(|item| item.path() == input || item.path() == format!("{input}.spec"));
    match own.or_else(|| library::find(name)) {
        Some(item) => Ok(Source::new(item.path(), item.text)),
        None => Err(no_such_file(input, &shelf)),
    }
}

fn read_file(name: &str, path: &Path, problem: Option<usize>) -> Result<Source, Failure> {
    let file = fs::File::open(path).map_err(|error| {
        let message = format!("cannot read {name}: {}", plain(&error));
        Failure::mistake(Diagnostic::error("cannot-read", message))
    })?;
    if path.is_dir() {
        let remedy = "name a file inside it";
        return Err(Failure::mistake(
            Diagnostic::error("is-a-directory", format!("{name} is a directory")).remedy(remedy),
        ));
    }
    read(name, file, problem)
}

/// Says where a file was found by its name, and what it hides.
pub(crate) fn tell(file: &shelf::File) {
    if is_verbose() {
        let hides = if file.hides_library() { ", not the one of the library" } else { "" };
        eprintln!("`{}` is {}{hides}.", file.name, file.path.display());
    }
}

fn no_such_file(input: &str, shelf: &Shelf) -> Failure {
    let own = shelf.files().iter().map(|file| file.name.as_str());
    let remedy = match nearest(input, own.chain(library::items().map(|item| item.name))) {
        Some(name) if shelf.find(name).is_some() => format!("did you mean `{name}`?"),
        Some(name) => format!("did you mean `{name}`, of the library?"),
        None => "check the path; `polydlx list` shows the puzzles that have a name".to_owned(),
    };
    Failure::mistake(Diagnostic::error("no-such-file", format!("there is no file {input}")).remedy(remedy))
}

/// How many bytes of a file are read, unless `POLYDLX_MAX_BYTES` says otherwise.
const MOST_BYTES: u64 = 1 << 28;

/// How many bytes of a file are read, or of a solution in a file of many.
pub(crate) fn most_bytes() -> u64 {
    settings::number(settings::MAX_BYTES).unwrap_or(MOST_BYTES)
}

pub(crate) fn too_large(what: &str, most: u64) -> Failure {
    let remedy = "if that is meant, set the environment variable POLYDLX_MAX_BYTES to more";
    let message = format!("{what} has more than {most} bytes");
    Failure::mistake(Diagnostic::error("too-large", message).remedy(remedy))
}

/// The text of a file, if it is not too long, or why there is none.
pub(crate) fn text_of(path: &Path) -> Result<String, String> {
    let most = most_bytes();
    let file = fs::File::open(path).map_err(|error| plain(&error))?;
    let mut bytes = Vec::new();
    file.take(most.saturating_add(1)).read_to_end(&mut bytes).map_err(|error| plain(&error))?;
    if bytes.len() as u64 > most {
        return Err(format!("it has more than {most} bytes"));
    }
    String::from_utf8(bytes).map_err(|_| "it is no text".to_owned())
}

fn read(name: &str, from: impl Read, problem: Option<usize>) -> Result<Source, Failure> {
    let most = most_bytes();
    let mut bytes = Vec::new();
    from.take(most.saturating_add(1)).read_to_end(&mut bytes).map_err(|error| {
        let message = format!("cannot read {name}: {}", plain(&error));
        Failure::mistake(Diagnostic::error("cannot-read", message))
    })?;
    if bytes.len() as u64 > most {
        return Err(too_large(name, most));
    }
    if let Some(format) = Format::of(name, &bytes) {
        return translated(format, name, &bytes, problem);
    }
    let is_text = || bytes.iter().take(1000).all(|&byte| byte != 0);
    if std::str::from_utf8(&bytes).is_err() && !is_text() {
        let message = format!("{name} is no text");
        let remedy = "specs are text; is this a picture, or a compressed file?";
        return Err(Failure::mistake(Diagnostic::error("not-text", message).remedy(remedy)));
    }
    String::from_utf8(bytes).map(|text| Source::new(name, text)).map_err(|error| {
        let start = error.utf8_error().valid_up_to();
        let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
        let span = Span::new(0, start..start + char::REPLACEMENT_CHARACTER.len_utf8());
        let diagnostic = Diagnostic::error("not-utf-8", "the file is not UTF-8 text")
            .at(span, "this byte makes no sense")
            .remedy("save it as UTF-8; ASCII will do for all specs");
        Failure::Mistakes(vec![Source::new(name, text)], vec![diagnostic])
    })
}

/// What another program's file says, in a language of ours. Options have no geometry, and their name tells it.
fn translated(format: Format, name: &str, bytes: &[u8], problem: Option<usize>) -> Result<Source, Failure> {
    let import = exchange::read(format, name, bytes, problem)
        .map_err(|why| Failure::Mistakes(vec![why.source], why.mistakes))?;
    warn(&[], &import.warnings);
    Ok(match import.text {
        Text::Spec(text) => Source::new(name, text),
        Text::Dlx(text) => Source::new(format!("{name}.dlx"), text),
    })
}

/// Piece sets by path, by name in folders of the user's, by name in the library.
struct Files(Shelf);

impl Sets for Files {
    fn find(&self, name: &str, from: &str) -> Result<Source, Missing> {
        if !is_path(name) {
            return self.0.find_set(name).map_or_else(
                || Library.find(name, from),
                |file| {
                    tell(file);
                    open_set(&file.path)
                },
            );
        }
        open_set(&folder_of(from).join(name))
    }

    fn is_foreign(&self, name: &str, from: &str) -> bool {
        // A link may lead anywhere.
        let folder = folder_of(from);
        let inside = |path: &Path| {
            let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { &folder };
            Some(path.canonicalize().ok()?.starts_with(folder.canonicalize().ok()?))
        };
        is_elsewhere(name) || (is_path(name) && inside(&folder.join(name)) == Some(false))
    }

    fn leeway(&self) -> usize {
        let times = settings::number(settings::LEEWAY).unwrap_or(1);
        usize::try_from(times).unwrap_or(usize::MAX)
    }

    fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.0.sets().map(|file| file.name.as_str()).collect();
        names.extend(Library.names());
        names
    }
}

fn is_path(name: &str) -> bool {
    name.contains(['/', '\\']) || name.ends_with(".spec") || name.ends_with(".lat")
}

/// The folder that paths in a file are relative to.
fn folder_of(file: &str) -> PathBuf {
    Path::new(file).parent().filter(|_| file != STDIN).map(PathBuf::from).unwrap_or_default()
}

fn open_set(path: &Path) -> Result<Source, Missing> {
    let name = path.display().to_string();
    let file = fs::File::open(path).map_err(|error| Missing::Unreadable(plain(&error)))?;
    if path.is_dir() {
        return Err(Missing::Unreadable("it is a directory".to_owned()));
    }
    read(&name, file, None).map_err(|_| Missing::Unfit("it is no text, or too long".to_owned()))
}
