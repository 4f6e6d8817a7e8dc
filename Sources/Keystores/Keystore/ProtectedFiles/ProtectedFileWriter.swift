import CSystem
public import KeystoreBase
import Octets

#if canImport(Glibc)
    import Glibc
#endif

/// Writes a protected file from its beginning to its end, in constant memory.
///
/// The file has no name, and holds sealed bytes only, until ``finish()``: whatever happens before leaves nothing behind.
/// Used by one thread at a time.
public struct ProtectedFileWriter: ~Copyable {
    private let directory: Directory
    private let fileName: String
    private let replaces: Bool
    private let file: OpenFile
    private let key: FileKeyHandle
    private let pending = TransientSecret(capacity: PayloadCipher.chunkSize)
    private var sealed = [UInt8](repeating: 0, count: PayloadCipher.sealedChunkSize)
    private var number: UInt64 = 0
    /// How much was written, and how much of it the system was told to write to the disk, in bytes.
    private var written: UInt64
    private var begun: UInt64 = 0
    private static let portion: UInt64 = 8 << 20
    /// The path of the file.
    public let path: String

    init(
        _ keychain: Keychain,
        _ header: ProtectedFileHeader,
        _ fileKey: borrowing Secret,
        in directory: Directory,
        as fileName: String,
        replaces: Bool
    ) throws(KeystoreError) {
        let path = "\(directory.name)/\(fileName)"
        let key = try FileKeyHandle(keychain, header, path, fileKey)
        let file = try directory.makeUnnamed()
        let head = header.encoded
        do throws(SystemError) { try file.writeAll(head.span) } catch { throw error.keystoreError(path) }
        self.directory = directory
        self.fileName = fileName
        self.replaces = replaces
        self.path = path
        self.key = key
        self.file = file
        written = UInt64(head.count)
    }

    /// Appends bytes.
    ///
    /// - Throws: ``KeystoreError/Code/interactionNotAllowed`` if the store is locked and the class ends with the lock.
    public mutating func write(_ plain: Span<UInt8>) throws(KeystoreError) {
        var offset = 0
        while offset < plain.count {
            // The last chunk is known only when nothing follows.
            if pending.octets.count == PayloadCipher.chunkSize {
                try sealPending(isLast: false)
                pending.withArray { wipe(&$0) }
            }
            if pending.octets.isEmpty, plain.count - offset > PayloadCipher.chunkSize {
                try seal(plain.extracting(offset..<offset + PayloadCipher.chunkSize), isLast: false)
                offset += PayloadCipher.chunkSize
                continue
            }
            let taken = min(PayloadCipher.chunkSize - pending.octets.count, plain.count - offset)
            pending.append(plain.extracting(offset..<offset + taken))
            offset += taken
        }
    }

    /// Gives the file its name, durably.
    ///
    /// - Throws: ``KeystoreError/Code/duplicateItem`` if there is one and it is not to be replaced;
    ///   ``KeystoreError/Code/interactionNotAllowed`` as ``write(_:)``.
    public consuming func finish() throws(KeystoreError) {
        try sealPending(isLast: true)
        try directory.publish(file, as: fileName, replaces: replaces)
    }

    private mutating func sealPending(isLast: Bool) throws(KeystoreError) {
        let octets = pending.octets
        try seal(octets.span, isLast: isLast)
    }

    private mutating func seal(_ plain: Span<UInt8>, isLast: Bool) throws(KeystoreError) {
        let count = plain.count + PayloadCipher.tagSize
        let number = number
        var buffer: [UInt8] = []
        swap(&buffer, &sealed)
        defer { swap(&buffer, &sealed) }
        var span = buffer.mutableSpan
        var output = span._mutatingExtracting(0..<count)
        try key.withCipher { (cipher) throws(KeystoreError) in
            try cipher.seal(plain, number: number, isLast: isLast, into: &output)
        }
        do throws(SystemError) { try file.writeAll(buffer.span.extracting(..<count)) } catch {
            throw error.keystoreError(path)
        }
        self.number += 1
        written += UInt64(count)
        // So the disk works while the rest is sealed, and the fsync at the end has little left to wait for.
        if written - begun >= ProtectedFileWriter.portion {
            system_begin_writing(file.descriptor, begun, written - begun)
            begun = written
        }
    }

    private func wipe(_ octets: inout [UInt8]) {
        unsafe octets.withUnsafeMutableBytes { buffer in
            if let base = buffer.baseAddress { unsafe explicit_bzero(base, buffer.count) }
        }
        octets.removeAll(keepingCapacity: true)
    }
}
