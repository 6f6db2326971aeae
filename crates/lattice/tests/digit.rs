use polydlx_lattice::{COORDINATES, DIGITS, digit, digit_value, push_coordinate, read_coordinate};

#[test]
fn digits_are_a_bijection() {
    for value in -3..70 {
        assert_eq!(digit(value).and_then(digit_value), (0..DIGITS).contains(&value).then_some(value));
    }
    assert_eq!((0..DIGITS).filter_map(digit).collect::<String>().len(), 62);
}

#[test]
fn coordinates_are_read_as_they_are_written() {
    for value in 0..COORDINATES {
        let mut text = String::new();
        push_coordinate(value, &mut text);
        text.push_str("0'");
        assert_eq!(read_coordinate(&text), Some((value, "0'")));
    }
    for text in ["", "-", "{", "{}0", "{7}", "{062}", "{+62}", "{1000}", "{62"] {
        assert_eq!(read_coordinate(text), None, "{text}");
    }
}
