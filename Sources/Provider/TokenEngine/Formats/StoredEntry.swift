import JetonOctets

/// What the directory knows of an object besides the slots'; its value lies in a data object of its own.
struct StoredEntry: Hashable, Sendable {
    /// How many such objects there may be.
    static let maximumCount: UInt8 = 64

    private enum Tag {
        static let index: UInt32 = 0x80
        static let objectClass: UInt32 = 0x81
        static let label: UInt32 = 0x82
        static let identifier: UInt32 = 0x83
        static let application: UInt32 = 0x84
        static let objectIdentifier: UInt32 = 0x85
    }

    /// The place: 0–63.
    let index: UInt8
    /// Data, certificate or public key.
    let objectClass: ObjectClass
    /// `CKA_LABEL`.
    var label: [UInt8] = []
    /// `CKA_ID`.
    var identifier: [UInt8] = []
    /// `CKA_APPLICATION`, of data.
    var application: [UInt8] = []
    /// `CKA_OBJECT_ID`, of data.
    var objectIdentifier: [UInt8] = []

    init(index: UInt8, objectClass: ObjectClass) {
        self.index = index
        self.objectClass = objectClass
    }

    init?(_ octets: [UInt8]) {
        guard let members = try? TLV.parse(octets, limit: 32), let index = members.firstValue(tag: Tag.index)?.first,
            index < Self.maximumCount, let number = members.firstValue(tag: Tag.objectClass)?.first
        else { return nil }
        let objectClass = ObjectClass(rawValue: UInt(number))
        guard [.data, .certificate, .publicKey].contains(objectClass) else { return nil }
        self.init(index: index, objectClass: objectClass)
        label = members.firstValue(tag: Tag.label) ?? []
        identifier = members.firstValue(tag: Tag.identifier) ?? []
        application = members.firstValue(tag: Tag.application) ?? []
        objectIdentifier = members.firstValue(tag: Tag.objectIdentifier) ?? []
    }

    var encoded: [UInt8] {
        [
            TLV(tag: Tag.index, value: [index]),
            TLV(tag: Tag.objectClass, value: [UInt8(truncatingIfNeeded: objectClass.rawValue)]),
            TLV(tag: Tag.label, value: label), TLV(tag: Tag.identifier, value: identifier),
            TLV(tag: Tag.application, value: application), TLV(tag: Tag.objectIdentifier, value: objectIdentifier),
        ].flatMap(\.encoded)
    }

    /// The tag of the data object with the value.
    var tag: UInt32 { 0x5FFF50 + UInt32(index) }
}
