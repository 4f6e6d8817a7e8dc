/// What a certificate's key may be used for.
///
/// - SeeAlso: RFC 5280, 4.2.1.3.
public struct KeyUsage: OptionSet, Hashable, Sendable, CustomStringConvertible {
    /// Bit n of the number is bit n of the named bit list.
    public let rawValue: UInt32

    /// Makes a set from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Signatures other than those on certificates and revocation lists.
    public static let digitalSignature = KeyUsage(rawValue: 1 << 0)
    /// Signatures that bind the signer: nonRepudiation, also named contentCommitment.
    public static let nonRepudiation = KeyUsage(rawValue: 1 << 1)
    /// Transport of keys.
    public static let keyEncipherment = KeyUsage(rawValue: 1 << 2)
    /// Encryption of data itself.
    public static let dataEncipherment = KeyUsage(rawValue: 1 << 3)
    /// Agreement of keys.
    public static let keyAgreement = KeyUsage(rawValue: 1 << 4)
    /// Signatures on certificates.
    public static let keyCertSign = KeyUsage(rawValue: 1 << 5)
    /// Signatures on revocation lists.
    public static let cRLSign = KeyUsage(rawValue: 1 << 6)
    /// With key agreement: to encipher only.
    public static let encipherOnly = KeyUsage(rawValue: 1 << 7)
    /// With key agreement: to decipher only.
    public static let decipherOnly = KeyUsage(rawValue: 1 << 8)

    /// The names of the bits in the order of the standard.
    private static let names = [
        "digitalSignature", "nonRepudiation", "keyEncipherment", "dataEncipherment", "keyAgreement", "keyCertSign",
        "cRLSign", "encipherOnly", "decipherOnly",
    ]

    /// The names of the bits that are set.
    public var description: String {
        var text = ""
        for (bit, name) in KeyUsage.names.enumerated() where rawValue & (1 << UInt32(bit)) != 0 {
            text += text.isEmpty ? name : ", \(name)"
        }
        return text
    }

    /// Finds a bit by the standard's name for it; nil if it is none.
    public init?(named name: String) {
        guard let bit = KeyUsage.names.firstIndex(of: name) else {
            guard name == "contentCommitment" else { return nil }
            self = .nonRepudiation
            return
        }
        self.init(rawValue: 1 << UInt32(bit))
    }
}
