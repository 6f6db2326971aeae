//! Turns a picture into a bitmap, to be looked at.
//!
//!     polydlx draw tetrahexes | cargo run -p polydlx-draw --example look -- OUT.png

use resvg::{tiny_skia, usvg};

fn main() {
    let out = std::env::args().nth(1).expect("a file to write");
    let picture = std::io::read_to_string(std::io::stdin()).expect("text");
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
