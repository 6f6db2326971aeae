//! Archives: just as much of the ZIP format as a 3MF file needs.

/// An archive of files with these names and texts.
pub(crate) fn zipped(files: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = Vec::new();
    let mut directory = Vec::new();
    for (name, text) in files {
        let packed = miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 6);
        let start = size(archive.len());
        // Version 2.0, names in UTF-8, deflated, on the first of January 1980: the same input gives the same bytes.
        let mut about = Vec::new();
        for number in [20_u16, 1 << 11, 8, 0, (1 << 5) | 1] {
            about.extend(number.to_le_bytes());
        }
        for number in [checksum(text.as_bytes()), size(packed.len()), size(text.len())] {
            about.extend(number.to_le_bytes());
        }
        about.extend(u16::try_from(name.len()).expect("names are short").to_le_bytes());
        about.extend([0, 0]);
        archive.extend(b"PK\x03\x04");
        archive.extend(&about);
        archive.extend(name.as_bytes());
        archive.extend(&packed);
        directory.extend(b"PK\x01\x02\x14\x00");
        directory.extend(&about);
        // No comment, the first disk, no attributes.
        directory.extend([0; 10]);
        directory.extend(start.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let number = u16::try_from(files.len()).expect("there are few files").to_le_bytes();
    let (start, length) = (size(archive.len()), size(directory.len()));
    archive.extend(&directory);
    archive.extend(b"PK\x05\x06\x00\x00\x00\x00");
    archive.extend([number, number].concat());
    archive.extend(length.to_le_bytes());
    archive.extend(start.to_le_bytes());
    archive.extend([0, 0]);
    archive
}

fn size(length: usize) -> u32 {
    u32::try_from(length).expect("models have less than four gigabytes")
}

/// The CRC-32 that ZIP and gzip use.
fn checksum(bytes: &[u8]) -> u32 {
    let step = |sum: u32, &byte: &u8| {
        let mut sum = sum ^ u32::from(byte);
        for _ in 0..8 {
            sum = if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 };
        }
        sum
    };
    !bytes.iter().fold(!0, step)
}

#[cfg(test)]
mod tests {
    use super::checksum;

    #[test]
    fn the_checksum_is_that_of_the_books() {
        assert_eq!(checksum(b"123456789"), 0xcbf4_3926);
    }
}
