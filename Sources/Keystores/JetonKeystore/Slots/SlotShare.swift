import JetonKeystoreBase
import JetonOctets

/// The root key, sealed to a slot's own X25519 key, whose private half is what the slot's body wraps.
///
/// So a new root key reaches every slot without its passphrase, token or identity.
///
/// | bytes | content |
/// |---|---|
/// | 32 | the slot's public key P |
/// | 32 | HMAC-SHA-256 over the slot's identifier and P, under a key derived from the root key |
/// | 32 | an ephemeral public key E |
/// | 60 | the root key, AES-256-GCM under a key derived from X25519(e, P) |
///
/// The code keeps who has the device key, but not the root key, from putting a public key there.
struct SlotShare: Sendable {
    static let size = 3 * 32 + Primitives.keySize + Primitives.sealOverhead

    private let publicKey: [UInt8]
    private let code: [UInt8]
    private let ephemeral: [UInt8]
    private let sealed: [UInt8]

    var encoded: [UInt8] { publicKey + code + ephemeral + sealed }

    init?(_ octets: [UInt8]) {
        guard octets.count == SlotShare.size else { return nil }
        publicKey = Array(octets[0..<32])
        code = Array(octets[32..<64])
        ephemeral = Array(octets[64..<96])
        sealed = Array(octets[96...])
    }

    /// Seals the root key to a slot.
    init(
        of root: borrowing Secret,
        to publicKey: [UInt8],
        identifier: [UInt8],
        store: [UInt8]
    ) throws(KeystoreError) {
        let privateKey = try Primitives.randomKey()
        ephemeral = try Primitives.publicKey(of: privateKey)
        guard let shared = Primitives.agree(privateKey, with: publicKey) else {
            throw KeystoreError(.notAvailable, "the public key of a slot is not usable")
        }
        let key = try SlotShare.key(shared, ephemeral, publicKey, store)
        let binding = SlotShare.binding(identifier, store, publicKey)
        sealed = try root.withBytes { (root) throws(KeystoreError) in
            try Primitives.seal(root, key: key, associated: binding)
        }
        self.publicKey = publicKey
        code = try SlotShare.code(root, identifier, publicKey, store)
    }

    /// The root key; nil if the private key is not this slot's.
    func open(_ privateKey: borrowing Secret, identifier: [UInt8], store: [UInt8]) throws(KeystoreError) -> Secret? {
        guard privateKey.count == Primitives.keySize, let shared = Primitives.agree(privateKey, with: ephemeral) else {
            return nil
        }
        let key = try SlotShare.key(shared, ephemeral, publicKey, store)
        return Primitives.open(
            sealed.span,
            key: key,
            associated: SlotShare.binding(identifier, store, publicKey)
        )
    }

    /// The same for a new root key.
    ///
    /// - Throws: ``KeystoreError/Code/notAvailable`` if the public key was not put there by a holder of the root key.
    func following(
        from root: borrowing Secret,
        to newRoot: borrowing Secret,
        identifier: [UInt8],
        store: [UInt8]
    ) throws(KeystoreError) -> SlotShare {
        guard ConstantTime.equals(try SlotShare.code(root, identifier, publicKey, store), code) else {
            throw KeystoreError.damaged("the keybag", "the public key of a slot is not authentic")
        }
        return try SlotShare(of: newRoot, to: publicKey, identifier: identifier, store: store)
    }

    private static func code(
        _ root: borrowing Secret,
        _ identifier: [UInt8],
        _ publicKey: [UInt8],
        _ store: [UInt8]
    ) throws(KeystoreError) -> [UInt8] {
        let key = try Primitives.derive(root, label: "jeton slot code 1", context: store)
        return try Primitives.authenticate(key, Array("JTslotP1".utf8), (identifier + publicKey).span)
    }

    private static func binding(_ identifier: [UInt8], _ store: [UInt8], _ publicKey: [UInt8]) -> [UInt8] {
        Array("JTshare1".utf8) + identifier + store + publicKey
    }

    private static func key(
        _ shared: borrowing Secret,
        _ ephemeral: [UInt8],
        _ publicKey: [UInt8],
        _ store: [UInt8]
    ) throws(KeystoreError) -> Secret {
        // HKDF (RFC 5869): extract over the raw agreement first, since X25519 output is not uniform.
        let label = Secret(copying: Array("jeton slot share 1".utf8).span)
        var pseudorandom = try shared.withBytes { (shared) throws(KeystoreError) in
            try Primitives.authenticate(label, [], shared)
        }
        return try Primitives.derive(
            Secret(wiping: &pseudorandom),
            label: "jeton slot share key 1",
            context: ephemeral + publicKey + store
        )
    }
}
