//! The box: a line of cells, a picture, or a name.

use super::{Loader, across};
use crate::mistake;
use crate::picture::{Drawn, PictureSpec, decode};
use crate::syntax::{Line, Pragma, Spanned, Spec, Use};
use itertools::Itertools;
use polydlx_lattice::{MOST_CELLS, PieceCondition, PieceId, Region, Shape, Site};
use std::collections::BTreeSet;

impl Loader<'_> {
    pub(super) fn region(&mut self, spec: &Spec) -> Region {
        let found = spec.lines.iter().find_map(|line| match &line.value {
            Line::Box(cells) => Some((cells.as_slice(), line.span)),
            _ => None,
        });
        let drawn = spec.lines.iter().find_map(|line| match &line.value {
            Line::Picture(picture) if picture.kind.has_box() => Some((picture, line.span)),
            _ => None,
        });
        let (cells, span) = found.unwrap_or_default();
        let (shape, span) = match drawn {
            Some((picture, span)) => (decode(self.lattice, picture).unwrap_or_default().shape, span),
            None => (self.shape(cells), span),
        };
        self.box_span = span;
        self.region_of(shape)
    }

    /// What a picture shows, pieces with the colours that stand upon lines around them; whatever is wrong with it has been
    /// said when it was read.
    pub(super) fn drawn(&mut self, picture: &PictureSpec) -> Drawn {
        let drawn = decode(self.lattice, picture).unwrap_or_default();
        drawn.colored(self.lattice, |name| self.color(name))
    }

    /// The region with these sites; without any if it would be too large.
    pub(super) fn region_of(&mut self, shape: Shape) -> Region {
        let (low, high) = (shape.lowest(), shape.highest());
        let volume = (0..3).map(|axis| i64::from(high[axis] - low[axis]) + 1).product::<i64>();
        let kinds = shape.sites().iter().map(|site| (site.suffix, site.class)).unique().count() as i64;
        let shape = if volume * kinds > MOST_ROOM {
            self.report(mistake::spread_too_far(self.box_span));
            Shape::default()
        } else {
            shape
        };
        Region::new(self.lattice, shape).expect("coordinates are 0..999")
    }

    /// The box that a pragma names, if there is one. It may be made of a piece, so pieces are known by now.
    pub(super) fn named_box(&mut self, spec: &Spec, lines_are_whole: bool) -> Option<Region> {
        let (named, span) = spec.lines.iter().find_map(|line| match &line.value {
            Line::Pragma(Pragma::Box(named)) => Some((named, line.span)),
            _ => None,
        })?;
        self.box_span = span;
        let row = named.row(self.lattice)?;
        let piece = match &named.piece {
            Some(name) => self.piece_for_box(name, lines_are_whole)?,
            None => Shape::default(),
        };
        let mut sites: BTreeSet<Site> = match row.shape(&named.numbers, &piece) {
            Ok(shape) => shape.sites().iter().copied().collect(),
            Err(why) => {
                self.report(mistake::no_such_box(span, why));
                return None;
            }
        };
        for (plus, cells) in &named.changes {
            let change = self.shape(cells);
            if *plus {
                sites.extend(change.sites());
            } else if change.sites().iter().filter(|site| !sites.remove(site)).count() > 0 {
                self.report(mistake::minus_outside(across(cells, span)));
            }
        }
        if sites.len() > MOST_CELLS {
            self.report(mistake::too_many_cells(span));
            return None;
        }
        if sites.is_empty() && !named.changes.is_empty() {
            self.report(mistake::nothing_of_box(span));
            return None;
        }
        Some(self.region_of(Shape::new(sites)))
    }

    /// The first shape of a piece that a box is made of: one of the file's, or one of a set, as in `pentominoes/V`.
    pub(super) fn piece_for_box(&mut self, name: &Spanned<String>, lines_are_whole: bool) -> Option<Shape> {
        let own = self.called(&name.value);
        let Some((set, piece)) = name.value.rsplit_once('/').filter(|_| own.is_none()) else {
            return self.own_piece(name, lines_are_whole);
        };
        let piece = Spanned::new(piece.to_owned(), name.span);
        // A set that becomes a puzzle has its pieces already.
        let from = &self.sources[name.span.source].name;
        if self.sets.find(set, from).is_ok_and(|found| found.name == self.sources[0].name) {
            return self.own_piece(&piece, lines_are_whole);
        }
        let wanted = Use {
            set: Spanned::new(set.to_owned(), name.span),
            only: vec![piece.clone()],
            except: Vec::new(),
            times: None,
            condition: PieceCondition::default(),
        };
        let before = self.put_away();
        self.use_set(&wanted, &mut Vec::new());
        let found = self.called(&piece.value).and_then(|number| self.first_shape(number));
        self.forget_numbers();
        (self.entries, self.shapes) = before;
        found
    }

    /// The first shape of a piece of the file, or a mistake.
    fn own_piece(&mut self, name: &Spanned<String>, lines_are_whole: bool) -> Option<Shape> {
        let own = self.called(&name.value);
        if let Some(number) = own {
            self.explain(name, number);
        } else if lines_are_whole {
            let known = self.entries.iter().map(|entry| entry.name.as_str()).collect_vec();
            let diagnostic = mistake::unknown_piece(name.span, &name.value, &known);
            self.report(diagnostic);
        }
        self.first_shape(own?)
    }

    fn first_shape(&self, number: usize) -> Option<Shape> {
        let piece = PieceId(number);
        self.shapes
            .iter()
            .find(|(typical, _)| typical.piece == piece)
            .map(|(typical, _)| typical.shape.clone())
    }
}

/// How much room a box and all that lies between its cells may take.
const MOST_ROOM: i64 = 1 << 26;
