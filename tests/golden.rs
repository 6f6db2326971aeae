use polydlx::lattice::Lattice;
use polydlx::packing::write_options;
use polydlx::spec::{NoSets, Source, load};
use std::fs;

/// `golden/NAME.spec` and `golden/NAME.dlx`: what Knuth's generators made of it.
#[test]
fn option_files_equal_those_of_knuths_programs() {
    let mut compared = 0;
    let mut paths: Vec<_> =
        fs::read_dir(super::folder().join("golden")).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths.iter().filter(|path| path.extension().is_some_and(|end| end == "spec")) {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let lattice = Lattice::from_name(name.split('-').next().unwrap()).unwrap();
        let text = fs::read_to_string(path).unwrap();
        let loaded = load(Source::new(name, text.clone()), Some(lattice), &NoSets);
        let mut ours = Vec::new();
        write_options(loaded.puzzle().expect(name), &text, &mut ours).unwrap();
        let theirs = fs::read_to_string(path.with_extension("dlx")).unwrap();
        let program = match lattice.name() {
            "square" => "polyomino-dlx",
            "triangle" => "polyiamond-dlx",
            _ => "polycube-dlx",
        };
        let theirs = theirs.replace(
            &format!("\n| this file was created by {program} from"),
            "\n| this file was created by polydlx from",
        );
        assert!(String::from_utf8(ours).unwrap() == theirs, "{name} differs");
        compared += 1;
    }
    assert_eq!(compared, 55);
}

#[test]
fn the_summary_is_knuths() {
    let text = fs::read_to_string(super::folder().join("golden/square-pent-3x20.spec")).unwrap();
    let loaded = load(Source::new("3x20", text.clone()), Some(Lattice::SQUARE), &NoSets);
    let summary = write_options(loaded.puzzle().unwrap(), &text, &mut Vec::new()).unwrap();
    // 1 + 60 cells + 63 placements of 5 cells + the 5 typical cells of the last piece.
    assert_eq!(summary.to_string(), "Altogether 60 cells, 12 pieces, 63 base placements, 381 nodes.");
    assert_eq!(summary.options, 1236);

    let text = "|! lattice square\n[0-2][0-2] [01]0!\nA 00 01 00!\n";
    let summary = write_options(super::loaded(text).puzzle().unwrap(), text, &mut Vec::new()).unwrap();
    assert_eq!(summary.to_string(), "Altogether 9+2 cells, 1 pieces, 4 base placements, 27 nodes.");
}
