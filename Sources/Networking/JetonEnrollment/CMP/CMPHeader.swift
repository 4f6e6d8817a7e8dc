import JetonASN1
import JetonOctets
import JetonX509

/// The header of a message.
///
/// - SeeAlso: RFC 9810, 5.1.1.
struct CMPHeader {
    /// The sender's name in DER.
    var sender: [UInt8] = DER.sequence([])
    /// The recipient's name in DER.
    var recipient: [UInt8] = DER.sequence([])
    /// How the message is protected; nil if it is not.
    var protection: AlgorithmIdentifier?
    /// The reference value of a password, or the identifier of the signing key.
    var senderKeyIdentifier: [UInt8]?
    var transaction: [UInt8] = []
    var senderNonce: [UInt8] = []
    var recipientNonce: [UInt8] = []

    /// Makes an empty header.
    init() {}

    /// The header in DER.
    var encoded: [UInt8] {
        var members: [[UInt8]] = [DER.integer(2), DER.explicit(4, sender), DER.explicit(4, recipient)]
        if let protection { members.append(DER.explicit(1, protection.derRepresentation)) }
        if let senderKeyIdentifier { members.append(DER.explicit(2, DER.octetString(senderKeyIdentifier))) }
        members.append(DER.explicit(4, DER.octetString(transaction)))
        members.append(DER.explicit(5, DER.octetString(senderNonce)))
        if !recipientNonce.isEmpty { members.append(DER.explicit(6, DER.octetString(recipientNonce))) }
        return DER.sequence(members)
    }

    /// Reads a header; fields that mean nothing here are passed over.
    init(_ element: ASN1Element) throws(EncodingError) {
        var reader = try element.members(of: .sequence)
        guard (1...3).contains(try reader.next().int()) else {
            throw EncodingError(.unexpectedValue, at: element.offset)
        }
        sender = try CMPHeader.name(reader.next())
        recipient = try CMPHeader.name(reader.next())
        for field in try reader.rest(limit: 9) {
            switch field.tag {
            case .contextConstructed(1): protection = try AlgorithmIdentifier(field.onlyMember())
            case .contextConstructed(2): senderKeyIdentifier = try field.onlyMember().octetString()
            case .contextConstructed(4): transaction = try CMPHeader.short(field)
            case .contextConstructed(5): senderNonce = try CMPHeader.short(field)
            case .contextConstructed(6): recipientNonce = try CMPHeader.short(field)
            default: continue
            }
        }
    }

    /// The encoded Name of a GeneralName; an empty one for another kind.
    private static func name(_ element: ASN1Element) throws(EncodingError) -> [UInt8] {
        guard element.tag == .contextConstructed(4) else { return DER.sequence([]) }
        return Array(try element.onlyMember().encoded)
    }

    private static func short(_ field: ASN1Element) throws(EncodingError) -> [UInt8] {
        let octets = try field.onlyMember().octetString()
        guard octets.count <= 128 else { throw EncodingError(.limitExceeded, at: field.offset) }
        return octets
    }
}
