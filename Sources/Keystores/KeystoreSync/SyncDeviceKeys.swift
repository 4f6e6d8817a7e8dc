public import AgeFiles
public import JetonKeystoreBase

/// The private keys of this device in synchronization: one opens bundles, the other signs them.
///
/// They belong to the device alone; the store keeps both as items that never leave it.
public struct SyncDeviceKeys: ~Copyable, Sendable {
    /// Opens bundles.
    public let identity: AgeIdentity
    /// Signs this device's bundles and member lists.
    public let signingKey: Ed25519SigningKey

    /// Takes over both keys.
    public init(identity: consuming AgeIdentity, signingKey: consuming Ed25519SigningKey) {
        self.identity = identity
        self.signingKey = signingKey
    }

    /// Makes new keys.
    public static func generate() throws(KeystoreError) -> SyncDeviceKeys {
        SyncDeviceKeys(identity: try AgeIdentity.generate(), signingKey: try Ed25519SigningKey.generate())
    }

    /// The device's name.
    public var device: SyncDeviceIdentifier { SyncDeviceIdentifier(signingKey.publicKey) }

    /// What the other devices need to know of this one.
    ///
    /// - Throws: ``KeystoreError/Code/invalidParameter`` for a name that is empty or longer than 64 octets.
    public func member(named name: String) throws(KeystoreError) -> SyncMember {
        try SyncMember(name: name, recipient: identity.recipient, signingKey: signingKey.publicKey)
    }
}
