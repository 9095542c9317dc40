//! The answer to `usi_tunables`, with which the tuner of ShogiArena asks an engine for the options that it may vary.

use crate::arena::tune::{USUAL_RATE, USUAL_SHARE, step_of};
use crate::search::tunables::Tunable;
use serde_json::{Value, json};

/// First word of the line with the list.
pub const HEAD: &str = "shogiarena_tunables_json";
/// Line behind the list.
pub const END: &str = "usi_tunablesok";

/// List of the constants of the search; none in a build that does not make options of them.
pub fn list() -> Option<String> {
    cfg!(feature = "tune").then(|| manifest(crate::search::tunables::list()))
}

/// List in JSON of the options with their ranges, and with the final step and gain of SPSA that `kumataka tune` uses.
fn manifest(tunables: &[Tunable]) -> String {
    let described = |tunable: &Tunable| {
        let Tunable { name, default, min, max } = *tunable;
        json!({
            "id": name,
            "option": name,
            "value_type": "int",
            "encoding": "integer",
            "default": default,
            "min": min,
            "max": max,
            "schedule": { "c_end": step_of(USUAL_SHARE, min.into(), max.into()), "r_end": USUAL_RATE },
        })
    };
    let tunables: Vec<Value> = tunables.iter().filter(|tunable| !tunable.is_switch()).map(described).collect();
    json!({ "schema_version": "shogiarena.usi_tunables.v1", "tunables": tunables }).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_constant_of_the_search_is_listed() {
        let constants: Vec<Tunable> =
            crate::search::tunables::list().iter().copied().filter(|constant| !constant.is_switch()).collect();
        let text = manifest(crate::search::tunables::list());
        assert!(!text.contains('\n'));
        let read: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(read["schema_version"], "shogiarena.usi_tunables.v1");
        let listed = read["tunables"].as_array().unwrap();
        assert_eq!(listed.len(), constants.len());
        for (entry, constant) in listed.iter().zip(&constants) {
            assert_eq!((&entry["id"], &entry["option"]), (&constant.name.into(), &constant.name.into()));
            let [default, min, max] = ["default", "min", "max"].map(|key| entry[key].as_i64().unwrap());
            assert!(min <= default && default <= max && max == i64::from(constant.max), "{entry}");
            let change = entry["schedule"]["c_end"].as_f64().unwrap();
            assert!(change >= 0.5 && change <= (max - min) as f64, "{entry}");
        }
    }
}
