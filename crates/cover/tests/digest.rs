use polydlx_cover::{BigUint, Bounds, Digest, NoDigest, Problem};
use proptest::prelude::*;

const PRIME: u128 = (1 << 127) - 1;

fn digest(value: u128) -> Digest {
    format!("{value:032x}").parse().expect("it is less than the prime")
}

fn big(digest: Digest) -> BigUint {
    BigUint::parse_bytes(digest.to_string().as_bytes(), 16).expect("a hexadecimal number")
}

proptest! {
    #[test]
    fn arithmetic_is_that_of_the_field(a in 0..PRIME, b in 0..PRIME, n in 1u64..) {
        let prime = BigUint::from(PRIME);
        for (a, b) in [(a, b), (PRIME - 1, b), (PRIME - 1, PRIME - 1), (a, 0)] {
            let (x, y) = (digest(a), digest(b));
            prop_assert_eq!(big(x + y), (big(x) + big(y)) % &prime);
            prop_assert_eq!(big(x * y), (big(x) * big(y)) % &prime);
        }
        let x = digest(a);
        prop_assert_eq!(x.over(n) * Digest::from(n), x);
        prop_assert_eq!(x.to_string().parse(), Ok(x));
    }
}

#[test]
fn other_texts_are_no_digests() {
    let prime = format!("{PRIME:x}");
    for text in ["", "19", "+0000000000000000000000000000019", &prime, &"F".repeat(32)] {
        assert_eq!(text.parse::<Digest>(), Err(NoDigest), "{text}");
    }
}

#[test]
fn marks_do_not_depend_on_orders() {
    let problem = |items: [&str; 3]| {
        let mut builder = Problem::builder();
        let items = items.map(|name| builder.primary(name, Bounds::ONCE));
        let option = builder.option(items.map(Into::into));
        (builder.build().unwrap(), option)
    };
    let (one, option) = problem(["a", "b", "c"]);
    let (other, same) = problem(["c", "a", "b"]);
    assert_eq!(one.mark(option), other.mark(same));
    assert_eq!(one.contents(option), "a b c");
    assert_ne!(one.mark(option), problem(["a", "b", "d"]).0.mark(option));
}
