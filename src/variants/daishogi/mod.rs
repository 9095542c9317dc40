//! Dai shogi, the great game from which chu shogi comes.

use super::large_pieces::{
    CHU, DIAGONAL_STEPS, IRON, KING, KNIGHT, LION, ORTHOGONAL_STEPS, Pair, QUEEN, SHORT_BISHOP, SHORT_ROOK, STONE_WAYS,
    WOLF_WAYS, gilded, kinds, marked, named,
};
use crate::game::{Assets, CecpGame, Handicap};
use crate::large::{KindSpec, RuleOptions, Spec};

/// The pieces that promote: those of chu shogi and eight more. The go-between leaves its letter to the iron general.
const PAIRS: [Pair; 26] = {
    let mut pairs = [CHU[0]; 26];
    let mut index = 0;
    while index < CHU.len() {
        pairs[index] = CHU[index];
        index += 1;
    }
    let (go_between, face) = CHU[1];
    pairs[1] = (KindSpec { letter: b'P', mark: b'\'', ..go_between }, face);
    pairs[index] = gilded(KNIGHT, ["+N", "成桂", "成桂"]);
    pairs[index + 1] = gilded(IRON, ["+I", "成鉄", "成鉄"]);
    pairs[index + 2] = gilded(named(b'U', ["stone general", "St", "石", "石将"], STONE_WAYS), ["+St", "成石", "成石"]);
    pairs[index + 3] = gilded(named(b'W', ["evil wolf", "EW", "狼", "悪狼"], WOLF_WAYS), ["+EW", "成狼", "成狼"]);
    pairs[index + 4] =
        gilded(marked(b'A', ["angry boar", "AB", "嗔", "嗔猪"], ORTHOGONAL_STEPS), ["+AB", "成嗔", "成嗔"]);
    pairs[index + 5] =
        gilded(marked(b'C', ["cat sword", "CSw", "猫", "猫刄"], DIAGONAL_STEPS), ["+CSw", "成猫", "成猫"]);
    pairs[index + 6] =
        gilded(marked(b'F', ["flying dragon", "FD", "竜", "飛龍"], SHORT_BISHOP), ["+FD", "成竜", "成飛龍"]);
    pairs[index + 7] = gilded(marked(b'X', ["violent ox", "VO", "猛", "猛牛"], SHORT_ROOK), ["+VO", "成猛", "成猛牛"]);
    pairs
};
const KINDS: [KindSpec; 55] = kinds(&PAIRS, &[KING, QUEEN, KindSpec { letter: b'L', mark: b'!', ..LION }]);

const START: &str = "lnuicsgkgsciunl/a1c'1f1tet1f1c'1a/1x'1a'1wxl!ow1a'1x'1/rf'mvbhdqdhbvmf'r/ppppppppppppppp/4p'5p'4/15/15/15/4P'5P'4/PPPPPPPPPPPPPPP/RF'MVBHDQDHBVMF'R/1X'1A'1WOL!XW1A'1X'1/A1C'1F1TET1F1C'1A/LNUICSGKGSCIUNL b - 1";

/// Dai shogi: 15x15 squares, 65 pieces a side, no drops, and the lion.
pub const SPEC: Spec = Spec {
    name: "daishogi",
    aliases: &["dai"],
    cecp: CecpGame::known_as(&["dai"]),
    title: "大将棋",
    files: 15,
    ranks: 15,
    kinds: &KINDS,
    roster: "",
    hand_kinds: 0,
    zone_ranks: 5,
    start: START,
    handicaps: &[Handicap::new("even", "平手", START)],
    usual: RuleOptions::DAI,
    options: &[RuleOptions::DAI_OPTION],
    longest_selfplay: 1000,
    assets: Assets { bench: packed_text!("src/variants/daishogi/bench.sfen"), scale: 600.0, ..Assets::NONE },
};
