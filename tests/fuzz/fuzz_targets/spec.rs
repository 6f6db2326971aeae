//! Any text: no panic, every mistake has a place in the text, and printing what was parsed gives it back.

#![no_main]

use libfuzzer_sys::fuzz_target;
use polydlx::diagnostic::{Paint, has_errors, render};
use polydlx::lattice::Lattice;
use polydlx::library::Library;
use polydlx::spec::{Source, load, parse};

fuzz_target!(|data: &[u8]| {
    let Some((first, rest)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let lattice = Lattice::ALL.get(usize::from(*first) % 6).copied();
    let loaded = load(Source::new("fuzz", text), lattice, &Library);
    let _ = render(&loaded.sources, &loaded.diagnostics, Paint::Plain);
    assert_eq!(loaded.puzzle().is_some(), !has_errors(&loaded.diagnostics));
    for mistake in &loaded.diagnostics {
        let (span, _) = mistake.at.as_ref().expect("every mistake has a place");
        assert!(loaded.sources[span.source].text.get(span.start..span.end).is_some());
    }
    if let (Some(spec), Some(puzzle)) = (&loaded.spec, loaded.puzzle()) {
        let again = parse(0, &spec.to_string(), Some(spec.lattice)).0;
        assert_eq!(again.as_ref(), Some(spec));
        if puzzle.region.len() < 200 {
            let mut file = Vec::new();
            polydlx::packing::write_options(puzzle, text, &mut file).expect("a vector takes everything");
            let _ = puzzle.region.symmetries(puzzle.lattice);
        }
    }
});
