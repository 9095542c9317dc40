//! Text that is safe to stand in a page, and templates that take nothing else.

use serde::Serialize;
use std::fmt::Write;

/// Markup. Text that comes from elsewhere gets in by [`Html::text`] only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Html(String);

impl Html {
    /// Text as it stands, in elements and in quoted attributes.
    pub fn text(text: &str) -> Self {
        let mut escaped = String::with_capacity(text.len());
        for c in text.chars() {
            match c {
                '&' => escaped.push_str("&amp;"),
                '<' => escaped.push_str("&lt;"),
                '>' => escaped.push_str("&gt;"),
                '"' => escaped.push_str("&quot;"),
                '\'' => escaped.push_str("&#39;"),
                c => escaped.push(c),
            }
        }
        Self(escaped)
    }

    /// Markup that this program has written.
    pub const fn markup(markup: String) -> Self {
        Self(markup)
    }

    /// Data for a script, which cannot end its element.
    pub fn json(data: &impl Serialize) -> serde_json::Result<Self> {
        let mut safe = String::new();
        for c in serde_json::to_string(data)?.chars() {
            match c {
                // Only strings hold them, where an escape means the same.
                '<' | '>' | '&' => _ = write!(safe, "\\u{:04x}", u32::from(c)),
                c => safe.push(c),
            }
        }
        Ok(Self(safe))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Puts a value in each place `{{name}}` of a template. What is put in is not looked through for places.
///
/// # Panics
/// If `value` has nothing for a place: templates are a part of the program.
pub fn fill(template: &str, value: impl Fn(&str) -> Option<Html>) -> Html {
    let mut parts = template.split("{{");
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once("}}").expect("a place of a template is closed");
        let value = value(name).unwrap_or_else(|| panic!("the template asks for {name}"));
        filled.push_str(value.as_str());
        filled.push_str(rest);
    }
    Html(filled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_no_markup() {
        assert_eq!(Html::text("<b a='1' c=\"2\">&").as_str(), "&lt;b a=&#39;1&#39; c=&quot;2&quot;&gt;&amp;");
    }

    #[test]
    fn data_does_not_end_its_element_and_reads_back() {
        let hostile = "</script><!--<script>&\u{2028}\"";
        let json = Html::json(&hostile).unwrap();
        assert!(!json.as_str().contains(['<', '>', '&']));
        assert_eq!(serde_json::from_str::<String>(json.as_str()).unwrap(), hostile);
    }

    #[test]
    fn what_is_put_in_is_left_alone() {
        let value = |name: &str| Some(Html::text(if name == "a" { "{{b}}" } else { "!" }));
        assert_eq!(fill("{{a}} {{b}}", value).as_str(), "{{b}} !");
    }
}
