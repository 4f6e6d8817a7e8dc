import JetonKeystoreBase
import JetonLibcrypto
import JetonOctets

/// A slot that a key on a token opens.
///
/// | bytes | content of the body |
/// |---|---|
/// | 1 | 1 ECDH on P-256, 2 ECDH on P-384, 3 RSAES-OAEP with SHA-256 |
/// | 32 | SHA-256 of the certificate |
/// | 4 + n | the key's PKCS #11 URI |
/// | 4 + n | the ephemeral point, or the block that RSA decrypts to 32 bytes |
/// | 60 | the root key, sealed under HKDF-SHA-256 of the agreement, or under those 32 bytes |
///
/// All keys are bound to the store, the slot and the certificate.
extension KeybagSlot {
    private struct TokenBody {
        let scheme: UInt8
        let certificate: [UInt8]
        let uri: [UInt8]
        let share: [UInt8]
        let sealed: [UInt8]

        init(scheme: UInt8, certificate: [UInt8], uri: [UInt8], share: [UInt8], sealed: [UInt8]) {
            self.scheme = scheme
            self.certificate = certificate
            self.uri = uri
            self.share = share
            self.sealed = sealed
        }

        init?(_ octets: [UInt8]) {
            do throws(EncodingError) {
                var cursor = ByteCursor(octets)
                scheme = try cursor.read(1).first ?? 0
                certificate = Array(try cursor.read(32))
                uri = Array(try cursor.readCounted(limit: 512))
                share = Array(try cursor.readCounted(limit: 512))
                sealed = Array(try cursor.read(Primitives.keySize + Primitives.sealOverhead))
                try cursor.finish()
            } catch { return nil }
        }

        var encoded: [UInt8] {
            var octets = [scheme] + certificate
            octets.appendCounted(uri)
            octets.appendCounted(share)
            return octets + sealed
        }
    }

    /// The PKCS #11 URI of the key that opens a slot of the kind ``SlotKind/token``; nil for other kinds.
    var tokenURI: String? {
        guard kind == .token, let body = TokenBody(body) else { return nil }
        return String(validating: body.uri, as: UTF8.self)
    }

    /// Wraps the root key for a token's public key.
    init(
        token key: TokenSlotKey,
        identifier: [UInt8],
        root: borrowing Secret,
        store: [UInt8]
    ) throws(KeystoreError) {
        let digest = try Primitives.sha256(key.certificate.span)
        let scheme = KeybagSlot.scheme(key.material)
        let binding = KeybagSlot.associated(.token, identifier, store) + [scheme] + digest
        let share: [UInt8]
        let sealed: [UInt8]
        do throws(LibcryptoError) {
            switch key.material {
            case .p256(let point): (share, sealed) = try KeybagSlot.sealed(root, .p256, point, binding)
            case .p384(let point): (share, sealed) = try KeybagSlot.sealed(root, .p384, point, binding)
            case .rsa(let modulus, let exponent):
                let wrapping = try Random.secret(Primitives.keySize)
                let padded = try KeybagSlot.padded(wrapping, binding, modulus.count)
                share = try PublicKeyOperation.rsa(padded, modulus: modulus, exponent: exponent)
                sealed = try KeybagSlot.sealed(root, wrapping, binding)
            }
        } catch { throw KeystoreError(.invalidParameter, "the token's public key can't be used: \(error)") }
        let body = TokenBody(
            scheme: scheme,
            certificate: digest,
            uri: Array(key.uri.utf8),
            share: share,
            sealed: sealed
        )
        self.init(kind: .token, identifier: identifier, body: body.encoded)
    }

    /// Whether a token's key is the one that the slot was made for.
    func isOf(_ key: TokenSlotKey) throws(KeystoreError) -> Bool {
        guard kind == .token, let body = TokenBody(body) else { return false }
        let digest = try Primitives.sha256(key.certificate.span)
        return body.certificate == digest && body.scheme == KeybagSlot.scheme(key.material)
    }

    /// Opens the slot with a token's key; nil if it is not of this slot.
    func open(_ key: any TokenKey, store: [UInt8]) throws(KeystoreError) -> Secret? {
        guard try isOf(key.publicKey), let body = TokenBody(body) else { return nil }
        let binding = KeybagSlot.associated(.token, identifier, store) + [body.scheme] + body.certificate
        let wrapping: Secret
        switch key.publicKey.material {
        case .p256, .p384:
            let curve: ECPrivateKey.Curve = body.scheme == 1 ? .p256 : .p384
            do throws(LibcryptoError) { try curve.check(point: body.share) } catch { return nil }
            let shared = try key.agree(with: body.share)
            guard shared.count == curve.fieldLength else { return nil }
            do throws(LibcryptoError) { wrapping = try KeybagSlot.agreed(shared, body.share, binding) } catch {
                throw Primitives.failure(error)
            }
        case .rsa(let modulus, _):
            guard body.share.count == modulus.count else { return nil }
            let padded = try key.decrypt(body.share)
            let opened = try OAEP.decode(
                padded,
                label: binding,
                count: modulus.count,
                messageCount: Primitives.keySize
            )
            switch consume opened {
            case .some(let key): wrapping = key
            case .none: return nil
            }
        }
        return Primitives.open(body.sealed.span, key: wrapping, associated: binding)
    }

    private static func scheme(_ material: TokenSlotKey.Material) -> UInt8 {
        switch material {
        case .p256: 1
        case .p384: 2
        case .rsa: 3
        }
    }

    private static func sealed(
        _ root: borrowing Secret,
        _ curve: ECPrivateKey.Curve,
        _ point: [UInt8],
        _ binding: [UInt8]
    ) throws(LibcryptoError) -> (share: [UInt8], sealed: [UInt8]) {
        try curve.check(point: point)
        let ephemeral = try ECPrivateKey(generatingOn: curve)
        var shared = try ephemeral.sharedSecret(with: point)
        let wrapping = try agreed(Secret(wiping: &shared), ephemeral.publicPoint, binding)
        return (ephemeral.publicPoint, try sealed(root, wrapping, binding))
    }

    private static func sealed(
        _ root: borrowing Secret,
        _ wrapping: borrowing Secret,
        _ binding: [UInt8]
    ) throws(LibcryptoError) -> [UInt8] {
        try wrapping.withBytes { (key) throws(LibcryptoError) in
            try root.withBytes { (root) throws(LibcryptoError) in
                try AuthenticatedCipher.aes256GCM.seal(root, key: key, associated: binding.span)
            }
        }
    }

    private static func padded(
        _ message: borrowing Secret,
        _ label: [UInt8],
        _ count: Int
    ) throws(LibcryptoError) -> [UInt8] {
        do throws(KeystoreError) { return try OAEP.encode(message, label: label, count: count) } catch {
            throw LibcryptoError(.failed)
        }
    }

    private static func agreed(
        _ shared: borrowing Secret,
        _ share: [UInt8],
        _ binding: [UInt8]
    ) throws(LibcryptoError) -> Secret {
        try KeyDerivation.hkdf(
            shared,
            salt: share,
            information: Array("jeton token slot 1".utf8) + binding,
            count: Primitives.keySize
        )
    }
}
