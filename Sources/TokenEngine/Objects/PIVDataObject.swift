/// A data object of PIV that is shown as data.
///
/// - SeeAlso: NIST SP 800-73-5, part 1, table 3.
struct PIVDataObject: Hashable, Sendable {
    let tag: UInt32
    let label: String
    /// In DER.
    let objectIdentifier: [UInt8]

    private init(_ tag: UInt32, _ label: String, _ arcs: [UInt8]) {
        self.tag = tag
        self.label = label
        // 2.16.840.1.101.3.7 and what follows.
        let octets = [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x07] + arcs
        objectIdentifier = [0x06, UInt8(octets.count)] + octets
    }

    static let all = [
        PIVDataObject(0x5FC107, "Card Capability Container", [1, 0x81, 0x5B, 0]),
        PIVDataObject(0x5FC102, "Card Holder Unique Identifier", [2, 0x30, 0]),
        PIVDataObject(0x5FC106, "Security Object", [2, 0x81, 0x10, 0]),
    ]
}
