/// The set of algorithms that a pairing and its sessions use; fixed by the pairing, never negotiated later.
public enum ChannelSuite: UInt8, CaseIterable, Hashable, Sendable {
    /// GOST R 34.10-2001 and GOST 28147-89, and a pairing whose record can be attacked offline.
    case legacy = 0x01
    /// GOST R 34.10-2012 and Kuznyechik, and a pairing that leaves nothing to test guesses against (RFC 8133).
    case modern = 0x02

    /// How many symbols an activation password has, without its check symbol: 16 or 12.
    public var passwordLength: Int { self == .legacy ? 16 : 12 }

    /// What plain text is padded to before it is encrypted, in octets.
    var blockLength: Int { self == .legacy ? 8 : 16 }

    /// Length of a message's MAC or tag, in bytes.
    var tagLength: Int { self == .legacy ? 4 : 12 }

    /// Length of the user keying material of a key agreement, in octets.
    var keyingMaterialLength: Int { self == .legacy ? 8 : 16 }
}
