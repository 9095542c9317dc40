//! Openings and castles by name, each recognised by pieces on squares as Black sees them.
//!
//! Of two names that fit, the one with the higher grade stands: general names, like that of the rook's file, have lower
//! grades than special ones. Castles have higher grades the safer the king is in them.

use super::pieces::KINDS;
use crate::game::{Formation, Topic};
use crate::rules::Pattern;

const fn style(grade: u8, japanese: &'static str, english: &'static str, text: &str) -> Pattern {
    Pattern::new(&KINDS, Formation { topic: Topic::Style, grade, japanese, english }, text)
}

const fn opening(grade: u8, japanese: &'static str, english: &'static str, text: &str) -> Pattern {
    Pattern::new(&KINDS, Formation { topic: Topic::Opening, grade, japanese, english }, text)
}

const fn castle(grade: u8, japanese: &'static str, english: &'static str, text: &str) -> Pattern {
    Pattern::new(&KINDS, Formation { topic: Topic::Castle, grade, japanese, english }, text)
}

pub const FORMATIONS: &[Pattern] = &[
    style(1, "居飛車", "Static Rook", "R2h3h4h P2f2e2d ..40"),
    style(2, "振り飛車", "Ranging Rook", "R5h6h7h8h P2g|K4h3h2h ..40"),
    style(3, "相振り飛車", "Double Ranging Rook", "R5h6h7h8h P2g|K4h3h2h r5b4b3b2b p8c|k6b7b8b ..50"),
    // Visible in the first moves, whatever follows.
    opening(1, "相掛かり", "Double Wing Attack", "R2h P2e G7h P7g r8b p8e g3b ..14"),
    opening(1, "パックマン戦法", "Pac-Man", "second P6f P7g p3d ..2"),
    opening(1, "角頭歩戦法", "Bishop's Head Pawn", "P8f P7f B8h R2h ..8"),
    opening(1, "嬉野流", "Ureshino", "B7i P7g S6h5g R2h r8b ..20"),
    opening(1, "飯島流引き角", "Iijima Pulled Bishop", "B7i P7g P5f R2h r5b4b3b2b ..30"),
    // The file of a ranging rook. A pawn that still stands on 6g has never closed the line of the bishop.
    opening(2, "中飛車", "Central Rook", "R5h P2g|K4h3h2h ..30"),
    opening(2, "四間飛車", "Fourth File Rook", "R6h P2g|K4h3h2h ..30"),
    opening(2, "三間飛車", "Third File Rook", "R7h P2g|K4h3h2h ..30"),
    opening(2, "向かい飛車", "Opposing Rook", "R8h P2g|K4h3h2h ..30"),
    opening(3, "ゴキゲン中飛車", "Gokigen Central Rook", "second R5h P2g P5f5e P7f P6g B8h ..20"),
    opening(3, "先手中飛車", "Black's Central Rook", "!second R5h P2g P5f5e P7f P6g B8h ..20"),
    opening(3, "ツノ銀中飛車", "Horned Silvers Central Rook", "R5h S6g S4g ..60"),
    opening(4, "５筋位取り中飛車", "Fifth File Vanguard Central Rook", "R5h P5e S5f ..50"),
    opening(5, "角交換四間飛車", "Bishop Exchange Fourth File Rook", "R6h P6g B* b* K5i4h3h2h ..40"),
    opening(3, "藤井システム", "Fujii System", "R6h K5i S3h P3f P4f ..40"),
    opening(3, "早石田", "Quick Ishida", "R7h P7e P6g ..16"),
    opening(4, "石田流本組み", "Ideal Ishida", "R7f P7e N7g P2g|K4h3h2h ..60"),
    opening(4, "升田式石田流", "Masuda Style Ishida", "R7h7f P7e P6g B* b* P2g|K4h3h2h ..30"),
    opening(5, "ダイレクト向かい飛車", "Direct Opposing Rook", "R8h P2g P6g B* b* ..24"),
    opening(6, "阪田流向かい飛車", "Sakata Opposing Rook", "R8h G7g ..30"),
    opening(3, "鬼殺し", "Demon Slayer", "N7g P7f B8h R2h ..4"),
    // Static rook against static rook.
    opening(2, "矢倉", "Yagura", "P7f S7g B8h7i6h R2h r8b !p8c !b* ..30"),
    opening(3, "矢倉３七銀", "Yagura 3g Silver", "S3g S7g P7f B8h7i6h R2h r8b !p8c !b* ..50"),
    opening(4, "矢倉４六銀３七桂", "Yagura 4f Silver and 3g Knight", "S4f N3g S7g G7h R2h r8b !B* ..70"),
    opening(4, "脇システム", "Waki System", "S7g B4f s3c b6d R2h ..60"),
    opening(4, "雀刺し", "Sparrow Spearing", "R1h1i L1g1f1e S7g ..90"),
    opening(2, "雁木", "Snow Roof", "P7f P6f S6g G7h B8h7i7g R2h !P2g r8b !p8c ..40"),
    opening(3, "角換わり", "Bishop Exchange", "B* b* R2h P2f2e r8b p8d8e ..40"),
    opening(4, "一手損角換わり", "Tempo Loss Bishop Exchange", "second B* b* R2h P2f|G7h S7i s2b3c r8b !P2e ..16"),
    opening(5, "角換わり腰掛け銀", "Bishop Exchange Reclining Silver", "B* b* S5f R2h2i4h P2f2e r8b8a6b p8d8e ..60"),
    opening(5, "角換わり早繰り銀", "Bishop Exchange Quick Silver", "B* b* S4f R2h P2f2e r8b8a p8d8e ..50"),
    opening(5, "角換わり棒銀", "Bishop Exchange Climbing Silver", "B* b* S2g2f R2h P2f2e r8b8a p8d8e ..50"),
    opening(5, "筋違い角", "Wrong Diagonal Bishop", "B4e b* ..10"),
    opening(3, "相掛かり棒銀", "Double Wing Climbing Silver", "S2g2f R2h !P2g !P2f !P2e r8b8d8f !p8c ..40"),
    opening(3, "相掛かり腰掛け銀", "Double Wing Reclining Silver", "S5f R2h2f !P2g !P2f !P2e B8h r8b8d !p8c ..40"),
    opening(3, "ひねり飛車", "Twisting Rook", "R7f P7e|N7g !P2g !P2f !P2e r8b8d ..50"),
    opening(3, "横歩取り", "Side Pawn Capture", "R3d P7f !P2g !P2f !P2e ..30"),
    opening(3, "横歩取り", "Side Pawn Capture", "r7f p3d !p8c !p8d !p8e !P7g !P7f ..30"),
    opening(4, "青野流", "Aono Style", "R3d P3f|N3g|K5h P7f !P2g !P2f !P2e ..40"),
    opening(4, "勇気流", "Yuki Style", "R3d K6h P7f !P2g !P2f !P2e ..40"),
    opening(4, "横歩取り８五飛", "Side Pawn Capture 8e Rook", "R2e B7g !P7g !P7f !P2g !P2f ..40"),
    opening(2, "棒銀", "Climbing Silver", "S2g2f R2h !P2g ..50"),
    opening(2, "右四間飛車", "Right-hand Fourth File Rook", "R4h P4f4e ..40"),
    opening(2, "袖飛車", "Sleeve Rook", "R3h P3f3e !P2g ..40"),
    // Static rook against ranging rook.
    opening(2, "玉頭位取り", "King's Head Vanguard", "P7e S7f R2h2g2f r5b4b3b2b k7b8b ..60"),
    opening(2, "５筋位取り", "Fifth File Vanguard", "P5e S5f R2h r5b4b3b2b ..60"),
    opening(2, "４六銀左急戦", "Left Silver 4f Rapid Attack", "S4f S4h R2h r4b3b ..50"),
    opening(2, "超速３七銀", "Super Rapid 3g Silver", "S3g4f S7i6h7h7g8h R2h r5b p5d5e ..40"),
    opening(2, "丸山ワクチン", "Maruyama Vaccine", "B* b* R2h P2f2e s2b r5b ..20"),
    opening(3, "地下鉄飛車", "Subway Rook", "R8i9i K2h3h4h4i5h ..100"),
    // A king that stays at home.
    castle(1, "居玉", "Sitting King", "K5i 40.."),
    castle(2, "無敵囲い", "Invincible castle", "K5i R5h S6h S4h G6i G4i"),
    // Castles in the middle and on the left.
    castle(2, "舟囲い", "Boat castle", "K7h S7i G6i G5h"),
    castle(2, "カニ囲い", "Crab castle", "K6i G7h G5h S6h"),
    castle(2, "中住まい", "Central House", "K5h G7h G3h|S3h4h"),
    castle(2, "早囲い", "Quick castle", "K7h S7g G6i G5h r8b"),
    castle(2, "イチゴ囲い", "Strawberry castle", "K6h G7h G5h S7i"),
    castle(3, "アヒル囲い", "Duck castle", "K5h S6h S4h G3i G7h7i"),
    castle(3, "箱入り娘", "Daughter in a Box", "K7h S7i G6i G6h"),
    castle(2, "ボナンザ囲い", "Bonanza castle", "K7h S7g G6h G5h"),
    castle(3, "中原囲い", "Nakahara castle", "K6i G5i S4h G7h"),
    castle(3, "雁木囲い", "Snow Roof castle", "K6i S6g S5g G7h G5h"),
    castle(3, "ツノ銀雁木", "Horned Silvers Snow Roof castle", "K5i6i6h S6g S4g G7h G5h"),
    castle(4, "エルモ囲い", "Elmo castle", "K7h S6h G7i"),
    castle(3, "片矢倉", "Half Yagura castle", "K7h S7g G6g G6h"),
    castle(3, "土居矢倉", "Doi Yagura castle", "K7h S7g G6g G5h"),
    castle(4, "矢倉囲い", "Yagura castle", "K8h S7g G7h G6g"),
    castle(4, "流れ矢倉", "Flowing Yagura castle", "K8h S7g G7h G6h"),
    castle(5, "銀矢倉", "Silver Yagura castle", "K8h S7g G7h S6g"),
    castle(6, "四角矢倉", "Square Yagura castle", "K8h S7g S6g G7h G6h"),
    castle(6, "菱矢倉", "Diamond Yagura castle", "K8h S7g G7h G6g S6f"),
    castle(5, "総矢倉", "Complete Yagura castle", "K8h S7g G7h G6g S5g"),
    castle(5, "菊水矢倉", "Kikusui Yagura castle", "K8i S8h N7g G7h G6g r8b8a"),
    castle(7, "銀立ち矢倉", "Standing Silver Yagura castle", "K8h S7f G7h G6g"),
    castle(7, "矢倉穴熊", "Yagura Anaguma castle", "K9i L9h S7g G7h G6g"),
    castle(3, "左美濃", "Left Mino castle", "K8h S7h G6i"),
    castle(2, "居角左美濃", "Left Mino castle with the Bishop at Home", "K7i S7h G6i B8h"),
    castle(4, "天守閣美濃", "Castle Tower Mino castle", "K8g S7h G6i"),
    castle(5, "高美濃囲い", "High Mino castle", "K8h S7h G6i G6g"),
    castle(6, "ダイヤモンド美濃", "Diamond Mino castle", "K8h S7h S6g G6i G5h"),
    castle(6, "銀冠", "Silver Crown castle", "K8h7i S8g G7h"),
    castle(7, "米長玉", "Yonenaga King", "K9h S8g G7h"),
    castle(7, "串カツ囲い", "Kushikatsu castle", "K9h L9i S8h G7i7h"),
    castle(7, "ミレニアム囲い", "Millennium castle", "K8i N7g S8h7h G7i|r5b4b3b2b"),
    castle(7, "居飛車穴熊", "Static Rook Anaguma castle", "K9i L9h S8h"),
    castle(8, "松尾流穴熊", "Matsuo Anaguma castle", "K9i L9h S8h S7i"),
    castle(8, "四枚穴熊", "Four-piece Anaguma castle", "K9i L9h S8h S7g G7h G7i"),
    castle(8, "銀冠穴熊", "Silver Crown Anaguma castle", "K9i S8g G7h"),
    castle(9, "ビッグ４", "Big Four", "K9i L9h S8g S7g G8h G7h"),
    // Castles on the right.
    castle(3, "片美濃囲い", "Half Mino castle", "K2h S3h G4i"),
    castle(4, "美濃囲い", "Mino castle", "K2h S3h G4i G5h"),
    castle(5, "高美濃囲い", "High Mino castle", "K2h S3h G4i G4g"),
    castle(5, "木村美濃", "Kimura Mino castle", "K2h G3h S4g"),
    castle(4, "金美濃", "Gold Mino castle", "K2h G3h S4h"),
    castle(4, "銀美濃", "Silver Mino castle", "K2h S3h G4i S5h"),
    castle(5, "坊主美濃", "Shaven Head Mino castle", "K2h S3h G4i !P2g !P2f !P2e !P2d"),
    castle(6, "大山美濃", "Oyama Mino castle", "K2h S3h S3g G4i"),
    castle(7, "四枚美濃", "Four-piece Mino castle", "K2h S3h G4i G4g S4f"),
    castle(4, "振り飛車エルモ", "Ranging Rook Elmo castle", "K3h S4h G3i"),
    castle(6, "ダイヤモンド美濃", "Diamond Mino castle", "K2h S3h S4g G4i G5h"),
    castle(6, "銀冠", "Silver Crown castle", "K2h S2g G3h"),
    castle(4, "金無双", "Two Golds castle", "K3h S2h G4h G5h"),
    castle(6, "右矢倉", "Right-hand Yagura castle", "K2h S3g G3h G4g"),
    castle(5, "右玉", "Right-hand King", "K3h4h N3g S4g R2i8i"),
    castle(7, "振り飛車ミレニアム", "Ranging Rook Millennium castle", "K2i N3g S2h"),
    castle(7, "振り飛車穴熊", "Ranging Rook Anaguma castle", "K1i L1h S2h"),
    castle(8, "銀冠穴熊", "Silver Crown Anaguma castle", "K1i S2g G3h"),
];
