public import ASN1
import Libcrypto
import Octets
public import X509

extension CMSSigner {
    /// Content up to this size is held in memory, so that the message can always be DER.
    static let bufferedContentLimit = 1 << 20

    /// Signs content and writes both as one message.
    ///
    /// The message is DER if the content has at most 1 MiB, or if `size` is given and signatures of the key have
    /// a fixed size (RSA, Ed25519). Otherwise it is BER with indefinite lengths: around everything but the content
    /// if `size` is given, and around segments of 256 KiB if it is not.
    ///
    /// - Parameters:
    ///   - content: Read to its end, once.
    ///   - size: How many octets the content has, if that is known beforehand.
    ///   - sink: Gets the message; worth nothing if this call throws.
    ///   - key: The private key of ``certificate``.
    /// - Throws: As ``signDetached(_:key:)``; ``SigningError/Code/contentSizeMismatch`` if `size` was wrong; what the
    ///   sink throws.
    public func signAttached(
        _ content: inout (some ByteSource & ~Copyable),
        size: UInt64? = nil,
        to sink: inout (some ByteSink & ~Copyable),
        key: borrowing (some SigningKey & ~Copyable)
    ) throws {
        guard size ?? 0 <= 1 << 62 else { throw SigningError(.invalidArgument, "content of more than 4 EiB") }
        let algorithm = try chosenAlgorithm(key)
        let frame = SignedDataFrame(hash: algorithm.contentHash, certificates: certificates)
        var buffer = [UInt8](repeating: 0, count: MemorySource.pieceSize)
        var held: [UInt8] = []
        var isAtEnd = false
        while held.count <= CMSSigner.bufferedContentLimit {
            guard let count = try content.fill(&buffer) else {
                isAtEnd = true
                break
            }
            held += buffer[..<count]
        }
        if isAtEnd {
            try checkSize(UInt64(held.count), against: size)
            let info = try signerInfo(algorithm.contentHash.hash(held), algorithm, key)
            return try sink.write(frame.attached(content: held, signerInfo: info))
        }

        let fixedSize = size.flatMap { size in certificate.publicKey.signatureSize.map { (size, $0) } }
        if let (size, signatureSize) = fixedSize {
            let placeholder = try builder([UInt8](repeating: 0, count: algorithm.contentHash.digestSize), algorithm)
                .encode(signature: [UInt8](repeating: 0, count: signatureSize))
            let closingSize = frame.closing(signerInfo: placeholder).count
            try sink.write(frame.head(contentSize: size, closingSize: closingSize))
        } else {
            try sink.write((size.map { frame.head(contentSize: $0) } ?? frame.indefiniteHead))
        }
        var writer = ContentWriter(hash: try algorithm.contentHash.begin(), isSegmented: size == nil)
        try writer.write(held.span, to: &sink)
        held = []
        while let count = try content.fill(&buffer) {
            try writer.write(buffer.span.extracting(first: count), to: &sink)
        }
        try checkSize(writer.count, against: size)
        if size == nil { try sink.write(SignedDataFrame.endOfSegments) }
        let info = try signerInfo(writer.hash.finish(), algorithm, key)
        try sink.write(frame.closing(signerInfo: info))
        if fixedSize == nil { try sink.write(SignedDataFrame.endOfMessage) }
    }

    private func checkSize(_ count: UInt64, against size: UInt64?) throws(SigningError) {
        guard let size, size != count else { return }
        throw SigningError(.contentSizeMismatch, "the content has \(count) octets, not \(size)")
    }
}

/// Hashes content on its way to a sink, as it is or in segments.
private struct ContentWriter {
    let hash: RunningDigest
    let isSegmented: Bool
    private(set) var count: UInt64 = 0

    init(hash: RunningDigest, isSegmented: Bool) {
        self.hash = hash
        self.isSegmented = isSegmented
    }

    mutating func write(_ octets: Span<UInt8>, to sink: inout (some ByteSink & ~Copyable)) throws {
        try hash.update(octets)
        count += UInt64(octets.count)
        if isSegmented { try sink.write(SignedDataFrame.segmentHead(octets.count)) }
        try sink.write(octets)
    }
}
