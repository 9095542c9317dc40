//! Lines of a conversation, on their way to the driver.

/// An event of the conversation.
#[derive(Debug)]
pub enum Event {
    /// A line of the front-end.
    Line(String),
    /// A line of the engine inside.
    Engine(String),
    /// The front-end is gone.
    End,
}
