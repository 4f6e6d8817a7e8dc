/// Puts messages on the wire.
///
/// - SeeAlso: RFC 9112, 2.1 and 7.1.
public enum HTTPWriter {
    /// A chunk of a body; of no bytes it would end the body, so none gives none.
    public static func chunk(_ bytes: [UInt8]) -> [UInt8] {
        bytes.isEmpty ? [] : Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8)
    }

    /// The end of a body in chunks, without a trailer.
    public static let lastChunk = Array("0\r\n\r\n".utf8)

    static func head(_ startLine: String, _ fields: HTTPFields) -> [UInt8] {
        var bytes = Array("\(startLine)\r\n".utf8)
        for field in fields.all {
            bytes += field.name.utf8
            bytes += ": ".utf8
            bytes += HTTPSyntax.bytes(field.value)
            bytes += "\r\n".utf8
        }
        bytes += "\r\n".utf8
        return bytes
    }
}
