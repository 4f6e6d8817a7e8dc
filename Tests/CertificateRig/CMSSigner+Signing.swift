import JetonASN1
import JetonX509

@testable import JetonCMS

extension CMSSigner {
    /// Signs content that is kept apart.
    func signDetached(
        _ content: inout (some ByteSource & ~Copyable),
        key: borrowing (some SigningKey & ~Copyable)
    ) throws -> [UInt8] {
        var sink = MemorySink()
        let format = DetachedCMS(signer: self)
        try format.sign(&content, key: key, algorithm: algorithm(for: key), to: &sink) { MemorySource($0.octets) }
        return sink.octets
    }

    /// Signs content of which only the digest is here.
    func signDetached(contentDigest: [UInt8], key: borrowing (some SigningKey & ~Copyable)) throws -> [UInt8] {
        var sink = MemorySink()
        let format = DetachedCMS(signer: self)
        let prepared = try format.prepare(contentDigest: contentDigest, size: 0, algorithm: algorithm(for: key))
        try format.sign(prepared, key: key, to: &sink) { MemorySource($0.octets) }
        return sink.octets
    }

    /// Signs content and writes both as one message, which is not read back.
    func signAttached(
        _ content: inout (some ByteSource & ~Copyable),
        size: UInt64? = nil,
        to sink: inout (some ByteSink & ~Copyable),
        key: borrowing (some SigningKey & ~Copyable)
    ) throws {
        let format = AttachedCMS(signer: self)
        let prepared = try format.prepare(&content, size: size, algorithm: algorithm(for: key), to: &sink)
        let signature = try key.signChecked(prepared.octetsToSign, algorithm: prepared.algorithm).signature
        try format.complete(prepared, signature: signature, to: &sink)
    }
}
