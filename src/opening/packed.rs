//! Positions of shogi in 32 bytes, in YaneuraOu's format (PackedSfen): the side to move and the squares of the kings,
//! then every other square and every piece off the board in a prefix code, lowest bit first. All forty pieces together
//! fill the 256 bits.

use crate::board::{Color, Square};
use crate::game::{Position as _, SfenMode};
use crate::rules::{AnyGame, MAX_MOVE_NUMBER, Position, Rules as _, Setup, Spec};

pub(super) type Packed = [u8; 32];

/// Codes of the kinds, each with its length in bits: on the board, and out of play. Hands are written in this order.
const CODES: [Code; 7] = [
    Code { letter: b'P', board: (0x01, 2), unused: (0x02, 2) },
    Code { letter: b'L', board: (0x03, 4), unused: (0x09, 4) },
    Code { letter: b'N', board: (0x0b, 4), unused: (0x0d, 4) },
    Code { letter: b'S', board: (0x07, 4), unused: (0x0b, 4) },
    Code { letter: GOLD, board: (0x0f, 5), unused: (0x1b, 5) },
    Code { letter: b'B', board: (0x1f, 6), unused: (0x2f, 6) },
    Code { letter: b'R', board: (0x3f, 6), unused: (0x3f, 6) },
];
/// The letter of the gold, whose code has no promotion bit.
const GOLD: u8 = b'G';
const KING_BITS: u32 = 7;
/// The number for the square of a missing king.
const NO_KING: u32 = Square::COUNT as u32;

struct Code {
    letter: u8,
    board: (u32, u32),
    unused: (u32, u32),
}

/// True if the game has the format's board and pieces.
pub(super) fn holds(spec: &Spec) -> bool {
    let known = |code: &Code| spec.kind_called(code.letter).is_some();
    spec.files == 9 && spec.ranks == 9 && spec.hand_kinds == CODES.len() && CODES.iter().all(known)
}

struct BitWriter {
    bytes: Packed,
    at: usize,
}

impl BitWriter {
    /// Writes `count` bits. Those beyond the end are lost, which happens only to positions with too many pieces.
    fn bits(&mut self, value: u32, count: u32) {
        for bit in 0..count {
            if value >> bit & 1 == 1
                && let Some(byte) = self.bytes.get_mut(self.at / 8)
            {
                *byte |= 1 << (self.at % 8);
            }
            self.at += 1;
        }
    }
}

/// Packs a position of a game that the format [`holds`], without its move number.
pub(super) fn pack(position: &Position<AnyGame>) -> Packed {
    let spec = position.spec();
    let mut writer = BitWriter { bytes: [0; 32], at: 0 };
    writer.bits(u32::from(position.side_to_move() == Color::White), 1);
    for color in Color::ALL {
        writer.bits(position.king(color).map_or(NO_KING, |king| king.index() as u32), KING_BITS);
    }
    let mut left: [u32; 7] =
        CODES.map(|code| spec.kind_called(code.letter).map_or(0, |kind| u32::from(spec.kind(kind).total)));
    for square in Square::all() {
        let piece = position.piece(square);
        if piece.is_none() {
            writer.bits(0, 1);
        } else if piece.kind() != spec.king {
            let kind = spec.kind(piece.kind());
            let Some(index) = CODES.iter().position(|code| code.letter == kind.letter) else { continue };
            writer.bits(CODES[index].board.0, CODES[index].board.1);
            writer.piece_flags(kind.letter, kind.promoted, piece.color());
            left[index] = left[index].saturating_sub(1);
        }
    }
    for color in Color::ALL {
        for (code, left) in CODES.iter().zip(&mut left) {
            let Some(kind) = spec.kind_called(code.letter) else { continue };
            for _ in 0..position.hand_count(color, kind) {
                writer.bits(code.board.0 >> 1, code.board.1 - 1);
                writer.piece_flags(code.letter, false, color);
                *left = left.saturating_sub(1);
            }
        }
    }
    for (code, left) in CODES.iter().zip(left) {
        for _ in 0..left {
            writer.bits(code.unused.0, code.unused.1);
            writer.bits(0, u32::from(code.letter != GOLD));
        }
    }
    writer.bytes
}

impl BitWriter {
    fn piece_flags(&mut self, letter: u8, promoted: bool, color: Color) {
        if letter != GOLD {
            self.bits(promoted.into(), 1);
        }
        self.bits(u32::from(color == Color::White), 1);
    }
}

struct BitReader<'a> {
    bytes: &'a Packed,
    at: usize,
}

impl BitReader<'_> {
    fn bit(&mut self) -> Option<u32> {
        let byte = self.bytes.get(self.at / 8)?;
        self.at += 1;
        Some(u32::from(byte >> ((self.at - 1) % 8) & 1))
    }

    fn bits(&mut self, count: u32) -> Option<u32> {
        (0..count).try_fold(0, |value, bit| Some(value | self.bit()? << bit))
    }

    /// Reads bits until they form one of the `codes`, and returns its index.
    fn code(&mut self, codes: &[(u32, u32)]) -> Option<usize> {
        let mut value = 0;
        for bit in 0..6 {
            value |= self.bit()? << bit;
            if let Some(index) = codes.iter().position(|&code| code == (value, bit + 1)) {
                return Some(index);
            }
        }
        None
    }
}

/// Unpacks a position. `number` is the number of the coming move, which the format lacks.
pub(super) fn unpack(rules: AnyGame, bytes: &Packed, number: u32) -> Option<Position<AnyGame>> {
    let setup = unpack_setup(rules.spec(), bytes, number)?;
    Position::from_setup(rules, &setup, SfenMode::Mate).ok()
}

fn unpack_setup(spec: &'static Spec, bytes: &Packed, number: u32) -> Option<Setup> {
    let mut reader = BitReader { bytes, at: 0 };
    let mut setup = Setup::empty(spec);
    setup.move_number = number.clamp(1, MAX_MOVE_NUMBER);
    setup.side = color(reader.bit()?);
    let kings = [reader.bits(KING_BITS)?, reader.bits(KING_BITS)?];
    let on_board: Vec<(u32, u32)> = std::iter::once((0, 1)).chain(CODES.iter().map(|code| code.board)).collect();
    for square in Square::all() {
        if let Some(owner) = kings.iter().position(|&king| king == square.index() as u32) {
            setup.put(square, color(owner as u32), spec.king);
            continue;
        }
        let Some(index) = reader.code(&on_board)?.checked_sub(1) else { continue };
        let letter = CODES[index].letter;
        let promoted = letter != GOLD && reader.bit()? == 1;
        let kind = spec.kind_called(letter)?;
        let kind = if promoted { spec.kind(kind).promotes_to? } else { kind };
        setup.put(square, color(reader.bit()?), kind);
    }
    read_hands(&mut reader, &mut setup)?;
    Some(setup)
}

/// Reads the pieces in hand, which fill the rest of the bits.
fn read_hands(reader: &mut BitReader<'_>, setup: &mut Setup) -> Option<()> {
    let in_hand = CODES.map(|code| (code.board.0 >> 1, code.board.1 - 1));
    while reader.at < 8 * size_of::<Packed>() {
        let letter = CODES[reader.code(&in_hand)?].letter;
        // A piece out of play has the promotion bit set. A gold out of play is written like a silver with that bit.
        let unused = letter != GOLD && reader.bit()? == 1;
        let owner = color(reader.bit()?);
        if !unused {
            setup.hold(owner, setup.spec().kind_called(letter)?, 1);
        }
    }
    Some(())
}

const fn color(bit: u32) -> Color {
    if bit == 0 { Color::Black } else { Color::White }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Playable as _, PlayablePosition as _};
    use crate::variants::DropVariant;

    fn hex(bytes: &Packed) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Positions packed by YaneuraOu's own code.
    const KNOWN: [(&str, &str); 4] = [
        (
            "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
            "59a451220cab44fc2ca744385e89f0488457223ca744385689f858468930bc7e",
        ),
        (
            "lns1kgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
            "59a451220cab44fc2ca744385e89f0480412e13925c2b14ac4c7324a8461bf7e",
        ),
        (
            "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGK4 w - 1",
            "59a451225825e2c72911bc1281447825c2734a846395888f659408436a6bbf7e",
        ),
        (
            "lnsgk4/9/ppppppppp/9/9/9/PPPPPPPPP/9/LNSGK4 w GBRgbr 1",
            "5924120189804440229008af44784e8970ac12611925c2701e9ffbfca6d4da5a",
        ),
    ];

    #[test]
    fn known_positions() {
        assert!(holds(DropVariant::Shogi.spec()) && !holds(DropVariant::Tori.spec()));
        for (sfen, packed) in KNOWN {
            let position = DropVariant::Shogi.game().read_sfen(sfen, SfenMode::Strict).unwrap();
            assert_eq!(hex(&pack(&position)), packed, "{sfen}");
        }
    }

    #[test]
    fn full_sets_read_back() {
        let sfens = [
            DropVariant::Shogi.spec().start,
            "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 5",
            "9/9/9/4k4/9/9/9/9/4K4 b RB2G2S2N2L9Prb2g2s2n2l9p 1",
        ];
        for sfen in sfens {
            let position = DropVariant::Shogi.game().read_sfen(sfen, SfenMode::Strict).unwrap();
            let back = unpack(DropVariant::Shogi.game(), &pack(&position), position.move_number());
            assert_eq!(back.map(|back| back.sfen()), Some(position.sfen()));
        }
        assert!(
            unpack(DropVariant::Shogi.game(), &[0xff; 32], 1).is_none()
                && unpack(DropVariant::Shogi.game(), &[0; 32], 1).is_none()
        );
    }
}
