package import Cryptoki
internal import JetonASN1
internal import JetonLibcrypto
package import JetonOctets

/// A private key read from a file, on its way onto a token.
///
/// PKCS #8 (RFC 5958) in PEM or DER, with keys of GOST R 34.10 too (RFC 4491, RFC 9215), and the older forms of PKCS #1
/// and SEC 1; ``KeyFile`` decrypts. The private parts are wiped when the value goes.
package struct PrivateKeyFile: Sendable {
    /// Why a file is not a private key that can be imported.
    package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// The data is not a private key.
        case malformed
        /// The key is encrypted, and there is no passphrase.
        case encrypted
        /// The passphrase is another, or the file is damaged.
        case wrongPassphrase
        /// The encryption is one that libcrypto does not have.
        case unknownEncryption
        /// There are several private keys.
        case severalKeys
        /// The number of the key is zero, or not below the order of its curve.
        case outOfRange
        /// The key is of a kind that is not imported.
        case unsupported(String)

        /// One clause for people.
        package var description: String {
            switch self {
            case .malformed: "it does not contain a private key in PEM or DER"
            case .encrypted: "the private key is encrypted"
            case .wrongPassphrase: "the passphrase is wrong, or the file is damaged"
            case .unknownEncryption: "libcrypto does not support the file's encryption"
            case .severalKeys: "it contains several private keys"
            case .outOfRange: "the private key is zero, or not less than the order of its curve"
            case .unsupported(let kind): "keys of this type can't be imported (\(kind))"
            }
        }

        /// What to do about it; nil if nothing helps.
        package var hint: String? {
            switch self {
            case .malformed: "PKCS #12, and PKCS #8, PKCS #1 or SEC 1 in PEM or DER can be imported"
            case .encrypted, .wrongPassphrase: "use --passphrase-source prompt to be asked for the passphrase"
            case .unknownEncryption: "export the file again with AES, using the program that wrote it"
            case .severalKeys: "export a single key, using the program that wrote the file"
            case .outOfRange, .unsupported: nil
            }
        }
    }

    /// What kind of key it is.
    package let specification: KeySpecification
    private let publicAttributes: [Attribute]
    private let privateAttributes: [Attribute]

    /// Reads a key.
    ///
    /// - Parameters:
    ///   - octets: The key in DER.
    ///   - label: The label of the block of PEM that had it; nil for none.
    /// - Throws: ``Failure``.
    package init(der octets: borrowing Secret, label: String? = nil) throws(Failure) {
        self = try octets.withBytes { (octets) throws(Failure) in
            let parsed: Result<PrivateKeyFile, Failure>
            do throws(EncodingError) {
                parsed = try PrivateKeyFile.parse(octets, label)
            } catch {
                throw .malformed
            }
            return try parsed.get()
        }
        if case .rsa(let bits) = specification, !(1024...4096).contains(bits) { throw .unsupported("rsa:\(bits)") }
    }

    /// Templates of the two halves.
    ///
    /// - Parameters:
    ///   - label: The label of both.
    ///   - id: The id of both.
    ///   - policy: When the private key asks for the PIN and for a touch.
    ///   - form: One of the kind's ``KeySpecification/parameterForms``; the first by default.
    /// - Returns: The templates for C_CreateObject.
    package func templates(
        label: String,
        id: [UInt8],
        policy: KeyTemplates.Policy = KeyTemplates.Policy(),
        form: KeySpecification.ParameterForm? = nil
    ) -> (publicKey: [Attribute], privateKey: [Attribute]) {
        let common =
            [.keyType(specification.keyType), .token(true), .label(label), .id(id)]
            + parameters((form ?? specification.parameterForms.first)?.value ?? [])
        var usage: [Attribute] = [Attribute(.sign, true)]
        if case .rsa = specification { usage.append(Attribute(.decrypt, true)) }
        if case .ec = specification { usage.append(Attribute(.derive, true)) }
        return (
            [.objectClass(.publicKey), .private(false), Attribute(.verify, true)] + common + publicAttributes,
            [
                .objectClass(.privateKey), Attribute(.sensitive, true), Attribute(.extractable, false),
            ] + policy.attributes + usage + common + privateAttributes
        )
    }

    private func parameters(_ value: [UInt8]) -> [Attribute] {
        switch specification {
        case .rsa: []
        case .ec, .ed25519: [Attribute(.ecParams, value)]
        case .gost(let set): [Attribute(.gostr3410Params, value), Attribute(.gostr3411Params, set.hashParameters)]
        }
    }

    init(_ specification: KeySpecification, _ publicAttributes: [Attribute], _ privateAttributes: [Attribute]) {
        self.specification = specification
        self.publicAttributes = publicAttributes
        self.privateAttributes = privateAttributes
    }

    // MARK: - Forms

    private static func parse(
        _ octets: Span<UInt8>,
        _ label: String?
    ) throws(EncodingError) -> Result<PrivateKeyFile, Failure> {
        var outer = SecretDER(0..<octets.count)
        let content = try outer.next(0x30, in: octets)
        guard outer.isAtEnd else { throw EncodingError(.trailingOctets, at: outer.position) }
        if label == "RSA PRIVATE KEY" { return .success(try rsa(octets, content)) }
        if label == "EC PRIVATE KEY" { return wellFormed(try ec(octets, content, curve: nil)) }
        // PrivateKeyInfo: version, algorithm, the key in an OCTET STRING.
        var info = SecretDER(content)
        _ = try info.next(0x02, in: octets)
        if info.peek(in: octets) == 0x02 { return .success(try rsa(octets, content)) }
        var algorithm = SecretDER(try info.next(0x30, in: octets))
        let identifier = try oid(&algorithm, octets)
        let key = try info.next(0x04, in: octets)
        switch identifier {
        case .rsaEncryption:
            var inner = SecretDER(key)
            return .success(try rsa(octets, inner.next(0x30, in: octets)))
        case .ecPublicKey:
            let curve = try oid(&algorithm, octets)
            var inner = SecretDER(key)
            return wellFormed(try ec(octets, inner.next(0x30, in: octets), curve: curve))
        case .ed25519:
            var inner = SecretDER(key)
            return wellFormed(try ed25519(octets, inner.next(0x04, in: octets)))
        default:
            guard let gost = GOSTAlgorithm(oid: identifier) else { return .failure(.malformed) }
            return try PrivateKeyFile.gost(gost, &algorithm, key, octets)
        }
    }

    private static func wellFormed(_ file: PrivateKeyFile?) -> Result<PrivateKeyFile, Failure> {
        file.map { .success($0) } ?? .failure(.malformed)
    }

    /// RSAPrivateKey of RFC 8017, A.1.2.
    private static func rsa(_ octets: Span<UInt8>, _ content: Range<Int>) throws(EncodingError) -> PrivateKeyFile {
        var reader = SecretDER(content)
        _ = try reader.next(0x02, in: octets)
        let modulus = copy(octets, try reader.nextInteger(in: octets))
        let exponent = copy(octets, try reader.nextInteger(in: octets))
        let types: [AttributeType] = [.privateExponent, .prime1, .prime2, .exponent1, .exponent2, .coefficient]
        let known = [Attribute(.modulus, modulus), Attribute(.publicExponent, exponent)]
        var attributes = known
        for type in types {
            attributes.append(Attribute(type, secret(octets, try reader.nextInteger(in: octets))))
        }
        return PrivateKeyFile(.rsa(bits: modulus.count * 8), known, attributes)
    }

    /// ECPrivateKey of RFC 5915, 3.
    private static func ec(
        _ octets: Span<UInt8>,
        _ content: Range<Int>,
        curve: OID?
    ) throws(EncodingError) -> PrivateKeyFile? {
        var reader = SecretDER(content)
        _ = try reader.next(0x02, in: octets)
        let scalar = try reader.next(0x04, in: octets)
        var identifier = curve
        if reader.peek(in: octets) == 0xA0 {
            var parameters = SecretDER(try reader.next(0xA0, in: octets))
            identifier = try oid(&parameters, octets)
        }
        guard let identifier,
            let found = KeySpecification.Curve.allCases.first(where: { $0.parameters == DER.oid(identifier) }),
            let point = try? EllipticCurve(oid: identifier).publicPoint(of: Secret(copying: octets.extracting(scalar)))
        else { return nil }
        return PrivateKeyFile(
            .ec(found),
            [Attribute(.ecPoint, TLV(tag: 0x04, value: point).encoded)],
            [Attribute(.value, secret(octets, scalar))]
        )
    }

    private static func ed25519(_ octets: Span<UInt8>, _ seed: Range<Int>) -> PrivateKeyFile? {
        let secretSeed = Secret(copying: octets.extracting(seed))
        guard let point = try? Curve25519PrivateKey(.signing, privateOctets: secretSeed).publicOctets else {
            return nil
        }
        return PrivateKeyFile(
            .ed25519,
            [Attribute(.ecPoint, TLV(tag: 0x04, value: point).encoded)],
            [Attribute(.value, secret(octets, seed))]
        )
    }

    // MARK: - Parts

    static func oid(_ reader: inout SecretDER, _ octets: Span<UInt8>) throws(EncodingError) -> OID {
        let place = try reader.next(0x06, in: octets)
        guard let oid = OID(contents: copy(octets, place)) else {
            throw EncodingError(.unexpectedValue, at: place.lowerBound)
        }
        return oid
    }

    private static func copy(_ octets: Span<UInt8>, _ range: Range<Int>) -> [UInt8] { range.map { octets[$0] } }

    private static func secret(_ octets: Span<UInt8>, _ range: Range<Int>) -> Attribute.Value {
        .secret(SharedSecret(Secret(copying: octets.extracting(range))))
    }
}
