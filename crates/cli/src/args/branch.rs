//! Which item to branch on: a name, and sometimes more words.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command};
use polydlx::cover::Branch;
use std::ffi::OsStr;

/// The ways, and what `--help` says of each.
const WAYS: [(&str, &str); 7] = [
    ("mrv", "The one with the fewest options, the leftmost of the best"),
    ("first", "The leftmost one"),
    ("sharp", "As mrv, but items whose names begin with # come first"),
    ("nonsharp", "As mrv, but items whose names begin with # come last"),
    ("order", "As mrv, but some come first, in your order, as in 'order X V I'"),
    ("random", "As mrv, but ties at random; 'random 7' has another seed"),
    ("activity", "Few options, and something happened there lately"),
];

/// What [`Branches`] would read.
pub(crate) fn words(branch: &Branch) -> String {
    match branch {
        Branch::First => "first".to_owned(),
        Branch::Sharp => "sharp".to_owned(),
        Branch::Nonsharp => "nonsharp".to_owned(),
        Branch::Order(names) => format!("order {}", names.join(" ")),
        Branch::Random(seed) => format!("random {seed}"),
        Branch::Activity => "activity".to_owned(),
        _ => "mrv".to_owned(),
    }
}

/// Reads a way to choose an item.
#[derive(Clone)]
pub(super) struct Branches;

impl TypedValueParser for Branches {
    type Value = Branch;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<Branch, clap::Error> {
        let text = value.to_string_lossy();
        let (name, more) = text.split_once(char::is_whitespace).unwrap_or((&text, ""));
        let name =
            PossibleValuesParser::new(WAYS.map(|(name, _)| name)).parse_ref(command, arg, name.as_ref())?;
        let more: Vec<String> = more.split_whitespace().map(String::from).collect();
        let wrong =
            |why: String| Err(clap::Error::raw(ErrorKind::ValueValidation, why + "\n").with_cmd(command));
        Ok(match (name.as_str(), &more[..]) {
            ("order", []) => {
                return wrong(
                    "`order` wants the names of items that come first, as in --branch 'order X V I'"
                        .to_owned(),
                );
            }
            ("order", _) => Branch::Order(more.into()),
            ("random", []) => Branch::Random(1),
            ("random", [seed]) => match seed.parse() {
                Ok(seed) => Branch::Random(seed),
                Err(_) => {
                    return wrong(format!(
                        "`{seed}` is no seed; say a whole number, as in --branch 'random 7'"
                    ));
                }
            },
            (name, [word, ..]) => {
                return wrong(format!(
                    "nobody knows what `{word}` means after --branch {name}; leave it out"
                ));
            }
            ("first", _) => Branch::First,
            ("sharp", _) => Branch::Sharp,
            ("nonsharp", _) => Branch::Nonsharp,
            ("activity", _) => Branch::Activity,
            _ => Branch::Mrv,
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(WAYS.into_iter().map(|(name, help)| PossibleValue::new(name).help(help))))
    }
}
