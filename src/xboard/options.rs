//! Options of USI as those of CECP.

/// An option as USI announces it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    pub name: String,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Check(bool),
    Spin(String),
    Combo(String),
    Text(String),
    File(String),
    Button,
}

/// Options that CECP has commands for, or that its front-ends do not know.
const LEFT_OUT: [&str; 8] = [
    "USI_Hash",
    "Threads",
    "USI_Ponder",
    "USI_Variant",
    "USI_AnalyseMode",
    "ConsiderationMode",
    "USI_MultiPV",
    "BareKing",
];

/// The USI text for an empty one.
const EMPTY: &str = "<empty>";

impl Declared {
    /// Reads the line of an option; none for an option that is not passed on.
    pub fn read(line: &str) -> Option<Self> {
        let rest = line.strip_prefix("option name ")?;
        let (name, kind) = rest.split_once(" type ")?;
        if LEFT_OUT.contains(&name) {
            return None;
        }
        let (kind, rest) = kind.split_once(' ').unwrap_or((kind, ""));
        let rest = rest.strip_prefix("default ").unwrap_or(rest);
        let kind = match kind {
            "check" => Kind::Check(rest == "true"),
            "spin" => {
                let (default, range) = rest.split_once(" min ")?;
                let (min, max) = range.split_once(" max ")?;
                Kind::Spin(format!("{default} {min} {max}"))
            }
            "combo" => {
                let mut parts = rest.split(" var ");
                let default = parts.next()?;
                let mark = |choice: &str| if choice == default { format!("*{choice}") } else { choice.to_owned() };
                Kind::Combo(parts.map(mark).collect::<Vec<_>>().join(" /// "))
            }
            "string" => Kind::Text(rest.replace(EMPTY, "")),
            "filename" => Kind::File(rest.replace(EMPTY, "")),
            "button" => Kind::Button,
            _ => return None,
        };
        Some(Self { name: name.to_owned(), kind })
    }

    /// The line that announces the option.
    pub fn feature(&self) -> String {
        let text = match &self.kind {
            Kind::Check(on) => format!("-check {}", u8::from(*on)),
            Kind::Spin(range) => format!("-spin {range}"),
            Kind::Combo(choices) => format!("-combo {choices}"),
            Kind::Text(text) => format!("-string {text}"),
            Kind::File(path) => format!("-file {path}"),
            Kind::Button => "-button".to_owned(),
        };
        format!("feature option=\"{} {text}\"", self.name)
    }

    /// The USI line that sets the option to a value of CECP.
    pub fn set(&self, value: &str) -> String {
        let name = &self.name;
        let value = match &self.kind {
            Kind::Check(_) => {
                if matches!(value, "0" | "false") {
                    "false"
                } else {
                    "true"
                }
            }
            Kind::Text(_) | Kind::File(_) if value.is_empty() => EMPTY,
            Kind::Button => return format!("setoption name {name}"),
            _ => value,
        };
        format!("setoption name {name} value {value}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_every_kind() {
        for (line, feature, value, set) in [
            ("check default true", "-check 1", "0", " value false"),
            ("check default true", "-check 1", "false", " value false"),
            ("check default false", "-check 0", "true", " value true"),
            ("spin default 20 min -5 max 20", "-spin 20 -5 20", "3", " value 3"),
            ("combo default b var b var a", "-combo *b /// a", "a", " value a"),
            ("string default <empty>", "-string ", "", " value <empty>"),
            ("filename default <internal>", "-file <internal>", "a b", " value a b"),
            ("button", "-button", "", ""),
        ] {
            let option = Declared::read(&format!("option name Name type {line}")).unwrap();
            assert_eq!(option.feature(), format!("feature option=\"Name {feature}\""));
            assert_eq!(option.set(value), format!("setoption name Name{set}"));
        }
        assert_eq!(Declared::read("option name Threads type spin default 1 min 1 max 9"), None);
        assert_eq!(Declared::read("id name x"), None);
    }
}
