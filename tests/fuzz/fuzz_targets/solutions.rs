//! Any text as solutions of a puzzle, and any DLX file as one that was made from its spec: no panic; a solution that is said to
//! be right is a tiling with pieces of the puzzle, and an edited file has no more placements than its spec.

#![no_main]

use libfuzzer_sys::fuzz_target;
use polydlx::cover::dlx;
use polydlx::lattice::Lattice;
use polydlx::library::Library;
use polydlx::packing::{Group, Packing, first_fault};
use polydlx::solutions::Solutions;
use polydlx::spec::{Source, load};

const SPECS: [&str; 6] = [
    "|! lattice square\n[01][0-2]\n2|D 00 01\nE 00 01\n",
    "|! lattice square\n|! border a\n|! sided one\n0[01]\nA 00:aaba\nB 00:baaa\n",
    "|! lattice cube\n|! colored 000>:a.....\n|! share s D 000 001\n[01]0[01]\n2|D 000>:aa..b. 001\n",
    "|! lattice hex\n|! label 00 one\n|! label 01 two\n0[0-2] 0[0-2]!\n0:2|M 00\nD 00 00! 01\n",
    "|! lattice triangle\n|! label 00 a\n0[01] 0[01]'\n2|D 00:aab 00':b..\nM 00^:a.b\n0:3|N 00\n",
    "|! lattice triangle\n|! cover 1:2 of 00 00'\n|! rim D\n0[0-2] 0[0-2]'\n0:3|D 00 00'\n",
];

fuzz_target!(|data: &[u8]| {
    let Some((first, rest)) = data.split_first() else { return };
    let spec = SPECS[usize::from(*first) % SPECS.len()];
    let loaded = load(Source::new("spec", spec), None::<Lattice>, &Library);
    let puzzle = loaded.puzzle().expect("no mistakes");
    for edited in [false, true] {
        let solutions = Solutions::new(puzzle, rest);
        let solutions = if edited { solutions.of_edited_file(["s".to_owned()]) } else { solutions };
        for solution in solutions.take(50).filter_map(Result::ok) {
            let fault = first_fault(puzzle, &solution.claims);
            let at = solution.line_of(fault.as_ref().and_then(|(claim, _)| *claim));
            assert!(at <= rest.iter().filter(|&&byte| byte == b'\n').count() + 1);
            assert!(fault.is_some() || solution.tiling(puzzle).is_ok());
        }
    }
    let Ok((problem, _)) = std::str::from_utf8(rest).map_or(Err(Vec::new()), |text| dlx::read(0, text))
    else {
        return;
    };
    let (packing, edits) = Packing::edited(puzzle, problem);
    assert!(packing.placements().count() >= edits.kept);
    let _ = (packing.shown(), packing.other_items().count(), Group::new(&packing).order());
});
