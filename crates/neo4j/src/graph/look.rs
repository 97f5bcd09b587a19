/// A statement that reads, in two forms.
pub struct Look {
    /// Locks memory first, by setting a property to the value that it has: nothing is written, and what is read is of one
    /// moment. (Removing a property that is not there would not lock.)
    pub locked: &'static str,
    /// For who may not write: what is read may be of several moments.
    pub plain: &'static str,
}
