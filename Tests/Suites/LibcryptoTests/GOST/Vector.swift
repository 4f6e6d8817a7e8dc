import JetonOctets
import Testing

/// Numbers as standards print them.
enum Vector {
    /// Octets from hexadecimal text; white space does not count.
    static func octets(_ hexadecimal: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> [UInt8] {
        try #require(Hex.decode(hexadecimal.filter { !$0.isWhitespace }), sourceLocation: sourceLocation)
    }

    /// The octets of a number that is printed with the most significant digit first, the least significant octet first.
    static func littleEndian(_ hexadecimal: String) throws -> [UInt8] { Array(try octets(hexadecimal).reversed()) }

    /// Hexadecimal text without white space.
    static func text(_ octets: some Sequence<UInt8>) -> String { Hex.encode(octets) }

    /// The octets of a secret that is printed in a standard.
    static func octets(of secret: borrowing Secret) -> [UInt8] {
        secret.withBytes { span in (0..<span.count).map { span[$0] } }
    }

    /// Hexadecimal text of a secret.
    static func text(_ secret: borrowing Secret) -> String { Hex.encode(octets(of: secret)) }

    /// Hexadecimal text of a printed number, to compare with ``text(_:)``.
    static func normalized(_ hexadecimal: String) -> String { hexadecimal.filter { !$0.isWhitespace }.lowercased() }
}
