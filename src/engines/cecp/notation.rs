//! Squares, moves and positions, between USI and CECP.
//!
//! CECP views the board from the first player, who is White there: letters of files run from the left, numbers of ranks
//! from that player's side. USI numbers the files from the right and letters the ranks from the top.

use super::letters::Letters;
use crate::variants::Variant;

/// The board of a game: its size, and letters for the names of its pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    files: u8,
    ranks: u8,
    letters: Letters,
}

impl Board {
    /// The board of a position in SFEN, where the pieces are letters.
    pub fn of(sfen: &str) -> Self {
        let board = sfen.split_whitespace().next().unwrap_or_default();
        let (files, ranks) = (board.split('/').next().map_or(0, width), board.split('/').count() as u8);
        Self { files, ranks, letters: Letters::default() }
    }

    /// The board of a game.
    #[must_use]
    pub fn of_game(game: Variant) -> Self {
        let letters = Letters(game.cecp().map_or(&[], |known| known.letters));
        Self { letters, ..Self::of(game.start_sfen()) }
    }

    /// True if a text has the form of a move in CECP, on a board of any size.
    #[must_use]
    pub fn is_move(text: &str) -> bool {
        let text = text.strip_suffix(['=', '+']).unwrap_or(text);
        if let Some((piece, to)) = text.split_once(['@', '*']) {
            return matches!(piece.as_bytes(), [letter] if letter.is_ascii_alphabetic()) && is_square(to);
        }
        let is_step = |step| {
            let squares: Option<[&str; 2]> = cut(step, u8::is_ascii_digit);
            squares.is_some_and(|squares| squares.into_iter().all(is_square))
        };
        text.split(',').all(is_step)
    }

    /// A CECP move in USI: `8h2b+` for `b2h8+`. None if it does not fit on this board. A comma separates the two steps
    /// of a lion.
    pub fn usi(self, text: &str) -> Option<String> {
        // XBoard marks a declined promotion with an equals sign.
        let text = text.strip_suffix('=').unwrap_or(text);
        let (text, promotion) = text.strip_suffix('+').map_or((text, ""), |text| (text, "+"));
        if let Some((piece, to)) = text.split_once(['@', '*']) {
            let &[letter] = piece.as_bytes() else { return None };
            let name = self.letters.name(char::from(letter.to_ascii_uppercase()).encode_utf8(&mut [0; 4]));
            return Some(format!("{name}*{}{promotion}", self.usi_square(to)?));
        }
        if let Some((first, second)) = text.split_once(',') {
            let ([from, via], [again, to]) = (cut(first, u8::is_ascii_digit)?, cut(second, u8::is_ascii_digit)?);
            let squares = format!("{}{}{}", self.usi_square(from)?, self.usi_square(via)?, self.usi_square(to)?);
            return (via == again).then_some(squares);
        }
        let [from, to] = cut(text, u8::is_ascii_digit)?;
        Some(format!("{}{}{promotion}", self.usi_square(from)?, self.usi_square(to)?))
    }

    /// A USI move in CECP; none if it does not fit on this board.
    pub fn cecp(self, text: &str) -> Option<String> {
        let (text, promotion) = text.strip_suffix('+').map_or((text, ""), |text| (text, "+"));
        if let Some((piece, to)) = text.split_once('*') {
            return Some(format!("{}@{}{promotion}", self.letters.letter(piece), self.cecp_square(to)?));
        }
        if let Some([from, via, to]) = cut(text, u8::is_ascii_lowercase) {
            let [from, via, to] = [self.cecp_square(from)?, self.cecp_square(via)?, self.cecp_square(to)?];
            return Some(format!("{from}{via},{via}{to}"));
        }
        let [from, to] = cut(text, u8::is_ascii_lowercase)?;
        Some(format!("{}{}{promotion}", self.cecp_square(from)?, self.cecp_square(to)?))
    }

    /// The board field of a position in SFEN.
    pub fn placement(self, sfen: &str) -> String {
        let [board, _] = self.letters.of_names(sfen.split_whitespace().next().unwrap_or_default(), "-");
        board
    }

    /// FEN of a position in SFEN, with the pieces in hand after the board and the first player as White. The move number is
    /// dropped, because FEN counts otherwise.
    pub fn fen(self, sfen: &str) -> String {
        let mut fields = sfen.split_whitespace();
        let board = fields.next().unwrap_or_default();
        let side = if fields.next() == Some("w") { 'b' } else { 'w' };
        let [board, hands] = self.letters.of_names(board, fields.next().unwrap_or("-"));
        format!("{board}[{}] {side} 0 1", holdings(&hands))
    }

    /// SFEN of a position in FEN, with the pieces in hand in brackets after the board; none if a field is missing.
    #[must_use]
    pub fn sfen(self, fen: &str) -> Option<String> {
        let (board, held, rest) = match fen.split_once('[') {
            Some((board, rest)) => {
                let (held, rest) = rest.split_once(']')?;
                (board, held, rest)
            }
            None => fen.trim_start().split_once(' ').map(|(board, rest)| (board, "", rest))?,
        };
        let side = match rest.split_whitespace().next()? {
            "w" => 'b',
            "b" => 'w',
            _ => return None,
        };
        let [board, hands] = self.letters.to_names(board.trim(), &hand(held));
        Some(format!("{board} {side} {hands} 1"))
    }

    fn usi_square(self, text: &str) -> Option<String> {
        let from_left = text.bytes().next()?.checked_sub(b'a').filter(|&file| file < self.files)?;
        let from_below = number(text.get(1..)?)?.checked_sub(1).filter(|&rank| rank < self.ranks)?;
        Some(format!("{}{}", self.files - from_left, char::from(b'a' + self.ranks - 1 - from_below)))
    }

    fn cecp_square(self, text: &str) -> Option<String> {
        let (file, rank) = text.split_at_checked(text.len().checked_sub(1)?)?;
        let from_right = number(file)?.checked_sub(1).filter(|&file| file < self.files)?;
        let from_top = rank.bytes().next()?.checked_sub(b'a').filter(|&rank| rank < self.ranks)?;
        Some(format!("{}{}", char::from(b'a' + self.files - 1 - from_right), self.ranks - from_top))
    }
}

/// True if a text has the form of a square in CECP: the letter of a file, and a rank of one or two digits.
fn is_square(text: &str) -> bool {
    let [file, rank @ ..] = text.as_bytes() else { return false };
    file.is_ascii_lowercase() && (1..=2).contains(&rank.len()) && rank.iter().all(u8::is_ascii_digit)
}

/// Number of squares that a rank in SFEN takes.
fn width(rank: &str) -> u8 {
    // Between commas stand names of several letters.
    if rank.contains(',') {
        return rank.split(',').map(|cell| cell.parse().unwrap_or(1_u8)).fold(0, u8::saturating_add);
    }
    let (mut width, mut number) = (0, 0);
    for c in rank.chars() {
        if let Some(digit) = c.to_digit(10) {
            number = 10 * number + digit as u8;
        } else {
            width += number + u8::from(c != '+');
            number = 0;
        }
    }
    width + number
}

/// Reads one or two digits without a leading zero.
fn number(text: &str) -> Option<u8> {
    let plain = text.len() <= 2 && text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0');
    if plain { text.parse().ok() } else { None }
}

/// Cuts a text into squares, each of which ends with a run of characters for which `ends` holds.
fn cut<const N: usize>(text: &str, ends: fn(&u8) -> bool) -> Option<[&str; N]> {
    let mut squares = [""; N];
    let mut rest = text;
    for square in &mut squares {
        let first = rest.bytes().position(|b| ends(&b))?;
        let more = rest.bytes().skip(first).take_while(ends).count();
        (*square, rest) = rest.split_at_checked(first + more)?;
    }
    rest.is_empty().then_some(squares)
}

/// Pieces in hand in SFEN: `2Pb` for `PPb`.
fn hand(held: &str) -> String {
    let mut counts: Vec<(char, usize)> = Vec::new();
    for c in held.chars().filter(|c| c.is_ascii_alphabetic()) {
        match counts.iter_mut().find(|(known, _)| *known == c) {
            Some((_, count)) => *count += 1,
            None => counts.push((c, 1)),
        }
    }
    let text = |(c, count): &(char, usize)| if *count == 1 { c.to_string() } else { format!("{count}{c}") };
    if counts.is_empty() { "-".to_owned() } else { counts.iter().map(text).collect() }
}

/// Pieces in hand one by one: `PPb` for `2Pb`.
fn holdings(hand: &str) -> String {
    let mut held = String::new();
    let mut count = 0;
    for c in hand.chars() {
        if let Some(digit) = c.to_digit(10) {
            count = count * 10 + digit as usize;
        } else {
            held.extend(std::iter::repeat_n(c, count.max(1)));
            count = 0;
        }
    }
    held
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Playable, PlayablePosition as _, Position as _};
    use crate::variants::{Kernel, Variant};
    use crate::with_game;

    #[test]
    fn moves_of_shogi() {
        let board = Board::of("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1");
        assert_eq!(board, Board { files: 9, ranks: 9, letters: Letters::default() });
        for (cecp, usi) in [("c3c4", "7g7f"), ("b2h8+", "8h2b+"), ("P@e5", "P*5e"), ("a1i9", "9i1a")] {
            assert_eq!(board.usi(cecp).as_deref(), Some(usi));
            assert_eq!(board.cecp(usi).as_deref(), Some(cecp));
        }
        assert_eq!(board.usi("b2h8=").as_deref(), Some("8h2b"));
        assert_eq!(board.usi("p@e5").as_deref(), Some("P*5e"));
        for wrong in ["", "e", "e2", "e2e10", "j1a1", "a0a1", "O-O", "resign", "é2e4", "@@@@", "12345"] {
            assert_eq!(board.usi(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn moves_of_small_boards() {
        let board = Board::of("pgkst/5/5/5/TSKGP b - 1");
        assert_eq!(board.usi("a1b2+").as_deref(), Some("5e4d+"));
        let board = Board::of("sgkgs/5/1ppp1/1PPP1/5/SGKGS b - 1");
        assert_eq!((board.usi("c3c4").as_deref(), board.usi("a6e1").as_deref()), (Some("3d3c"), Some("5a1f")));
        assert_eq!(board.usi("a7a6"), None);
    }

    #[test]
    fn moves_of_large_boards() {
        let board = Board::of("12/12/12/12/12/12/12/12/12/12/12/12 b - 1");
        assert_eq!(board, Board { files: 12, ranks: 12, letters: Letters::default() });
        for (cecp, usi) in [("f1f12", "7l7a"), ("a12l1", "12a1l"), ("c4d5,d5e4", "10i9h8i"), ("f6f7,f7f6", "7g7f7g")] {
            assert_eq!(board.usi(cecp).as_deref(), Some(usi));
            assert_eq!(board.cecp(usi).as_deref(), Some(cecp));
        }
        for wrong in ["f1f13", "f01f2", "c4d5,d6e4", "c4d5,", "@@@@", "m1a1"] {
            assert_eq!(board.usi(wrong), None, "{wrong}");
        }
    }

    /// Every move of a game goes through CECP and comes back.
    fn check_all_moves<G: Playable>(game: G, board: Board) {
        let mut position = game.start();
        for ply in 0..40 {
            let legal = position.legal();
            for &m in legal.as_ref() {
                let usi = game.usi(m).to_string();
                assert_eq!(board.cecp(&usi).and_then(|cecp| board.usi(&cecp)), Some(usi));
            }
            let Some(&m) = legal.as_ref().get(ply * 7 % legal.as_ref().len().max(1)) else { return };
            position.make(m, &mut ());
        }
    }

    #[test]
    fn all_moves_come_back() {
        // Programs know no names for most games of the wide kernel, whose files go beyond the letters.
        let is_known = |variant: &&Variant| !matches!(variant.kernel(), Kernel::Wide(_)) || variant.cecp().is_some();
        for &variant in Variant::ALL.iter().filter(is_known) {
            with_game!(variant, game => check_all_moves(game, Board::of_game(variant)));
        }
    }

    #[test]
    fn positions_with_pieces_in_hand() {
        let board = Board::of("4k/5/5/5/K4 b - 1");
        assert_eq!(board.fen("4k/5/5/5/K4 b - 1"), "4k/5/5/5/K4[-] w 0 1");
        assert_eq!(board.fen("4k/5/5/5/K4 w R12Pb2p 7"), format!("4k/5/5/5/K4[R{}bpp] b 0 1", "P".repeat(12)));
    }

    #[test]
    fn positions_come_back() {
        for text in [
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
            "4k/5/5/+P4/K4 w R12Pb2p 1",
            "1gkst/5/5/5/TSKGP w - 1",
        ] {
            let board = Board::of(text);
            assert_eq!(board.sfen(&board.fen(text)).as_deref(), Some(text));
        }
        let board = Board::of("rbsgk/4p/5/P4/KGSBR b - 1");
        let sfen = |fen| board.sfen(fen);
        // The form of XBoard, and one without brackets.
        assert_eq!(sfen("rbsgk/4p/5/P4/KGSBR [-] b 0 1").as_deref(), Some("rbsgk/4p/5/P4/KGSBR w - 1"));
        assert_eq!(sfen("rbsgk/4p/5/P4/KGSBR w 0 1").as_deref(), Some("rbsgk/4p/5/P4/KGSBR b - 1"));
        assert_eq!(sfen("4k/5/5/5/K4[pPRp] w - - 0 1").as_deref(), Some("4k/5/5/5/K4 b 2pPR 1"));
        for wrong in ["", "4k", "4k/5 x 0 1", "4k/5[P w 0 1"] {
            assert_eq!(sfen(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn letters_stand_for_names() {
        let game: Variant = "wadrops".parse().expect("a game");
        let board = Board::of_game(game);
        let start = "hmlcvkwgudo/1e3s3f1/ppprpppxppp/3p3p3/11/11/11/3P3P3/PPPXPPPRPPP/1F3S3E1/ODUGWKVCLMH[-] w 0 1";
        assert_eq!(board.fen(game.start_sfen()), start);
        let [sfen, fen] = [
            "10,ck/11/2,+BDG,+oc,7/11/11/11/11/11/11/11/5,CK,5 w 2SP,TFO,3bdg 1",
            "10k/11/2+D+o7/11/11/11/11/11/11/11/5K5[PPXddd] b 0 1",
        ];
        assert_eq!((board.fen(sfen).as_str(), board.sfen(fen).as_deref()), (fen, Some(sfen)));
        assert_eq!((board.cecp("TFO*5e").as_deref(), board.usi("x@g7").as_deref()), (Some("X@g7"), Some("TFO*5e")));
    }

    #[test]
    fn moves_are_told_from_words() {
        for text in ["c3c4", "b2h8+", "b2h8=", "P@e5", "p*e5", "a1i9", "f10f9", "a9l12+", "f9f10,f10f9"] {
            assert!(Board::is_move(text), "{text}");
        }
        for text in ["", "draw", "e2", "go", "st 5", "P@", "@@@@", "e2e4q5", "O-O", "f100f9", "f6f7,", "12345"] {
            assert!(!Board::is_move(text), "{text}");
        }
    }
}
