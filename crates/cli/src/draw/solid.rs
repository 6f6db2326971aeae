//! Bodies to be printed.

use super::{DrawArgs, load, no_solutions, to_make, where_pieces_lie};
use crate::args::{Layout, PictureFormat};
use crate::edited::Subject;
use crate::failure::{Failure, show};
use crate::output;
use crate::pages::{Target, style};
use crate::voice::is_quiet;
use polydlx::diagnostic::Diagnostic;
use polydlx::draw::Rgb;
use polydlx::lattice::{PieceId, Puzzle, Shape};
use polydlx::solid::{Misfit, Model, Piece, assembled, exploded, plate};
use std::io::{self, IsTerminal};

/// Makes bodies of the pieces, or of one solution.
pub(super) fn write(args: &DrawArgs, format: PictureFormat) -> Result<(), Failure> {
    let path = args.output.as_deref();
    if path.is_none() && format != PictureFormat::Obj && io::stdout().is_terminal() {
        let message = "bodies are nothing to be printed on a terminal";
        return Err(Failure::mistake(
            Diagnostic::error("not-for-terminals", message).remedy("name a file with -o"),
        ));
    }
    Target::expect_folder(path)?;
    let subject = load(args)?;
    let (loaded, puzzle) = (&subject.loaded, subject.puzzle());
    let style = style(&args.picture, loaded)?;
    let made = |piece: PieceId, shape: Shape| {
        let name = puzzle.pieces[piece.0].name.clone();
        let color = style.colors.get(&name).map(|&Rgb(color)| {
            let [_, red, green, blue] = color.to_be_bytes();
            [red, green, blue]
        });
        Piece { color: color.unwrap_or_else(|| style.palette.rgb(piece.0)), name, shape }
    };
    let pieces: Vec<Piece> = match one_solution(args, &subject)? {
        Some(lying) => lying.into_iter().map(|(piece, shape)| made(piece, shape)).collect(),
        None if args.make.layout == Layout::Plate => {
            to_make(puzzle).into_iter().map(|(piece, shape)| made(piece, shape)).collect()
        }
        None => {
            let message = "pieces can be put together only if it is known how";
            let remedy = format!(
                "name a file with a solution: polydlx solve {} -n 1 > solution.txt",
                args.input.input
            );
            return Err(Failure::mistake(Diagnostic::error("no-solution", message).remedy(remedy)));
        }
    };
    let tray = tray(args, loaded.is_set(), puzzle)?;
    let (lattice, make) = (puzzle.lattice, args.make.make(args.picture.unit));
    let model = match args.make.layout {
        Layout::Plate => plate(lattice, &pieces, tray, &make),
        Layout::Assembled => assembled(lattice, &pieces, tray, &make),
        Layout::Exploded => exploded(lattice, &pieces, &make),
    };
    let title = loaded.spec.as_ref().and_then(|spec| spec.title()).unwrap_or_default();
    let model = Model { title: title.to_owned(), ..model.map_err(unmakable)? };
    warn(&pieces, &model);
    let bytes = match format {
        PictureFormat::Stl => model.stl(),
        PictureFormat::Obj => model.obj().into_bytes(),
        _ => model.three_mf(),
    };
    output::to(path, |out| out.write_all(&bytes))
}

/// Where the pieces of the only solution lie, if there is a file with one.
pub(super) fn one_solution(
    args: &DrawArgs,
    subject: &Subject,
) -> Result<Option<Vec<(PieceId, Shape)>>, Failure> {
    let Some(file) = &args.solutions else { return Ok(None) };
    let mut solutions = subject.solutions(&args.input.input, file)?;
    let first = solutions.next().ok_or_else(|| no_solutions(file))??;
    if solutions.next().is_some() {
        let message = format!("there are several solutions in {file}, and only one can be made at a time");
        let remedy = "choose one, as with `polydlx solve … -n 1`";
        return Err(Failure::mistake(Diagnostic::error("too-many-solutions", message).remedy(remedy)));
    }
    let tiling = where_pieces_lie(subject.puzzle(), &first)?;
    Ok(Some(tiling.iter().map(|placement| (placement.piece, placement.shape.clone())).collect()))
}

/// The region, if a tray is wanted for it.
fn tray<'a>(args: &DrawArgs, is_set: bool, puzzle: &'a Puzzle) -> Result<Option<&'a Shape>, Failure> {
    let why_not = match args.make.layout {
        _ if !args.make.tray => return Ok(None),
        _ if is_set => "a set of pieces has no box, and so there is no tray for it",
        Layout::Exploded => "what is pulled apart does not lie in a tray",
        _ => return Ok(Some(puzzle.region.shape())),
    };
    Err(Failure::mistake(Diagnostic::error("no-tray", why_not).remedy("leave out --tray")))
}

/// What cannot be seen of bodies in a file, but when they are printed.
fn warn(pieces: &[Piece], model: &Model) {
    let mut warnings = Vec::new();
    for piece in pieces {
        let parts =
            model.parts.iter().find(|part| part.name == piece.name).map_or(1, |part| part.mesh.parts());
        if parts > 1 {
            let message =
                format!("piece {} falls into {parts} parts: they touch at corners or edges only", piece.name);
            warnings.push(Diagnostic::warning("loose-piece", message));
        }
        if piece.shape.sites().iter().any(|site| site.is_suffixed()) {
            let message = format!("piece {} has cells with a suffix, which are not made", piece.name);
            warnings.push(Diagnostic::warning("suffix-not-made", message));
        }
    }
    warnings.dedup();
    if !is_quiet() {
        show(&[], &warnings);
    }
}

fn unmakable(why: Misfit) -> Failure {
    let remedy = match why {
        Misfit::Cells => "draw a picture instead, as in -o picture.svg",
        Misfit::Thin => "`--unit` is the size of a cell; make it larger, or the other lengths smaller",
        Misfit::Connector => "leave out --connectors",
        Misfit::Neck => "make --connectors smaller",
    };
    Failure::mistake(Diagnostic::error("cannot-be-made", why.to_string()).remedy(remedy))
}
