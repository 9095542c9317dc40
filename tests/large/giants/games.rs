//! The seven games.

use super::board::{Piece, Walk};
use super::notation::{Game, Promotion};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

/// A game by its files and the rules that they do not have.
pub struct GameFiles {
    pub name: &'static str,
    pub table: &'static str,
    pub start: &'static str,
    pub promotion: Promotion,
    pub checks: bool,
    pub drops: bool,
    /// The choice of rules and the part of the table with its pieces; none is the usual one.
    pub choice: &'static str,
}

macro_rules! game_files {
    ($name:literal, $promotion:expr, $checks:literal) => {
        GameFiles {
            name: $name,
            table: include_str!(concat!("../../../src/variants/", $name, "/pieces.tsv")),
            start: include_str!(concat!("../../../src/variants/", $name, "/start.sfen")),
            promotion: $promotion,
            checks: $checks,
            drops: false,
            choice: "",
        }
    };
}

pub const GAMES: [GameFiles; 7] = [
    game_files!("washogi", Promotion::Shogi(3), true),
    game_files!("tenjikushogi", Promotion::Chu(5), false),
    game_files!("daidaishogi", Promotion::EveryCapture, false),
    game_files!("makadaidaishogi", Promotion::Captures, false),
    game_files!("taishogi", Promotion::Captures, false),
    game_files!("taikyokushogi", Promotion::Chu(11), false),
    WA_DROPS,
];

/// Wa shogi with drops, which has the pieces and the start of the game without.
const WA_DROPS: GameFiles =
    GameFiles { name: "wadrops", drops: true, ..game_files!("washogi", Promotion::Shogi(3), true) };

/// Tenjiku by the rules of The Shogi Association.
pub const TSA: GameFiles = GameFiles { promotion: Promotion::Shogi(5), choice: "tsa", ..GAMES[1] };

impl GameFiles {
    pub fn game(&self) -> Game {
        Game { drops: self.drops, ..Game::read(self.table, self.choice, self.promotion, self.checks) }
    }
}

/// A board with pieces of all faces on squares at random, with a royal one of each side among them, and with pieces in
/// hand in a game with drops.
pub fn scattered<'g>(game: &'g Game, start: &str, pieces: usize, random: &mut SmallRng) -> Walk<'g> {
    let mut walk = Walk::of(game, start);
    walk.board.clear();
    walk.black_moves = random.random();
    let royals: Vec<usize> = (0..game.faces.len()).filter(|&face| game.faces[face].royal).collect();
    while walk.board.len() < pieces {
        let number = walk.board.len();
        let face = if number < 2 {
            royals[random.random_range(0..royals.len())]
        } else {
            random.random_range(0..game.faces.len())
        };
        let place = (random.random_range(0..walk.files), random.random_range(0..walk.ranks));
        walk.board.entry(place).or_insert(Piece { face, black: number.is_multiple_of(2) });
    }
    for _ in 0..if game.drops { pieces / 4 } else { 0 } {
        let face = random.random_range(0..game.faces.len());
        walk.hold(random.random(), face);
    }
    walk
}

#[test]
fn starts_are_whole_and_symmetric() {
    let pieces = [27, 78, 96, 96, 177, 402, 27];
    let sides = [11, 16, 17, 19, 25, 36, 11];
    let faces = [17 + 14, 36 + 30, 64 + 21, 50 + 47, 93 + 36, 209 + 195, 17 + 14];
    for (source, ((pieces, side), faces)) in GAMES.iter().zip(pieces.into_iter().zip(sides).zip(faces)) {
        let game = source.game();
        assert_eq!(game.faces.len(), faces, "{}", source.name);
        let mut start = Walk::of(&game, source.start.trim_end());
        assert_eq!((start.files, start.ranks), (side, side), "{}", source.name);
        for black in [true, false] {
            let own = start.squares_of(black);
            assert_eq!(own.len(), pieces, "{}", source.name);
            for (number, face) in game.faces.iter().enumerate() {
                let found = own.iter().filter(|place| start.board[place].face == number).count();
                assert_eq!(found, face.count, "{} of {}", face.name, source.name);
            }
        }
        for (&(file, rank), &piece) in &start.board {
            let turned = Piece { black: !piece.black, ..piece };
            assert_eq!(start.at((side - 1 - file, side - 1 - rank)), Some(turned), "{}", source.name);
        }
        // Both sides have the same moves.
        let count = start.moves().len();
        start.black_moves = false;
        assert_eq!(start.moves().len(), count, "{}", source.name);
    }
}

/// Positions read back from their texts, and each move of a position stands once in its list.
#[test]
fn games_are_walked() {
    for source in &GAMES {
        let game = source.game();
        let mut random = SmallRng::seed_from_u64(1);
        for pieces in [12, 60] {
            let mut walk = scattered(&game, source.start.trim_end(), pieces, &mut random);
            for _ in 0..10 {
                let sfen = walk.sfen();
                assert_eq!(Walk::of(&game, &sfen).sfen(), sfen);
                let mut moves = walk.moves();
                let listed = moves.len();
                moves.dedup();
                assert_eq!(moves.len(), listed, "{}: {sfen}", source.name);
                if moves.is_empty() {
                    break;
                }
                let step = walk.step(&moves[random.random_range(0..listed)]).expect("a move of the list");
                walk.play(step);
            }
        }
    }
}

/// Sjaak II 1.4.1 counts as many ways to play two moves in these positions, and in 225 others that were tried.
#[test]
fn counts_of_wa_are_those_of_another_program() {
    let game = GAMES[0].game();
    let start = Walk::of(&game, GAMES[0].start.trim_end());
    assert_eq!((start.count(1), start.count(2)), (51, 2601));
    let counts = [
        (
            223,
            "2,SO,+SP,4,+vw,1,+CM/5,+vw,4,+FFA/FC,7,vst,2/3,+vst,1,ce,5/1,+ffa,7,BDG,1/2,sw,3,sc,2,ck,1/11/+RR,1,FGS,4,+so,3/11/5,OC,1,sc,CK,2/bdg,1,OC,6,+VW,1 w - 1",
        ),
        (
            261,
            "11/4,+cm,6/2,CK,1,RR,+sp,1,+SO,3/2,sw,8/5,SO,2,+so,2/2,ck,3,SP,2,+SC,1/11/1,+SO,9/2,FGS,7,+rr/11/2,+fc,8 b - 1",
        ),
        (
            290,
            "1,sc,4,CE,ck,2,ffa/1,+FGS,2,+lh,6/1,+fgs,5,+SC,ck,+CM,1/6,+OC,4/1,+RR,9/11/4,ffa,6/7,+lh,3/11/+SW,CK,9/5,SC,+cm,3,+vw b - 1",
        ),
        (
            354,
            "11/4,+vw,3,+OC,2/11/8,+bdg,2/+SW,3,+sw,4,LH,1/7,+sc,3/10,+FGS/4,+so,3,ck,2/1,+FFA,6,+vw,2/2,+sp,3,CK,3,SC/FGS,SW,1,+fc,+CM,3,cm,fgs,1 b - 1",
        ),
        (
            338,
            "11/5,+oc,+SO,4/3,SP,7/1,CE,5,sc,2,FC/+ffa,5,+FC,1,+VST,2/sc,2,+bdg,4,CK,2/CE,5,+sp,4/+OC,7,+CM,2/+VW,4,+ffa,2,ck,2/11/1,SO,SO,2,+fc,5 b - 1",
        ),
        (
            485,
            "4,+cm,2,+sp,1,+so,1/7,+SO,2,SC/8,+ffa,2/+ffa,1,sw,4,+SC,3/1,ck,3,SO,2,SO,2/2,OC,1,CK,6/+SO,5,SP,4/4,+ffa,6/tfo,fc,2,RR,6/1,+fc,7,+FGS,+rr/2,FGS,8 b - 1",
        ),
        (
            223,
            "2,SO,+SP,4,+vw,1,+CM/5,+vw,4,+FFA/FC,7,vst,2/3,+vst,1,ce,5/1,+ffa,7,BDG,1/2,sw,3,sc,2,ck,1/11/+RR,1,FGS,4,+so,3/11/5,OC,1,sc,CK,2/bdg,1,OC,6,+VW,1 w - 1",
        ),
    ];
    for (count, sfen) in counts {
        assert_eq!(Walk::of(&game, sfen).count(2), count, "{sfen}");
    }
}
