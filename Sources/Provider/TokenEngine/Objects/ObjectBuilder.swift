import JetonASN1
import JetonLibcrypto
import JetonOctets
import PIVCard

/// Makes the objects of a token from what its card holds.
struct ObjectBuilder {
    let directory: TokenDirectory
    /// Whether the card can delete keys.
    let deletesKeys: Bool
    /// The objects so far.
    private(set) var objects: [TokenObject] = []

    init(_ directory: TokenDirectory, deletesKeys: Bool) {
        self.directory = directory
        self.deletesKeys = deletesKeys
    }

    private static func common(_ objectClass: ObjectClass, isPrivate: Bool, isModifiable: Bool = true) -> AttributeSet {
        var attributes = AttributeSet()
        attributes.set(.class, objectClass.rawValue)
        attributes.set(.token, true)
        attributes.set(.private, isPrivate)
        attributes.set(.modifiable, isModifiable)
        attributes.set(.copyable, false)
        attributes.set(.destroyable, isModifiable)
        return attributes
    }

    // MARK: - Keys

    /// Adds a slot's private key, and its public key unless that was destroyed.
    ///
    /// - Parameters:
    ///   - key: The slot's key.
    ///   - isGenerated: Whether the card made the key; nil if unknown.
    ///   - subject: Of the slot's certificate, if there is one.
    mutating func addKey(_ key: CardKey, isGenerated: Bool?, subject: [UInt8]?) {
        let entry = directory.keys[key.slot.rawValue]
        let name = SlotNames.label(key.slot)
        let reference = key.slot.rawValue
        let fingerprint = key.publicKey.fingerprint
        var attributes = Self.common(.privateKey, isPrivate: !key.isPublic)
        attributes.set(.destroyable, deletesKeys)
        attributes[.label] = entry?.privateLabel ?? Array(name.utf8)
        attributes[.id] = entry?.identifier ?? SlotNames.identifier(key.slot)
        attributes[.uniqueID] = Array("piv-\(key.slot)-private".utf8)
        Self.addKeyAttributes(key.publicKey, isGenerated, entry, &attributes)
        attributes[.subject] = subject ?? entry?.subject ?? []
        for type: AttributeType in [.sensitive, .neverExtractable, .alwaysSensitive] {
            attributes.set(type, type == .sensitive || isGenerated == true)
        }
        for type: AttributeType in [.extractable, .unwrap, .signRecover, .wrapWithTrusted] {
            attributes.set(type, false)
        }
        attributes.set(.sign, key.usage.contains(.sign))
        attributes.set(.decrypt, key.usage.contains(.decrypt))
        attributes.set(.derive, key.usage.contains(.derive))
        attributes.set(.alwaysAuthenticate, key.isAlwaysAuthenticated)
        if let touch = key.touchPolicy { attributes.set(.yubicoTouchPolicy, UInt(touch.rawValue)) }
        attributes[.publicKeyInfo] = key.publicKey.publicKeyInfo
        if case .rsa(let modulus, let exponent) = key.publicKey {
            attributes[.modulus] = modulus
            attributes[.publicExponent] = exponent
        } else if case .gost(let parameters, _) = key.publicKey {
            Self.addParameters(parameters, &attributes)
        } else {
            attributes[.ecParams] = key.publicKey.parameters
        }
        objects.append(TokenObject(.privateKey(reference, fingerprint), attributes, .card(key)))
        guard entry?.isPublicKeyHidden != true else { return }
        var publicAttributes = Self.publicKey(key.publicKey, isToken: true)
        publicAttributes.set(.destroyable, true)
        publicAttributes[.label] = entry?.publicLabel ?? entry?.privateLabel ?? Array(name.utf8)
        publicAttributes[.id] = entry?.publicIdentifier ?? entry?.identifier ?? SlotNames.identifier(key.slot)
        publicAttributes[.uniqueID] = Array("piv-\(key.slot)-public".utf8)
        publicAttributes[.subject] = subject ?? entry?.subject ?? []
        Self.addKeyAttributes(key.publicKey, isGenerated, entry, &publicAttributes)
        publicAttributes.set(.verify, key.usage.contains(.sign))
        publicAttributes.set(.encrypt, key.usage.contains(.decrypt))
        objects.append(
            TokenObject(.publicKey(reference, fingerprint), publicAttributes, .publicKey(key.publicKey))
        )
    }

    private static func addKeyAttributes(
        _ key: PublicKeyValue,
        _ isGenerated: Bool?,
        _ entry: KeyEntry?,
        _ attributes: inout AttributeSet
    ) {
        attributes.set(.keyType, key.keyType.rawValue)
        attributes.set(.local, isGenerated ?? false)
        let mechanism: MechanismType =
            switch key {
            case .rsa: .rsaPKCSKeyPairGen
            case .ec: .ecKeyPairGen
            case .ed25519: .ecEdwardsKeyPairGen
            case .x25519: .ecMontgomeryKeyPairGen
            case .gost(let parameters, _):
                parameters.algorithm.length == 64 ? .gostr3410_512KeyPairGen : .gostr3410KeyPairGen
            }
        attributes.set(.keyGenMechanism, isGenerated == true ? mechanism.rawValue : UInt.max)
        attributes[.startDate] = entry?.startDate ?? []
        attributes[.endDate] = entry?.endDate ?? []
    }

    /// The attributes that name the parameters of a GOST R 34.10 key.
    private static func addParameters(_ parameters: GOSTParameters, _ attributes: inout AttributeSet) {
        attributes[.gostr3410Params] = DER.oid(parameters.parameterSet)
        attributes[.gostr3411Params] = DER.oid(parameters.algorithm.digestParameterSet)
    }

    /// The attributes of a public key that follow from the key.
    static func publicKey(_ key: PublicKeyValue, isToken: Bool) -> AttributeSet {
        var attributes = common(.publicKey, isPrivate: false)
        attributes.set(.token, isToken)
        attributes[.label] = []
        attributes[.id] = []
        attributes[.subject] = []
        attributes.set(.keyType, key.keyType.rawValue)
        let usage = CardKeyUsage(key)
        attributes.set(.verify, usage.contains(.sign))
        attributes.set(.encrypt, usage.contains(.decrypt))
        for type: AttributeType in [.wrap, .verifyRecover, .derive, .trusted, .local] { attributes.set(type, false) }
        attributes.set(.keyGenMechanism, UInt.max)
        attributes[.startDate] = []
        attributes[.endDate] = []
        attributes[.publicKeyInfo] = key.publicKeyInfo
        if case .rsa(let modulus, let exponent) = key {
            attributes[.modulus] = modulus
            attributes.set(.modulusBits, UInt(EngineSignatureScheme.bits(modulus)))
            attributes[.publicExponent] = exponent
        } else if case .gost(let parameters, let value) = key {
            addParameters(parameters, &attributes)
            attributes[.value] = value
        } else if let point = key.point {
            attributes[.ecParams] = key.parameters
            attributes[.ecPoint] = TLV(tag: 0x04, value: point).encoded
        }
        return attributes
    }

    // MARK: - Certificates and data

    /// The attributes of a certificate that follow from it.
    static func certificate(_ certificate: [UInt8], isToken: Bool) -> AttributeSet {
        var attributes = common(.certificate, isPrivate: false)
        attributes.set(.token, isToken)
        attributes[.label] = []
        attributes[.id] = []
        attributes.set(.certificateType, 0 as UInt)
        attributes.set(.certificateCategory, 0 as UInt)
        attributes.set(.javaMidpSecurityDomain, 0 as UInt)
        attributes.set(.nameHashAlgorithm, 0x220 as UInt)
        attributes.set(.trusted, false)
        attributes[.value] = certificate
        for type: AttributeType in [.url, .hashOfSubjectPublicKey, .hashOfIssuerPublicKey, .startDate, .endDate] {
            attributes[type] = []
        }
        let fields = CertificateFields(certificate)
        attributes[.subject] = fields?.subject ?? []
        attributes[.issuer] = fields?.issuer ?? []
        attributes[.serialNumber] = fields?.serialNumber ?? []
        attributes[.publicKeyInfo] = fields?.publicKeyInfo ?? []
        // The first three octets of the certificate's SHA-1: PKCS #11 3.2, 4.6.3.
        attributes[.checkValue] = (try? Digest.sha1.hash(certificate)).map { Array($0.prefix(3)) } ?? []
        return attributes
    }

    /// Adds a slot's certificate.
    mutating func addCertificate(_ certificate: [UInt8], in slot: KeySlot) {
        let entry = directory.keys[slot.rawValue]
        var attributes = Self.certificate(certificate, isToken: true)
        attributes[.label] = entry?.certificateLabel ?? entry?.privateLabel ?? Array(SlotNames.label(slot).utf8)
        attributes[.id] =
            entry?.certificateIdentifier ?? entry?.identifier ?? SlotNames.identifier(slot)
        attributes[.uniqueID] = Array("piv-\(slot)-certificate".utf8)
        objects.append(TokenObject(.certificate(slot.rawValue, certificate.hashValue), attributes))
    }

    /// Adds an object besides the slots'.
    mutating func addStored(_ entry: StoredEntry, _ value: [UInt8]) {
        var attributes: AttributeSet
        var material: KeyMaterial?
        switch entry.objectClass {
        case .certificate: attributes = Self.certificate(value, isToken: true)
        case .publicKey:
            guard let key = PublicKeyValue(publicKeyInfo: value) else { return }
            attributes = Self.publicKey(key, isToken: true)
            material = .publicKey(key)
        default: attributes = Self.data(value, isToken: true)
        }
        attributes[.label] = entry.label
        if entry.objectClass == .data {
            attributes[.application] = entry.application
            attributes[.objectID] = entry.objectIdentifier
        } else {
            attributes[.id] = entry.identifier
        }
        attributes[.uniqueID] = Array("stored-\(entry.index)".utf8)
        objects.append(TokenObject(.stored(entry.index, value.hashValue), attributes, material))
    }

    /// The attributes of data.
    static func data(_ value: [UInt8], isToken: Bool) -> AttributeSet {
        var attributes = common(.data, isPrivate: false)
        attributes.set(.token, isToken)
        attributes[.label] = []
        attributes[.application] = []
        attributes[.objectID] = []
        attributes[.value] = value
        return attributes
    }

    /// Adds a data object of PIV's own, which can't be changed here.
    mutating func addPIVObject(_ object: PIVDataObject, _ value: [UInt8]) {
        var attributes = Self.data(value, isToken: true)
        attributes.set(.modifiable, false)
        attributes.set(.destroyable, false)
        attributes[.label] = Array(object.label.utf8)
        attributes[.application] = Array("PIV".utf8)
        attributes[.objectID] = object.objectIdentifier
        attributes[.uniqueID] = Array("piv-\(Hex.encode(TLV.encode(tag: object.tag)))".utf8)
        objects.append(TokenObject(.data(object.tag), attributes))
    }

    /// Adds the profiles that the token keeps to: baseline, authentication token, public certificates.
    ///
    /// - SeeAlso: PKCS #11 Profiles 3.1, 2.
    mutating func addProfiles() {
        for profile: UInt in [1, 3, 4] {
            var attributes = Self.common(.profile, isPrivate: false, isModifiable: false)
            attributes.set(.profileID, profile)
            attributes[.uniqueID] = Array("profile-\(profile)".utf8)
            objects.append(TokenObject(.profile(profile), attributes))
        }
    }
}
