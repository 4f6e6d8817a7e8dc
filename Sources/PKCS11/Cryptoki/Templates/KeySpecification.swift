import JetonOctets

/// A kind of key to be made: type and size or curve, as written on the command line.
public enum KeySpecification: Hashable, Sendable, CustomStringConvertible {
    /// RSA with a modulus of so many bits: 2048 to 4096 in steps of 8, public exponent 65537.
    case rsa(bits: Int)
    /// An elliptic curve of NIST for ECDSA and ECDH.
    case ec(Curve)
    /// Ed25519 for EdDSA.
    case ed25519
    /// GOST R 34.10 by its parameter set.
    case gost(GOSTParameterSet)

    /// A curve with a name.
    public enum Curve: String, Hashable, Sendable, CaseIterable {
        /// secp256r1, P-256.
        case p256
        /// secp384r1, P-384.
        case p384
        /// secp521r1, P-521.
        case p521

        /// The curve's object identifier in DER, as `CKA_EC_PARAMS` holds it.
        public var parameters: [UInt8] {
            switch self {
            case .p256: [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
            case .p384: [0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x22]
            case .p521: [0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x23]
            }
        }

        /// Octets of one coordinate.
        public var coordinateSize: Int {
            switch self {
            case .p256: 32
            case .p384: 48
            case .p521: 66
            }
        }
    }

    /// A way in which modules take the parameters of a new key; they differ where the standard has several.
    public struct ParameterForm: Hashable, Sendable {
        /// `CKA_EC_PARAMS` or `CKA_GOSTR3410_PARAMS`; empty for RSA.
        public let value: [UInt8]
        /// Whether the template of the private key has them too.
        public let isOnBothHalves: Bool

        init(_ value: [UInt8], isOnBothHalves: Bool = false) {
            self.value = value
            self.isOnBothHalves = isOnBothHalves
        }
    }

    /// The forms of the parameters, the most usual first.
    public var parameterForms: [ParameterForm] {
        switch self {
        case .rsa: [ParameterForm([])]
        case .ec(let curve): [ParameterForm(curve.parameters)]
        case .ed25519: [ParameterForm(KeySpecification.ed25519Identifier), ParameterForm(KeySpecification.ed25519Name)]
        case .gost(let set):
            set.parameters.flatMap { [ParameterForm($0), ParameterForm($0, isOnBothHalves: true)] }
        }
    }

    /// Reads `rsa:2048`, `ec:p256`, `ed25519` or `gost:256b`; nil for anything else.
    public init?(_ text: String) {
        let parts = text.lowercased().split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        switch (parts.first, parts.count) {
        case ("rsa", 2):
            guard let bits = Int(parts[1]), (2048...4096).contains(bits), bits.isMultiple(of: 8) else { return nil }
            self = .rsa(bits: bits)
        case ("ec", 2):
            guard let curve = Curve(rawValue: parts[1].replacing("-", with: "")) else { return nil }
            self = .ec(curve)
        case ("ed25519", 1): self = .ed25519
        case ("gost", 2):
            guard let set = GOSTParameterSet(rawValue: parts[1]) else { return nil }
            self = .gost(set)
        default: return nil
        }
    }

    /// The text that ``init(_:)`` reads.
    public var description: String {
        switch self {
        case .rsa(let bits): "rsa:\(bits)"
        case .ec(let curve): "ec:\(curve.rawValue)"
        case .ed25519: "ed25519"
        case .gost(let set): "gost:\(set.rawValue)"
        }
    }

    /// The PKCS #11 key type.
    public var keyType: KeyType {
        switch self {
        case .rsa: .rsa
        case .ec: .ec
        case .ed25519: .ecEdwards
        case .gost(let set): set.keyType
        }
    }

    /// The mechanism that generates a pair.
    public var generationMechanism: MechanismType {
        switch self {
        case .rsa: .rsaPKCSKeyPairGen
        case .ec: .ecKeyPairGen
        case .ed25519: .ecEdwardsKeyPairGen
        case .gost(let set): set.keyType == .gostr3410_512 ? .gostr3410_512KeyPairGen : .gostr3410KeyPairGen
        }
    }

    /// Ed25519's object identifier in DER (RFC 8410), one of the forms that `CKA_EC_PARAMS` takes.
    public static let ed25519Identifier: [UInt8] = [0x06, 0x03, 0x2B, 0x65, 0x70]
    /// Ed25519's name as PrintableString in DER, the other form (PKCS #11 3.0, 6.3.10).
    public static let ed25519Name: [UInt8] = [0x13, 0x0C] + Array("edwards25519".utf8)
}
