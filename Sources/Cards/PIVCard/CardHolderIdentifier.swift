import JetonOctets

/// The card holder unique identifier (CHUID).
///
/// - SeeAlso: NIST SP 800-73-5, part 1, 3.1.2 and table 9.
public struct CardHolderIdentifier: Hashable, Sendable {
    /// The federal agency smart credential number, 25 octets as issued.
    public let credentialNumber: [UInt8]
    /// The card's globally unique identifier, 16 octets.
    public let identifier: [UInt8]
    /// The day on which the card expires, as YYYYMMDD.
    public let expiry: String

    init(_ objects: [TLV]) throws(PIVError) {
        guard let identifier = objects.firstValue(tag: 0x34), identifier.count == 16 else {
            throw PIVError(.answerMalformed)
        }
        credentialNumber = objects.firstValue(tag: 0x30) ?? []
        self.identifier = identifier
        expiry = String(decoding: objects.firstValue(tag: 0x35) ?? [], as: UTF8.self)
    }
}
