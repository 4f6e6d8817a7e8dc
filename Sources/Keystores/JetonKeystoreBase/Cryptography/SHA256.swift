import JetonLibcrypto

/// SHA-256 (FIPS 180-4), whole or part by part, where nothing can be thrown.
///
/// libcrypto fails here without memory only; the program ends then, as it does when an array finds none.
package struct SHA256 {
    /// Octets of a digest.
    package static let size = Primitives.digestSize

    private let running: RunningDigest

    package init() { running = SHA256.require { () throws(LibcryptoError) in try RunningDigest(.sha256) } }

    /// Hashes more octets.
    package func update(_ octets: Span<UInt8>) {
        SHA256.require { () throws(LibcryptoError) in try running.update(octets) }
    }

    /// Ends the hash; it takes no more octets then.
    package func finish() -> [UInt8] {
        SHA256.require { () throws(LibcryptoError) in try running.finish() }
    }

    /// The digest of octets.
    package static func hash(_ octets: Span<UInt8>) -> [UInt8] {
        require { () throws(LibcryptoError) in try Digest.sha256.hash(octets) }
    }

    /// Sees to it that libcrypto has the function, ahead of ways in that can't throw: past this, only a lack of memory
    /// could make a hash fail, as it makes a `Secret`.
    ///
    /// - Throws: ``KeystoreError/Code/allocation``.
    package static func prepare() throws(KeystoreError) { _ = try Primitives.sha256(Span()) }

    private static func require<Result>(_ body: () throws(LibcryptoError) -> Result) -> Result {
        do throws(LibcryptoError) { return try body() } catch { fatalError("SHA-256: \(error)") }
    }
}
