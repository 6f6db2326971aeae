use polydlx_properties::{Condition, Flaw, Wrong};

/// Conditions that are nested deeper are refused.
const MOST_DEEP: usize = 100;

#[test]
fn printed_conditions_are_read_again() {
    for text in [
        "tatami",
        "not tatami and hsym >= 40",
        "(tatami or faults < 2) and not (rim = 12 or holes != 0)",
        "neighbors A B or neighbors \"X Y\" Z",
        "sym \"rotation by 180°\" > vsym",
        "areas \"00/2 00/1 01/1\" = 2",
        "not (hsym <= -3)",
        "tatami and (faultfree and weak-3-colorable) or buildable",
    ] {
        let condition: Condition = text.parse().unwrap();
        let printed = condition.to_string();
        assert_eq!(printed.parse(), Ok(condition), "{text} {printed}");
    }
}

#[test]
fn mistakes_point() {
    let wrong = |text: &str| {
        let wrong = text.parse::<Condition>().unwrap_err();
        (wrong.at, wrong.flaw)
    };
    assert_eq!(wrong("tatmi"), (0..5, Flaw::UnknownProperty("tatmi".to_owned())));
    assert_eq!(wrong("not hsym"), (4..8, Flaw::NotCompared("hsym")));
    assert_eq!(wrong("1 < tatami"), (4..10, Flaw::Compared("tatami")));
    assert_eq!(wrong("tatami and").0, 10..10);
    assert_eq!(wrong("(tatami").0, 7..7);
    assert_eq!(wrong("tatami faultfree").0, 7..16);
    assert_eq!(wrong("neighbors A").0, 11..11);
    assert_eq!(wrong("sym \"x").0, 4..6);
    assert_eq!(wrong("").0, 0..0);
    assert_eq!(wrong("hsym > >").0, 7..8);
    assert_eq!(wrong("5").0, 1..1);
    assert_eq!(wrong("neighbors A (").0, 12..13);
    assert_eq!(wrong("hsym => 3").0, 0..4);
    let large = "99999999999999999999";
    assert_eq!(wrong(&format!("cost < {large}")), (7..27, Flaw::TooLarge(large.to_owned())));
}

#[test]
fn the_stack_is_not_used_up() {
    let brackets = |depth| format!("{}tatami{}", "(".repeat(depth), ")".repeat(depth));
    let denials = |depth| "not ".repeat(depth) + "tatami";
    for text in [brackets(MOST_DEEP), denials(MOST_DEEP)] {
        let condition: Condition = text.parse().unwrap();
        assert_eq!(condition.to_string().parse(), Ok(condition));
    }
    for (text, at) in [(brackets(50_000), 100..101), (denials(50_000), 400..403)] {
        assert_eq!(text.parse::<Condition>(), Err(Wrong { at, flaw: Flaw::TooDeep(MOST_DEEP) }));
    }
    let side_by_side = vec!["(tatami)"; 1000].join(" and ");
    assert!(side_by_side.parse::<Condition>().is_ok());
}
