import JetonASN1
import JetonPIV

/// A data object of PIV that is shown as data.
///
/// - SeeAlso: NIST SP 800-73-5, part 1, table 3.
struct PIVDataObject: Hashable, Sendable {
    let tag: UInt32
    let label: String
    /// In DER.
    let objectIdentifier: [UInt8]

    private init(_ tag: UInt32, _ label: String, _ identifier: OID) {
        self.tag = tag
        self.label = label
        objectIdentifier = DER.oid(identifier)
    }

    static let all = [
        PIVDataObject(
            PIVObjectTag.cardCapabilityContainer,
            "Card Capability Container",
            OID(2, 16, 840, 1, 101, 3, 7, 1, 219, 0)
        ),
        PIVDataObject(
            PIVObjectTag.cardHolderUniqueIdentifier,
            "Card Holder Unique Identifier",
            OID(2, 16, 840, 1, 101, 3, 7, 2, 48, 0)
        ),
        PIVDataObject(PIVObjectTag.securityObject, "Security Object", OID(2, 16, 840, 1, 101, 3, 7, 2, 144, 0)),
    ]
}
