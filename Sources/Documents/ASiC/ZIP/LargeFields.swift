/// The extra field of ZIP64: numbers that have no room in a header, which then has all bits set in their place.
///
/// - SeeAlso: PKWARE APPNOTE 6.3.10, 4.5.3.
struct LargeFields {
    /// What stands in a header for a number of the extra field.
    static let mark: UInt32 = 0xFFFF_FFFF
    private static let kind: UInt16 = 0x0001
    /// Strong encryption, and another name in Unicode.
    private static let refused: [UInt16] = [0x0017, 0x7075]

    /// The field's content; nil without the field.
    private let content: [UInt8]?
    private let name: String
    private var position = 0

    /// Whether there is such a field.
    var isPresent: Bool { content != nil }

    /// Looks through extra fields.
    ///
    /// - Throws: `ContainerError` for a field that says something else than the header does, and for two of ZIP64.
    init(_ extra: ArraySlice<UInt8>, of name: String) throws(ContainerError) {
        self.name = name
        var found: [UInt8]?
        let bytes = Array(extra)
        var position = 0
        while bytes.count - position >= 4 {
            let kind = LittleEndian.number16(bytes, position)
            let end = position + 4 + Int(LittleEndian.number16(bytes, position + 2))
            guard !LargeFields.refused.contains(kind), kind != LargeFields.kind || found == nil else {
                throw ContainerError(.unsupported, "'\(name)' has an extra field that is not supported")
            }
            // Up to three bytes behind the last field are the padding of some writers.
            guard end <= bytes.count else { throw LargeFields.malformed(name) }
            if kind == LargeFields.kind {
                found = Array(bytes[(position + 4)..<end])
            }
            position = end
        }
        content = found
    }

    /// The number that a header states, or that it leaves to this field.
    mutating func number(_ stated: UInt32) throws(ContainerError) -> UInt64 {
        guard stated == LargeFields.mark else { return UInt64(stated) }
        guard let content, content.count - position >= 8 else { throw LargeFields.malformed(name) }
        position += 8
        return LittleEndian.number64(content, position - 8)
    }

    /// Checks that the field has no number which the header does not leave to it.
    func finish() throws(ContainerError) {
        guard content == nil || (position > 0 && position == content?.count) else { throw LargeFields.malformed(name) }
    }

    private static func malformed(_ name: String) -> ContainerError {
        ContainerError(.malformed, "the extra field of '\(name)' does not fit its header")
    }
}
