import CJetonSystem
import JetonFiles
public import JetonKeystoreBase
import JetonOctets

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
    private var sealed = [UInt8](repeating: 0, count: portion * PayloadCipher.sealedChunkSize)
    private var number: UInt64 = 0
    /// How much was written, and how much of it the system was told to write to the disk, in bytes.
    private var written: UInt64
    private var begun: UInt64 = 0
    private static let writeAhead: UInt64 = 8 << 20
    /// How many chunks are sealed together, since for each time the store may have to be asked for the key.
    private static let portion = 4
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
        let size = PayloadCipher.chunkSize
        var offset = 0
        while offset < plain.count {
            let kept = pending.octets.count
            let rest = plain.count - offset
            // The last chunk is known only when nothing follows, so one is kept.
            let whole = kept % size == 0 ? min((rest - 1) / size, Self.portion - kept / size) : 0
            if kept == size || whole > 0 {
                try seal(plain.extracting(offset..<offset + whole * size), isLast: false)
                offset += whole * size
                continue
            }
            let taken = min(size - kept, rest)
            pending.append(plain.extracting(offset..<offset + taken))
            offset += taken
        }
    }

    /// Gives the file its name, durably.
    ///
    /// - Throws: ``KeystoreError/Code/duplicateItem`` if there is one and it is not to be replaced;
    ///   ``KeystoreError/Code/interactionNotAllowed`` as ``write(_:)``.
    public consuming func finish() throws(KeystoreError) {
        try seal(Span(), isLast: true)
        try directory.publish(file, as: fileName, replaces: replaces)
    }

    /// Seals the chunk that is kept, if there is one or it is the last, and whole chunks after it, and writes them.
    private mutating func seal(_ plain: Span<UInt8>, isLast: Bool) throws(KeystoreError) {
        let pending = pending
        var number = number
        var count = 0
        var buffer: [UInt8] = []
        swap(&buffer, &sealed)
        defer { swap(&buffer, &sealed) }
        var span = buffer.mutableSpan
        try key.withCipher { (cipher) throws(KeystoreError) in
            if isLast || !pending.octets.isEmpty {
                let octets = pending.octets
                var output = span._mutatingExtracting(0..<octets.count + PayloadCipher.tagSize)
                try cipher.seal(octets.span, number: number, isLast: isLast, into: &output)
                count += output.count
                number += 1
            }
            for chunk in 0..<plain.count / PayloadCipher.chunkSize {
                let start = chunk * PayloadCipher.chunkSize
                var output = span._mutatingExtracting(count..<count + PayloadCipher.sealedChunkSize)
                let octets = plain.extracting(start..<start + PayloadCipher.chunkSize)
                try cipher.seal(octets, number: number, isLast: false, into: &output)
                count += output.count
                number += 1
            }
        }
        pending.withArray { wipe(&$0) }
        do throws(SystemError) { try file.writeAll(buffer.span.extracting(..<count)) } catch {
            throw error.keystoreError(path)
        }
        self.number = number
        written += UInt64(count)
        // So the disk works while the rest is sealed, and the fsync at the end has little left to wait for.
        if written - begun >= ProtectedFileWriter.writeAhead {
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
