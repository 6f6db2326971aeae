use polydlx_lattice::{Lattice, Sided, for_each_polyform, polyforms};

fn check(lattice: Lattice, sided: Sided, expected: &[usize]) {
    for (size, &number) in (1..).zip(expected) {
        let mut found = 0;
        for_each_polyform(lattice, size, sided, |_| found += 1);
        assert_eq!(found, number, "{sided:?} {lattice:?} of size {size}");
    }
}

#[test]
fn polyominoes() {
    check(Lattice::SQUARE, Sided::Free, &[1, 1, 2, 5, 12, 35, 108, 369, 1285, 4655, 17073, 63600]);
    check(Lattice::SQUARE, Sided::One, &[1, 1, 2, 7, 18, 60, 196, 704, 2500, 9189]);
    check(Lattice::SQUARE, Sided::Fixed, &[1, 2, 6, 19, 63, 216, 760, 2725, 9910, 36446]);
}

#[test]
fn polyiamonds() {
    check(Lattice::TRIANGLE, Sided::Free, &[1, 1, 1, 3, 4, 12, 24, 66, 160, 448, 1186, 3334]);
    check(Lattice::TRIANGLE, Sided::One, &[1, 1, 1, 4, 6, 19, 43, 120, 307, 866]);
    check(Lattice::TRIANGLE, Sided::Fixed, &[2, 3, 6, 14, 36, 94, 250, 675, 1838, 5053]);
}

#[test]
fn polyhexes() {
    check(Lattice::HEX, Sided::Free, &[1, 1, 3, 7, 22, 82, 333, 1448, 6572]);
    check(Lattice::HEX, Sided::One, &[1, 1, 3, 10, 33, 147, 620, 2821]);
    check(Lattice::HEX, Sided::Fixed, &[1, 3, 11, 44, 186, 814, 3652, 16689]);
}

#[test]
fn polycubes() {
    check(Lattice::CUBE, Sided::One, &[1, 1, 2, 8, 29, 166, 1023, 6922]);
    check(Lattice::CUBE, Sided::Free, &[1, 1, 2, 7, 23, 112, 607, 3811]);
    check(Lattice::CUBE, Sided::Fixed, &[1, 3, 15, 86, 534, 3481, 23502]);
}

#[test]
fn polyspheres() {
    check(Lattice::SPHERE, Sided::One, &[1, 1, 4, 25, 210, 2209]);
}

type Counts = (Lattice, &'static [usize], &'static [usize], &'static [usize]);

/// Free, one-sided and fixed polyforms of the newer rows, as far as two other programs counted them, and the literature
/// (A019988, A151537, A197459, A197460, A159867, A151539, A006074, A197465, A057786, A056842, A343398, A343577, A343909,
/// A006770; TAOCP 7.2.2.1, exercises 323, 353, 355 and 357).
#[rustfmt::skip]
const COUNTS: [Counts; Lattice::ALL.len() - 5] = [
    (Lattice::POLYPLET, &[1, 2, 5, 22, 94], &[1, 2, 6, 34, 166], &[1, 4, 20, 110, 638]),
    (Lattice::STICK, &[1, 2, 5, 16, 55, 222, 950], &[1, 2, 7, 25, 99, 416, 1854, 8411], &[2, 6, 22, 88, 372, 1628, 7312, 33466]),
    (Lattice::TWIG, &[1, 1, 3, 4, 12, 27, 78, 208, 635], &[1, 1, 4, 6, 19, 49, 143, 403, 1235, 3681], &[3, 6, 14, 36, 99, 281, 816, 2415, 7260, 22074]),
    (Lattice::TRIG, &[1, 3, 12, 60, 375], &[1, 3, 19, 104, 719, 5123], &[3, 15, 91, 603, 4215, 30535]),
    (Lattice::TAN, &[1, 3, 4, 14, 30, 107, 318], &[1, 4, 6, 22, 56, 198, 624], &[4, 9, 24, 71, 224, 740, 2496]),
    (Lattice::TETRAKIS, &[1, 2, 2, 6, 8, 22, 42, 112, 252, 650], &[1, 2, 3, 8, 14, 36, 80, 206, 494, 1259, 3144], &[4, 6, 12, 25, 56, 132, 320, 792, 1976, 4962, 12576]),
    (Lattice::KITE, &[1, 2, 4, 10, 27, 85, 262], &[1, 2, 6, 16, 48, 158, 508, 1708], &[6, 12, 32, 93, 288, 926, 3048, 10209]),
    (Lattice::DRAFTER, &[1, 6, 14, 64, 237, 1024, 4254, 18664], &[2, 8, 28, 116, 474, 2001], &[12, 44, 168, 675, 2828, 11920]),
    (Lattice::KISRHOMBILLE, &[1, 3, 3, 9, 14, 38, 74, 185, 414, 1026], &[2, 3, 6, 13, 28, 66, 148, 349, 828, 2005], &[12, 18, 36, 75, 168, 386, 888, 2079, 4960, 11988]),
    (Lattice::RHOMBILLE, &[1, 1, 3, 4, 12, 27, 78, 208, 635], &[1, 1, 4, 6, 19, 49, 143, 403, 1235, 3681], &[3, 6, 14, 36, 99, 281, 816, 2415, 7260, 22074]),
    (Lattice::TRIHEXAGONAL, &[2, 1, 4, 9, 30, 97, 373], &[2, 1, 4, 14, 47, 178, 697], &[3, 6, 21, 73, 273, 1049, 4117]),
    (Lattice::OCTAGON, &[2, 2, 7, 22, 93, 413], &[2, 2, 8, 34, 158, 777, 4006], &[2, 6, 26, 121, 597, 3040, 15876]),
    (Lattice::CAIRO, &[1, 2, 5, 17, 55, 206], &[1, 3, 8, 31, 103, 401, 1537], &[4, 10, 32, 112, 412, 1572, 6148]),
    (Lattice::FLORET, &[1, 3, 8, 25, 80, 291, 1036], &[1, 3, 8, 25, 80, 291, 1036], &[6, 15, 44, 141, 480, 1703, 6216]),
    (Lattice::SKEW, &[2, 1, 5, 10, 38, 110, 400], &[3, 2, 8, 19, 71, 216, 784], &[4, 8, 24, 76, 252, 864, 3040]),
    (Lattice::WINDMILL, &[2], &[2], &[3]),
    (Lattice::WEAKCUBE, &[1, 2, 8, 64, 646], &[1, 2, 9, 88, 1103], &[1, 9, 113, 1623, 25277]),
    (Lattice::JUBE, &[1, 1, 4, 20, 131], &[1, 1, 5, 28, 225], &[1, 6, 50, 475, 4881]),
    (Lattice::BCC, &[1, 2, 6, 35, 251], &[1, 2, 6, 44, 394], &[1, 7, 67, 734, 8716]),
    (Lattice::CRUNCH, &[1, 1, 3, 12, 61], &[1, 1, 3, 14, 88], &[1, 4, 28, 216, 1790]),
    (Lattice::TETOCT, &[2, 1, 4, 9, 44, 195, 1186], &[2, 1, 4, 11, 65, 339, 2211, 14356], &[3, 8, 40, 214, 1272, 7944, 51532, 343334]),
    (Lattice::TRIPRISM, &[1, 2, 3, 11, 30, 137], &[1, 2, 3, 13, 43, 221], &[2, 5, 20, 91, 450, 2355]),
    (Lattice::HEXPRISM, &[1, 2, 5, 20, 89], &[1, 2, 5, 23, 123], &[1, 4, 24, 168, 1274]),
];

#[test]
fn polyforms_of_all_rows() {
    for (lattice, free, one, fixed) in COUNTS {
        check(lattice, Sided::Free, free);
        check(lattice, Sided::One, one);
        check(lattice, Sided::Fixed, fixed);
    }
}

#[test]
fn there_is_no_polyform_without_cells() {
    assert_eq!(polyforms(Lattice::SQUARE, 0, Sided::Free), []);
}
