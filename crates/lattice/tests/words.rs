use polydlx_lattice::{Lattice, Motion, describe};
use std::collections::BTreeSet;

#[test]
fn names_differ_and_tell_rotations() {
    for lattice in Lattice::ALL {
        let motions = lattice.motion_group();
        let names: BTreeSet<String> = motions.iter().map(|&motion| describe(lattice, motion)).collect();
        assert_eq!(names.len(), motions.len(), "{names:#?}");
        let rotations = lattice.rotation_group();
        for motion in motions {
            let name = describe(lattice, motion);
            let is_rotation = !name.contains("reflection");
            assert_eq!(is_rotation, rotations.contains(&motion), "{name}");
        }
    }
}

#[test]
fn angles() {
    for lattice in Lattice::ALL {
        for motion in lattice.rotation_group() {
            let name = describe(lattice, motion);
            let order = (1..).scan(motion, |power, n| {
                let found = (*power == Motion::IDENTITY).then_some(n);
                *power = motion.after(*power);
                Some(found)
            });
            let order = order.flatten().next().unwrap();
            let angle = name
                .strip_prefix("rotation by ")
                .map_or(360, |rest| rest.split('°').next().unwrap().parse::<u32>().unwrap());
            let gcd =
                (1..=angle).rev().find(|&d| angle.is_multiple_of(d) && 360_u32.is_multiple_of(d)).unwrap();
            assert_eq!(360 / gcd, order, "{name}");
        }
    }
}
