/// Two things that were read independently of each other and that say the same.
///
/// A remedy that removes, moves or erases something, or that `--fix` applies by itself, rests on them: one symptom has
/// too many causes.
public struct Witnesses: Sendable {
    /// What was read first.
    public let first: Evidence
    /// What was read from another place.
    public let second: Evidence

    /// Makes witnesses of what was read at two places.
    package init(_ first: Evidence, _ second: Evidence) {
        self.first = first
        self.second = second
    }
}
