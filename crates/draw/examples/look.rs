//! Draws the first solutions of `polydlx solve … --format jsonl` into bitmaps, to be looked at.
//!
//!     polydlx solve soma-3x3x3 -n 1 --format jsonl | cargo run -p polydlx-draw --example look -- OUT.png [WORD…]
//!
//! An OUT.svg is written beside it, or alone if that is the name given. Words are those of palettes, ways to colour and views, and `plain` for neither labels nor grid. With several
//! solutions, or with the word `chart`, a sheet is drawn.

use polydlx_draw::{ColorBy, Drawing, Drawn, Palette, Style, View, chart, sheet, svg};
use polydlx_lattice::{Lattice, Shape, Site, digit_value};
use resvg::{tiny_skia, usvg};
use serde_json::Value;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (out, words) = arguments.split_first().expect("a file to write");
    let mut style = Style::default();
    for word in words {
        style.palette = Palette::from_name(word).unwrap_or(style.palette);
        style.color_by = ColorBy::from_name(word).unwrap_or(style.color_by);
        style.view = View::from_name(word).unwrap_or(style.view);
        if word == "plain" {
            (style.labels, style.grid) = (false, false);
        }
    }
    let input = std::io::read_to_string(std::io::stdin()).expect("text");
    let lines: Vec<Value> = input.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let drawings = drawings(&lines);
    let picture = if words.iter().any(|word| word == "chart") {
        let pieces: Vec<_> =
            drawings[0].pieces.iter().map(|piece| (piece.name.clone(), piece.shape.normalized())).collect();
        chart(drawings[0].lattice, &pieces, &style)
    } else if let [drawing] = drawings.as_slice() {
        svg(drawing, &style)
    } else {
        sheet(&drawings, 6, &style)
    };
    std::fs::write(out.replace(".png", ".svg"), &picture).expect("a file");
    if out.ends_with(".svg") {
        return;
    }
    let mut options = usvg::Options::default();
    options.fontdb_mut().load_system_fonts();
    options.fontdb_mut().set_sans_serif_family("DejaVu Sans");
    let tree = usvg::Tree::from_str(&picture, &options).expect("SVG");
    let size = tree.size().to_int_size();
    let mut bitmap = tiny_skia::Pixmap::new(size.width(), size.height()).expect("a bitmap");
    bitmap.fill(tiny_skia::Color::WHITE);
    resvg::render(&tree, tiny_skia::Transform::identity(), &mut bitmap.as_mut());
    bitmap.save_png(out).expect("a file");
}

fn drawings(lines: &[Value]) -> Vec<Drawing> {
    let texts = |value: &Value| -> Vec<String> {
        value.as_array().into_iter().flatten().filter_map(|text| text.as_str().map(str::to_owned)).collect()
    };
    let head = &lines[0];
    let lattice = Lattice::from_name(head["lattice"].as_str().expect("a lattice")).expect("a lattice");
    let site = |name: String| {
        let mut site = Site::default();
        for (d, digit) in site.at.iter_mut().zip(name.chars().take(lattice.dimension())) {
            *d = digit_value(digit).expect("a digit");
        }
        site.down = name.contains('\'');
        site
    };
    let names = texts(&head["pieces"]);
    let region: Shape = texts(&head["cells"]).into_iter().map(site).collect();
    let solutions = lines[1..].iter().map(|line| {
        let pieces = line["placements"].as_array().expect("placements").iter().map(|placement| {
            let name = placement["piece"].as_str().expect("a name").to_owned();
            let color = names.iter().position(|other| *other == name).expect("a piece");
            Drawn { name, color, shape: texts(&placement["cells"]).into_iter().map(site).collect() }
        });
        Drawing {
            lattice,
            region: region.clone(),
            pieces: pieces.collect(),
            title: head["title"].as_str().map(str::to_owned),
            caption: (lines.len() > 2).then(|| line["solution"].to_string()),
        }
    });
    solutions.collect()
}
