extension Span<UInt8> {
    /// Whether both have the same bytes.
    @inline(__always)
    func isSame(as other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for index in 0..<count where self[index] != other[index] { return false }
        return true
    }

    /// Whether the bytes are those of a text of the program.
    @inline(__always)
    func isText(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        for index in 0..<count where unsafe self[index] != text.utf8Start[index] { return false }
        return true
    }

    /// Whether the bytes are those of a text in UTF-8.
    func isSame(as text: String) -> Bool {
        let units = text.utf8
        // Most names differ in their length.
        guard count == units.count else { return false }
        var index = 0
        for unit in units {
            guard self[index] == unit else { return false }
            index += 1
        }
        return true
    }
}
