//! Reading conditions.
//!
//! ```text
//! condition  = all { "or" all }
//! all        = one { "and" one }
//! one        = "not" one | "(" condition ")" | FLAG | term comparison term
//! term       = NUMBER | measure
//! measure    = NAME | NAME PIECE | "neighbors" PIECE PIECE | "sym" SYMMETRY | "areas" SIDES
//! ```
//!
//! Names with spaces stand in quotes.

use crate::condition::{Argument, Comparison, Condition, Measure, Term};
use crate::table::{Kind, Property, Takes};
use polydlx_lattice::Lattice;
use std::ops::Range;
use std::str::FromStr;

/// What is wrong with a condition, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The bytes of the text that it is about; empty at the end.
    pub at: Range<usize>,
    /// What.
    pub flaw: Flaw,
}

/// What is wrong with a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// Something else should stand there.
    Expected(&'static str),
    /// Brackets and `not` stand within each other too deeply: more than so many.
    TooDeep(usize),
    /// A number is larger than any that a property can have.
    TooLarge(String),
    /// There is no property of that name.
    UnknownProperty(String),
    /// A property that is a number stands alone.
    NotCompared(&'static str),
    /// A property that is true or false is compared.
    Compared(&'static str),
    /// The property makes no sense on this lattice.
    NotHere {
        /// The property.
        name: &'static str,
        /// The lattice.
        lattice: Lattice,
    },
    /// The property makes no sense in boxes that go around.
    NotAround(&'static str),
    /// The property makes no sense where a cell may be covered more than once.
    NotStacked(&'static str),
    /// There is no geometry, so that solutions have no properties but costs.
    NoGeometry(&'static str),
    /// There is no piece of that name.
    UnknownPiece {
        /// The name.
        name: String,
        /// The pieces.
        known: Vec<String>,
    },
    /// That is no side of a cell.
    UnknownSide(String),
    /// There is no symmetry of that name.
    UnknownSymmetry {
        /// The name.
        name: String,
        /// The symmetries.
        known: Vec<String>,
    },
}

impl Flaw {
    /// Where a text says what is wrong; all of it if that cannot be told.
    pub fn place(&self, text: &str) -> Range<usize> {
        let name = match self {
            Self::Expected(_) | Self::TooDeep(_) => "",
            Self::NotCompared(name)
            | Self::Compared(name)
            | Self::NoGeometry(name)
            | Self::NotAround(name)
            | Self::NotStacked(name)
            | Self::NotHere { name, .. } => name,
            Self::UnknownProperty(name)
            | Self::TooLarge(name)
            | Self::UnknownSide(name)
            | Self::UnknownPiece { name, .. }
            | Self::UnknownSymmetry { name, .. } => name,
        };
        let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '-');
        let mut places = text.match_indices(name).map(|(at, name)| at..at + name.len()).filter(|place| {
            let (before, after) = (&text[..place.start], &text[place.end..]);
            !is_part(before.chars().next_back()) && !is_part(after.chars().next())
        });
        places.next().filter(|place| !place.is_empty()).unwrap_or(0..text.len())
    }
}

impl FromStr for Condition {
    type Err = Wrong;

    fn from_str(text: &str) -> Result<Self, Wrong> {
        let mut reader = Reader { text, tokens: tokens(text)?, at: 0, depth: 0 };
        let condition = reader.any()?;
        match reader.peek() {
            None => Ok(condition),
            Some(_) => Err(reader.expected("`and`, `or`, or the end")),
        }
    }
}

impl FromStr for Measure {
    type Err = Wrong;

    fn from_str(text: &str) -> Result<Self, Wrong> {
        let mut reader = Reader { text, tokens: tokens(text)?, at: 0, depth: 0 };
        let measure = reader.measure()?;
        match reader.peek() {
            None => Ok(measure),
            Some(_) => Err(reader.expected("the end")),
        }
    }
}

/// A word, a name in quotes, a bracket or a comparison.
#[derive(Clone, Debug)]
struct Token {
    at: Range<usize>,
    text: String,
    quoted: bool,
}

fn tokens(text: &str) -> Result<Vec<Token>, Wrong> {
    let mut found = Vec::new();
    let mut rest = text.char_indices().peekable();
    while let Some((start, c)) = rest.next() {
        let mut end = start + c.len_utf8();
        let mut quoted = false;
        match c {
            _ if c.is_whitespace() => continue,
            '(' | ')' => {}
            '"' => {
                let Some((close, _)) = rest.find(|&(_, c)| c == '"') else {
                    let flaw = Flaw::Expected("a closing quote");
                    return Err(Wrong { at: start..text.len(), flaw });
                };
                (end, quoted) = (close + 1, true);
            }
            _ => {
                let is_operator = |c: char| "<>=!".contains(c);
                let ends = |next: char| {
                    next.is_whitespace() || "()\"".contains(next) || is_operator(next) != is_operator(c)
                };
                while let Some((at, next)) = rest.next_if(|&(_, next)| !ends(next)) {
                    end = at + next.len_utf8();
                }
            }
        }
        let inside = if quoted { start + 1..end - 1 } else { start..end };
        found.push(Token { at: start..end, text: text[inside].to_owned(), quoted });
    }
    Ok(found)
}

struct Reader<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    at: usize,
    /// How many brackets are open, and how many `not` wait for what they deny.
    depth: usize,
}

/// So deep conditions may go. Whoever reads, prints or asks them calls himself as often, and the stack has an end.
const MOST_DEEP: usize = 100;

impl Reader<'_> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    /// Takes the next token if it is this word or mark.
    fn take(&mut self, word: &str) -> bool {
        let is_next = self.peek().is_some_and(|token| !token.quoted && token.text == word);
        self.at += usize::from(is_next);
        is_next
    }

    fn expected(&self, what: &'static str) -> Wrong {
        let end = self.text.len();
        Wrong { at: self.peek().map_or(end..end, |token| token.at.clone()), flaw: Flaw::Expected(what) }
    }

    fn any(&mut self) -> Result<Condition, Wrong> {
        self.list("or", Self::all, Condition::Any)
    }

    fn all(&mut self) -> Result<Condition, Wrong> {
        self.list("and", Self::one, Condition::All)
    }

    /// Parts with a word between them; a single one is itself.
    fn list(
        &mut self,
        word: &str,
        part: fn(&mut Self) -> Result<Condition, Wrong>,
        of: fn(Vec<Condition>) -> Condition,
    ) -> Result<Condition, Wrong> {
        let first = part(self)?;
        let mut parts = vec![first];
        while self.take(word) {
            parts.push(part(self)?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { of(parts) })
    }

    fn one(&mut self) -> Result<Condition, Wrong> {
        if self.take("not") {
            return Ok(Condition::Not(Box::new(self.deeper(Self::one)?)));
        }
        if self.take("(") {
            let inside = self.deeper(Self::any)?;
            return if self.take(")") { Ok(inside) } else { Err(self.expected("a closing bracket")) };
        }
        let start = self.at;
        let first = self.term()?;
        let mut comparisons = Comparison::ALL.into_iter();
        let Some(comparison) = comparisons.find(|comparison| self.take(comparison.name())) else {
            return match first {
                Term::Measure(measure) if measure.property.kind == Kind::Flag => Ok(Condition::Flag(measure)),
                Term::Measure(measure) => Err(self.wrong(start, Flaw::NotCompared(measure.property.name))),
                Term::Number(_) => Err(self.expected("a comparison, as in `hsym >= 40`")),
            };
        };
        let middle = self.at;
        let second = self.term()?;
        for (term, start) in [(&first, start), (&second, middle)] {
            if let Term::Measure(measure) = term
                && measure.property.kind == Kind::Flag
            {
                return Err(self.wrong(start, Flaw::Compared(measure.property.name)));
            }
        }
        Ok(Condition::Compare(first, comparison, second))
    }

    /// What stands behind a bracket or a `not`, unless there are too many of them.
    fn deeper(&mut self, part: fn(&mut Self) -> Result<Condition, Wrong>) -> Result<Condition, Wrong> {
        if self.depth == MOST_DEEP {
            return Err(self.wrong(self.at - 1, Flaw::TooDeep(MOST_DEEP)));
        }
        self.depth += 1;
        let found = part(self);
        self.depth -= 1;
        found
    }

    /// A flaw in what begins with a token.
    fn wrong(&self, token: usize, flaw: Flaw) -> Wrong {
        Wrong { at: self.tokens[token].at.clone(), flaw }
    }

    fn term(&mut self) -> Result<Term, Wrong> {
        let number = self.peek().filter(|token| !token.quoted).and_then(|token| token.text.parse().ok());
        if let Some(number) = number {
            self.at += 1;
            return Ok(Term::Number(number));
        }
        if let Some(token) = self.peek().filter(|token| !token.quoted && is_number(&token.text)) {
            return Err(Wrong { at: token.at.clone(), flaw: Flaw::TooLarge(token.text.clone()) });
        }
        self.measure().map(Term::Measure)
    }

    fn measure(&mut self) -> Result<Measure, Wrong> {
        let what = "the name of a property";
        let is_word = |token: &&Token| !"()<>=!".contains(token.text.chars().next().unwrap_or('('));
        let Some(token) = self.peek().filter(is_word).cloned() else { return Err(self.expected(what)) };
        let Some(property) = Property::named(&token.text) else {
            return Err(Wrong { at: token.at, flaw: Flaw::UnknownProperty(token.text) });
        };
        self.at += 1;
        let argument = match property.takes {
            Takes::Nothing => Argument::Nothing,
            Takes::Pieces(number) => {
                let names = (0..number).map(|_| self.name("the name of a piece"));
                Argument::Pieces(names.collect::<Result<_, _>>()?)
            }
            Takes::Sides => {
                Argument::Sides(self.name("sides of cells in quotes, as in `areas \"00/2 00/1 01/1\"`")?)
            }
            Takes::Symmetry => Argument::Symmetry(
                self.name("the name of a symmetry in quotes, as in `sym \"rotation by 180°\"`")?,
            ),
        };
        Ok(Measure { property, argument })
    }

    fn name(&mut self, what: &'static str) -> Result<String, Wrong> {
        let is_word =
            |token: &&Token| token.quoted || !token.text.starts_with(['(', ')', '<', '>', '=', '!']);
        match self.peek().filter(is_word).cloned() {
            Some(token) => {
                self.at += 1;
                Ok(token.text)
            }
            None => Err(self.expected(what)),
        }
    }
}

/// Whether a word is a number, of whatever size.
fn is_number(word: &str) -> bool {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}
