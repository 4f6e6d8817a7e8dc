/// One key of a dictionary in a property list, and its value.
struct PropertyListEntry: Hashable, Sendable {
    /// The key's text.
    let key: String
    /// The line of the `key` element, from 1.
    let line: Int
    /// The value behind the key.
    let value: PropertyListNode

    /// The lines of key and value, in words.
    var lines: String { line == value.lastLine ? "line \(line)" : "lines \(line) to \(value.lastLine)" }
}
