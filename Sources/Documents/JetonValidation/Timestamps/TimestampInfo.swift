public import JetonASN1
import JetonOctets
public import JetonX509

/// What a timestamp states: that data existed at a time.
///
/// - SeeAlso: RFC 3161, 2.4.2: TSTInfo.
public struct TimestampInfo: Hashable, Sendable {
    /// The policy that the authority followed.
    public let policy: OID
    /// What existed; nil if its hash is not known here.
    public let imprint: MessageImprint?
    /// The token's serial number at its authority: big-endian, without leading zeros.
    public let serialNumber: [UInt8]
    /// The time, to the second.
    public let time: UniversalTime
    /// How far the time may be off, in microseconds; nil if the authority does not say.
    public let accuracy: Int?
    /// The name of the authority; nil if the token does not state it.
    public let authority: GeneralName?
    /// The request's nonce, big-endian without leading zeros, and behind 255 if it is negative; nil if there is none.
    public let nonce: [UInt8]?

    /// Reads TSTInfo.
    ///
    /// - Throws: ``DocumentError/Code/malformed``.
    init(derRepresentation: [UInt8]) throws(DocumentError) {
        self = try reading("timestamp") { () throws(EncodingError) in
            try TimestampInfo(ASN1Element.parse(derRepresentation))
        }
    }

    private init(_ element: ASN1Element) throws(EncodingError) {
        var reader = try element.members(of: .sequence)
        guard try reader.next().int() == 1 else { throw EncodingError(.unexpectedValue, at: element.offset) }
        policy = try reader.next().oid()
        imprint = try MessageImprint(reader.next())
        serialNumber = try reader.next().unsignedInteger()
        time = try UniversalTime(strict: reader.next(.generalizedTime), allowsFraction: true)
        accuracy = try reader.nextIf(.sequence).map(TimestampInfo.accuracy)
        _ = try reader.nextIf(.boolean)?.boolean()
        nonce = try reader.nextIf(.integer).map(TimestampInfo.nonce)
        authority = try reader.nextIf(.contextConstructed(0)).map { field throws(EncodingError) in
            try GeneralName(field.onlyMember())
        }
        if let extensions = try reader.nextIf(.contextConstructed(1)) {
            var members = try extensions.members()
            for member in try members.rest(limit: 64) {
                // No extension of timestamps is processed.
                if try CertificateExtension(member).isCritical {
                    throw EncodingError(.unexpectedValue, at: member.offset)
                }
            }
        }
        try reader.finish()
    }

    /// A nonce, which programs such as DSS take for random bits of a number with a sign.
    private static func nonce(_ element: ASN1Element) throws(EncodingError) -> [UInt8] {
        let octets = try element.integerOctets()
        return octets[0] & 0x80 == 0 ? Array(octets.drop { $0 == 0 }) : [0xFF] + octets
    }

    /// Accuracy in microseconds: seconds, milliseconds and microseconds, each optional.
    private static func accuracy(_ element: ASN1Element) throws(EncodingError) -> Int {
        var reader = try element.members()
        let seconds = try reader.nextIf(.integer)?.int() ?? 0
        func part(_ tag: UInt8) throws(EncodingError) -> Int {
            guard let field = try reader.nextIf(.contextPrimitive(tag)) else { return 0 }
            let value = try ASN1Element.parse(DER.element(.integer, field.content)).int()
            guard (1...999).contains(value) else { throw EncodingError(.unexpectedValue, at: field.offset) }
            return value
        }
        let (milliseconds, microseconds) = (try part(0), try part(1))
        try reader.finish()
        guard (0...1_000_000_000).contains(seconds) else { throw EncodingError(.unexpectedValue, at: element.offset) }
        return seconds * 1_000_000 + milliseconds * 1000 + microseconds
    }
}
