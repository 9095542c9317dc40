//! Checkpoints: the state of a training in a file, which resumes after an interruption as if there had been none.
//!
//! ```text
//! "KMTKTRAN", then u32: version, inputs, width, buckets, 1 with hidden layers, steps, epochs done, epochs since the best; f64
//! best loss, u32 1 if there is an average, f32 scale; then f32 in rows: the model, the best model, the average if there is
//! one, first and second moments; u32 CRC-32 of all before
//! ```
//!
//! Numbers are little-endian. Slices come in order, each with all its rows, then the output biases, then the layers behind the
//! first hidden one.

use super::model::{Model, Row, Shape};
use super::trainer::TrainState;
use crate::bytes::ByteReader;
use crate::system::replace_file;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use thiserror::Error;

const MAGIC: &[u8; 8] = b"KMTKTRAN";
const VERSION: u32 = 3;

#[derive(Debug, Error)]
pub enum CheckpointError {
    #[error("{path}: {source}")]
    Io { path: PathBuf, source: io::Error },
    #[error("{0} is not a checkpoint of a training, or a damaged one")]
    Damaged(PathBuf),
    #[error("{path} is of a network of {found}, not {expected}")]
    Shape { path: PathBuf, found: Shape, expected: Shape },
}

/// Writes a state to `path` all at once: an interruption leaves the file as it was before.
///
/// # Errors
/// If the disk refuses it.
pub fn save(state: &TrainState, path: &Path) -> Result<(), CheckpointError> {
    let shape = state.model.shape;
    let mut bytes = MAGIC.to_vec();
    let counts = [shape.inputs, shape.width, shape.buckets, usize::from(shape.hidden)].map(|n| n as u32);
    let progress = [state.steps, state.epochs_done as u32, state.epochs_since_best as u32];
    bytes.extend([&[VERSION], &counts[..], &progress].concat().into_iter().flat_map(u32::to_le_bytes));
    bytes.extend(state.best_loss.to_le_bytes());
    bytes.extend(u32::from(state.average.is_some()).to_le_bytes());
    bytes.extend(state.scale.to_le_bytes());
    for model in [&state.model, &state.best].into_iter().chain(&state.average) {
        model.slices.iter().for_each(|rows| put(&mut bytes, rows));
        put(&mut bytes, std::slice::from_ref(&model.biases));
        put(&mut bytes, &model.stacks);
    }
    state.moments.iter().for_each(|moments| put(&mut bytes, &moments.first));
    state.moments.iter().for_each(|moments| put(&mut bytes, &moments.second));
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    let written = replace_file(path, |file| file.write_all(&bytes));
    written.map_err(|source| CheckpointError::Io { path: path.to_owned(), source })
}

fn put(bytes: &mut Vec<u8>, rows: &[Row]) {
    bytes.extend(rows.iter().flat_map(|row| row.0).flat_map(f32::to_le_bytes));
}

/// Reads the state of a training of a network of this shape.
///
/// # Errors
/// If the file cannot be read, or holds something else.
pub fn load(path: &Path, expected: Shape) -> Result<TrainState, CheckpointError> {
    let damaged = || CheckpointError::Damaged(path.to_owned());
    let bytes = whole(path)?;
    let mut reader = CheckpointReader(ByteReader::new(&bytes));
    let found = reader.shape().ok_or_else(damaged)?;
    if found != expected {
        return Err(CheckpointError::Shape { path: path.to_owned(), found, expected });
    }
    reader.state(found).filter(|_| reader.0.rest().is_empty()).ok_or_else(damaged)
}

/// The shape of the network whose training a file holds.
///
/// # Errors
/// If the file cannot be read, or holds something else.
pub fn shape(path: &Path) -> Result<Shape, CheckpointError> {
    let shape = CheckpointReader(ByteReader::new(&whole(path)?)).shape();
    shape.ok_or_else(|| CheckpointError::Damaged(path.to_owned()))
}

/// The body of a file, once the mark at its start and the checksum at its end are verified.
fn whole(path: &Path) -> Result<Vec<u8>, CheckpointError> {
    let mut bytes = fs::read(path).map_err(|source| CheckpointError::Io { path: path.to_owned(), source })?;
    let damaged = || CheckpointError::Damaged(path.to_owned());
    let (body, check) = bytes.split_last_chunk::<4>().ok_or_else(damaged)?;
    if crc32fast::hash(body) != u32::from_le_bytes(*check) || !body.starts_with(MAGIC) {
        return Err(damaged());
    }
    bytes.truncate(body.len());
    bytes.drain(..MAGIC.len());
    Ok(bytes)
}

struct CheckpointReader<'a>(ByteReader<'a>);

impl CheckpointReader<'_> {
    fn shape(&mut self) -> Option<Shape> {
        let [version, inputs, width, buckets, hidden] = self.0.numbers()?.map(|n: u32| n as usize);
        (version == VERSION as usize).then_some(Shape { inputs, width, buckets, hidden: hidden == 1 })
    }

    fn row(&mut self) -> Option<Row> {
        self.0.numbers().map(Row)
    }

    fn rows(&mut self, count: usize) -> Option<Vec<Row>> {
        (0..count).map(|_| self.row()).collect()
    }

    fn model(&mut self, shape: Shape) -> Option<Model> {
        let slices = (0..shape.slices()).map(|_| self.rows(shape.rows())).collect::<Option<_>>()?;
        let (biases, stacks) = (self.row()?, Model::random(shape, 0).stacks.len());
        Some(Model { shape, slices, biases, stacks: self.rows(stacks)? })
    }

    fn state(&mut self, shape: Shape) -> Option<TrainState> {
        let [steps, epochs_done, epochs_since_best] = self.0.numbers()?;
        let best_loss = self.0.number()?;
        let (has_average, scale) = (self.0.number::<u32>()?, self.0.number()?);
        let mut state = TrainState::new(Model::random(shape, 0), scale);
        (state.steps, state.best_loss) = (steps, best_loss);
        (state.epochs_done, state.epochs_since_best) = (epochs_done as usize, epochs_since_best as usize);
        state.model = self.model(shape)?;
        state.best = self.model(shape)?;
        state.average = if has_average == 1 { Some(self.model(shape)?) } else { None };
        for moments in &mut state.moments {
            moments.first = self.rows(moments.first.len())?;
        }
        for moments in &mut state.moments {
            moments.second = self.rows(moments.second.len())?;
        }
        Some(state)
    }
}

#[cfg(test)]
mod tests {
    use super::super::model::COLUMNS;
    use super::*;

    #[test]
    fn states_read_back_and_damage_is_noticed() {
        let shape = Shape { inputs: 5, width: COLUMNS, buckets: 2, hidden: true };
        let mut state = TrainState::new(Model::random(shape, 3), 432.0);
        (state.steps, state.epochs_done, state.epochs_since_best, state.best_loss) = (7, 3, 1, 0.25);
        state.best = Model::random(shape, 8);
        state.moments[0].first[2].0[1] = 0.5;
        state.moments[1].second[0].0[1] = 0.75;
        let path = std::env::temp_dir().join(format!("kumataka-checkpoint-{}", std::process::id()));
        save(&state, &path).unwrap();
        assert_eq!(load(&path, shape).unwrap(), state);
        state.average = Some(Model::random(shape, 9));
        save(&state, &path).unwrap();
        assert_eq!(load(&path, shape).unwrap(), state);
        let wider = Shape { width: 2 * COLUMNS, ..shape };
        assert!(matches!(load(&path, wider), Err(CheckpointError::Shape { .. })));
        assert_eq!(super::shape(&path).unwrap(), shape);
        let mut bytes = fs::read(&path).unwrap();
        bytes[100] ^= 1;
        fs::write(&path, &bytes).unwrap();
        assert!(matches!(load(&path, shape), Err(CheckpointError::Damaged(_))));
        fs::remove_file(&path).unwrap();
        assert!(matches!(load(&path, shape), Err(CheckpointError::Io { .. })));
    }
}
