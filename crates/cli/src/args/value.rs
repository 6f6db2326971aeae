//! Single values: lengths, times, amounts, ranges, names.

use crate::input::text_of;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command};
use polydlx::diagnostic::{Paint, harmless, render};
use polydlx::lattice::Lattice;
use polydlx::spec::{Color, Source, read_lattice};
use std::ffi::OsStr;
use std::path::Path;
use std::time::Duration;

/// One of several things that have names.
pub(crate) fn named<T: Copy + Send + Sync + 'static, const N: usize>(
    all: [T; N],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(all.map(name))
        .map(move |word| all.into_iter().find(|&value| name(value) == word).expect("a possible value"))
}

/// A lattice, by its name or by the file that describes it.
pub(crate) fn lattice() -> Lattices {
    Lattices
}

/// Reads lattices.
#[derive(Clone)]
pub(crate) struct Lattices;

impl TypedValueParser for Lattices {
    type Value = Lattice;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<Lattice, clap::Error> {
        let word = value.to_string_lossy();
        if !word.contains(['/', '\\']) && !word.ends_with(".lat") {
            return named(Lattice::ALL, Lattice::name).parse_ref(command, arg, value);
        }
        let wrong = |why: String| clap::Error::raw(clap::error::ErrorKind::ValueValidation, why);
        let text = text_of(Path::new(&*word))
            .map_err(|why| wrong(format!("cannot read the lattice `{}`: {why}\n", harmless(&word))))?;
        let source = Source::new(&*word, text);
        read_lattice(&source)
            .map_err(|mistakes| wrong(render(std::slice::from_ref(&source), &mistakes, Paint::Plain)))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Lattice::ALL.into_iter().map(|lattice| PossibleValue::new(lattice.name()))))
    }
}

/// The same, and something to say of each.
pub(crate) fn described<T: Copy + Send + Sync + 'static, const N: usize>(
    all: [(T, &'static str); N],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(all.map(|(value, help)| PossibleValue::new(name(value)).help(help)))
        .map(move |word| all.into_iter().find(|&(value, _)| name(value) == word).expect("a possible value").0)
}

/// A length in millimetres: a number with a unit, millimetres if there is none.
pub(crate) fn length(text: &str) -> Result<f64, String> {
    let (number, unit) = text.split_at(text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len()));
    let size = match unit {
        "" | "mm" => 1.0,
        "cm" => 10.0,
        "in" => 25.4,
        _ => return Err(format!("`{unit}` is no unit of length: use mm, cm or in")),
    };
    let value: f64 =
        number.trim().parse().map_err(|_| "write a number and a unit, as in 10mm or 0.5in".to_owned())?;
    let length = value * size;
    if (0.0..=1000.0).contains(&length) {
        Ok(length)
    } else {
        Err("that is not between 0 and a metre".to_owned())
    }
}

/// Width and height in millimetres: two numbers with a unit behind them.
pub(crate) fn sheet_size(text: &str) -> Result<[f64; 2], String> {
    let (width, height) = text.split_once('x').ok_or("write width and height, as in 300x200mm")?;
    let unit = height.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    // To a thousandth of a millimetre: inches are no binary fractions.
    let size = [length(&format!("{width}{unit}"))?, length(height)?].map(|side| (side * 1e3).round() / 1e3);
    if size.iter().all(|&side| side >= 10.0) { Ok(size) } else { Err("a sheet has at least 10mm".to_owned()) }
}

/// A length that a cell can have.
pub(crate) fn cell_length(text: &str) -> Result<f64, String> {
    length(text)
        .and_then(|size| if size < 0.1 { Err("a cell has at least 0.1mm".to_owned()) } else { Ok(size) })
}

/// A piece and its colour. Names may contain `=`, colours do not.
pub(crate) fn piece_color(text: &str) -> Result<(String, Color), String> {
    let (piece, color) = text.rsplit_once('=').ok_or("write a piece and its colour, as in X=#c0ffee")?;
    Ok((piece.to_owned(), color.parse::<Color>().map_err(|error| error.to_string())?))
}

/// A length of time: a number with a unit, seconds if there is none.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    let (number, unit) = text.split_at(text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len()));
    let size = match unit {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        "d" => 86400.0,
        _ => return Err(format!("`{unit}` is no unit of time: use s, m, h or d")),
    };
    let value: f64 =
        number.trim().parse().map_err(|_| "write a number and a unit, as in 90s or 8h".to_owned())?;
    Duration::try_from_secs_f64(value * size).map_err(|_| "that is no length of time".to_owned())
}

/// An amount of memory: a number with a unit, bytes if there is none.
pub(crate) fn bytes(text: &str) -> Result<usize, String> {
    let (number, unit) = text.split_at(text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len()));
    let shift = match unit.to_ascii_lowercase().trim_end_matches("ib").trim_end_matches('b') {
        "" => 0,
        "k" => 10,
        "m" => 20,
        "g" => 30,
        "t" => 40,
        _ => return Err(format!("`{unit}` is no unit of memory: use K, M or G")),
    };
    let value: f64 =
        number.trim().parse().map_err(|_| "write a number and a unit, as in 500M or 8G".to_owned())?;
    if !(0.0..1e9).contains(&value) {
        return Err("that is no amount of memory".to_owned());
    }
    Ok((value * f64::from(1u32 << 10).powi(shift / 10)) as usize)
}

/// Numbers from `low` to `high`, both included; `high` may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stretch {
    pub(crate) low: u64,
    pub(crate) high: Option<u64>,
}

/// One number, or two with dots between them, either of which may be missing.
pub(crate) fn stretch(text: &str) -> Result<Stretch, String> {
    let number = |text: &str| -> Result<Option<u64>, String> {
        let wrong = |_| "write a number or a range, as in 1, 1..3 or 2..".to_owned();
        if text.is_empty() { Ok(None) } else { text.parse().map(Some).map_err(wrong) }
    };
    let stretch = match text.split_once("..") {
        Some((low, high)) => Stretch { low: number(low)?.unwrap_or(0), high: number(high)? },
        None => {
            let value = number(text)?.ok_or("write a number or a range, as in 1, 1..3 or 2..")?;
            Stretch { low: value, high: Some(value) }
        }
    };
    match stretch.high {
        Some(high) if high < stretch.low => Err(format!("there is no number from {} to {high}", stretch.low)),
        _ => Ok(stretch),
    }
}

/// The same for numbers that begin with 1.
pub(crate) fn numbers(text: &str) -> Result<Stretch, String> {
    let Stretch { low, high } = stretch(text)?;
    if high == Some(0) || (low == 0 && text.starts_with('0')) {
        return Err("the first number is 1".to_owned());
    }
    Ok(Stretch { low: low.max(1), high })
}

#[cfg(test)]
mod tests {
    use super::{cell_length, sheet_size};

    #[test]
    fn sizes() {
        assert_eq!(sheet_size("300x200mm"), Ok([300.0, 200.0]));
        assert_eq!(sheet_size("12x8in"), Ok([304.8, 203.2]));
        assert_eq!(sheet_size("60x40cm"), Ok([600.0, 400.0]));
        for text in ["", "300", "x", "300xmm", "300mmx200mm", "5x5mm"] {
            assert!(sheet_size(text).is_err(), "{text}");
        }
    }

    #[test]
    fn lengths() {
        for (text, millimetres) in [("10mm", 10.0), ("1.5cm", 15.0), ("1 in", 25.4), ("8", 8.0)] {
            assert_eq!(cell_length(text), Ok(millimetres));
        }
        for text in ["", "mm", "x mm", "-1mm", "0mm", "1m", "2000mm", "NaNmm"] {
            assert!(cell_length(text).is_err(), "{text}");
        }
    }
}
