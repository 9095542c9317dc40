//! What is said in a conversation, on its way to whoever obeys it.

/// Something that was said.
#[derive(Debug)]
pub enum Event {
    /// By the front-end.
    Line(String),
    /// By the engine inside.
    Engine(String),
    /// The front-end is gone.
    End,
}
