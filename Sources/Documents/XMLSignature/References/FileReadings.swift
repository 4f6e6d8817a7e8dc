import JetonX509

/// The files of a document's references, each digested once by a hash, and otherwise read 64 times at most.
final class FileReadings<Files: ReferencedFiles>: ReferencedFiles {
    /// How many times one file is read for transforms.
    private static var limit: Int { 64 }

    private struct Question: Hashable {
        let uri: String?
        let hash: HashAlgorithm
    }

    private let files: Files
    private var digests: [Question: FileDigest?] = [:]
    private var counts: [String?: Int] = [:]

    init(_ files: Files) { self.files = files }

    func read(_ uri: String?, _ body: (Span<UInt8>) throws -> Void) throws -> String? {
        counts[uri, default: 0] += 1
        guard counts[uri, default: 0] <= Self.limit else {
            throw DocumentError(
                .limitExceeded,
                "the signatures refer to the file '\((uri ?? "").shown)' too many times"
            )
        }
        return try files.read(uri, body)
    }

    func digest(_ uri: String?, by hash: HashAlgorithm) throws -> FileDigest? {
        let question = Question(uri: uri, hash: hash)
        if let known = digests[question] { return known }
        let digest = try files.digest(uri, by: hash)
        digests[question] = .some(digest)
        return digest
    }
}
