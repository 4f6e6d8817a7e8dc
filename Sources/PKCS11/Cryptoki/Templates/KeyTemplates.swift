/// Templates for key pairs, public keys, private keys and certificates, by class and key type.
///
/// - SeeAlso: PKCS #11 Specification Version 3.2, 4.6 to 4.10 and 6.1, 6.3.
public enum KeyTemplates {
    /// What a new key is called and allowed to do.
    public struct Options: Sendable {
        /// `CKA_LABEL`.
        public var label: String
        /// `CKA_ID`; the same on both halves and on the certificate.
        public var id: [UInt8]
        /// When the private key asks for the PIN and for a touch.
        public var policy: Policy
        /// Whether the private key may leave the token under a wrapping key: `CKA_EXTRACTABLE`.
        public var extractable: Bool

        /// Makes options.
        public init(label: String, id: [UInt8], policy: Policy = Policy(), extractable: Bool = false) {
            self.label = label
            self.id = id
            self.policy = policy
            self.extractable = extractable
        }
    }

    /// The public half of a pair to be generated.
    ///
    /// - Parameters:
    ///   - specification: The kind of key.
    ///   - options: What it is called.
    ///   - form: One of the kind's ``KeySpecification/parameterForms``; the first by default.
    /// - Returns: The template for C_GenerateKeyPair.
    public static func publicKey(
        _ specification: KeySpecification,
        _ options: Options,
        form: KeySpecification.ParameterForm? = nil
    ) -> [Attribute] {
        common(.publicKey, specification, options) + [.private(false), Attribute(.verify, true)]
            + parameters(specification, (form ?? specification.parameterForms.first)?.value ?? [])
    }

    /// The private half of a pair to be generated.
    ///
    /// - Parameters:
    ///   - specification: The kind of key.
    ///   - options: What it is called and allowed to do.
    ///   - form: As for the public half.
    /// - Returns: The template for C_GenerateKeyPair.
    public static func privateKey(
        _ specification: KeySpecification,
        _ options: Options,
        form: KeySpecification.ParameterForm? = nil
    ) -> [Attribute] {
        var template =
            common(.privateKey, specification, options) + [
                Attribute(.sensitive, true), Attribute(.extractable, options.extractable), Attribute(.sign, true),
            ] + options.policy.attributes
        if case .rsa = specification { template.append(Attribute(.decrypt, true)) }
        if case .ec = specification { template.append(Attribute(.derive, true)) }
        if let form, form.isOnBothHalves { template += parameters(specification, form.value) }
        return template
    }

    /// An X.509 certificate.
    ///
    /// - Parameters:
    ///   - der: The whole certificate in DER.
    ///   - subject: The subject's name in DER.
    ///   - issuer: The issuer's name in DER.
    ///   - serialNumber: The serial number as an INTEGER in DER.
    ///   - label: The label.
    ///   - id: The id.
    /// - Returns: The template for C_CreateObject.
    public static func certificate(
        der: [UInt8],
        subject: [UInt8],
        issuer: [UInt8],
        serialNumber: [UInt8],
        label: String,
        id: [UInt8]
    ) -> [Attribute] {
        [
            .objectClass(.certificate), Attribute(.certificateType, number: 0), .token(true), .private(false),
            .label(label), .id(id), Attribute(.subject, subject), Attribute(.issuer, issuer),
            Attribute(.serialNumber, serialNumber), Attribute(.value, der),
        ]
    }

    private static func common(
        _ objectClass: ObjectClass,
        _ specification: KeySpecification,
        _ options: Options
    ) -> [Attribute] {
        [
            .objectClass(objectClass), .keyType(specification.keyType), .token(true), .label(options.label),
            .id(options.id),
        ]
    }

    private static func parameters(_ specification: KeySpecification, _ value: [UInt8]) -> [Attribute] {
        switch specification {
        case .rsa(let bits):
            [
                Attribute(.modulusBits, number: UInt(bits)), Attribute(.publicExponent, [0x01, 0x00, 0x01]),
                Attribute(.encrypt, true),
            ]
        case .ec, .ed25519: [Attribute(.ecParams, value)]
        case .gost(let set):
            [Attribute(.gostr3410Params, value), Attribute(.gostr3411Params, set.hashParameters)]
        }
    }
}
