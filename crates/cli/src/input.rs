//! Reading what the user names: files, standard input, the library.

use crate::args::{From, InputArgs, ProblemArgs};
use crate::failure::{Failure, plain, show};
use polydlx::cover::{Problem, dlx};
use polydlx::diagnostic::{Diagnostic, Span, has_errors, nearest};
use polydlx::lattice::Lattice;
use polydlx::library::{self, Kind, Library};
use polydlx::spec::{Loaded, Missing, Sets, Source, load};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// What standard input is called in messages.
pub(crate) const STDIN: &str = "<stdin>";

/// A problem to search: a puzzle, or a DLX file.
pub(crate) enum Input {
    Spec(Loaded),
    Dlx(Problem),
}

/// A problem that makes sense; its warnings have been shown.
pub(crate) fn problem(args: &ProblemArgs) -> Result<Input, Failure> {
    let is_dlx = Path::new(&args.input).extension().is_some_and(|extension| extension == "dlx");
    if !args.from.map_or(is_dlx, |from| from == From::Dlx) {
        return spec(&args.input, args.lattice).map(Input::Spec);
    }
    let source = source(&args.input)?;
    match dlx::read(0, &source.text) {
        Ok((problem, warnings)) => {
            show(&[source], &warnings);
            Ok(Input::Dlx(problem))
        }
        Err(mistakes) => Err(Failure::Mistakes(vec![source], mistakes)),
    }
}

/// A spec that makes sense; its warnings have been shown.
pub(crate) fn spec(input: &str, lattice: Option<Lattice>) -> Result<Loaded, Failure> {
    let source = source(input)?;
    let loaded = load(source, lattice, &Files);
    if has_errors(&loaded.diagnostics) {
        return Err(Failure::Mistakes(loaded.sources, loaded.diagnostics));
    }
    show(&loaded.sources, &loaded.diagnostics);
    Ok(loaded)
}

/// A spec with a box.
pub(crate) fn puzzle(args: &InputArgs) -> Result<Loaded, Failure> {
    with_box(spec(&args.input, args.lattice)?)
}

/// The same spec, if it has a box.
pub(crate) fn with_box(loaded: Loaded) -> Result<Loaded, Failure> {
    if loaded.is_set() {
        let message = format!("{} is a piece set: it has no box to be filled", loaded.sources[0].name);
        let remedy = "write a spec with a box that says `|! use SET`; see `polydlx show pentominoes-6x10`";
        return Err(Failure::mistake(Diagnostic::error("no-box", message).remedy(remedy)));
    }
    Ok(loaded)
}

/// The text that an argument stands for.
pub(crate) fn source(input: &str) -> Result<Source, Failure> {
    if input == "-" {
        return read(STDIN, io::stdin());
    }
    let path = Path::new(input);
    if !path.exists()
        && let Some(item) = library::find(input)
    {
        let folder = if item.kind == Kind::Shapes { "shapes" } else { "puzzles" };
        return Ok(Source::new(format!("{folder}/{input}.spec"), item.text));
    }
    let file = fs::File::open(path).map_err(|error| cannot_open(input, &error))?;
    if path.is_dir() {
        let remedy = "name a file inside it";
        return Err(Failure::mistake(
            Diagnostic::error("is-a-directory", format!("{input} is a directory")).remedy(remedy),
        ));
    }
    read(input, file)
}

fn cannot_open(input: &str, error: &io::Error) -> Failure {
    if error.kind() != io::ErrorKind::NotFound {
        let message = format!("cannot read {input}: {}", plain(error));
        return Failure::mistake(Diagnostic::error("cannot-read", message));
    }
    let names: Vec<_> = library::items().map(|item| item.name).collect();
    let remedy = match nearest(input, names) {
        Some(name) => format!("did you mean `{name}`, of the library?"),
        None => "check the path; `polydlx list` shows the puzzles of the library".to_owned(),
    };
    Failure::mistake(Diagnostic::error("no-such-file", format!("there is no file {input}")).remedy(remedy))
}

fn read(name: &str, mut from: impl Read) -> Result<Source, Failure> {
    let mut bytes = Vec::new();
    from.read_to_end(&mut bytes).map_err(|error| {
        let message = format!("cannot read {name}: {}", plain(&error));
        Failure::mistake(Diagnostic::error("cannot-read", message))
    })?;
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

/// Piece sets of the library by name, others by path.
struct Files;

impl Sets for Files {
    fn find(&self, name: &str, from: &str) -> Result<Source, Missing> {
        let is_path = name.contains(['/', '\\']) || name.ends_with(".spec");
        if !is_path {
            return Library.find(name, from);
        }
        let folder =
            Path::new(from).parent().filter(|_| from != STDIN).map(PathBuf::from).unwrap_or_default();
        let path = folder.join(name);
        let text = fs::read_to_string(&path).map_err(|error| Missing::Unreadable(plain(&error)))?;
        Ok(Source::new(path.display().to_string(), text))
    }

    fn names(&self) -> Vec<&str> {
        library::items().filter(|item| item.kind == Kind::Shapes).map(|item| item.name).collect()
    }
}
