internal import Cryptoki
internal import JetonKeystore
internal import JetonKeystoreBase
internal import JetonOctets
internal import JetonX509
internal import SigningDesk
internal import Synchronization
internal import TokenKit

/// A key on a token, found and used by the signing desk, that unlocks the keystore.
final class DeskTokenKey: TokenKey {
    let publicKey: TokenSlotKey
    private let name: ObjectName
    private let query: TokenQuery
    private let source: PINSource?
    private let sending: PINSendingOptions?
    private let lastFailure = Mutex<(any Error)?>(nil)

    /// Why the token did not do what it was asked for, with its code and the remaining tries; nil if it did.
    ///
    /// The keystore's error, which follows from it, has neither.
    var failure: (any Error)? { lastFailure.withLock { $0 } }

    /// Finds the key's certificate, without a login.
    ///
    /// - Parameters:
    ///   - name: The name that the key and its certificate share.
    ///   - query: The token to look for; a URI in `name` adds to it.
    ///   - pin: Where the PIN comes from; nil if only the public half is needed.
    /// - Throws: ``CommandError`` if the certificate can't be read, or a key of its kind can't unlock; `SelectionError`
    ///   if no token or no certificate matches, or several do; `CryptokiError`.
    init(_ name: ObjectName, _ query: TokenQuery, _ pin: PINOptions?) throws {
        var query = query
        try query.add(name, from: .user)
        self.name = name
        self.query = query
        source = try pin?.source(query)
        sending = pin?.sending
        var session = try Desk.open(query, pin: nil)
        let record = try session.objects.one(name, .certificate, noun: "certificate", &session.session)
        guard let certificate = try record.certificate(&session.session) else {
            throw CommandError("the certificate '\(record.label)' can't be read", exitCode: .inputOutput)
        }
        var uri = record.fullURI(on: session.token)
        uri.type = nil
        guard let material = DeskTokenKey.material(certificate.publicKey),
            let key = TokenSlotKey(material, certificate: certificate.derRepresentation, uri: uri.description)
        else {
            throw CommandError(
                "a \(certificate.publicKey) key can't unlock a keystore",
                hints: ["use a P-256, P-384, or RSA key of 2,048 to 4,096 bits"],
                exitCode: .usage
            )
        }
        publicKey = key
    }

    private static func material(_ key: PublicKey) -> TokenSlotKey.Material? {
        switch key.kind {
        case .rsa(let modulus, let exponent):
            return .rsa(modulus: Array(modulus.drop { $0 == 0 }), exponent: exponent)
        case .ellipticCurve(.p256, let point): return .p256(point: point)
        case .ellipticCurve(.p384, let point): return .p384(point: point)
        default: return nil
        }
    }

    func agree(with point: [UInt8]) throws(KeystoreError) -> Secret {
        try use { (session, key) in
            let derived = try session.deriveKey(
                from: key,
                with: Mechanism(.ecdh1Derive, .ecdh1(keyDerivation: .null, sharedData: [], publicPoint: point)),
                template: [
                    .objectClass(.secretKey), .keyType(.genericSecret), .token(false), Attribute(.sensitive, false),
                    Attribute(.extractable, true), Attribute(.valueLen, number: UInt((point.count - 1) / 2)),
                ]
            )
            var shared = try session.attributes([.value], of: derived).octets(.value) ?? []
            try session.destroyObject(derived)
            return Secret(wiping: &shared)
        }
    }

    func decrypt(_ block: [UInt8]) throws(KeystoreError) -> Secret {
        try use { (session, key) in
            var plain = try session.decrypt(block.span, with: Mechanism(.rsaX509), key: key)
            return Secret(wiping: &plain)
        }
    }

    /// Logs in and lends the private key.
    private func use(_ body: (inout Session, ObjectHandle) throws -> Secret) throws(KeystoreError) -> Secret {
        do {
            guard let sending else {
                throw CommandError("no PIN is sent for the public half of a key", exitCode: .usage)
            }
            let token = try Desk.find(query)
            var session = try TokenSession(token, login: Desk.login(token, sending: sending), source: source)
            let key = try session.objects.one(name, .privateKey, noun: "private key", &session.session)
            return try body(&session.session, key.handle)
        } catch {
            lastFailure.withLock { $0 = error }
            throw KeystoreError(.authenticationFailed, "the token does not open the slot: \(error)")
        }
    }
}
