/// A statement that reads, in two forms.
pub struct Look {
    /// Locks memory first, by setting a property to its present value: nothing is written, and the reply is of one
    /// moment. (Removing a missing property would not lock.)
    pub locked: &'static str,
    /// For a user without write access: the reply may be of several moments.
    pub plain: &'static str,
}
