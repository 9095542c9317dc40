//! The games of CECP by their names, and what `XBoard` has to be told of those that it does not know.

use crate::variants::Variant;

/// A game as engines and front-ends of CECP call it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CecpGame {
    /// The name of the game here.
    pub game: &'static str,
    /// Its names there; an engine may know any of them, and the last one tells the most of the board. Those with numbers
    /// tell `XBoard` the board and the kinds in hand.
    pub names: &'static [&'static str],
    /// What describes the game to `XBoard`; none for those that programs know by their names alone.
    pub setup: Option<Setup>,
}

/// The description of a game that `XBoard` does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Letters of pieces at the places of its table of pieces, first those of the first player, the kings last. In the
    /// table of shogi a promoted piece stands eleven places behind the other face.
    pub letters: &'static str,
    /// Board, kinds in hand, and the game that it resembles.
    pub board: &'static str,
    /// Letters with the moves in Betza's notation, for the pieces that shogi does not have.
    pub pieces: &'static [(&'static str, &'static str)],
}

/// All games that have names in CECP.
pub const GAMES: &[CecpGame] = &[
    CecpGame { game: "shogi", names: &["shogi"], setup: None },
    CecpGame {
        game: "torishogi",
        names: &["torishogi", "7x7+6_shogi"],
        setup: Some(Setup {
            letters: "S.....FLR.C+.....+.PKs.....flr.c+.....+.pk",
            board: "7x7+6_shogi",
            pieces: &[
                ("S&", "fW"),
                ("F&", "FfsW"),
                ("C&", "FvW"),
                ("P&", "fDbF"),
                ("L&", "fRbrBblF"),
                ("R&", "fRblBbrF"),
                ("+S&", "fAbD"),
                ("+F&", "KfBbRbF2"),
            ],
        }),
    },
    CecpGame {
        game: "minishogi",
        names: &["minishogi", "5x5+5_shogi"],
        setup: Some(Setup { letters: "P.BR.S...G.+.++.+Kp.br.s...g.+.++.+k", board: "5x5+5_shogi", pieces: &[] }),
    },
    CecpGame {
        game: "kyotoshogi",
        names: &["kyotoshogi"],
        setup: Some(Setup {
            letters: "P-G=N-S=B-P=R-T=LS...G.TKp-g=n-s=b-p=r-t=ls...g.tk",
            board: "5x5+4_shogi",
            pieces: &[],
        }),
    },
    CecpGame {
        game: "gorogoro",
        names: &["gorogoro_shogi"],
        setup: Some(Setup { letters: "P....S...G.+....+Kp....s...g.+....+k", board: "5x6+3_shogi", pieces: &[] }),
    },
    CecpGame {
        game: "gorogoroplus",
        names: &["gorogoronl_shogi"],
        setup: Some(Setup { letters: "PN..LS...G.++..++Kpn..ls...g.++..++k", board: "5x6+5_shogi", pieces: &[] }),
    },
    CecpGame { game: "chushogi", names: &["chu"], setup: None },
    CecpGame {
        game: "shoshogi",
        names: &["sho", "9x9+0_shogi"],
        setup: Some(Setup {
            letters: "PNBRLSE..G.+++++++Kpnbrlse..g.+++++++k",
            board: "9x9+0_shogi",
            pieces: &[("E&", "FsfW"), ("+E&", "K")],
        }),
    },
    CecpGame { game: "daishogi", names: &["dai"], setup: None },
];

/// The games that this program plays behind `XBoard`.
pub fn offered() -> impl Iterator<Item = (&'static CecpGame, Variant)> {
    GAMES.iter().filter_map(|known| Some((known, known.game.parse().ok()?)))
}

/// The game of this name here.
#[must_use]
pub fn by_name(game: &str) -> Option<&'static CecpGame> {
    GAMES.iter().find(|known| known.game == game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules as _;
    use crate::with_any_game;

    #[test]
    fn games_are_those_of_this_program() {
        for known in GAMES {
            let variant: Variant = known.game.parse().unwrap();
            assert_eq!(variant.name(), known.game);
            let Some(setup) = known.setup else { continue };
            let (size, letters) = with_any_game!(variant, game => {
                let spec = game.spec();
                let letters = spec.kinds.iter().filter(|kind| !kind.promoted).map(|kind| char::from(kind.letter));
                (format!("{}x{}+", spec.files, spec.ranks), letters.collect::<Vec<_>>())
            });
            assert!(setup.board.starts_with(&size), "{}", setup.board);
            // Both sides have the same places, and the letters of every piece that is not promoted.
            let (first, second) = setup.letters.split_at(setup.letters.len() / 2);
            assert_eq!(first.to_ascii_lowercase(), second);
            assert!(first.ends_with('K'));
            for letter in letters {
                assert!(first.contains(letter), "{} {letter}", known.game);
            }
        }
        let called = |name| GAMES.iter().filter(|known| known.names.contains(&name)).count();
        assert!(GAMES.iter().flat_map(|known| known.names).all(|name| called(name) == 1));
    }
}
