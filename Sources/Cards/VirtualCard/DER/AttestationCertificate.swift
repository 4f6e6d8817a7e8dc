import JetonASN1
import JetonLibcrypto
import JetonOctets

/// A certificate in which the card's attestation key says that the card has made a key.
///
/// - SeeAlso: RFC 5280, 4.1; Yubico PIV attestation for the extensions below 1.3.6.1.4.1.41482.3.
struct AttestationCertificate {
    private let key: StoredKey
    private let reference: UInt8
    private let serialNumber: UInt32

    init(of key: StoredKey, at reference: UInt8, serialNumber: UInt32) {
        self.key = key
        self.reference = reference
        self.serialNumber = serialNumber
    }

    /// The certificate in DER.
    ///
    /// - Parameters:
    ///   - signer: The attestation key.
    ///   - issuerContainer: The value of the data object with that key's certificate.
    /// - Returns: The certificate.
    /// - Throws: `invalidInput` if the container holds no certificate, or the signer can't sign.
    func signed(by signer: StoredKey, issuerContainer: [UInt8]) throws(LibcryptoError) -> [UInt8] {
        let issuer: CertificateNames
        do throws(EncodingError) {
            issuer = try CertificateNames(container: issuerContainer)
        } catch {
            throw LibcryptoError(.invalidInput)
        }
        let hexadecimal = Hex.encode([reference])
        return try Self.certificate(
            of: key.key(),
            subject: Self.name("PIV Attestation \(hexadecimal)"),
            issuer: issuer.subject,
            validity: issuer.validity,
            extensions: [
                Self.extension(3, PIVApplication.version),
                Self.extension(7, DER.integer(UInt64(serialNumber))),
                // The PIN policy and the touch policy "never".
                Self.extension(8, [key.pinPolicy.rawValue, 0x01]),
            ],
            signer: signer.key()
        )
    }

    /// The value of the data object with a certificate that an attestation key makes for itself.
    static func selfSigned(_ key: StoredKey, serialNumber: UInt32) throws(LibcryptoError) -> [UInt8] {
        let own = name("Jeton Virtual PIV Attestation \(serialNumber)")
        let constraints = DER.sequence([
            DER.oid(.basicConstraints), DER.boolean(true), DER.octetString(DER.sequence(DER.boolean(true))),
        ])
        let certificate = try certificate(
            of: key.key(),
            subject: own,
            issuer: own,
            // RFC 5280, 4.1.2.5: no well-defined end.
            validity: DER.sequence(
                UniversalTime.now.derRepresentation,
                DER.string(.generalizedTime, "99991231235959Z")
            ),
            extensions: [constraints],
            signer: key.key()
        )
        let objects = [
            TLV(tag: PIVTag.Certificate.certificate, value: certificate),
            TLV(tag: PIVTag.Certificate.information, value: [0x00]),
            TLV(tag: PIVTag.Certificate.errorDetection, value: []),
        ]
        return objects.flatMap(\.encoded)
    }

    private static func certificate(
        of key: PrivateKey,
        subject: [UInt8],
        issuer: [UInt8],
        validity: [UInt8],
        extensions: [[UInt8]],
        signer: PrivateKey
    ) throws(LibcryptoError) -> [UInt8] {
        let algorithm = try SubjectPublicKey.signatureAlgorithm(signer)
        let body = DER.sequence([
            DER.explicit(0, DER.integer(2)),
            DER.integer(magnitude: [0x01] + (try Random.octets(15))),
            algorithm,
            issuer,
            validity,
            subject,
            SubjectPublicKey.encoded(key),
            DER.explicit(3, DER.sequence(extensions)),
        ])
        let signature = try SubjectPublicKey.sign(body, with: signer)
        return DER.sequence([body, algorithm, DER.bitString(signature)])
    }

    private static func name(_ commonName: String) -> [UInt8] {
        DER.sequence(DER.set(of: [DER.sequence(DER.oid(OID(2, 5, 4, 3)), DER.string(.utf8String, commonName))]))
    }

    private static func `extension`(_ number: UInt64, _ value: [UInt8]) -> [UInt8] {
        DER.sequence([DER.oid(OID(1, 3, 6, 1, 4, 1, 41_482, 3, number)), DER.octetString(value)])
    }
}
