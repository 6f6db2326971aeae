use polydlx_cover::{Sha256, sha256};

fn hex(bytes: &[u8]) -> String {
    sha256(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn hashes_are_those_of_the_standard() {
    assert_eq!(hex(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    assert_eq!(hex(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    let two_blocks = b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    assert_eq!(hex(two_blocks), "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    let million = vec![b'a'; 1_000_000];
    assert_eq!(hex(&million), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

#[test]
fn it_does_not_matter_how_the_bytes_come() {
    let bytes: Vec<u8> = (0..300u32).map(|at| (at * 7) as u8).collect();
    for step in [1, 3, 55, 56, 63, 64, 65, 128] {
        let mut hash = Sha256::default();
        bytes.chunks(step).for_each(|some| hash.update(some));
        assert_eq!(hash.finish(), sha256(&bytes), "{step}");
    }
}
