import JetonASN1
public import JetonCMS
import JetonLibcrypto
import JetonOctets
public import JetonX509
public import XMLSignature

/// A container of signed files.
///
/// - SeeAlso: ETSI EN 319 162-1 V1.1.1.
public struct Container: ReferencedFiles {
    /// How many bytes a file with signatures may have: 64 MiB.
    static let partLimit = 64 << 20
    /// How many bytes a manifest may have: 4 MiB, as all are in memory at once.
    static let manifestLimit = 4 << 20

    /// The archive.
    public let archive: ZIPArchive
    /// The media type that it states, in its first file or its comment; nil if it states none.
    public let mediaType: String?
    /// What kind of container it is: by its media type, otherwise by its files.
    public let kind: ContainerKind
    /// The files that are data, in the archive's order.
    public let files: [ZIPEntry]

    /// Reads the archive's directory.
    ///
    /// - Throws: ``ContainerError`` for an archive that is malformed, ambiguous, or beyond the limits; what the source
    ///   throws.
    public init(_ source: any ZIPSource) throws {
        let archive = try ZIPArchive(source)
        self.archive = archive
        files = archive.entries.filter {
            $0.name != ContainerNames.mediaType && !$0.isDirectory && ContainerNames.part($0.name) == nil
        }
        var stated: String?
        if let entry = archive[ContainerNames.mediaType] {
            let octets = try archive.contents(of: entry, limit: 1_024)
            let hasMark = octets.starts(with: [0xEF, 0xBB, 0xBF])
            stated = String(decoding: hasMark ? octets[3...] : octets[...], as: UTF8.self)
        } else if archive.comment.starts(with: Array("mimetype=".utf8)) {
            stated = String(decoding: archive.comment.dropFirst(9), as: UTF8.self)
        }
        mediaType = stated
        let types: [ContainerKind] = [.simple, .extended]
        let names = [ContainerNames.directory + "signatures.xml", ContainerNames.directory + "signature.p7s"]
        let isSimple = files.count == 1 && names.contains { archive[$0] != nil }
        // A small container may have as many signatures as there is room for.
        let size = archive.entries.reduce(1 << 20) { $0 + max($1.size, $1.compressedSize) }
        work = Work(size * Container.readingLimit)
        kind = types.first { stated?.hasPrefix($0.mediaType) ?? false } ?? (isSimple ? .simple : .extended)
    }

    /// How many times all files together may be read: many signatures over large files would cost hours.
    private static let readingLimit: UInt64 = 256

    /// Counts the bytes that were read of files, and keeps their digests.
    private final class Work {
        struct Question: Hashable {
            let name: String
            let hash: HashAlgorithm
        }

        var digests: [Question: FileDigest] = [:]
        var count: UInt64 = 0
        let limit: UInt64

        init(_ limit: UInt64) { self.limit = limit }
    }

    private let work: Work

    /// Whether the archive is a container: by its media type, or by signatures in an archive without one.
    public var isContainer: Bool { mediaType.map { $0.hasPrefix("application/vnd.etsi.asic-") } ?? isSigned }

    /// Whether there is a file by whose name it holds signatures.
    public var isSigned: Bool { !parts(.xades).isEmpty || !parts(.cades).isEmpty }

    /// The files of a kind that are not data.
    func parts(_ part: ContainerNames.Part) -> [ZIPEntry] {
        archive.entries.filter { ContainerNames.part($0.name) == part }
    }

    /// Hands on the bytes of a file.
    ///
    /// - Parameters:
    ///   - name: The file's name in the container.
    ///   - body: Gets the bytes, piece by piece.
    /// - Returns: Whether there is such a file.
    /// - Throws: ``ContainerError`` for a file that is damaged, and if files are read more than 256 times; what `body`
    ///   throws.
    public func forEachPiece(of name: String, _ body: (Span<UInt8>) throws -> Void) throws -> Bool {
        guard let entry = archive[name], !entry.isDirectory else { return false }
        work.count += max(entry.size, entry.compressedSize)
        guard work.count <= work.limit else {
            throw ContainerError(.limitExceeded, "the signatures of the container refer to its files too many times")
        }
        var source = try archive.open(entry)
        try source.forEachPiece(body)
        return true
    }

    /// Writes a file that was verified: only bytes with a digest that was compared count.
    ///
    /// - Parameters:
    ///   - name: The file's name in the container.
    ///   - sink: Gets the bytes; worth nothing if this call throws.
    /// - Throws: ``ContainerError/Code/contentChanged`` if the file is not what was verified, or was not; what the sink
    ///   throws.
    public func extract(_ name: String, to sink: inout (some ByteSink & ~Copyable)) throws {
        guard let (question, known) = work.digests.first(where: { $0.key.name == name && !$0.key.hash.isWeak }) else {
            throw ContainerError(.contentChanged, "the file '\(name)' was not verified", function: "extract")
        }
        let running = try question.hash.begin()
        var isKnown = false
        do {
            isKnown = try forEachPiece(of: name) { piece in
                try running.update(piece)
                try sink.write(piece)
            }
        } catch let error as ContainerError where error.code == .malformed {
            isKnown = false
        }
        guard isKnown, ConstantTime.equals(try running.finish(), known.digest) else {
            let context = "the file '\(name)' was changed after it was verified"
            throw ContainerError(.contentChanged, context, function: "extract")
        }
    }

    /// Keeps the digest of a file that was read for a signature over it.
    func note(_ digest: FileDigest, by hash: HashAlgorithm) {
        work.digests[Work.Question(name: digest.name, hash: hash)] = digest
    }

    /// Hands on the bytes of the file that a reference names.
    public func read(_ uri: String?, _ body: (Span<UInt8>) throws -> Void) throws -> String? {
        guard let uri else { return nil }
        let name = ContainerURI.decode(uri)
        return try forEachPiece(of: name, body) ? name : nil
    }

    /// The digest of the file that a reference names, computed once for all signatures and manifests.
    public func digest(_ uri: String?, by hash: HashAlgorithm) throws -> FileDigest? {
        guard let uri else { return nil }
        return try digest(ofFile: ContainerURI.decode(uri), by: hash)
    }

    /// The digest of a file; nil if there is no such file.
    func digest(ofFile name: String, by hash: HashAlgorithm) throws -> FileDigest? {
        let question = Work.Question(name: name, hash: hash)
        if let known = work.digests[question] { return known }
        let running = try hash.begin()
        guard let entry = archive[name], try forEachPiece(of: name, { try running.update($0) }) else { return nil }
        let digest = FileDigest(name: name, digest: try running.finish(), size: entry.size)
        work.digests[question] = digest
        return digest
    }
}
