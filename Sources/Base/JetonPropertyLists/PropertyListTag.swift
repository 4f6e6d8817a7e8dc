/// A start tag, or an empty element, of an XML document.
struct PropertyListTag: Hashable, Sendable {
    /// The element's name.
    let name: String
    /// The line where the tag starts, from 1.
    let line: Int
    /// Whether the tag is an empty element, `<name/>`.
    let isEmpty: Bool
}
