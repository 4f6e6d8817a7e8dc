import JetonASN1

/// A ZIP archive that is read strictly: what two readers could understand in two ways is refused.
///
/// The central directory and the local headers must agree; the files lie one behind the other without gaps from the
/// archive's first byte to its directory; names are unique relative paths. What ZIP64 adds to a header must be what the
/// header leaves out. Encryption, links, and every method but stored and deflate are refused.
///
/// - SeeAlso: PKWARE APPNOTE 6.3.10, 4.3; ETSI EN 319 162-1 V1.1.1, A.1.
public struct ZIPArchive {
    /// How many files an archive may have.
    static let entryLimit = 4_096
    /// How many bytes the central directory may have.
    private static let directoryLimit = 16 << 20
    /// How many bytes the files of any archive may have; more only in proportion to the archive.
    private static let expandedMinimum: UInt64 = 64 << 20
    /// How many times as large as the archive the files may be.
    static let expansionLimit: UInt64 = 100

    /// The archive.
    let source: any ZIPSource
    /// The files, in the order in which they lie in the archive.
    public let entries: [ZIPEntry]
    /// The archive's comment.
    let comment: [UInt8]

    /// Reads the directory and every local header.
    ///
    /// - Throws: ``ContainerError/Code/malformed``, ``ContainerError/Code/limitExceeded``,
    ///   ``ContainerError/Code/unsupported``; what the source throws.
    public init(_ source: any ZIPSource) throws(ContainerError) {
        self.source = source
        let end = try EndRecord(source)
        comment = end.comment
        guard end.count <= ZIPArchive.entryLimit, end.directorySize <= ZIPArchive.directoryLimit else {
            throw ContainerError(.limitExceeded, "a container has at most \(ZIPArchive.entryLimit) files")
        }
        let directory =
            end.directorySize == 0 ? [] : try source.read(at: end.directoryOffset, count: end.directorySize)
        var headers: [CentralHeader] = []
        var position = 0
        for _ in 0..<end.count { headers.append(try CentralHeader(directory, &position)) }
        guard position == directory.count else {
            throw ContainerError(.malformed, "the container's directory contains more than its file entries")
        }
        var names: Set<String> = []
        for header in headers {
            let name = header.name.hasSuffix("/") ? String(header.name.dropLast()) : header.name
            guard names.insert(name).inserted else {
                throw ContainerError(.malformed, "the container has two files named '\(header.name)'")
            }
        }
        headers.sort { $0.headerOffset < $1.headerOffset }
        var entries: [ZIPEntry] = []
        var offset: UInt64 = 0
        var expanded: UInt64 = 0
        for header in headers {
            guard header.headerOffset == offset else {
                throw ContainerError(
                    .malformed,
                    header.headerOffset < offset
                        ? "'\(header.name)' overlaps another file of the container"
                        : "the container has bytes before '\(header.name)' that belong to none of its files"
                )
            }
            let (entry, next) = try header.entry(in: source, before: end.directoryOffset)
            entries.append(entry)
            offset = next
            let (sum, isTooMuch) = expanded.addingReportingOverflow(entry.size)
            expanded = isTooMuch ? .max : sum
        }
        guard offset == end.directoryOffset else {
            throw ContainerError(.malformed, "the container has bytes before its directory that belong to no file")
        }
        let allowed = max(ZIPArchive.expandedMinimum, source.size * ZIPArchive.expansionLimit)
        guard expanded <= allowed else {
            throw ContainerError(
                .limitExceeded,
                "the container's files claim \(expanded) bytes, more than \(ZIPArchive.expansionLimit) times its size"
            )
        }
        self.entries = entries
    }

    /// The file with a name; nil if there is none.
    public subscript(name: String) -> ZIPEntry? { entries.first { $0.name == name } }

    /// Opens a file.
    ///
    /// - Throws: `ZlibError`.
    func open(_ entry: ZIPEntry) throws -> ZIPEntrySource { try ZIPEntrySource(entry, in: source) }

    /// Reads a small file whole.
    ///
    /// - Throws: ``ContainerError/Code/limitExceeded`` for a larger one.
    func contents(of entry: ZIPEntry, limit: Int) throws -> [UInt8] {
        guard entry.size <= UInt64(limit) else {
            throw ContainerError(.limitExceeded, "'\(entry.name)' has more than \(limit >> 20) MiB")
        }
        var octets: [UInt8] = []
        octets.reserveCapacity(Int(entry.size))
        var source = try open(entry)
        try source.forEachPiece { piece in
            for index in piece.indices { octets.append(piece[index]) }
        }
        return octets
    }
}
