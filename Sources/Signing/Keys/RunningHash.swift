import Crypto

/// A hash that takes its input in pieces; a value, so a copy goes its own way from then on.
public struct RunningHash: Sendable {
    private enum State: Sendable {
        case sha1(Insecure.SHA1)
        case sha256(SHA256)
        case sha384(SHA384)
        case sha512(SHA512)
    }

    /// The algorithm.
    public let algorithm: HashAlgorithm
    private var state: State

    /// Starts with nothing hashed.
    public init(_ algorithm: HashAlgorithm) {
        self.algorithm = algorithm
        state =
            switch algorithm {
            case .sha1: .sha1(Insecure.SHA1())
            case .sha256: .sha256(SHA256())
            case .sha384: .sha384(SHA384())
            case .sha512: .sha512(SHA512())
            }
    }

    /// Hashes the next octets.
    public mutating func update(_ octets: Span<UInt8>) {
        switch state {
        case .sha1(var hash):
            hash.update(octets)
            state = .sha1(hash)
        case .sha256(var hash):
            hash.update(octets)
            state = .sha256(hash)
        case .sha384(var hash):
            hash.update(octets)
            state = .sha384(hash)
        case .sha512(var hash):
            hash.update(octets)
            state = .sha512(hash)
        }
    }

    /// The digest of all octets so far; more may follow.
    public func finish() -> [UInt8] {
        switch state {
        case .sha1(let hash): Array(hash.finalize())
        case .sha256(let hash): Array(hash.finalize())
        case .sha384(let hash): Array(hash.finalize())
        case .sha512(let hash): Array(hash.finalize())
        }
    }
}

extension HashFunction {
    fileprivate mutating func update(_ octets: Span<UInt8>) {
        unsafe octets.withUnsafeBytes { unsafe update(bufferPointer: $0) }
    }
}
