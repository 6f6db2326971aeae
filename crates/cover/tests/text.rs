//! The DLX text: every mistake has its kind and its place; what is written can be read.

use polydlx_cover::{Bounds, Engine, Problem, Search, dlx};
use std::ops::ControlFlow;

/// One mistake is expected, of this kind, at the text between the guillemets (which are not part of the input).
fn mistake(kind: &str, marked: &str) {
    let start = marked.find('«').expect("a mark");
    let end = marked.find('»').expect("a mark") - '«'.len_utf8();
    let text = marked.replace(['«', '»'], "");
    let found = match dlx::read(3, &text) {
        Ok((_, warnings)) => warnings,
        Err(errors) => errors,
    };
    let [only] = &found[..] else { panic!("{text:?} gave {found:?}") };
    assert_eq!(only.kind, kind, "{text:?}");
    let (span, label) = only.at.as_ref().expect("a place");
    assert_eq!((span.source, span.start, span.end), (3, start, end), "{text:?}");
    assert!(!label.is_empty() && only.remedy.is_some());
}

#[test]
fn mistakes_on_the_item_line() {
    mistake("second-bar", "a | b «|» c\n");
    mistake("second-bar", "a | b «|»c\na\n");
    mistake("bar-in-name", "«a|» b\n");
    mistake("bar-in-name", "2|b«|»c\n");
    mistake("bar-in-name", "a | b«|»c\n");
    mistake("bound-on-secondary", "a | «2|»b\n");
    mistake("bound-not-a-number", "«2x»|a\n");
    mistake("bound-not-a-number", "«»:2|a\n");
    mistake("bound-not-a-number", "1:«»|a\n");
    mistake("bound-not-a-number", "1:«2:3»|a\n");
    mistake("bound-zero", "0:«0»|a\n");
    mistake("bound-zero", "«0»|a\n");
    mistake("bounds-reversed", "«3:2»|a\n");
    mistake("bound-too-large", "«99999999999»|a\n");
    mistake("lower-bound-alone", "«2:»a\n");
    mistake("colon-in-name", "a«:»b\n");
    mistake("colon-in-name", "2|a«:»b\n");
    mistake("empty-name", "2|«» b\n");
    mistake("duplicate-item", "a b «a»\n");
    mistake("duplicate-item", "a b | «b»\n");
}

#[test]
fn mistakes_in_options() {
    mistake("unknown-item", "a b\na «c»\n");
    mistake("repeated-item", "a b\na b «a»\n");
    mistake("repeated-item", "a | x\na x:1 «x»:1\n");
    mistake("empty-entry", "a | x\na «:c»\n");
    mistake("color-length", "a | x\na x:«»\n");
    mistake("color-length", "a | x\na x:«RG»\n");
    mistake("color-length", "a | x\na x:«ä»\n");
    mistake("colored-primary", "a | x\na:«R» x\n");
    mistake("option-ignored", "a | x\n  «x:R» \na\n");
}

#[test]
fn files_without_items() {
    for text in ["", "\n \t\n", "| only a comment\n   | and another"] {
        let errors = dlx::read(0, text).unwrap_err();
        assert_eq!((errors.len(), errors[0].kind), (1, "no-items"));
    }
}

#[test]
fn all_mistakes_at_once() {
    let errors = dlx::read(0, "a b 0|c a\na x\nb b\n").unwrap_err();
    let kinds: Vec<_> = errors.iter().map(|error| error.kind).collect();
    assert_eq!(kinds, ["bound-zero", "duplicate-item", "unknown-item", "repeated-item"]);
    assert_eq!(errors[1].related.len(), 1);
    assert_eq!(errors[3].related[0].1, "first used here");
}

#[test]
fn suggestions() {
    let remedy = |text: &str| dlx::read(0, text).unwrap_err().remove(0).remedy.unwrap();
    assert_eq!(remedy("alpha beta\nalhpa\n"), "did you mean `alpha`?");
    assert_eq!(remedy("00 4*Z\nZ 00\n"), "write `4|Z` instead of `4*Z` on the item line");
}

#[test]
fn layout_does_not_matter() {
    let (plain, _) = dlx::read(0, "a 2|b | x y\na x:R\nb y\nb a\n").unwrap();
    for text in [
        "| comment\r\n\r\n  a\t2|b |x y\r\n| more\r\n a x:R \r\n\x0bb y\x0c\r\nb a",
        "\n\na 2:2|b | x y\n   | c\na x:R\nb y\n\nb a",
    ] {
        assert_eq!(dlx::read(0, text).unwrap().0, plain, "{text:?}");
    }
    assert_eq!(plain.bounds(plain.find("b").unwrap()), Bounds::exactly(2));
    assert_eq!((plain.primary_items(), plain.items(), plain.options(), plain.entries()), (2, 4, 3, 6));
}

#[test]
fn bars_and_colons_can_be_colours_and_a_bar_may_end_the_items() {
    let (problem, _) = dlx::read(0, "a | x\na x::\na x:|\n").unwrap();
    assert_eq!(problem.options(), 2);
    let (problem, _) = dlx::read(0, "a b |\na b\n").unwrap();
    assert_eq!((problem.primary_items(), problem.items()), (2, 2));
}

#[test]
fn writing_and_reading_again() {
    let text = " a 2|b 0:3|c | x y\na x:R y\nb c\nc b x\n";
    let (problem, _) = dlx::read(0, text).unwrap();
    let mut out = Vec::new();
    dlx::write(&problem, &mut out).unwrap();
    assert_eq!(String::from_utf8(out).unwrap(), text);
}

#[test]
fn what_the_format_cannot_say_is_refused() {
    let refused = |name: &str| {
        let mut builder = Problem::builder();
        let item = builder.primary(name, Bounds::ONCE);
        builder.option([item.into()]);
        let mut out = Vec::new();
        let refused = dlx::write(&builder.build().unwrap(), &mut out).is_err();
        assert!(!refused || out.is_empty());
        refused
    };
    assert!(!refused("12345678"));
    for name in ["123456789", "", "a b", "a:b", "a|b", "a\tb", "ääääa"] {
        assert!(refused(name), "{name:?}");
    }
    assert!(dlx::write(&Problem::builder().build().unwrap(), &mut Vec::new()).is_err());
}

fn solutions(text: &str, engine: Engine) -> String {
    let (problem, _) = dlx::read(0, text).unwrap();
    let mut out = Vec::new();
    let mut number = 0;
    Search::new(&problem).engine(engine).for_each(|solution| {
        number += 1;
        dlx::write_solution(&problem, number, solution.steps(), &mut out).unwrap();
        ControlFlow::Continue(())
    });
    String::from_utf8(out).unwrap()
}

/// The colour example of TAOCP 7.2.2.1 (49): the options `q x:A` and `p r x:A y`.
#[test]
fn solutions_as_dlx2_prints_them() {
    let text = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n";
    for engine in [Engine::Links, Engine::Bits] {
        assert_eq!(solutions(text, engine), "1:\n q x:A (2 of 2)\n p r x:A y (1 of 1)\n");
    }
}

#[test]
fn solutions_as_dlx3_prints_them() {
    let text = "0:2|a b\na\nb\na b\n";
    let expected = "\
1:
 b (1 of 2)
 a (1 of 2)
 null a (1 of 1)
2:
 b (1 of 2)
 null a (2 of 2)
3:
 b a (2 of 2)
 a (1 of 2)
4:
 b a (2 of 2)
 null a (2 of 2)
";
    assert_eq!(solutions(text, Engine::Links), expected);
}
