//! The faults of a command line in Japanese, composed from the kind and the context of clap's error.

use super::usage;
use crate::arena::EngineFault;
use crate::commands::rating::RatingFault;
use crate::engines::seconds::TimeError;
use crate::jobs::parts::NoPart;
use crate::record::UnknownFormat;
use crate::search::UnknownGrade;
use crate::study::compose::NoLengths;
use crate::table::{UnknownChoice, UnknownLevel};
use crate::variants::UnknownVariant;
use crate::words::InLanguage;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::error::Error;
use std::net::AddrParseError;
use std::num::{IntErrorKind, ParseIntError};

/// The fault with what helps; none where the error is the help or the version that was asked for.
pub fn told(error: &clap::Error) -> Option<String> {
    let mut text = format!("エラー：{}\n", sentence(error)?);
    for (kind, title) in HINTS {
        let values = strings(error, kind);
        if !values.is_empty() {
            text += &format!("  {title}：{}\n", values.join("、"));
        }
    }
    if let Some(ContextValue::StyledStr(line)) = error.get(ContextKind::Usage) {
        text += &format!("\n{}\n", usage(&line.to_string()).trim_end());
    }
    Some(text + "\nヘルプは --help で表示します。")
}

const HINTS: [(ContextKind, &str); 5] = [
    (ContextKind::ValidValue, "使える値"),
    (ContextKind::ValidSubcommand, "コマンド"),
    (ContextKind::SuggestedArg, "もしかして"),
    (ContextKind::SuggestedValue, "もしかして"),
    (ContextKind::SuggestedSubcommand, "もしかして"),
];

fn strings(error: &clap::Error, kind: ContextKind) -> Vec<&str> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text],
        Some(ContextValue::Strings(texts)) => texts.iter().map(String::as_str).collect(),
        _ => Vec::new(),
    }
}

fn sentence(error: &clap::Error) -> Option<String> {
    let text = |kind| strings(error, kind).first().copied().unwrap_or_default();
    let number = |kind| match error.get(kind) {
        Some(ContextValue::Number(number)) => *number,
        _ => 0,
    };
    let (argument, value) = (text(ContextKind::InvalidArg), text(ContextKind::InvalidValue));
    let command = text(ContextKind::InvalidSubcommand);
    let actual = number(ContextKind::ActualNumValues);
    Some(match error.kind() {
        ErrorKind::UnknownArgument if argument.starts_with('-') => {
            format!("「{argument}」というオプションはありません")
        }
        ErrorKind::UnknownArgument => format!("「{argument}」は余分な引数です"),
        ErrorKind::InvalidSubcommand => format!("「{command}」というコマンドはありません"),
        ErrorKind::MissingSubcommand => format!("「{command}」の後にコマンドが必要です"),
        ErrorKind::InvalidValue if value.is_empty() => format!("「{argument}」には値が必要です"),
        ErrorKind::InvalidValue => format!("「{argument}」に「{value}」は使えません"),
        ErrorKind::ValueValidation => {
            format!("「{argument}」に「{value}」は使えません。{}", error.source().map(remedy).unwrap_or_default())
        }
        ErrorKind::NoEquals => format!("「{argument}」の値は = の後に書いてください"),
        ErrorKind::TooManyValues => format!("「{argument}」の値が多すぎます。「{value}」を外してください"),
        ErrorKind::TooFewValues => {
            format!("「{argument}」には値が{}個以上必要です（今は{actual}個）", number(ContextKind::MinValues))
        }
        ErrorKind::WrongNumberOfValues => {
            format!("「{argument}」には値が{}個必要です（今は{actual}個）", number(ContextKind::ExpectedNumValues))
        }
        ErrorKind::ArgumentConflict => conflict(argument, &strings(error, ContextKind::PriorArg)),
        ErrorKind::MissingRequiredArgument => {
            format!("次の引数が必要です：{}", strings(error, ContextKind::InvalidArg).join(" "))
        }
        ErrorKind::InvalidUtf8 => "引数にUTF-8でない文字があります".to_owned(),
        _ => return None,
    })
}

fn conflict(argument: &str, others: &[&str]) -> String {
    match others {
        [] => format!("「{argument}」は、ほかの引数と同時に指定できません"),
        [same] if *same == argument => format!("「{argument}」は一度しか指定できません"),
        others => {
            let others: Vec<String> = others.iter().map(|other| format!("「{other}」")).collect();
            format!("「{argument}」は{}と同時に指定できません", others.join("、"))
        }
    }
}

/// The words of an error that a value's parser gave.
fn remedy(error: &(dyn Error + 'static)) -> String {
    let known = [
        japanese::<UnknownVariant>,
        japanese::<UnknownFormat>,
        japanese::<UnknownGrade>,
        japanese::<UnknownLevel>,
        japanese::<UnknownChoice>,
        japanese::<TimeError>,
        japanese::<NoPart>,
        japanese::<NoLengths>,
        japanese::<EngineFault>,
        japanese::<RatingFault>,
        whole_number,
        address,
        range,
    ];
    known.iter().find_map(|read| read(error)).unwrap_or_else(|| error.to_string())
}

fn japanese<E: InLanguage + Error + 'static>(error: &(dyn Error + 'static)) -> Option<String> {
    error.downcast_ref::<E>().map(InLanguage::japanese)
}

fn whole_number(error: &(dyn Error + 'static)) -> Option<String> {
    let fault = match error.downcast_ref::<ParseIntError>()?.kind() {
        IntErrorKind::PosOverflow => "大きすぎます",
        IntErrorKind::NegOverflow => "小さすぎます",
        _ => "整数を指定してください",
    };
    Some(fault.to_owned())
}

fn address(error: &(dyn Error + 'static)) -> Option<String> {
    error.downcast_ref::<AddrParseError>().map(|_| "0.0.0.0のようなIPアドレスを指定してください".to_owned())
}

/// The bounds in clap's error of a number, which is a mere text: `0 is not in 1..=1024`.
fn range(error: &(dyn Error + 'static)) -> Option<String> {
    let text = error.to_string();
    let (least, most) = text.split_once(" is not in ")?.1.split_once("..")?;
    let most = most.trim_start_matches('=');
    let is_open = most.parse::<i64>().map_or(true, |most| most >= u32::MAX.into());
    Some(if is_open {
        format!("{least}以上の整数を指定してください")
    } else {
        format!("{least}から{most}までの整数を指定してください")
    })
}
