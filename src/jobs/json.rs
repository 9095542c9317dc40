//! Errors of JSON in the language of the reader.

use crate::words::InLanguage;
use serde_json::error::Category;

impl InLanguage for serde_json::Error {
    fn japanese(&self) -> String {
        let fault = match self.classify() {
            Category::Io => "読めません",
            Category::Syntax => "JSONの書き方が正しくありません",
            Category::Data => "内容が正しくありません",
            Category::Eof => "途中で終わっています",
        };
        format!("{}行目の{}文字目：{fault}", self.line(), self.column())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_json_are_japanese() {
        let told = |text| serde_json::from_str::<Vec<u8>>(text).unwrap_err().japanese();
        assert_eq!(told("[1,\n2"), "2行目の1文字目：途中で終わっています");
        assert_eq!(told("[1 2]"), "1行目の4文字目：JSONの書き方が正しくありません");
        assert_eq!(told("[true]"), "1行目の5文字目：内容が正しくありません");
    }
}
