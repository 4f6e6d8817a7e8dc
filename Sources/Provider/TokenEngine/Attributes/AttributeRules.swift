/// The attributes that callers may give, by class: one table for every call that takes a template.
///
/// What stands here with no call is the token's to say, such as `CKA_LOCAL`. What does not stand here the objects of the
/// class do not have.
///
/// - SeeAlso: PKCS #11 3.2, 4.1.1 to 4.1.3 and the tables of 4.5 to 4.10.
enum AttributeRules {
    /// The length of labels and identifiers, in bytes.
    private static let nameLengths = 0...255
    /// The length of names in DER, in bytes.
    private static let subjectLengths = 0...1024
    /// The length of what is bounded where it is used, in bytes.
    private static let anyLength = 0...(1 << 20)
    /// The length of secret keys, in bytes.
    private static let secretLengths = 1...4096

    private static let rsa: Set<KeyType> = [.rsa]
    private static let curves: Set<KeyType> = [.ec, .ecEdwards, .ecMontgomery]

    private static let gost: Set<KeyType> = [.gostr3410, .gostr3410_512]

    /// The rules by class.
    static let table: [ObjectClass: [AttributeType: AttributeRule]] = [
        .data: merge(storage, data),
        .certificate: merge(storage, certificate),
        .publicKey: merge(storage, key, publicKey),
        .privateKey: merge(storage, key, secretsOfKey, privateKey),
        .secretKey: merge(storage, key, secretsOfKey, secretKey),
    ]

    private typealias Rules = [AttributeType: AttributeRule]

    private static func merge(_ parts: Rules...) -> Rules {
        parts.reduce(into: [:]) { $0.merge($1) { _, last in last } }
    }

    private static func rules(
        _ types: [AttributeType],
        _ form: AttributeRule.Form,
        _ calls: AttributeRule.Calls,
        of keyTypes: Set<KeyType>? = nil
    ) -> Rules {
        Rules(uniqueKeysWithValues: types.map { ($0, AttributeRule(form: form, calls: calls, keyTypes: keyTypes)) })
    }

    private static let storage = merge(
        rules([.class], .number, .new),
        rules([.token, .private, .modifiable, .copyable, .destroyable], .flag, [.new, .copy]),
        rules([.label], .bytes(nameLengths), [.new, .copy, .set]),
        rules([.uniqueID], .bytes(anyLength), [])
    )

    private static let data = merge(
        rules([.application, .objectID], .bytes(nameLengths), [.create, .copy, .set]),
        rules([.value], .bytes(anyLength), [.create, .copy])
    )

    private static let trusted: Rules = [
        .trusted: AttributeRule(form: .flag, calls: .new, isForSecurityOfficer: true)
    ]

    private static let certificate = merge(
        trusted,
        rules([.id], .bytes(nameLengths), [.create, .copy, .set]),
        rules([.certificateType, .certificateCategory, .javaMidpSecurityDomain, .nameHashAlgorithm], .number, .create),
        rules([.startDate, .endDate], .date, [.create, .copy, .set]),
        rules([.subject, .issuer, .serialNumber, .value, .url, .publicKeyInfo], .bytes(anyLength), .create),
        rules([.checkValue, .hashOfSubjectPublicKey, .hashOfIssuerPublicKey], .bytes(nameLengths), .create)
    )

    private static let key = merge(
        rules([.keyType], .number, .new),
        rules([.id], .bytes(nameLengths), [.new, .copy, .set]),
        rules([.startDate, .endDate], .date, [.new, .copy, .set]),
        rules([.derive], .flag, [.new, .copy]),
        rules([.allowedMechanisms], .numbers, .new),
        rules([.local], .flag, []),
        rules([.keyGenMechanism], .number, [])
    )

    private static let secretsOfKey = merge(
        rules([.sensitive, .extractable, .wrapWithTrusted], .flag, [.new, .copy]),
        rules([.decrypt, .sign, .unwrap], .flag, [.new, .copy]),
        rules([.alwaysSensitive, .neverExtractable], .flag, [])
    )

    private static let publicKey = merge(
        trusted,
        rules([.subject], .bytes(subjectLengths), [.create, .generate, .copy]),
        rules([.encrypt, .verify, .verifyRecover, .wrap, .encapsulate], .flag, [.create, .generate, .copy]),
        rules([.publicKeyInfo], .bytes(anyLength), .create),
        rules([.modulus], .bytes(anyLength), .create, of: rsa),
        rules([.publicExponent], .bytes(anyLength), [.create, .generate], of: rsa),
        rules([.modulusBits], .number, .generate, of: rsa),
        rules([.ecParams], .bytes(anyLength), [.create, .generate], of: curves),
        rules([.ecPoint], .bytes(anyLength), .create, of: curves),
        rules([.gostr3410Params, .gostr3411Params], .bytes(nameLengths), [.create, .generate], of: gost),
        rules([.value], .bytes(anyLength), .create, of: gost)
    )

    private static let privateKey = merge(
        rules([.subject], .bytes(subjectLengths), [.create, .generate, .copy, .set]),
        rules([.signRecover, .decapsulate, .alwaysAuthenticate], .flag, [.create, .generate]),
        rules([.yubicoTouchPolicy], .number, [.create, .generate]),
        rules([.publicKeyInfo], .bytes(anyLength), .create),
        rules([.modulus, .publicExponent, .privateExponent], .bytes(anyLength), .create, of: rsa),
        rules([.prime1, .prime2, .exponent1, .exponent2, .coefficient], .bytes(anyLength), .create, of: rsa),
        rules([.ecParams], .bytes(anyLength), .create, of: curves),
        rules([.value], .bytes(anyLength), .create, of: curves.union(gost)),
        // For a new pair the standard has them in the template of the public key only; programs give them in both.
        rules([.gostr3410Params, .gostr3411Params], .bytes(nameLengths), [.create, .generate], of: gost)
    )

    private static let secretKey = merge(
        trusted,
        rules([.encrypt, .verify, .wrap], .flag, [.new, .copy]),
        rules([.checkValue], .bytes(0...3), .new),
        rules([.value], .bytes(secretLengths), .create),
        rules([.valueLen], .number, .derive)
    )
}
