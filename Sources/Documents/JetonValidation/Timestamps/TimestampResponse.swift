import JetonASN1
import JetonOctets
public import JetonX509

/// A response of a timestamping authority that grants a token.
///
/// - SeeAlso: RFC 3161, 2.4.2.
public struct TimestampResponse: Hashable, Sendable {
    /// The largest response, in octets: 256 KiB.
    public static let sizeLimit = 256 << 10

    /// The whole response as it was encoded: the contents of a file `.tsr`.
    public let derRepresentation: [UInt8]
    /// The TimeStampToken: a CMS message.
    public let token: [UInt8]

    /// Reads a response in DER.
    ///
    /// - Throws: ``DocumentError/Code/malformed``; ``DocumentError/Code/limitExceeded`` above 256 KiB;
    ///   ``DocumentError/Code/refused`` if the authority refuses, with its reason.
    public init(derRepresentation: [UInt8]) throws(DocumentError) {
        guard derRepresentation.count <= TimestampResponse.sizeLimit else {
            throw DocumentError(.limitExceeded, "a timestamp response of \(derRepresentation.count) bytes")
        }
        self.derRepresentation = derRepresentation
        let parts = try reading("timestamp response") { () throws(EncodingError) in
            var reader = try ASN1Element.parse(derRepresentation, rules: .basic).members(of: .sequence)
            let status = try TimestampResponse.status(reader.next())
            let token = reader.isAtEnd ? nil : Array(try reader.next().encoded)
            try reader.finish()
            return (refusal: status, token: token)
        }
        if let refusal = parts.refusal { throw DocumentError(.refused, refusal) }
        guard let token = parts.token else {
            throw DocumentError(.malformed, "timestamp response: it grants a token, but contains none")
        }
        self.token = token
    }

    /// Why the authority refuses; nil if it grants a token: PKIStatusInfo.
    private static func status(_ element: ASN1Element) throws(EncodingError) -> String? {
        var reader = try element.members(of: .sequence)
        let status = try reader.next().int()
        var texts: [String] = []
        if let list = try reader.nextIf(.sequence) {
            var members = try list.members()
            for member in try members.rest(limit: 64) { texts.append(member.text ?? "") }
        }
        let failures = try reader.nextIf(.bitString).map { bits throws(EncodingError) in try bits.namedBits() } ?? 0
        try reader.finish()
        // 0 and 1: granted, granted with changes.
        guard status != 0, status != 1 else { return nil }
        let reasons = names.filter { failures & (1 << $0.bit) != 0 }.map(\.name)
        // The authority's own words are shown without what could disturb a terminal.
        let words = texts.joined(separator: "; ").prefix(200).unicodeScalars.map {
            (0x20...0x7E).contains($0.value) ? Character($0) : "?"
        }
        let said = words.isEmpty ? "" : " ('\(String(words))')"
        return "the timestamping authority refused: "
            + (reasons.isEmpty ? "status \(status)" : reasons.joined(separator: ", ")) + said
    }

    /// PKIFailureInfo of RFC 3161, 2.4.2.
    private static let names: [(bit: UInt32, name: String)] = [
        (0, "badAlg"), (2, "badRequest"), (5, "badDataFormat"), (14, "timeNotAvailable"), (15, "unacceptedPolicy"),
        (16, "unacceptedExtension"), (17, "addInfoNotAvailable"), (25, "systemFailure"),
    ]
}
