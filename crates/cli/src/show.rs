//! `polydlx show`

use crate::args::{ChangeArgs, lattice, named};
use crate::failure::Failure;
use crate::{Answer, Outcome, input, output};
use polydlx::diagnostic::{Diagnostic, harmless};
use polydlx::lattice::Lattice;
use polydlx::spec::{Form, Source};

/// Print a piece set or a puzzle, as it is or in another notation
///
/// Boxes and pieces can be written as pictures, as lists of cells, or as Knuth's programs read them, with the pieces of
/// all sets. Whatever is printed can be read again.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  polydlx show pentominoes
  polydlx show soma-3x3x3 > mine.spec
  polydlx show tetrahexes-bee --as picture
  polydlx show --box 'hexagon 4' --lattice triangle
  polydlx show --box 'rectangle 6 10' --lattice square --as cells
  polydlx show pentominoes --box 'square 8 minus 33 34 43 44' --as knuth")]
pub(crate) struct ShowArgs {
    /// Its name, as `polydlx list` prints it, or a spec file; with --box it may be left out
    #[arg(required_unless_present = "region")]
    pub(crate) name: Option<String>,

    /// How to write boxes and pieces [default: as they are; with --box picture]
    #[arg(long = "as", value_name = "FORM", value_parser = named(Form::ALL, Form::name))]
    pub(crate) form: Option<Form>,

    /// What cells are, if no file says it
    #[arg(long, value_name = "LATTICE", value_parser = lattice())]
    pub(crate) lattice: Option<Lattice>,

    #[command(flatten)]
    pub(crate) change: ChangeArgs,
}

pub(crate) fn run(args: &ShowArgs) -> Outcome {
    let changes = args.change.changes();
    let text = match &args.name {
        Some(name) if args.form.is_none() && changes.is_empty() => input::source(name)?.text,
        Some(name) => {
            let loaded = input::spec(name, args.lattice, &args.change)?;
            let form = args.form.unwrap_or(Form::Picture);
            loaded.rewritten(form).expect("a spec without mistakes is a puzzle").to_string()
        }
        None => box_alone(args)?,
    };
    output::to(None, |out| out.write_all(harmless(&text).as_bytes()))?;
    Ok(Answer::Yes)
}

/// A box without pieces.
fn box_alone(args: &ShowArgs) -> Result<String, Failure> {
    let Some(lattice) = args.lattice else {
        let names = Lattice::ALL.map(Lattice::name).join(", ");
        let diagnostic = Diagnostic::error("no-lattice", "nothing says what the box is made of");
        return Err(Failure::mistake(
            diagnostic.remedy(format!("say `--lattice NAME`; the names are {names}")),
        ));
    };
    let source = Source::new("<command line>", format!("|! lattice {}\n|! set\n", lattice.said()));
    let loaded = input::load_spec(source, None, &args.change.changes())?;
    let form = args.form.unwrap_or(Form::Picture);
    Ok(loaded.rewritten(form).expect("a spec without mistakes is a puzzle").to_string())
}
