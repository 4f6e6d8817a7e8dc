import JetonASN1
import JetonZlib

/// The content of a file in an archive, expanded while it is read, in constant memory.
///
/// Reading ends in an error if the content does not have the size and the checksum that the archive states.
struct ZIPEntrySource: ByteSource, ~Copyable {
    /// How many compressed bytes are expanded at once; deflate makes at most 1,032 times as many of them.
    private static let compressedPiece = 1 << 13

    private let entry: ZIPEntry
    private let source: any ZIPSource
    private var stream: DeflateStream?
    /// How many bytes of the archive were read.
    private var position: UInt64 = 0
    private var pending: [UInt8] = []
    private var taken = 0
    private var count: UInt64 = 0
    private var crc: CRC32

    /// Starts at the first octet.
    ///
    /// - Throws: `ZlibError`.
    init(_ entry: ZIPEntry, in source: any ZIPSource) throws {
        let stream = entry.method == .deflated ? try DeflateStream(.expand) : nil
        let crc = try CRC32()
        self.entry = entry
        self.source = source
        self.stream = stream
        self.crc = crc
    }

    mutating func read(into buffer: inout MutableSpan<UInt8>) throws -> Int {
        if taken == pending.count { try refill(buffer.count) }
        let count = min(buffer.count, pending.count - taken)
        guard count > 0 else {
            guard self.count == entry.size, crc.value == entry.crc else {
                throw ContainerError(.malformed, "'\(entry.name)' does not have the checksum that the container states")
            }
            return 0
        }
        for index in 0..<count { buffer[index] = pending[taken + index] }
        taken += count
        return count
    }

    private mutating func refill(_ wanted: Int) throws {
        pending.removeAll(keepingCapacity: true)
        taken = 0
        while pending.isEmpty, position < entry.compressedSize {
            let left = entry.compressedSize - position
            let size = entry.method == .stored ? wanted : ZIPEntrySource.compressedPiece
            let piece = try source.read(at: entry.dataOffset + position, count: Int(min(left, UInt64(size))))
            guard !piece.isEmpty else { throw ContainerError(.malformed, "the container is truncated") }
            position += UInt64(piece.count)
            guard entry.method == .deflated else {
                pending = piece
                break
            }
            try expand(piece)
        }
        count += UInt64(pending.count)
        let fresh = pending
        crc.update(fresh.span)
    }

    private mutating func expand(_ piece: [UInt8]) throws {
        let room = entry.size - count
        var expanded: [UInt8] = []
        let consumed = try stream?.update(piece.span) { bytes in
            guard UInt64(expanded.count + bytes.count) <= room else {
                throw ContainerError(.malformed, "'\(entry.name)' has more content than the container states")
            }
            for index in bytes.indices { expanded.append(bytes[index]) }
        }
        guard let consumed else { throw ContainerError(.malformed, "'\(entry.name)' is not valid deflate data") }
        guard consumed == piece.count, position < entry.compressedSize || stream?.isAtEnd == true else {
            throw ContainerError(.malformed, "'\(entry.name)' does not end at the offset that the container states")
        }
        pending = expanded
    }
}
