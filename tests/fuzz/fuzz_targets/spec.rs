//! Any text: no panic, every mistake has a place in the text, and printing what was parsed gives it back, in all notations.

#![no_main]

use libfuzzer_sys::fuzz_target;
use polydlx::diagnostic::{Paint, has_errors, render};
use polydlx::lattice::{Lattice, Puzzle};
use polydlx::library::Library;
use polydlx::spec::{Changes, Form, Source, load, load_changed, parse};
use std::collections::BTreeSet;

fuzz_target!(|data: &[u8]| {
    let Some((first, rest)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let lattice = Lattice::ALL.get(usize::from(*first) % (Lattice::ALL.len() + 1)).copied();
    let loaded = load(Source::new("fuzz", text), lattice, &Library);
    let said = Some(text.lines().next_back().unwrap_or_default().to_owned());
    let changes = Changes { region: said.clone(), place: said.into_iter().collect(), ..Changes::default() };
    let changed = load_changed(Source::new("fuzz", text), lattice, &changes, &Library);
    let _ = render(&changed.sources, &changed.diagnostics, Paint::Plain);
    let _ = render(&loaded.sources, &loaded.diagnostics, Paint::Plain);
    assert_eq!(loaded.puzzle().is_some(), !has_errors(&loaded.diagnostics));
    for mistake in &loaded.diagnostics {
        let (span, _) = mistake.at.as_ref().expect("every mistake has a place");
        assert!(loaded.sources[span.source].text.get(span.start..span.end).is_some());
    }
    if let (Some(spec), Some(puzzle)) = (&loaded.spec, loaded.puzzle()) {
        let again = parse(0, &spec.to_string(), Some(spec.lattice)).0;
        assert_eq!(again.as_ref(), Some(spec));
        for form in Form::ALL {
            let text = loaded.rewritten(form).expect("a spec without mistakes").to_string();
            let again = load(Source::new("again", text), Some(puzzle.lattice), &Library);
            let names = |puzzle: &Puzzle| -> BTreeSet<String> {
                puzzle.region.sites().iter().map(|&site| puzzle.site_name(site)).collect()
            };
            assert_eq!(again.puzzle().map(names), Some(names(puzzle)));
        }
        if puzzle.region.len() < 200 {
            let mut file = Vec::new();
            polydlx::packing::write_options(puzzle, text, &mut file).expect("a vector takes everything");
            let _ = puzzle.region.symmetries(puzzle.lattice);
        }
    }
});
