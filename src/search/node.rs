//! The three kinds of node, told apart at compile time.

/// What a node is searched for.
pub trait NodeType {
    /// On a principal variation: searched with an open window.
    const PV: bool;
    const ROOT: bool;
    /// The kind of a child searched with an open window.
    type Next: NodeType;
}

/// The position to find a move for.
pub struct Root;

/// A node on a principal variation below the root.
pub struct Pv;

/// A node searched only to see on which side of a bound its score is.
pub struct NonPv;

impl NodeType for Root {
    const PV: bool = true;
    const ROOT: bool = true;
    type Next = Pv;
}

impl NodeType for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
    type Next = Self;
}

impl NodeType for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
    type Next = Self;
}
