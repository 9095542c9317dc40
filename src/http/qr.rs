//! An address as a QR code for the camera of a phone.

use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;

/// The code in lines for a terminal; none for a text that is too long for one.
pub fn code(text: &str) -> Option<String> {
    let code = QrCode::new(text).ok()?;
    // Terminals are dark more often than light, and cameras read only dark on light.
    let image = code.render::<Dense1x2>().dark_color(Dense1x2::Dark).light_color(Dense1x2::Light).build();
    Some(image)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_fits_a_terminal() {
        let code = code("http://192.168.0.12:50123/0123456789abcdef0123456789abcdef/").unwrap();
        let lines: Vec<&str> = code.lines().collect();
        assert!(lines.len() < 24 && lines.iter().all(|line| line.chars().count() < 60), "{}", lines.len());
        assert!(super::code(&"x".repeat(5_000)).is_none());
    }
}
