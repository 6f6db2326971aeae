//! A puzzle for each day of a year.

use super::Entry;
use crate::args::PictureArgs;
use crate::failure::Failure;
use crate::input::{self, load_spec};
use polydlx::diagnostic::Diagnostic;
use polydlx::spec::{Changes, Loaded};

const MONTHS: [(&str, u32); 12] = [
    ("January", 31),
    ("February", 28),
    ("March", 31),
    ("April", 30),
    ("May", 31),
    ("June", 30),
    ("July", 31),
    ("August", 31),
    ("September", 30),
    ("October", 31),
    ("November", 30),
    ("December", 31),
];

const WEEKDAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/// The puzzles of a calendar, day by day.
pub(super) fn entries(name: &str, year: u32, args: &PictureArgs) -> Result<Vec<Entry>, Failure> {
    let source = input::source(name)?;
    let plain = input::with_box(load_spec(source.clone(), None, &Changes::default())?)?;
    let has =
        |piece: &str| plain.puzzle().is_some_and(|puzzle| puzzle.pieces.iter().any(|own| own.name == piece));
    if !has("month") || !has("day") {
        let message =
            format!("{name} is no calendar: it has no pieces `month` and `day` to mark a date with");
        let remedy = "`polydlx show calendar` is one";
        return Err(Failure::mistake(Diagnostic::error("no-calendar", message).remedy(remedy)));
    }
    let label = |word: &str| {
        let known = |text: &str| plain.labels().iter().any(|(_, label)| label == text);
        // Whole words, or their first letters.
        let found = [word, &word[..word.len().min(3)]].into_iter().find(|text| known(text));
        found.map(str::to_owned).ok_or_else(|| {
            let message = format!("no cell of {name} has the label `{word}`");
            Failure::mistake(Diagnostic::error("no-such-label", message))
        })
    };
    let mut entries = Vec::new();
    for (month, day, weekday) in days(year) {
        let mut place =
            vec![format!("month @{}", label(MONTHS[month].0)?), format!("day @{}", label(&day.to_string())?)];
        if has("weekday") {
            place.push(format!("weekday @{}", label(WEEKDAYS[weekday])?));
        }
        let changes = Changes { place, ..Changes::default() };
        let loaded: Loaded = load_spec(source.clone(), None, &changes)?;
        let title = format!("{}, {day} {} {year}", WEEKDAYS[weekday], MONTHS[month].0);
        entries.push(Entry { title, ..Entry::new(name, &loaded, args)? });
    }
    Ok(entries)
}

/// All days of a year of the Gregorian calendar: month and weekday from 0, day from 1.
fn days(year: u32) -> Vec<(usize, u32, usize)> {
    let is_leap = (year.is_multiple_of(4) && !year.is_multiple_of(100)) || year.is_multiple_of(400);
    // The first of January of the year 1 was a Monday.
    let past = year - 1;
    let mut weekday = (past * 365 + past / 4 - past / 100 + past / 400 + 1) as usize;
    let mut days = Vec::new();
    for (month, &(_, length)) in MONTHS.iter().enumerate() {
        let length = if month == 1 && is_leap { 29 } else { length };
        for day in 1..=length {
            days.push((month, day, weekday % 7));
            weekday += 1;
        }
    }
    days
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_have_their_days() {
        assert_eq!(
            (days(2028).len(), days(2027).len(), days(1900).len(), days(2000).len()),
            (366, 365, 365, 366)
        );
        // The first of January 2028 is a Saturday, the 29th of February a Tuesday, the last of December a Sunday.
        assert_eq!(days(2028)[0], (0, 1, 6));
        assert_eq!(days(2028)[59], (1, 29, 2));
        assert_eq!(days(2028)[365], (11, 31, 0));
    }
}
