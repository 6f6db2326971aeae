//! SHA-256 (FIPS 180-4), so that what is kept in files can be checked with other programs, too.

/// The SHA-256 hash of some bytes.
///
/// ```
/// let hash = polydlx_cover::sha256(b"abc");
/// assert_eq!(hash[..4], [0xba, 0x78, 0x16, 0xbf]);
/// ```
pub fn sha256(bytes: &[u8]) -> [u8; 32] {
    let mut hash = Sha256::default();
    hash.update(bytes);
    hash.finish()
}

/// A hash of bytes that come one after the other.
#[derive(Clone, Debug)]
pub struct Sha256 {
    state: [u32; 8],
    /// What does not fill a block yet.
    rest: Vec<u8>,
    length: u64,
}

/// The first 32 bits of the fractional parts of the square roots of the first 8 primes.
const START: [u32; 8] =
    [0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19];

/// The same of the cube roots of the first 64 primes.
const ROUNDS: [u32; 64] = [
    0x428a_2f98,
    0x7137_4491,
    0xb5c0_fbcf,
    0xe9b5_dba5,
    0x3956_c25b,
    0x59f1_11f1,
    0x923f_82a4,
    0xab1c_5ed5,
    0xd807_aa98,
    0x1283_5b01,
    0x2431_85be,
    0x550c_7dc3,
    0x72be_5d74,
    0x80de_b1fe,
    0x9bdc_06a7,
    0xc19b_f174,
    0xe49b_69c1,
    0xefbe_4786,
    0x0fc1_9dc6,
    0x240c_a1cc,
    0x2de9_2c6f,
    0x4a74_84aa,
    0x5cb0_a9dc,
    0x76f9_88da,
    0x983e_5152,
    0xa831_c66d,
    0xb003_27c8,
    0xbf59_7fc7,
    0xc6e0_0bf3,
    0xd5a7_9147,
    0x06ca_6351,
    0x1429_2967,
    0x27b7_0a85,
    0x2e1b_2138,
    0x4d2c_6dfc,
    0x5338_0d13,
    0x650a_7354,
    0x766a_0abb,
    0x81c2_c92e,
    0x9272_2c85,
    0xa2bf_e8a1,
    0xa81a_664b,
    0xc24b_8b70,
    0xc76c_51a3,
    0xd192_e819,
    0xd699_0624,
    0xf40e_3585,
    0x106a_a070,
    0x19a4_c116,
    0x1e37_6c08,
    0x2748_774c,
    0x34b0_bcb5,
    0x391c_0cb3,
    0x4ed8_aa4a,
    0x5b9c_ca4f,
    0x682e_6ff3,
    0x748f_82ee,
    0x78a5_636f,
    0x84c8_7814,
    0x8cc7_0208,
    0x90be_fffa,
    0xa450_6ceb,
    0xbef9_a3f7,
    0xc671_78f2,
];

impl Default for Sha256 {
    fn default() -> Self {
        Self { state: START, rest: Vec::new(), length: 0 }
    }
}

impl Sha256 {
    /// Some bytes more.
    pub fn update(&mut self, mut bytes: &[u8]) {
        self.length += bytes.len() as u64;
        if !self.rest.is_empty() {
            let some = bytes.len().min(64 - self.rest.len());
            self.rest.extend_from_slice(&bytes[..some]);
            bytes = &bytes[some..];
            if self.rest.len() == 64 {
                let block = std::mem::take(&mut self.rest);
                self.block(&block);
            }
        }
        let blocks = bytes.chunks_exact(64);
        let rest = blocks.remainder();
        blocks.for_each(|block| self.block(block));
        self.rest.extend_from_slice(rest);
    }

    /// The hash of all of them.
    pub fn finish(mut self) -> [u8; 32] {
        let bits = self.length * 8;
        let zeros = (119 - self.rest.len()) % 64;
        self.update(&[&[0x80], &[0; 64][..zeros], &bits.to_be_bytes()[..]].concat());
        let mut hash = [0; 32];
        hash.chunks_exact_mut(4)
            .zip(self.state)
            .for_each(|(out, word)| out.copy_from_slice(&word.to_be_bytes()));
        hash
    }

    fn block(&mut self, block: &[u8]) {
        let mut words = [0u32; 64];
        for (word, bytes) in words.iter_mut().zip(block.chunks_exact(4)) {
            *word = u32::from_be_bytes(bytes.try_into().expect("four bytes"));
        }
        for at in 16..64 {
            let (a, b) = (words[at - 15], words[at - 2]);
            let a = a.rotate_right(7) ^ a.rotate_right(18) ^ a >> 3;
            let b = b.rotate_right(17) ^ b.rotate_right(19) ^ b >> 10;
            words[at] = words[at - 16].wrapping_add(a).wrapping_add(words[at - 7]).wrapping_add(b);
        }
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = self.state;
        for (round, word) in ROUNDS.into_iter().zip(words) {
            let first = h
                .wrapping_add(e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25))
                .wrapping_add((e & f) ^ (!e & g))
                .wrapping_add(round)
                .wrapping_add(word);
            let second = (a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22))
                .wrapping_add((a & b) ^ (a & c) ^ (b & c));
            (h, g, f, e) = (g, f, e, d.wrapping_add(first));
            (d, c, b, a) = (c, b, a, first.wrapping_add(second));
        }
        for (sum, word) in self.state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
            *sum = sum.wrapping_add(word);
        }
    }
}
