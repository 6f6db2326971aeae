//! Pictures as bitmaps: they have the right size, and the right colours in the right places.

use crate::board::{board, nothing, usual_board};
use itertools::Itertools;
use polydlx_draw::{
    ColorBy, Corner, Drawing, Drawn, Palette, Picture, Refusal, Style, Unit, View, chart, cut, picture, sheet,
};
use polydlx_lattice::{Lattice, Shape, Sided, Site, polyforms};
use std::collections::BTreeSet;

const PLANE: [Lattice; 3] = [Lattice::SQUARE, Lattice::TRIANGLE, Lattice::HEX];

struct Bitmap {
    size: [u32; 2],
    bytes: Vec<u8>,
}

impl Bitmap {
    fn new(picture: &Picture, width: Option<u32>) -> Self {
        let file = picture.png(width).expect("small enough");
        let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().expect("a PNG file");
        let mut bytes = vec![0; reader.output_buffer_size().expect("small enough")];
        let info = reader.next_frame(&mut bytes).expect("a whole PNG file");
        assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Rgb, png::BitDepth::Eight));
        Self { size: [info.width, info.height], bytes }
    }

    fn pixel(&self, x: u32, y: u32) -> [u8; 3] {
        assert!(x < self.size[0] && y < self.size[1], "inside");
        let at = 3 * (y as usize * self.size[0] as usize + x as usize);
        [self.bytes[at], self.bytes[at + 1], self.bytes[at + 2]]
    }

    /// The colour of a pixel, as in SVG but for the `#`.
    fn color(&self, [x, y]: [f64; 2]) -> String {
        self.pixel(x as u32, y as u32).iter().map(|channel| format!("{channel:02x}")).collect()
    }

    /// How many pixels of a colour there are.
    fn count(&self, color: [u8; 3]) -> usize {
        self.bytes.chunks(3).filter(|pixel| *pixel == color).count()
    }

    fn check_margin(&self, about: &str) {
        let [width, height] = self.size;
        for (x, y) in (0..width).cartesian_product(0..height) {
            if x.min(y) < 5 || width - x < 5 || height - y < 5 {
                assert_eq!(self.pixel(x, y), [255; 3], "{about} at {x} {y}");
            }
        }
    }
}

/// The colour of each piece as the text tells it: the first fill after its title.
fn fill<'a>(text: &'a str, name: &str) -> &'a str {
    let rest = text.split_once(&format!("<title>{name}</title>"));
    rest.expect("a title").1.split_once("fill=\"#").expect("a fill").1.split('"').next().expect("a colour")
}

/// The upper left corner of the picture.
fn origin(text: &str) -> Vec<f64> {
    let view = text.split_once("viewBox=\"").unwrap().1.split('"').next().unwrap();
    view.split(' ').take(2).map(|number| number.parse().unwrap()).collect()
}

/// Where a cell's centre is, by formulas that have nothing in common with those of the crate.
fn center(lattice: Lattice, site: Site) -> [f64; 2] {
    let [x, y, _] = site.at.map(f64::from);
    let height = 0.75_f64.sqrt();
    match lattice.name() {
        "square" => [y + 0.5, x + 0.5],
        "hex" => [y + x / 2.0, x * height],
        "triangle" if site.class == 1 => [x + y / 2.0 + 1.0, -(y + 2.0 / 3.0) * height],
        "triangle" => [x + y / 2.0 + 0.5, -(y + 1.0 / 3.0) * height],
        _ => unreachable!("a plane lattice"),
    }
}

#[test]
fn every_cell_has_the_colour_of_its_piece_at_its_centre() {
    for (lattice, grid) in PLANE.into_iter().cartesian_product([true, false]) {
        let drawing = board(lattice, 7, 5);
        let style = Style { labels: false, grid, ..Style::default() };
        let picture = picture(&drawing, &style);
        let (text, bitmap) = (picture.svg(), Bitmap::new(&picture, None));
        let origin = origin(&text);
        let mut owners: Vec<(&str, &Shape)> =
            drawing.pieces.iter().map(|piece| (piece.name.as_str(), &piece.shape)).collect();
        let covered: BTreeSet<Site> =
            drawing.pieces.iter().flat_map(|piece| piece.shape.sites().to_vec()).collect();
        let uncovered: Shape =
            drawing.region.sites().iter().copied().filter(|site| !covered.contains(site)).collect();
        owners.push(("uncovered", &uncovered));
        for (name, shape) in owners {
            for &site in shape.sites() {
                let [x, y] = center(lattice, site);
                let seen = bitmap.color([x * style.cell_size - origin[0], y * style.cell_size - origin[1]]);
                assert_eq!(seen, fill(&text, name), "{lattice:?} {name} {site:?}");
            }
        }
    }
}

#[test]
fn every_picture_has_ink_inside_its_margin_only() {
    for lattice in Lattice::ALL {
        let drawing = usual_board(lattice);
        let ways =
            Palette::ALL.into_iter().cartesian_product(View::ALL).zip(ColorBy::ALL.into_iter().cycle());
        for ((palette, view), color_by) in ways {
            let style = Style { palette, view, color_by, ..Style::default() };
            Bitmap::new(&picture(&drawing, &style), None).check_margin(&format!("{lattice:?} {view:?}"));
        }
    }
    // Nothing leaves the page, even if a later drawing is larger than the first.
    let mixed = [board(Lattice::SQUARE, 3, 3), board(Lattice::SQUARE, 9, 3)];
    Bitmap::new(&sheet(&mixed, 2, &Style::default()), None).check_margin("a sheet");
}

/// Faces of a solid with holes and overhangs, against rays that march from each of them towards the eye.
#[test]
fn what_is_nearer_hides_what_is_farther() {
    // By how many quarters the solid is turned, and whether it is seen from below.
    for (corner, quarters, below) in
        [("xyZ", 0, false), ("XyZ", 1, false), ("XYz", 2, true), ("xYZ", 3, false), ("xyz", 0, true)]
    {
        check_faces(Corner::from_name(corner).unwrap(), quarters, below);
    }
}

fn check_faces(corner: Corner, quarters: usize, below: bool) {
    let all = board(Lattice::CUBE, 4, 5);
    let kept = |site: &Site| (site.at[0] * 7 + site.at[1] * 5 + site.at[2] * 3) % 4 != 0;
    let thinned = |shape: &Shape| shape.sites().iter().copied().filter(kept).collect::<Shape>();
    let pieces = all.pieces.iter().map(|piece| Drawn { shape: thinned(&piece.shape), ..piece.clone() });
    let drawing = Drawing { region: Shape::default(), pieces: pieces.collect(), ..all };
    let style = Style { view: View::Solid, labels: false, grid: false, corner, ..Style::default() };
    let picture = picture(&drawing, &style);
    let (text, bitmap) = (picture.svg(), Bitmap::new(&picture, None));
    let origin = origin(&text);
    // From here on everything is turned, and the eye is where Knuth has it, or below.
    let turned = |site: &Site| {
        let turn = |[x, y, z]: [i32; 3], _| [y, -x, z];
        Site::new((0..quarters).fold(site.at, turn))
    };
    let up = if below { -1.0 } else { 1.0 };
    let shapes = drawing.pieces.iter().map(|piece| piece.shape.sites().iter().map(turned).collect_vec());
    let shapes = shapes.collect_vec();
    let occupied: BTreeSet<Site> = shapes.iter().flatten().copied().collect();
    let all: BTreeSet<&str> =
        text.split("fill=\"#").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let mut seen = 0;
    for (piece, sites) in drawing.pieces.iter().zip(&shapes) {
        let title = format!("<title>{}</title>", piece.name);
        let groups = text.split("<g>").filter(|group| group.contains(&title));
        let shades: BTreeSet<&str> = groups
            .flat_map(|group| group.split("fill=\"#").skip(1))
            .filter_map(|rest| rest.split('"').next())
            .collect();
        let outs = [[-0.5, 0.0, 0.0], [0.0, -0.5, 0.0], [0.0, 0.0, up / 2.0]];
        for (site, out) in sites.iter().cartesian_product(outs) {
            let face = std::array::from_fn(|axis| f64::from(site.at[axis]) + 0.5 + out[axis]);
            // Whatever is projected to one point lies on a line in this direction.
            let ray = |step: i32| {
                let t = f64::from(step) / 100.0;
                let along: [f64; 3] =
                    [face[0] - 42.0 / 30.0 * t, face[1] - t, face[2] + up * 29.6 / 45.0 * t];
                Site::new(along.map(|d| d.floor() as i32))
            };
            if (1..600).any(|step| occupied.contains(&ray(step))) {
                continue;
            }
            let [x, y, z] = face;
            let place = [30.0 * x - 42.0 * y, -(up * (14.0 * x + 10.0 * y) + 45.0 * z)];
            let [x, y] = place.map(|d| d / 45.0 * style.cell_size);
            let color = bitmap.color([x - origin[0], y - origin[1]]);
            // A border of something nearer may pass by, but no other face.
            let other = all.contains(color.as_str()) && !shades.contains(color.as_str());
            assert!(!other, "{corner:?} {} {site:?} {color}", piece.name);
            seen += usize::from(shades.contains(color.as_str()));
        }
    }
    assert!(seen > 40, "{seen}");
}

/// No hole is painted over, and a piece may lie in it.
#[test]
fn a_piece_in_the_hole_of_another_is_seen() {
    let ring: Shape = (0..3)
        .cartesian_product(0..3)
        .filter(|&at| at != (1, 1))
        .map(|(x, y)| Site::new([x, y, 0]))
        .collect();
    let dot = Shape::new([Site::new([1, 1, 0])]);
    let region = ring.sites().iter().chain(dot.sites()).copied().collect();
    let pieces = [("dot", dot), ("ring", ring)];
    let pieces = pieces.into_iter().enumerate().map(|(color, (name, shape))| Drawn {
        name: name.to_owned(),
        color,
        shape,
    });
    let drawing = Drawing {
        lattice: Lattice::SQUARE,
        region,
        pieces: pieces.collect(),
        title: None,
        caption: None,
        labels: Vec::new(),
        tints: Vec::new(),
    };
    let picture = picture(&drawing, &Style { labels: false, ..Style::default() });
    let bitmap = Bitmap::new(&picture, None);
    assert_eq!(bitmap.color(bitmap.size.map(|d| f64::from(d / 2))), fill(&picture.svg(), "dot"));
}

/// A board of one cell, with a name and a caption.
fn single(lattice: Lattice, name: &str, caption: &str) -> Drawing {
    let shape = Shape::new([Site::new([0, 0, 0])]);
    let pieces = vec![Drawn { name: name.to_owned(), color: 0, shape: shape.clone() }];
    Drawing {
        lattice,
        region: shape,
        pieces,
        title: None,
        caption: Some(caption.to_owned()),
        labels: Vec::new(),
        tints: Vec::new(),
    }
}

#[test]
fn bitmaps_are_as_wide_as_they_shall_be() {
    let drawing = board(Lattice::SQUARE, 4, 4);
    // Four cells, the outline, and the margin on both sides.
    let side: f64 = 4.0 + 0.09 + 2.0 * 0.25;
    let style = Style { cell_size: 20.0, ..Style::default() };
    for (width, expected) in [(None, (20.0 * side).ceil() as u32), (Some(1000), 1000), (Some(1), 1)] {
        assert_eq!(Bitmap::new(&picture(&drawing, &style), width).size, [expected; 2]);
    }
    // There are 96 pixels to the inch.
    let style = Style { cell_size: 12.5, unit: Unit::Millimetre, ..Style::default() };
    let expected = (12.5 * side / 25.4 * 96.0).ceil() as u32;
    assert_eq!(Bitmap::new(&picture(&drawing, &style), None).size, [expected; 2]);
    let refused = picture(&drawing, &style).png(Some(90_000));
    assert_eq!(refused, Err(Refusal::TooManyPixels([90_000, 90_000])));
    assert_eq!(picture(&drawing, &style).png(None), picture(&drawing, &style).png(None));
}

/// Upon white, as they are everywhere; a ball is light where the light is, and dark at its rim.
#[test]
fn balls_are_round() {
    let style = Style { view: View::Solid, labels: false, cell_size: 100.0, ..Style::default() };
    let bitmap = Bitmap::new(
        &picture(&Drawing { caption: None, labels: Vec::new(), ..single(Lattice::SPHERE, "", "") }, &style),
        None,
    );
    // The ball has radius 50, its shadow 60, and the margin is 25.
    let at = |x: f64, y: f64| u32::from_str_radix(&bitmap.color([85.0 + x, 85.0 + y]), 16).expect("a colour");
    let red = |x: f64, y: f64| at(x, y) >> 16;
    assert_eq!(bitmap.size, [170, 170]);
    assert!(red(-12.0, -16.0) > red(20.0, 20.0) && red(20.0, 20.0) > red(34.0, 34.0));
    // The shadow is grey, and fades.
    let [near, far] = [at(52.0, 0.0), at(57.0, 0.0)];
    assert!(
        [near, far].iter().all(|shade| shade & 255 == shade >> 16 && *shade < 0xffffff),
        "{near:x} {far:x}"
    );
    assert!(near < far && at(62.0, 0.0) == 0xffffff);
}

/// Marks of a pattern come again with its period, and are a mixture of the ink and what is below.
#[test]
fn patterns_are_seen() {
    // The only colour of this palette is white, and its second fill has stripes.
    let mut drawing = Drawing { caption: None, labels: Vec::new(), ..single(Lattice::SQUARE, "", "") };
    drawing.pieces[0].color = 1;
    let style =
        Style { palette: Palette::Mono, cell_size: 400.0, labels: false, grid: false, ..Style::default() };
    let bitmap = Bitmap::new(&picture(&drawing, &style), None);
    let corner = 100.0 + 18.0;
    // Squares of 80 pixels, with a line of width 12 from one corner to the other.
    for (i, j) in (0..5).cartesian_product(0..5) {
        let at = |x: f64, y: f64| {
            bitmap.color([corner + 80.0 * f64::from(i) + x, corner + 80.0 * f64::from(j) + y])
        };
        if (1..4).contains(&i) && (1..4).contains(&j) {
            assert_eq!(
                [at(40.0, 40.0), at(20.0, 60.0), at(20.0, 20.0), at(60.0, 60.0)],
                ["7a7a7a", "7a7a7a", "ffffff", "ffffff"]
            );
        }
    }
}

#[test]
fn letters_are_seen_whatever_fonts_there_are() {
    let style = Style { cell_size: 100.0, ..Style::default() };
    let ink = |name: &str, caption: &str| {
        Bitmap::new(&picture(&single(Lattice::SQUARE, name, caption), &style), None).count([0x22; 3])
    };
    let none = ink("", "");
    for caption in ["1 · rotation by 90°", "3×4", "Ärger", "naïveté"] {
        assert!(ink("", caption) > none + 50, "{caption}");
    }
    // Marks above letters are ink, too.
    for (plain, marked) in [("ae", "äé"), ("n", "ñ"), ("90", "90°")] {
        assert!(ink("", marked) > ink("", plain), "{marked}");
    }
    // Upon a pattern letters have a rim of the colour below, so there is less of the pattern.
    let safe = Style { palette: Palette::Mono, ..style.clone() };
    let mut drawing = single(Lattice::SQUARE, "W", "");
    drawing.pieces[0].color = 1;
    let [with, without] = [true, false].map(|labels| {
        Bitmap::new(&picture(&drawing, &Style { labels, ..safe.clone() }), None).count([0x7a; 3])
    });
    assert!(with < without - 100, "{with} {without}");
}

#[test]
fn all_that_can_be_svg_can_be_a_bitmap() {
    for lattice in Lattice::ALL {
        let shapes = polyforms(lattice, 3, Sided::default_for(lattice)).into_iter();
        let pieces = shapes.enumerate().map(|(number, shape)| (number.to_string(), shape)).collect_vec();
        let page = chart(lattice, &pieces, &Style::default());
        assert_eq!(Bitmap::new(&page, Some(200)).size[0], 200);
        assert_eq!(Bitmap::new(&picture(&nothing(lattice), &Style::default()), None).size, [20, 20]);
    }
    let cutting = polydlx_draw::Cut { cell_size: 10.0, kerf: 0.0, labels: true };
    // Cuts are thin, but they are seen.
    let cuts = Bitmap::new(&cut(&board(Lattice::HEX, 3, 3), &cutting).expect("flat"), Some(5000));
    assert!(cuts.count([0xff, 0, 0]) > 100);
}
