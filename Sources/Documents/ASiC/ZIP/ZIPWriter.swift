import JetonASN1
import JetonCMS
import JetonZlib

/// Writes a ZIP archive from its beginning to its end.
///
/// The times of files are not stored, so that the same files make the same archive.
struct ZIPWriter {
    /// What stands in a header.
    private struct Header {
        let name: [UInt8]
        let method: ZIPEntry.Method
        var sizesFollow = false
        var crc: UInt32 = 0
        var compressedSize: UInt64 = 0
        var size: UInt64 = 0
        var offset: UInt64 = 0

        init(_ name: String, _ method: ZIPEntry.Method) {
            self.name = Array(name.utf8)
            self.method = method
        }

        /// The fields that both headers have.
        func fields(isCentral: Bool) -> [UInt8] {
            let isASCII = name.allSatisfy { $0 < 0x80 }
            let flags: UInt16 = (isASCII ? 0 : 0x800) | (sizesFollow ? 0b1000 : 0)
            // The first of January 1980, the earliest time that ZIP has.
            let time = LittleEndian.bytes(UInt16(0)) + LittleEndian.bytes(UInt16(0x21))
            let isUnknown = sizesFollow && !isCentral
            return LittleEndian.bytes(UInt16(20)) + LittleEndian.bytes(flags) + LittleEndian.bytes(method.rawValue)
                + time + (isUnknown ? [UInt8](repeating: 0, count: 12) : sizes) + LittleEndian.bytes(UInt16(name.count))
                + LittleEndian.bytes(UInt16(0))
        }

        var sizes: [UInt8] {
            LittleEndian.bytes(crc) + LittleEndian.bytes(UInt32(truncatingIfNeeded: compressedSize))
                + LittleEndian.bytes(UInt32(truncatingIfNeeded: size))
        }
    }

    /// How many bytes an archive may not reach: 4 GiB.
    static let sizeLimit: UInt64 = 0xFFFF_FFFF

    private var headers: [Header] = []
    private var offset: UInt64 = 0

    /// Adds a small file.
    mutating func add(
        _ name: String,
        _ octets: [UInt8],
        isStored: Bool = false,
        to sink: inout (some ByteSink & ~Copyable)
    ) throws {
        var crc = try CRC32()
        crc.update(octets.span)
        var compressed: [UInt8] = []
        if !isStored, octets.count > 64, var stream = try DeflateStream(.compress) {
            _ = try stream.update(octets.span, finishes: true) { piece in
                for index in piece.indices { compressed.append(piece[index]) }
            }
        }
        let isSmaller = !compressed.isEmpty && compressed.count < octets.count
        var header = Header(name, isSmaller ? .deflated : .stored)
        header.crc = crc.value
        header.size = UInt64(octets.count)
        header.compressedSize = UInt64(isSmaller ? compressed.count : octets.count)
        try begin(&header, &sink)
        try write(isSmaller ? compressed : octets, to: &sink)
        headers.append(header)
    }

    /// Adds a file of any size that was read before.
    ///
    /// - Throws: `ContainerError` if it has changed meanwhile; what content and sink throw.
    mutating func add(_ file: SurveyedFile, to sink: inout (some ByteSink & ~Copyable)) throws {
        var header = Header(file.name, file.deflates ? .deflated : .stored)
        header.sizesFollow = file.deflates
        header.crc = file.crc
        header.size = file.size
        header.compressedSize = file.size
        try begin(&header, &sink)
        var crc = try CRC32()
        var (size, written): (UInt64, UInt64) = (0, 0)
        if file.deflates {
            guard var stream = try DeflateStream(.compress) else {
                throw ContainerError(.limitExceeded, "out of memory")
            }
            try file.content.forEachPiece { piece in
                crc.update(piece)
                size += UInt64(piece.count)
                _ = try stream.update(piece) { bytes in
                    written += UInt64(bytes.count)
                    try sink.write(bytes)
                }
            }
            _ = try stream.update([UInt8]().span, finishes: true) { bytes in
                written += UInt64(bytes.count)
                try sink.write(bytes)
            }
        } else {
            try file.content.forEachPiece { piece in
                crc.update(piece)
                size += UInt64(piece.count)
                written += UInt64(piece.count)
                try sink.write(piece)
            }
        }
        guard crc.value == file.crc, size == file.size else {
            throw ContainerError(.contentChanged, "'\(file.name)' changed while it was being signed")
        }
        offset += written
        header.compressedSize = written
        if header.sizesFollow { try write(LittleEndian.bytes(UInt32(0x0807_4B50)) + header.sizes, to: &sink) }
        headers.append(header)
    }

    /// Copies a file of another archive as it is stored there.
    mutating func copy(
        _ entry: ZIPEntry,
        from source: any ZIPSource,
        to sink: inout (some ByteSink & ~Copyable)
    ) throws {
        var header = Header(entry.name, entry.method)
        header.crc = entry.crc
        header.size = entry.size
        header.compressedSize = entry.compressedSize
        try begin(&header, &sink)
        var position: UInt64 = 0
        while position < entry.compressedSize {
            let count = Int(min(entry.compressedSize - position, 1 << 18))
            let piece = try source.read(at: entry.dataOffset + position, count: count)
            guard !piece.isEmpty else { throw ContainerError(.malformed, "the container is truncated") }
            position += UInt64(piece.count)
            try write(piece, to: &sink)
        }
        headers.append(header)
    }

    /// Writes the directory and the end of the archive.
    ///
    /// - Throws: `ContainerError` for an archive of more than 4 GiB; what the sink throws.
    func finish(to sink: inout (some ByteSink & ~Copyable)) throws {
        var directory: [UInt8] = []
        for header in headers {
            directory += LittleEndian.bytes(UInt32(0x0201_4B50)) + LittleEndian.bytes(UInt16(20))
            directory += header.fields(isCentral: true)
            // No comment, on the first disk, no attributes.
            directory += [UInt8](repeating: 0, count: 10)
            directory += LittleEndian.bytes(UInt32(truncatingIfNeeded: header.offset)) + header.name
        }
        try ZIPWriter.check(offset + UInt64(directory.count))
        let count = LittleEndian.bytes(UInt16(headers.count))
        let end =
            LittleEndian.bytes(UInt32(0x0605_4B50)) + [0, 0, 0, 0] + count + count
            + LittleEndian.bytes(UInt32(directory.count)) + LittleEndian.bytes(UInt32(truncatingIfNeeded: offset))
            + [0, 0]
        try sink.write((directory + end).span)
    }

    private mutating func begin(_ header: inout Header, _ sink: inout (some ByteSink & ~Copyable)) throws {
        guard headers.count < ZIPArchive.entryLimit else {
            throw ContainerError(.limitExceeded, "a container has at most \(ZIPArchive.entryLimit) files")
        }
        try ZIPWriter.check(offset + header.size)
        header.offset = offset
        let local = LittleEndian.bytes(UInt32(0x0403_4B50)) + header.fields(isCentral: false) + header.name
        try write(local, to: &sink)
    }

    private mutating func write(_ octets: [UInt8], to sink: inout (some ByteSink & ~Copyable)) throws {
        try sink.write(octets.span)
        offset += UInt64(octets.count)
    }

    private static func check(_ size: UInt64) throws(ContainerError) {
        guard size < sizeLimit else { throw ContainerError(.limitExceeded, "a container must be smaller than 4 GiB") }
    }
}
