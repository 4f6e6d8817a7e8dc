/// Which elements of a document are canonicalized; each with everything inside it that is not left out.
public struct XMLSelection: Sendable {
    /// All of the document.
    public static let document = XMLSelection(isDocument: true, included: [], excluded: [])

    let isDocument: Bool
    private let included: Set<UInt64>
    private let excluded: Set<UInt64>

    /// All of the document but the elements whose start tags are at these offsets.
    public static func document(without excluded: Set<UInt64>) -> XMLSelection {
        XMLSelection(isDocument: true, included: [], excluded: excluded)
    }

    /// The elements whose start tags are at these offsets.
    ///
    /// - Parameters:
    ///   - included: The offsets of the start tags, in bytes of the document.
    ///   - excluded: Elements inside of them that are left out.
    /// - Returns: The selection.
    public static func elements(at included: Set<UInt64>, without excluded: Set<UInt64> = []) -> XMLSelection {
        XMLSelection(isDocument: false, included: included, excluded: excluded)
    }

    /// Whether an element begins or ends a selected part; nil if it is as its parent.
    func decision(for tag: borrowing XMLTag) -> Bool? {
        if excluded.contains(tag.offset) { return false }
        return included.contains(tag.offset) ? true : nil
    }
}
