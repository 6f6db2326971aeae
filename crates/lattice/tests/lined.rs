use polydlx_lattice::{Lattice, LinedPicture};

/// Which triangles point up is another matter in each layer.
#[test]
fn layers_of_triangles() {
    let lined = [
        "   ______         ______",
        "  ╱      ╲       ╱╲     ╲",
        " ╱D  D  D ╲     ╱D ╲M  M ╲",
        "╱__________╲   ╱____╲     ╲",
        "╲          ╱   ╲    ╱     ╱",
        " ╲C  C  C ╱     ╲C ╱M  M ╱",
        "  ╲______╱       ╲╱_____╱",
    ];
    let prism = Lattice::from_name("triprism").unwrap();
    let letters = LinedPicture::read(prism, &lined.map(str::to_owned)).unwrap();
    assert_eq!(letters.letters(), ["DDD   DMM", "CCC   CMM"]);
}
