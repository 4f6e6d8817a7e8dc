package import JetonLibcrypto

/// What a body must be that a relay takes from a server.
package struct RelayBody: Sendable {
    /// Bytes.
    package let size: UInt64
    /// Hashes the body; nothing was given to it yet.
    package let hash: RunningDigest
    /// The digest of the whole body.
    package let digest: [UInt8]
    /// The type that the target is told.
    package let mediaType: String

    /// Describes a body.
    package init(size: UInt64, hash: RunningDigest, digest: [UInt8], mediaType: String) {
        self.size = size
        self.hash = hash
        self.digest = digest
        self.mediaType = mediaType
    }
}
