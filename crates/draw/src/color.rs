//! Colours, patterns and palettes.

use crate::canvas::number;
use crate::style::Palette;
use std::fmt;
use svg::Node;
use svg::node::element::{Element, Path};

/// A colour: red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Rgb(pub(crate) u32);

impl Rgb {
    pub(crate) const WHITE: Self = Self(0xffffff);
    pub(crate) const BLACK: Self = Self(0x000000);
    /// Of lines and texts.
    pub(crate) const INK: Self = Self(0x222222);
    /// Of cells that no piece covers.
    pub(crate) const PALE: Self = Self(0xf1efe9);

    /// So much of another colour mixed in: 0 none, 1 all.
    #[must_use]
    pub(crate) fn mixed(self, other: Self, part: f64) -> Self {
        let channel = |shift: u32| {
            let [own, new] = [self, other].map(|color| f64::from(color.0 >> shift & 255));
            ((own + (new - own) * part).round() as u32) << shift
        };
        Self(channel(16) | channel(8) | channel(0))
    }

    /// Ink or white, whichever is easier to read upon this colour.
    pub(crate) fn text(self) -> Self {
        if self.brightness() > 0.5 { Self::INK } else { Self::WHITE }
    }

    /// How bright it looks, from 0 to 1: the luma of Rec. 601, which needs no powers.
    fn brightness(self) -> f64 {
        let channel = |shift: u32| f64::from(self.0 >> shift & 255) / 255.0;
        0.299 * channel(16) + 0.587 * channel(8) + 0.114 * channel(0)
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:06x}", self.0)
    }
}

/// What a piece is painted with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fill {
    pub(crate) color: Rgb,
    pub(crate) pattern: Option<Pattern>,
}

impl Fill {
    /// Of cells that no piece covers.
    pub(crate) const EMPTY: Self = Self { color: Rgb::PALE, pattern: None };

    /// The fill with a number.
    pub(crate) fn numbered(palette: Palette, number: usize) -> Self {
        let colors = colors(palette);
        let (round, color) = (number / colors.len(), Rgb(colors[number % colors.len()]));
        match palette {
            Palette::Default => {
                let (other, part) = SHADES[round % SHADES.len()];
                Self { color: color.mixed(other, part), pattern: None }
            }
            Palette::Safe | Palette::Gray => {
                let pattern = (round % (PATTERNS.len() + 1)).checked_sub(1).map(|index| PATTERNS[index]);
                Self { color, pattern }
            }
        }
    }
}

/// Dark marks upon a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pattern {
    /// The id under which it is defined.
    pub(crate) id: &'static str,
    /// The lines, in a square with side 8 that is repeated.
    lines: &'static str,
}

impl Pattern {
    /// The `<pattern>`; its square is a fifth of a cell wide.
    pub(crate) fn element(self, cell_size: f64) -> Element {
        let marks = Path::new()
            .set("d", self.lines)
            .set("fill", "none")
            .set("stroke", Rgb::INK.to_string())
            .set("stroke-opacity", "0.55")
            .set("stroke-width", "1.2")
            .set("stroke-linecap", "round");
        let mut pattern = Element::new("pattern");
        pattern.assign("width", "8");
        pattern.assign("height", "8");
        pattern.assign("patternUnits", "userSpaceOnUse");
        pattern.assign("patternTransform", format!("scale({})", number(cell_size / 40.0)));
        pattern.append(marks);
        pattern
    }
}

const PATTERNS: [Pattern; 5] = [
    Pattern { id: "stripes", lines: "M-1 1L1 -1M-1 9L9 -1M7 9L9 7" },
    Pattern { id: "dots", lines: "M2 2L2 2.01M6 6L6 6.01" },
    Pattern { id: "rows", lines: "M-1 4L9 4" },
    Pattern { id: "backstripes", lines: "M7 -1L9 1M-1 -1L9 9M-1 7L1 9" },
    Pattern { id: "columns", lines: "M4 -1L4 9" },
];

/// What happens to the default colours when they are used up once, twice, …
const SHADES: [(Rgb, f64); 3] = [(Rgb::WHITE, 0.0), (Rgb::BLACK, 0.35), (Rgb::WHITE, 0.6)];

fn colors(palette: Palette) -> &'static [u32] {
    match palette {
        Palette::Default => &DEFAULT,
        Palette::Safe => &OKABE_ITO,
        Palette::Gray => &GRAY,
    }
}

/// Found by taking, again and again, the colour of medium saturation farthest in OKLab from those taken before.
const DEFAULT: [u32; 20] = [
    0xe15759, 0x4e79d0, 0xf5c945, 0x59b35c, 0xdd8a1e, 0x963c96, 0x3ccbe8, 0xfac8fa, 0x78643c, 0xaafabe,
    0x008c8c, 0xd28cfa, 0xfaa096, 0xb4b48c, 0x1e7800, 0x8cb4fa, 0xdc64aa, 0xfadcbe, 0x6e5a82, 0xaa8caa,
];

/// Okabe and Ito, "Color Universal Design" (2008); their black is a dark grey here, so that lines can be seen on it.
const OKABE_ITO: [u32; 8] = [0xe69f00, 0x56b4e9, 0x009e73, 0xf0e442, 0x0072b2, 0xd55e00, 0xcc79a7, 0x6e6e6e];

const GRAY: [u32; 5] = [0xffffff, 0xbdbdbd, 0xdedede, 0x8c8c8c, 0xa4a4a4];

#[cfg(test)]
mod tests {
    use super::*;
    use itertools::Itertools;

    #[test]
    fn colours_of_a_palette_differ() {
        for (palette, least) in [(Palette::Default, 18), (Palette::Safe, 8), (Palette::Gray, 5)] {
            assert!(colors(palette).len() >= least);
            let fills = (0..2 * colors(palette).len()).map(|number| Fill::numbered(palette, number));
            for [one, other] in fills.array_combinations() {
                assert_ne!(one, other);
            }
        }
        let distance = |a: u32, b: u32| {
            let channel = |shift: u32| (a >> shift & 255).abs_diff(b >> shift & 255);
            channel(16) + channel(8) + channel(0)
        };
        let nearest = DEFAULT.into_iter().array_combinations().map(|[a, b]| distance(a, b)).min();
        assert!(nearest >= Some(60), "{nearest:?}");
    }

    #[test]
    fn text_is_dark_on_light_and_light_on_dark() {
        assert_eq!(Rgb::WHITE.text(), Rgb::INK);
        assert_eq!(Rgb(0xf5c945).text(), Rgb::INK);
        assert_eq!(Rgb(0x1e7800).text(), Rgb::WHITE);
    }

    #[test]
    fn mixing_stops_at_both_ends() {
        let red = Rgb(0xe15759);
        assert_eq!(red.mixed(Rgb::WHITE, 0.0), red);
        assert_eq!(red.mixed(Rgb::WHITE, 1.0), Rgb::WHITE);
        assert_eq!(red.mixed(Rgb::BLACK, 0.5).to_string(), "#712c2d");
    }
}
