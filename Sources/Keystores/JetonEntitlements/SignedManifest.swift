import JetonASN1
import JetonJSON
public import JetonKeystoreBase
import JetonOctets

/// An ``EntitlementManifest`` with the signatures of its team: the file `<executable>.entitlements`.
///
/// ```json
/// {"payload":"<base64>","signatures":[{"alg":"ed25519","keyid":"<64 hex digits>","sig":"<base64>"}]}
/// ```
///
/// The file is canonical JSON and one line feed. Each signature is Ed25519 over the octets `TKSE1`, 00 and the
/// payload; `keyid` is ``Ed25519PublicKey/fingerprint``. Several signatures let a team change its key: one of a trusted
/// key is enough.
public struct SignedManifest: Hashable, Sendable {
    /// Octets of a file that are accepted at most.
    public static let octetLimit = 262_144
    /// Signatures that are accepted at most.
    public static let signatureLimit = 8
    private static let domain = Array("TKSE1\u{0}".utf8)

    /// One signature and the key that is said to have made it.
    struct Signature: Hashable, Sendable {
        let fingerprint: String
        let octets: [UInt8]
    }

    /// What the file says; nothing of it is true before ``TeamTrust`` has verified a signature.
    public let claim: EntitlementManifest
    private let payload: [UInt8]
    let signatures: [Signature]

    /// Signs a manifest with a team's key.
    ///
    /// The same manifest and key always give the same octets.
    ///
    /// - Throws: ``KeystoreError/Code/inputOutput`` if the cryptographic library fails.
    public init(signing manifest: EntitlementManifest, with key: borrowing Ed25519SigningKey) throws(KeystoreError) {
        claim = manifest
        payload = manifest.payload
        signatures = [
            Signature(
                fingerprint: key.publicKey.fingerprint,
                octets: try key.signature(over: SignedManifest.domain + payload)
            )
        ]
    }

    /// The same manifest with the signature of another key beside those that are there.
    ///
    /// - Throws: ``KeystoreError/Code/invalidParameter`` if this key has signed already or there are too many.
    public func signed(alsoBy key: borrowing Ed25519SigningKey) throws(KeystoreError) -> SignedManifest {
        let fingerprint = key.publicKey.fingerprint
        guard signatures.count < SignedManifest.signatureLimit,
            !signatures.contains(where: { $0.fingerprint == fingerprint })
        else {
            throw KeystoreError(.invalidParameter, "the manifest is already signed by this key, or by too many keys")
        }
        let octets = try key.signature(over: SignedManifest.domain + payload)
        return SignedManifest(
            claim: claim,
            payload: payload,
            signatures: signatures + [Signature(fingerprint: fingerprint, octets: octets)]
        )
    }

    private init(claim: EntitlementManifest, payload: [UInt8], signatures: [Signature]) {
        self.claim = claim
        self.payload = payload
        self.signatures = signatures
    }

    /// Reads a file; the signatures are not verified yet.
    ///
    /// - Throws: ``KeystoreError/Code/decoding``.
    public init(_ octets: [UInt8]) throws(KeystoreError) {
        guard octets.count <= SignedManifest.octetLimit else {
            throw KeystoreError(.decoding, "the manifest has more than \(SignedManifest.octetLimit) bytes")
        }
        guard octets.last == 0x0A else { throw KeystoreError(.decoding, "the manifest does not end with a line feed") }
        do throws(EncodingError) {
            var members = try CanonicalJSONObject(try JSONReader.read(Array(octets.dropLast())))
            payload = try members.base64("payload", limit: SignedManifest.octetLimit)
            var signatures: [Signature] = []
            for element in try members.array("signatures", limit: SignedManifest.signatureLimit) {
                var object = try CanonicalJSONObject(element)
                guard try object.string("alg") == "ed25519" else { throw EncodingError(.unexpectedValue, at: 0) }
                let fingerprint = Hex.encode(try object.hex("keyid", count: 32))
                signatures.append(
                    Signature(fingerprint: fingerprint, octets: try object.base64("sig", count: 64))
                )
                try object.finish()
            }
            try members.finish()
            self.signatures = signatures
        } catch {
            throw KeystoreError(.decoding, "the manifest is not in its canonical form: \(error)")
        }
        guard !signatures.isEmpty, Set(signatures.map(\.fingerprint)).count == signatures.count else {
            throw KeystoreError(.decoding, "the manifest has no signature, or two by the same key")
        }
        claim = try EntitlementManifest(payload: payload)
    }

    /// The file's octets.
    public var encoded: [UInt8] {
        let object = CanonicalJSON.object([
            "payload": .string(Base64.encode(payload)),
            "signatures": .array(
                signatures.map {
                    .object([
                        "alg": .string("ed25519"),
                        "keyid": .string($0.fingerprint),
                        "sig": .string(Base64.encode($0.octets)),
                    ])
                }
            ),
        ])
        return object.encoded + [0x0A]
    }

    /// Fingerprints of the keys that are said to have signed.
    public var fingerprints: [String] { signatures.map(\.fingerprint) }

    /// Whether a key made one of the signatures.
    public func isSigned(by key: Ed25519PublicKey) -> Bool {
        signatures.contains {
            $0.fingerprint == key.fingerprint && key.isValid($0.octets, over: SignedManifest.domain + payload)
        }
    }
}
