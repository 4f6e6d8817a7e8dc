import JetonFiles
public import JetonKeystoreBase
import JetonOctets

/// An open protected file: random access to its content, in constant memory.
///
/// It sees the file as it was when it was opened, also after a replacement. Whether it works while the store is locked is
/// said by its class: ``FileProtection``. May be used by several threads at once; calls block while they read.
public struct ProtectedFile: ~Copyable, Sendable {
    /// The protection class.
    public let protection: FileProtection
    /// The size of the content, in bytes.
    public let size: Int64

    private let file: OpenFile
    private let name: String
    private let key: FileKeyHandle
    private let chunks: Int64
    private let lastSealedCount: Int

    init(_ keychain: Keychain, _ header: ProtectedFileHeader, _ opened: OpenedProtectedFile) throws(KeystoreError) {
        let key = try FileKeyHandle(keychain, header, opened.name, try keychain.openFileKey(header, opened.name))
        let sealed = Int64(PayloadCipher.sealedChunkSize)
        let payload = opened.payloadSize
        let chunks = max(1, (payload + sealed - 1) / sealed)
        let lastSealedCount = Int(payload - (chunks - 1) * sealed)
        guard lastSealedCount > PayloadCipher.tagSize || (chunks == 1 && lastSealedCount == PayloadCipher.tagSize)
        else {
            throw ProtectedFile.damaged(opened.name, chunks - 1)
        }
        file = opened.file
        name = opened.name
        protection = header.protection
        size = opened.size
        self.key = key
        self.chunks = chunks
        self.lastSealedCount = lastSealedCount
    }

    /// Opens the last chunk, so that a file that was cut off is found before anything of it is used.
    func verifyEnd() throws(KeystoreError) { _ = try contents(ofChunk: chunks - 1) }

    /// Opens every chunk.
    func verifyAll() throws(KeystoreError) {
        for chunk in 0..<chunks { _ = try contents(ofChunk: chunk) }
    }

    private func contents(ofChunk chunk: Int64) throws(KeystoreError) -> TransientSecret {
        let plain = plainCount(chunk)
        let scratch = TransientSecret(capacity: max(1, plain))
        _ = scratch.append(count: plain) { _ in true }
        try scratch.withArray { (octets) throws(KeystoreError) in
            var span = octets.mutableSpan
            try open(chunk, into: &span)
        }
        return scratch
    }

    /// Reads from an offset.
    ///
    /// - Returns: How many bytes were read: less than asked for only at the end of the file.
    /// - Throws: ``KeystoreError/Code/decoding`` if the content was changed; then `span` may hold what was read before;
    ///   ``KeystoreError/Code/interactionNotAllowed`` if the store is locked and the class ends with the lock.
    public func read(at offset: Int64, into span: inout MutableSpan<UInt8>) throws(KeystoreError) -> Int {
        guard offset >= 0 else { throw KeystoreError(.invalidParameter, "an offset is not negative") }
        var count = 0
        while count < span.count, offset + Int64(count) < size {
            let place = offset + Int64(count)
            let chunk = place / Int64(PayloadCipher.chunkSize)
            let start = Int(place % Int64(PayloadCipher.chunkSize))
            let plain = plainCount(chunk)
            let taken = min(plain - start, span.count - count)
            if taken == plain {
                var target = span._mutatingExtracting(count..<count + taken)
                try open(chunk, into: &target)
            } else {
                let scratch = try contents(ofChunk: chunk)
                for index in 0..<taken { span[count + index] = scratch.octets[start + index] }
            }
            count += taken
        }
        return count
    }

    private func plainCount(_ chunk: Int64) -> Int {
        chunk == chunks - 1 ? lastSealedCount - PayloadCipher.tagSize : PayloadCipher.chunkSize
    }

    /// Reads and opens a whole chunk into as many bytes as it has.
    private func open(_ chunk: Int64, into plain: inout MutableSpan<UInt8>) throws(KeystoreError) {
        var sealed = [UInt8](repeating: 0, count: plain.count + PayloadCipher.tagSize)
        let offset = Int64(ProtectedFileHeader.size) + chunk * Int64(PayloadCipher.sealedChunkSize)
        let count: Int
        do throws(SystemError) {
            var target = sealed.mutableSpan
            count = try file.readAll(at: offset, into: &target)
        } catch { throw error.keystoreError(name) }
        let isLast = chunk == chunks - 1
        let isAuthentic = try key.withCipher { (cipher) throws(KeystoreError) in
            count == sealed.count
                && cipher.open(sealed.span, number: UInt64(chunk), isLast: isLast, into: &plain)
        }
        guard isAuthentic else { throw ProtectedFile.damaged(name, chunk) }
    }

    private static func damaged(_ name: String, _ chunk: Int64) -> KeystoreError {
        KeystoreError(.decoding, "\(name) is damaged or truncated in chunk \(chunk + 1)")
    }
}
