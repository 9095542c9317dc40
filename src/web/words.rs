//! The words of the page in each language.

use crate::words::Language;

/// Key, English, Japanese.
const WORDS: &[(&str, &str, &str)] = &[
    ("board", "Board", "盤面"),
    ("hand_black", "Black's hand", "先手の持ち駒"),
    ("hand_white", "White's hand", "後手の持ち駒"),
    ("black", "Black", "先手"),
    ("white", "White", "後手"),
    ("empty", "empty", "空き"),
    ("check", "Check", "王手"),
    ("last", "last move", "最終手"),
    ("target", "can go here", "移動できます"),
    ("selected", "selected", "選択中"),
    ("promote", "Which face?", "成りますか"),
    ("cancel", "Cancel", "やめる"),
    ("your_turn", "Your turn", "あなたの番です"),
    ("turn_black", "Black to move", "先手の番です"),
    ("turn_white", "White to move", "後手の番です"),
    ("thinking", "Kumataka is thinking …", "考えています…"),
    ("new", "New game", "新しい対局"),
    ("take_back", "Take back", "待った"),
    ("hint", "Hint", "ヒント"),
    ("resign", "Resign", "投了"),
    ("resign_sure", "Resign the game?", "投了しますか。"),
    ("declare", "Declare", "入玉宣言"),
    ("pass", "Pass", "じっと"),
    ("flip", "Turn the board", "盤面反転"),
    ("study", "Study", "検討"),
    ("back_to_game", "Back to the game", "対局に戻る"),
    ("open", "Open a record", "棋譜を開く"),
    ("paste", "Or paste a record, a position or moves here", "または、棋譜・局面・指し手をここに貼り付け"),
    ("drop_here", "Drop the file to open it", "ファイルをドロップして開く"),
    ("choose_file", "Choose a file", "ファイルを選ぶ"),
    ("save", "Save the record", "棋譜を保存"),
    ("picture", "Picture of the position", "局面の画像"),
    ("one_page", "Page with the analysis", "解析結果のページ"),
    ("coach", "Coach", "コーチ"),
    ("coach_good", "Nothing lost.", "損のない手です。"),
    ("settings", "Settings", "設定"),
    ("close", "Close", "閉じる"),
    ("start", "Start", "はじめる"),
    ("game", "Game", "将棋の種類"),
    ("level", "Strength", "強さ"),
    ("level_number", "level", "レベル"),
    ("you_play", "You play", "手番"),
    ("side_black", "Black (first)", "先手"),
    ("side_white", "White", "後手"),
    ("side_lot", "By lot", "振り駒"),
    ("side_both", "Both sides", "両方"),
    ("side_neither", "Watch", "観戦"),
    ("handicap", "Handicap", "手合割"),
    ("rules", "Rules", "規則"),
    ("clock", "Clock", "持ち時間"),
    ("clock_none", "None", "なし"),
    ("clock_minutes", "{} min", "{}分"),
    ("clock_byoyomi", "{} min + {} s a move", "{}分・秒読み{}秒"),
    ("moves", "Moves", "棋譜"),
    ("go_start", "Start", "最初へ"),
    ("go_back", "Back", "一手戻る"),
    ("go_on", "Forward", "一手進む"),
    ("go_end", "End", "最後へ"),
    ("beginning", "Start of the game", "開始局面"),
    ("live", "Live analysis", "リアルタイム検討"),
    ("lines", "lines", "候補手"),
    ("depth", "depth {}", "深さ{}"),
    ("analyse", "Analyse the game", "全体を解析"),
    ("stop", "Stop", "止める"),
    ("analysing", "Analysing: move {} of {}", "解析中：{}/{}手"),
    ("accuracy", "Accuracy", "正確さ"),
    ("graph", "Expected result for Black", "先手の期待勝率"),
    ("better", "Play the better line", "最善手順を並べる"),
    ("refutation", "Play the refutation", "とがめる手順を並べる"),
    ("comments", "Comments", "コメント"),
    ("variations", "Variations", "変化"),
    ("pieces", "Pieces", "駒"),
    ("theme", "Colours", "配色"),
    ("theme_wood", "Wood", "木目"),
    ("theme_plain", "Plain", "シンプル"),
    ("theme_auto", "As the system", "システムに合わせる"),
    ("theme_light", "Light", "明るい"),
    ("theme_dark", "Dark", "暗い"),
    ("board_look", "Board", "盤"),
    ("sounds", "Sounds", "音"),
    ("on", "On", "オン"),
    ("off", "Off", "オフ"),
    ("language", "Language", "言語"),
    ("set_usual", "As usual", "標準"),
    ("set_kanji", "Two kanji", "二文字"),
    ("set_short", "One kanji", "一文字"),
    ("set_letters", "Letters", "ローマ字"),
    ("set_bilingual", "Kanji and letters", "漢字とローマ字"),
    ("set_western", "Figures", "西洋風"),
    ("set_ideograms", "Moves", "動きの図"),
    ("set_animals", "Animals", "どうぶつ"),
    ("lost", "The connection is lost. Trying again …", "接続が切れました。再接続しています…"),
    (
        "ended",
        "The program has ended. Start it again to go on; the game is kept.",
        "プログラムは終了しました。対局は保存されています。",
    ),
    ("too_large", "The file is larger than 16 MB.", "ファイルが16MBを超えています。"),
    ("keys", "Arrows and Enter move pieces, Esc lets go", "矢印とEnterで駒を動かし、Escで放します"),
    ("position", "Position", "局面"),
    ("result", "Result", "結果"),
    ("menu", "More", "その他"),
    ("edit", "Set up a position", "局面を作る"),
    (
        "edit_help",
        "Choose a piece, then a square or a stand. A piece pressed again is removed.",
        "駒を選んでから、マスか駒台を押してください。同じ駒をもう一度押すと消えます。",
    ),
    ("erase", "Remove", "消す"),
    ("clear", "Clear the board", "盤を空にする"),
    ("to_move", "To move", "手番"),
    ("done", "Done", "完了"),
    ("ask_mate", "Is there a mate?", "詰みを探す"),
    ("ask_solution", "Solution and composer's report", "解答と検討（余詰など）"),
    ("ask_brinkmate", "Is it brinkmate?", "必至か調べる"),
    ("play_from_here", "Play from here", "ここから対局"),
    ("handbook", "Rules and pieces", "ルールと駒"),
    ("practise_mine", "Practise my mistakes ({})", "自分の悪手を復習（{}問）"),
    ("practise_black", "Practise Black's mistakes ({})", "先手の悪手を復習（{}問）"),
    ("practise_white", "Practise White's mistakes ({})", "後手の悪手を復習（{}問）"),
    ("exercises", "Exercises due today", "今日の復習"),
    ("learn", "Learn", "学ぶ"),
    ("lessons", "Lessons", "講座"),
    ("marked", "marked", "印"),
    ("reaches", "can go to {}", "動けるマス：{}"),
    ("piece_card", "Piece", "駒の説明"),
    ("solve_it", "Solve it yourself", "自分で解く"),
    ("tasks", "Tasks", "問題"),
    ("thinking_over", "Looking at it …", "調べています…"),
    ("try_again", "Try again", "もう一度"),
    ("solution", "Solution", "解答"),
    ("skip", "Skip", "飛ばす"),
    ("next_task", "Next", "次へ"),
    ("leave", "Leave", "終わる"),
    ("mark_at-once", "solved at once", "一回で正解"),
    ("mark_with-help", "solved after errors or hints", "誤答やヒントの後に正解"),
    ("mark_left", "left", "飛ばし"),
    ("mark_unfit", "unfit", "出題できず"),
    ("format", "Format", "形式"),
    ("games_in_file", "Games in the file", "ファイル内の対局"),
];

/// The words in a language, by their keys.
pub fn words(language: Language) -> impl Iterator<Item = (&'static str, &'static str)> {
    WORDS.iter().map(move |&(key, english, japanese)| (key, language.choose(english, japanese)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The keys that a script asks for: `t('key')`.
    /// The keys of the calls of `t`; other functions may end with the same letter.
    fn asked(script: &str) -> impl Iterator<Item = &str> {
        let calls = script.match_indices("t('").filter(|&(at, _)| !script[..at].ends_with(char::is_alphanumeric));
        calls.filter_map(|(at, call)| script[at + call.len()..].split_once('\'')).map(|(key, _)| key)
    }

    #[test]
    fn every_word_of_the_page_is_known_once() {
        let keys: BTreeSet<&str> = WORDS.iter().map(|(key, ..)| *key).collect();
        assert_eq!(keys.len(), WORDS.len());
        let scripts = [
            include_str!("page/main.js"),
            include_str!("page/board.js"),
            include_str!("page/input.js"),
            include_str!("page/panel.js"),
            include_str!("page/study.js"),
            include_str!("page/card.js"),
            include_str!("page/drill.js"),
            include_str!("page/dialog.js"),
            include_str!("page/edit.js"),
            include_str!("page/settings.js"),
        ];
        for key in scripts.into_iter().flat_map(asked).filter(|key| !key.ends_with('_')) {
            assert!(keys.contains(key), "{key}");
        }
    }
}
