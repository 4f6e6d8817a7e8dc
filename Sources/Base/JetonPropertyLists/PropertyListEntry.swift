/// One key of a dictionary in a property list, and its value.
package struct PropertyListEntry: Hashable, Sendable {
    /// The key's text.
    package let key: String
    /// The line of the `key` element, from 1.
    package let line: Int
    /// The value behind the key.
    package let value: PropertyListNode

    /// The lines of key and value, in words.
    package var lines: String { line == value.lastLine ? "line \(line)" : "lines \(line) to \(value.lastLine)" }
}
