import JetonLibcrypto
import JetonOctets

/// The input of an operation: a hash of it, or its octets where the mechanism does not hash.
struct InputCollector: Sendable {
    /// The number of bytes kept: as much as one command to a card holds.
    static let maximumLength = 65_000

    private let running: RunningDigest?
    private var octets: [UInt8] = []
    /// Whether anything was given in parts.
    private(set) var hasParts = false

    init(_ digest: Digest?) throws(TokenFault) {
        do throws(LibcryptoError) {
            running = try digest.map { (digest) throws(LibcryptoError) in try RunningDigest(digest) }
        } catch {
            throw TokenFault(error)
        }
    }

    /// Takes more input.
    ///
    /// - Throws: `CKR_DATA_LEN_RANGE`.
    mutating func add(_ part: Span<UInt8>) throws(TokenFault) {
        hasParts = true
        if let running {
            do throws(LibcryptoError) { try running.update(part) } catch { throw TokenFault(error) }
            return
        }
        guard octets.count + part.count <= Self.maximumLength else {
            throw TokenFault(.dataLenRange, "the data is too long for this mechanism")
        }
        for index in part.indices { octets.append(part[index]) }
    }

    /// The digest, or the octets.
    func finish() throws(TokenFault) -> [UInt8] {
        guard let running else { return octets }
        do throws(LibcryptoError) { return try running.finish() } catch { throw TokenFault(error) }
    }
}
