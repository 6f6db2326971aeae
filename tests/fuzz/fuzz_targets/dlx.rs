//! Any text as a DLX file: no panic; what can be read can be written and read again; both engines count alike.

#![no_main]

use libfuzzer_sys::fuzz_target;
use polydlx::cover::{Engine, Search, dlx};

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match dlx::read(0, text) {
        Err(mistakes) => assert!(!mistakes.is_empty()),
        Ok((problem, _)) => {
            let mut written = Vec::new();
            if dlx::write(&problem, &mut written).is_ok() {
                let (again, _) = dlx::read(0, std::str::from_utf8(&written).unwrap()).expect("our own text");
                let mut twice = Vec::new();
                dlx::write(&again, &mut twice).expect("it could be written before");
                assert_eq!(written, twice);
            }
            let count = |engine| Search::new(&problem).engine(engine).limit(200).count();
            let (links, auto) = (count(Engine::Links), count(Engine::Auto));
            assert_eq!((links.solutions, links.complete), (auto.solutions, auto.complete));
        }
    }
});
