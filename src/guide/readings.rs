//! Readings of the pieces' Japanese names.

/// The reading of a name in romaji and in kana.
#[must_use]
pub fn reading(japanese: &str) -> Option<[&'static str; 2]> {
    READINGS.iter().find(|[name, ..]| *name == japanese).map(|&[_, romaji, kana]| [romaji, kana])
}

const READINGS: &[[&str; 3]] = &[
    ["歩", "fu", "ふ"],
    ["香", "kyō", "きょう"],
    ["桂", "kei", "けい"],
    ["銀", "gin", "ぎん"],
    ["金", "kin", "きん"],
    ["角", "kaku", "かく"],
    ["飛", "hisha", "ひしゃ"],
    ["玉", "gyoku", "ぎょく"],
    ["と", "to", "と"],
    ["成香", "narikyō", "なりきょう"],
    ["成桂", "narikei", "なりけい"],
    ["成銀", "narigin", "なりぎん"],
    ["馬", "uma", "うま"],
    ["龍", "ryū", "りゅう"],
    // The birds.
    ["燕", "tsubame", "つばめ"],
    ["鴈", "kari", "かり"],
    ["左鶉", "uzura", "うずら"],
    ["右鶉", "uzura", "うずら"],
    ["雉", "kiji", "きじ"],
    ["鶴", "tsuru", "つる"],
    ["鷹", "taka", "たか"],
    ["鵰", "kumataka", "くまたか"],
    ["鵬", "ōtori", "おおとり"],
    // The animals.
    ["ひよこ", "hiyoko", "ひよこ"],
    ["ぞう", "zō", "ぞう"],
    ["きりん", "kirin", "きりん"],
    ["ライオン", "raion", "らいおん"],
    ["にわとり", "niwatori", "にわとり"],
    // The large games.
    ["歩兵", "fuhyō", "ふひょう"],
    ["仲人", "chūnin", "ちゅうにん"],
    ["注人", "chūnin", "ちゅうにん"],
    ["醉象", "suizō", "すいぞう"],
    ["太子", "taishi", "たいし"],
    ["玉将", "gyokushō", "ぎょくしょう"],
    ["金将", "kinshō", "きんしょう"],
    ["銀将", "ginshō", "ぎんしょう"],
    ["銅将", "dōshō", "どうしょう"],
    ["鉄将", "tesshō", "てっしょう"],
    ["石将", "sekishō", "せきしょう"],
    ["猛豹", "mōhyō", "もうひょう"],
    ["盲虎", "mōko", "もうこ"],
    ["猛虎", "mōko", "もうこ"],
    ["飛鹿", "hiroku", "ひろく"],
    ["香車", "kyōsha", "きょうしゃ"],
    ["桂馬", "keima", "けいま"],
    ["白駒", "hakku", "はっく"],
    ["反車", "hensha", "へんしゃ"],
    ["奔車", "honsha", "ほんしゃ"],
    ["鯨鯢", "keigei", "けいげい"],
    ["角行", "kakugyō", "かくぎょう"],
    ["飛車", "hisha", "ひしゃ"],
    ["龍馬", "ryūma", "りゅうま"],
    ["龍王", "ryūō", "りゅうおう"],
    ["角鷹", "kakuō", "かくおう"],
    ["飛鷲", "hijū", "ひじゅう"],
    ["横行", "ōgyō", "おうぎょう"],
    ["奔猪", "honcho", "ほんちょ"],
    ["竪行", "shugyō", "しゅぎょう"],
    ["飛牛", "higyū", "ひぎゅう"],
    ["鳳凰", "hōō", "ほうおう"],
    ["麒麟", "kirin", "きりん"],
    ["奔王", "honnō", "ほんのう"],
    ["獅子", "shishi", "しし"],
    ["と金", "tokin", "ときん"],
    ["悪狼", "akurō", "あくろう"],
    ["嗔猪", "shincho", "しんちょ"],
    ["猫刄", "myōjin", "みょうじん"],
    ["飛龍", "hiryū", "ひりゅう"],
    ["猛牛", "mōgyū", "もうぎゅう"],
    // Promoted pieces of the large games, by the reading of the character in the name of the piece.
    ["成鉄", "naritetsu", "なりてつ"],
    ["成横", "nariō", "なりおう"],
    ["成奔", "narihon", "なりほん"],
    ["成飛", "narihi", "なりひ"],
    ["成角", "narikaku", "なりかく"],
    ["成龍", "nariryū", "なりりゅう"],
    ["成馬", "nariuma", "なりうま"],
    ["成飛龍", "narihiryū", "なりひりゅう"],
    ["成銅", "naridō", "なりどう"],
    ["成象", "narizō", "なりぞう"],
    ["成虎", "nariko", "なりこ"],
    ["成竪", "narishu", "なりしゅ"],
    ["成石", "nariseki", "なりせき"],
    ["成獅", "narishi", "なりし"],
    ["成猫", "narimyō", "なりみょう"],
    ["成狼", "narirō", "なりろう"],
    ["成注", "narichū", "なりちゅう"],
    ["成嗔", "narishin", "なりしん"],
    ["成猛牛", "narimōgyū", "なりもうぎゅう"],
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::Variant;

    /// Every piece of every game has a reading, and no name is there twice.
    #[test]
    fn all_pieces_are_read() {
        for &game in Variant::ALL {
            let names = (0..game.kinds()).filter_map(|kind| game.face(kind).names);
            let unread: Vec<&str> =
                names.map(|[_, japanese]| japanese).filter(|name| reading(name).is_none()).collect();
            assert_eq!(unread, [""; 0], "{game}");
        }
        let mut names: Vec<&str> = READINGS.iter().map(|[name, ..]| *name).collect();
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
