/// A name such as `/Type`, without the slash and with `#` sequences decoded.
///
/// - SeeAlso: ISO 32000-2, 7.3.5.
public struct PDFName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The bytes of the name; UTF-8 by convention.
    public let bytes: [UInt8]

    /// Makes a name of bytes.
    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Makes a name of a literal.
    public init(stringLiteral value: StaticString) { bytes = Array(value.description.utf8) }

    /// The name as text.
    public var description: String { String(decoding: bytes, as: UTF8.self) }
}
