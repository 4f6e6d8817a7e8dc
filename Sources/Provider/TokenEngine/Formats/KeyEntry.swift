import JetonOctets

/// What the directory knows of a key slot.
struct KeyEntry: Hashable, Sendable {
    private enum Tag {
        static let reference: UInt32 = 0x80
        static let privateLabel: UInt32 = 0x81
        static let identifier: UInt32 = 0x82
        static let publicLabel: UInt32 = 0x83
        static let publicIdentifier: UInt32 = 0x84
        static let certificateLabel: UInt32 = 0x85
        static let certificateIdentifier: UInt32 = 0x86
        static let usage: UInt32 = 0x87
        static let isPublicKeyHidden: UInt32 = 0x88
        static let publicKeyInfo: UInt32 = 0x89
        static let startDate: UInt32 = 0x8A
        static let endDate: UInt32 = 0x8B
        static let subject: UInt32 = 0x8C
        static let owner: UInt32 = 0x8D
    }

    /// The key reference.
    let reference: UInt8
    /// `CKA_LABEL` and `CKA_ID` of the private key, the public key, the certificate; nil for what the slot gives.
    var privateLabel: [UInt8]?
    var identifier: [UInt8]?
    var publicLabel: [UInt8]?
    var publicIdentifier: [UInt8]?
    var certificateLabel: [UInt8]?
    var certificateIdentifier: [UInt8]?
    /// What the private key may be used for; nil for all that its kind can do.
    var usage: CardKeyUsage?
    /// Whether the public key was destroyed as an object.
    var isPublicKeyHidden = false
    /// The public key, which cards without Yubico's extensions don't tell.
    var publicKeyInfo: [UInt8]?
    /// `CKA_START_DATE` and `CKA_END_DATE`, eight digits each.
    var startDate: [UInt8]?
    var endDate: [UInt8]?
    /// `CKA_SUBJECT` of a key whose certificate is still to come, in DER.
    var subject: [UInt8]?
    /// The program to one of whose sessions the key belongs; nil for a key of the token.
    var owner: SessionKeyOwner?

    init(reference: UInt8) { self.reference = reference }

    init?(_ octets: [UInt8]) {
        guard let members = try? TLV.parse(octets, limit: 32),
            let reference = members.firstValue(tag: Tag.reference), reference.count == 1
        else { return nil }
        self.reference = reference[0]
        privateLabel = members.firstValue(tag: Tag.privateLabel)
        identifier = members.firstValue(tag: Tag.identifier)
        publicLabel = members.firstValue(tag: Tag.publicLabel)
        publicIdentifier = members.firstValue(tag: Tag.publicIdentifier)
        certificateLabel = members.firstValue(tag: Tag.certificateLabel)
        certificateIdentifier = members.firstValue(tag: Tag.certificateIdentifier)
        usage = members.firstValue(tag: Tag.usage)?.first.map(CardKeyUsage.init(rawValue:))
        isPublicKeyHidden = members.firstValue(tag: Tag.isPublicKeyHidden) != nil
        publicKeyInfo = members.firstValue(tag: Tag.publicKeyInfo)
        startDate = members.firstValue(tag: Tag.startDate)
        endDate = members.firstValue(tag: Tag.endDate)
        subject = members.firstValue(tag: Tag.subject)
        owner = members.firstValue(tag: Tag.owner).flatMap(SessionKeyOwner.init)
    }

    var encoded: [UInt8] {
        let values: [(UInt32, [UInt8]?)] = [
            (Tag.reference, [reference]), (Tag.privateLabel, privateLabel), (Tag.identifier, identifier),
            (Tag.publicLabel, publicLabel), (Tag.publicIdentifier, publicIdentifier),
            (Tag.certificateLabel, certificateLabel), (Tag.certificateIdentifier, certificateIdentifier),
            (Tag.usage, usage.map { [$0.rawValue] }), (Tag.isPublicKeyHidden, isPublicKeyHidden ? [] : nil),
            (Tag.publicKeyInfo, publicKeyInfo), (Tag.startDate, startDate), (Tag.endDate, endDate),
            (Tag.subject, subject), (Tag.owner, owner?.encoded),
        ]
        return values.flatMap { tag, value in value.map { TLV(tag: tag, value: $0).encoded } ?? [] }
    }
}
