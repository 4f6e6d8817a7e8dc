import JetonJSON
public import JetonKeystoreBase
import JetonOctets

/// A file's content by its SHA-256 digest and its size.
public struct FileDigest: Hashable, Sendable, CustomStringConvertible {
    /// 32 octets.
    public let sha256: [UInt8]
    /// Octets of the file; 0 to 2^53 - 1.
    public let size: Int64

    /// Makes a digest from its parts.
    ///
    /// - Returns: Nil unless there are 32 octets and the size is in its range.
    public init?(sha256: [UInt8], size: Int64) {
        guard sha256.count == SHA256.size, (0...CanonicalJSON.largestInteger).contains(size) else { return nil }
        self.sha256 = sha256
        self.size = size
    }

    /// Digests the content of a file.
    ///
    /// - Throws: ``KeystoreError/Code/inputOutput``.
    public static func of(_ path: String) throws(KeystoreError) -> FileDigest {
        try ExecutableFile.open(path).digest
    }

    /// The digest in hexadecimal.
    public var description: String { Hex.encode(sha256) }
}
