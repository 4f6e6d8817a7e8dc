import JetonASN1
import JetonLibcrypto
import JetonX509
import XMLSignature

/// A file of a container whose digest is computed while something else reads it.
struct DigestingSource: ByteSource, ~Copyable {
    private var source: ZIPEntrySource
    private let running: RunningDigest
    private var count: UInt64 = 0

    /// Starts at the first byte.
    ///
    /// - Throws: `DocumentError`, `ZlibError`.
    init(_ entry: ZIPEntry, of container: Container, hash: HashAlgorithm) throws {
        let running = try hash.begin()
        source = try container.archive.open(entry)
        self.running = running
    }

    mutating func read(into buffer: inout MutableSpan<UInt8>) throws -> Int {
        let read = try source.read(into: &buffer)
        try running.update(buffer.span.extracting(first: read))
        count += UInt64(read)
        return read
    }

    /// The digest of what was read.
    func digest(_ name: String) throws -> FileDigest {
        FileDigest(name: name, digest: try running.finish(), size: count)
    }
}
