//! Signed LEB128 numbers of 16 bits (DWARF 4, section 7.6), in which trained weights take little more than a byte each.
//!
//! A number is in groups of 7 bits from the low end, one a byte; bit 7 marks that more follow, and bit 6 of the last
//! byte is the sign. Any number of 16 bits has at most three bytes. [`decode`] relies on the checks of [`count`].

use crate::eval::NetworkFault;

/// The bit of a byte that marks a continued number.
const MORE: u8 = 0x80;
/// The same bit in each byte of a word.
const MORE_IN_WORD: u64 = u64::from_ne_bytes([MORE; 8]);
/// Bytes checked at once: few enough for sums of 8 bits.
const CHUNK: usize = 240;

/// Checks all numbers and returns their count.
///
/// # Errors
/// If the bytes end within a number, or a number does not fit into 16 bits.
pub fn count(bytes: &[u8]) -> Result<usize, NetworkFault> {
    let Some((&last, before)) = bytes.split_last() else { return Ok(0) };
    if last & MORE != 0 {
        return Err(NetworkFault::CompressedEnd);
    }
    for (index, (firsts, seconds)) in before.chunks(CHUNK).zip(bytes[1..].chunks(CHUNK)).enumerate() {
        // Only a number of three bytes or more can be too large, and such are rare.
        let longest = firsts.iter().zip(seconds).fold(0, |all, (first, second)| all | (first & second));
        if longest & MORE != 0 && !(0..firsts.len()).all(|at| fits(&bytes[index * CHUNK + at..])) {
            return Err(NetworkFault::CompressedNumber);
        }
    }
    let ends = |chunk: &[u8]| usize::from(chunk.iter().map(|byte| u8::from(byte & MORE == 0)).sum::<u8>());
    Ok(bytes.chunks(CHUNK).map(ends).sum())
}

/// True if the first bytes are not the start of a number beyond 16 bits. The third byte holds bits 14 and up.
fn fits(bytes: &[u8]) -> bool {
    match bytes {
        [first, second, third, ..] if first & second & MORE != 0 => matches!(third, 0 | 1 | 0x7e | 0x7f),
        _ => true,
    }
}

/// Decodes as many numbers as `numbers` has room for, and returns the bytes behind them. The bytes must have passed
/// [`count`].
pub fn decode<'a>(mut bytes: &'a [u8], numbers: &mut [i16]) -> &'a [u8] {
    let mut at = 0;
    while at < numbers.len() {
        let Some((word, _)) = bytes.split_first_chunk() else { break };
        let word = u64::from_le_bytes(*word);
        let left = &mut numbers[at..];
        let (used, done) = match left.first_chunk_mut::<8>() {
            Some(eight) if word & MORE_IN_WORD == 0 => {
                *eight = word.to_le_bytes().map(|byte| i16::from((byte << 1).cast_signed() >> 1));
                (8, 8)
            }
            _ => decode_word(word, left),
        };
        bytes = &bytes[used..];
        at += done;
    }
    // The last bytes do not fill a word.
    for number in &mut numbers[at..] {
        let mut word = [0; 8];
        let count = bytes.len().min(word.len());
        word[..count].copy_from_slice(&bytes[..count]);
        let (used, _) = decode_word(u64::from_le_bytes(word), std::slice::from_mut(number));
        bytes = bytes.get(used..).unwrap_or_default();
    }
    bytes
}

/// Decodes the numbers that end within the word, and returns the counts of used bytes and decoded numbers.
#[inline]
fn decode_word(mut word: u64, numbers: &mut [i16]) -> (usize, usize) {
    let mut ends = !word & MORE_IN_WORD;
    let (mut used, mut done) = (0, 0);
    for number in numbers {
        // A valid number ends within three bytes: the mask changes nothing, and saves a check of the shifts.
        let bits = (ends.trailing_zeros() + 1) & 31;
        if ends == 0 {
            break;
        }
        let groups = (word as u32 & 0x7f) | (word as u32 >> 1 & 0x7f << 7) | (word as u32 >> 2 & 0x7f << 14);
        let unused = (32 - bits / 8 * 7) & 31;
        *number = ((groups << unused).cast_signed() >> unused) as i16;
        word >>= bits;
        ends >>= bits;
        used += bits as usize / 8;
        done += 1;
    }
    (used, done)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::nnue::tests::compress;

    #[test]
    fn every_number_of_16_bits_comes_back_from_any_offset() {
        let numbers: Vec<i16> = (i16::MIN..=i16::MAX).chain((0..4000).map(|n| n % 60)).collect();
        let bytes = compress(&numbers);
        assert!(matches!(count(&bytes), Ok(count) if count == numbers.len()));
        for width in [1, 7, 64, 1000] {
            let mut rest = &bytes[..];
            for row in numbers.chunks(width) {
                let mut decoded = vec![0; row.len()];
                rest = decode(rest, &mut decoded);
                assert_eq!(decoded, row);
            }
            assert!(rest.is_empty());
        }
    }

    #[test]
    fn numbers_that_are_cut_or_too_large_are_told() {
        assert!(matches!(count(&[]), Ok(0)));
        assert!(matches!(count(&[1, 0x81]), Err(NetworkFault::CompressedEnd)));
        let beyond: [&[u8]; 4] = [&[0x80, 0x80, 2], &[0xff, 0xff, 0x7d], &[0x80, 0x80, 0x80, 0], &[0xff, 0xff, 0x41]];
        for number in beyond {
            for before in [0, 239, 240, 241] {
                let bytes = [&vec![5; before], number].concat();
                assert!(matches!(count(&bytes), Err(NetworkFault::CompressedNumber)), "{number:?} after {before}");
            }
        }
    }
}
