//! Colours, patterns and palettes.

use crate::mark::Point;
use crate::style::Palette;
use std::fmt;

/// A colour: red, green and blue, eight bits each, as in `0xrrggbb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rgb(pub u32);

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
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Fill {
    pub(crate) color: Rgb,
    pub(crate) pattern: Option<Pattern>,
}

impl Fill {
    /// Of cells that no piece covers.
    pub(crate) const EMPTY: Self = Self { color: Rgb::PALE, pattern: None };

    /// A plain colour.
    pub(crate) fn plain(color: Rgb) -> Self {
        Self { color, pattern: None }
    }

    /// The same so pale that something else stands out.
    #[must_use]
    pub(crate) fn faint(self) -> Self {
        Self::plain(self.color.mixed(Rgb::WHITE, 0.75))
    }

    /// What marks this fill has.
    pub(crate) fn hatch(self, cell_size: f64) -> Option<Hatch> {
        // Marks are dark or light, whichever can be seen better.
        self.pattern.map(|pattern| Hatch { pattern, ink: self.color.text(), scale: cell_size / 40.0 })
    }

    /// The fill with a number.
    pub(crate) fn numbered(palette: Palette, number: usize) -> Self {
        let colors = colors(palette);
        let (round, color) = (number / colors.len(), Rgb(colors[number % colors.len()]));
        match palette {
            Palette::Default => {
                let (other, part) = SHADES[round % SHADES.len()];
                Self { color: color.mixed(other, part), pattern: None }
            }
            Palette::Safe | Palette::Gray | Palette::Mono => {
                let pattern = (round % (PATTERNS.len() + 1)).checked_sub(1).map(|index| PATTERNS[index]);
                Self { color, pattern }
            }
        }
    }
}

/// Marks upon a colour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pattern {
    /// What it looks like.
    name: &'static str,
    /// The lines, in a square that is repeated.
    pub(crate) lines: &'static [&'static [Point]],
    /// A circle: its middle and its radius.
    pub(crate) ring: Option<(Point, f64)>,
}

/// A pattern in its size, and in the colour that can be seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Hatch {
    pub(crate) pattern: Pattern,
    pub(crate) ink: Rgb,
    pub(crate) scale: f64,
}

impl Hatch {
    /// The side of the square that is repeated, before it is scaled.
    pub(crate) const SIDE: f64 = 8.0;
    /// The width of the lines, before they are scaled. Their ends are round, their joins are not.
    pub(crate) const WIDTH: f64 = 1.2;
    pub(crate) const OPACITY: f64 = 0.6;

    /// A name that other hatches of a picture do not have.
    pub(crate) fn id(self) -> String {
        let name = self.pattern.name;
        if self.ink == Rgb::INK { name.to_owned() } else { format!("light-{name}") }
    }
}

/// In a square with side [`Hatch::SIDE`]; what reaches beyond it is cut off, and comes again on the other side.
const PATTERNS: [Pattern; 11] = [
    Pattern {
        name: "stripes",
        lines: &[&[[-1.0, 1.0], [1.0, -1.0]], &[[-1.0, 9.0], [9.0, -1.0]], &[[7.0, 9.0], [9.0, 7.0]]],
        ring: None,
    },
    Pattern {
        name: "crosses",
        lines: &[
            &[[0.8, 2.0], [3.2, 2.0]],
            &[[2.0, 0.8], [2.0, 3.2]],
            &[[4.8, 6.0], [7.2, 6.0]],
            &[[6.0, 4.8], [6.0, 7.2]],
        ],
        ring: None,
    },
    Pattern { name: "rows", lines: &[&[[-1.0, 4.0], [9.0, 4.0]]], ring: None },
    Pattern {
        name: "backstripes",
        lines: &[&[[7.0, -1.0], [9.0, 1.0]], &[[-1.0, -1.0], [9.0, 9.0]], &[[-1.0, 7.0], [1.0, 9.0]]],
        ring: None,
    },
    Pattern { name: "columns", lines: &[&[[4.0, -1.0], [4.0, 9.0]]], ring: None },
    Pattern { name: "net", lines: &[&[[-1.0, -1.0], [9.0, 9.0]], &[[-1.0, 9.0], [9.0, -1.0]]], ring: None },
    Pattern { name: "grid", lines: &[&[[-1.0, 4.0], [9.0, 4.0]], &[[4.0, -1.0], [4.0, 9.0]]], ring: None },
    Pattern {
        name: "zigzag",
        lines: &[&[[-1.0, 5.0], [0.0, 6.0], [4.0, 2.0], [8.0, 6.0], [9.0, 5.0]]],
        ring: None,
    },
    Pattern { name: "rings", lines: &[], ring: Some(([4.0, 4.0], 2.0)) },
    Pattern {
        name: "bricks",
        lines: &[
            &[[-1.0, 0.0], [9.0, 0.0]],
            &[[-1.0, 4.0], [9.0, 4.0]],
            &[[-1.0, 8.0], [9.0, 8.0]],
            &[[2.0, 0.0], [2.0, 4.0]],
            &[[6.0, 4.0], [6.0, 8.0]],
        ],
        ring: None,
    },
    Pattern {
        name: "dashes",
        lines: &[
            &[[1.0, 2.0], [5.0, 2.0]],
            &[[5.0, 6.0], [7.0, 6.0]],
            &[[-1.0, 6.0], [1.0, 6.0]],
            &[[7.0, 6.0], [9.0, 6.0]],
        ],
        ring: None,
    },
];

/// What happens to the default colours when they are used up once, twice, …
const SHADES: [(Rgb, f64); 3] = [(Rgb::WHITE, 0.0), (Rgb::BLACK, 0.35), (Rgb::WHITE, 0.6)];

fn colors(palette: Palette) -> &'static [u32] {
    match palette {
        Palette::Default => &DEFAULT,
        Palette::Safe => &OKABE_ITO,
        Palette::Gray => &GRAY,
        Palette::Mono => &[0xffffff],
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
        for (palette, least) in
            [(Palette::Default, 18), (Palette::Safe, 8), (Palette::Gray, 5), (Palette::Mono, 1)]
        {
            assert!(colors(palette).len() >= least);
            let fills = (0..12.max(2 * colors(palette).len())).map(|number| Fill::numbered(palette, number));
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

    /// The safe colours, as the colour-blind see them: Machado, Oliveira and Fernandes (2009), distances in OKLab.
    #[test]
    fn safe_colours_can_be_told_apart_by_the_colour_blind() {
        const NORMAL: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        const PROTAN: [[f64; 3]; 3] =
            [[0.1523, 1.0526, -0.2049], [0.1145, 0.7863, 0.0992], [-0.0039, -0.0481, 1.0520]];
        const DEUTAN: [[f64; 3]; 3] =
            [[0.3673, 0.8606, -0.2280], [0.2801, 0.6725, 0.0474], [-0.0118, 0.0429, 0.9689]];
        const TRITAN: [[f64; 3]; 3] =
            [[1.2555, -0.0767, -0.1788], [-0.0784, 0.9308, 0.1476], [0.0047, 0.6914, 0.3039]];
        let times =
            |m: [[f64; 3]; 3], v: [f64; 3]| m.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2]);
        let linear = |value: f64| {
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        let seen = |rgb: u32, eye: [[f64; 3]; 3]| {
            let light = [16, 8, 0].map(|shift| linear(f64::from(rgb >> shift & 255) / 255.0));
            let light = times(eye, light).map(|value| value.clamp(0.0, 1.0));
            let cones = [[0.4122, 0.5363, 0.0514], [0.2119, 0.6807, 0.1074], [0.0883, 0.2817, 0.6300]];
            let cones = times(cones, light).map(f64::cbrt);
            times([[0.2105, 0.7936, -0.0041], [1.9780, -2.4286, 0.4506], [0.0259, 0.7828, -0.8087]], cones)
        };
        let nearest = |colors: &[u32], eye| {
            let pairs = colors.iter().copied().array_combinations();
            let distances = pairs.map(|[a, b]| {
                let (a, b) = (seen(a, eye), seen(b, eye));
                (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>().sqrt()
            });
            distances.fold(f64::INFINITY, f64::min)
        };
        for eye in [NORMAL, PROTAN, DEUTAN, TRITAN] {
            assert!(nearest(&OKABE_ITO, eye) > 0.07);
        }
        assert!(nearest(&DEFAULT, NORMAL) > 0.09);
        // There is a reason why there are two palettes.
        assert!(nearest(&DEFAULT, DEUTAN) < 0.01);
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
