use polydlx_lattice::Motion;

#[test]
fn groups_have_the_right_order() {
    let quarter = Motion::signed([2, -1, 3, 4]);
    let cycle = Motion::signed([2, 3, 1, 4]);
    let mirror = Motion::signed([-1, 2, 3, 4]);
    assert_eq!(Motion::group(&[quarter]).len(), 4);
    assert_eq!(Motion::group(&[quarter, cycle]).len(), 24);
    assert_eq!(Motion::group(&[quarter, cycle, mirror]).len(), 48);
}

#[test]
fn composition_is_application_in_turn() {
    let all = Motion::group(&[Motion::signed([2, -1, 3, 4]), Motion::signed([-2, 3, 1, -4])]);
    for &f in &all {
        for &g in &all {
            assert_eq!(f.after(g).apply([1, 2, 4, 8]), f.apply(g.apply([1, 2, 4, 8])));
        }
    }
}
