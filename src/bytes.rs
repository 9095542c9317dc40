//! Little-endian numbers of the binary formats: networks, training games, checkpoints and books.

/// A number of a binary format, least significant byte first.
pub trait Number: Copy + Default {
    /// Reads the number from exactly as many bytes as it has; none for any other count.
    fn from_bytes(bytes: &[u8]) -> Option<Self>;
}

macro_rules! numbers {
    ($($number:ty),*) => {
        $(impl Number for $number {
            fn from_bytes(bytes: &[u8]) -> Option<Self> {
                bytes.try_into().ok().map(Self::from_le_bytes)
            }
        })*
    };
}

numbers!(u8, i8, u16, i16, u32, i32, u64, f32, f64);

/// A reader of a slice, from its start. Every method returns `None` where the bytes end too early.
#[derive(Clone, Copy)]
pub struct ByteReader<'a> {
    rest: &'a [u8],
}

impl<'a> ByteReader<'a> {
    #[must_use]
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    /// The bytes not yet taken.
    #[must_use]
    pub const fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// Takes `count` bytes.
    pub fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some(taken)
    }

    /// Takes a number.
    pub fn number<T: Number>(&mut self) -> Option<T> {
        self.take(size_of::<T>()).and_then(T::from_bytes)
    }

    /// Takes `N` numbers.
    pub fn numbers<T: Number, const N: usize>(&mut self) -> Option<[T; N]> {
        let bytes = self.take(N.checked_mul(size_of::<T>())?)?;
        let mut numbers = [T::default(); N];
        for (number, bytes) in numbers.iter_mut().zip(bytes.chunks_exact(size_of::<T>())) {
            *number = T::from_bytes(bytes)?;
        }
        Some(numbers)
    }

    /// Takes `count` numbers.
    pub fn list<T: Number>(&mut self, count: usize) -> Option<Vec<T>> {
        let bytes = self.take(count.checked_mul(size_of::<T>())?)?;
        bytes.chunks_exact(size_of::<T>()).map(T::from_bytes).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_taken_in_order_until_the_bytes_end() {
        let bytes = [1, 2, 0, 0xff, 0xff, 0, 0, 0x80, 0x3f, 7];
        let mut reader = ByteReader::new(&bytes);
        assert_eq!(reader.number::<u8>(), Some(1));
        assert_eq!(reader.numbers::<i16, 2>(), Some([2, -1]));
        assert_eq!(reader.number::<u64>(), None);
        assert_eq!(reader.list::<f32>(usize::MAX), None);
        assert_eq!(reader.list::<f32>(1), Some(vec![1.0]));
        assert_eq!(reader.number::<u16>(), None);
        assert_eq!(reader.rest(), [7]);
    }
}
