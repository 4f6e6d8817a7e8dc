internal import Cryptoki
internal import JetonFiles
internal import JetonJobs
internal import JetonOctets
internal import JetonX509

/// The files that a user has picked for a job: read once, and what is shown of them is what goes.
struct PickedFiles {
    /// A file that was picked.
    struct File {
        /// Where it is, without links.
        let path: String
        /// The last part of the path, which alone the issuer is told.
        let name: String
        let type: JobFileType
        let content: [UInt8]
        /// SHA-256 of the content.
        let digest: [UInt8]
    }

    /// How many bytes the files may have together, as all are in memory at once.
    private static let sizeLimit = 256 << 20

    /// In the order in which the job asks for them.
    let files: [File]

    /// Has the user pick them, and reads them.
    ///
    /// - Throws: ``JobDeskError`` for a link, a secret place, another type or a file that is too large; `FileError`; what
    ///   the program throws.
    init(_ job: Job, _ program: any JobProgram) throws {
        guard case .attach(let wanted) = job.operation else {
            files = []
            return
        }
        let paths = try program.pick(wanted)
        guard paths.count == wanted.count else {
            throw JobDeskError(.notPicked, "the job asks for \(wanted.count) file(s), not \(paths.count)")
        }
        let secrets = SecretPlaces(program.secretPlaces)
        var room = PickedFiles.sizeLimit
        var files: [File] = []
        for (wanted, path) in zip(wanted, paths) {
            files.append(try PickedFiles.read(path, for: wanted, limit: room, secrets))
            room -= files.last?.content.count ?? 0
        }
        guard Set(files.map(\.name)).count == files.count else {
            throw JobDeskError(.notPicked, "two of the files have one name")
        }
        self.files = files
    }

    private static func read(
        _ path: String,
        for wanted: JobAttachment,
        limit: Int,
        _ secrets: SecretPlaces
    ) throws -> File {
        let (content, place) = try FileSource.unlinked(path, limit: min(Int(wanted.size), limit))
        if let secret = secrets.place(of: place) {
            throw JobDeskError(.secretPlace, "'\(place)' is below '\(secret)', which has secrets", path: path)
        }
        let name = String(place[(place.lastIndex(of: "/").map { place.index(after: $0) } ?? place.startIndex)...])
        guard name.utf8.count <= 255, name.withoutControlCharacters == name else {
            throw JobDeskError(.otherType, "the name of '\(path)' has characters that are not text", path: path)
        }
        guard let type = wanted.types.first(where: { $0.fits(name, content) }) else {
            throw JobDeskError(.otherType, "'\(path)' is not what the job asks for: \(wanted.words)", path: path)
        }
        let digest = try HashAlgorithm.sha256.hash(content)
        return File(path: place, name: name, type: type, content: content, digest: digest)
    }

    /// What a person sees of them before they go.
    func rows(_ job: Job) -> [Question.Row] {
        guard case .attach(let wanted) = job.operation else { return [] }
        return zip(wanted, files).flatMap { wanted, file -> [Question.Row] in
            [
                .own("this file goes to \(job.issuer):"), .labeled("file", file.path),
                .labeled("", "\(file.content.count) bytes, \(file.type.rawValue)"),
                .labeled("", "sha256 \(Hex.encode(file.digest))"), .labeled("asked for", wanted.label),
            ] + PickedFiles.beginning(of: file).enumerated().map { .labeled($0 == 0 ? "begins" : "", $1) }
        }
    }

    /// The first lines of a text, at most three; nothing of another file.
    private static func beginning(of file: File) -> [String] {
        switch file.type {
        case .text, .csv, .xml, .textXML:
            let text = String(decoding: file.content.prefix(240), as: UTF8.self)
            return text.lines().prefix(3).map { String($0).withoutControlCharacters }
        default: return []
        }
    }

    /// The files as results, which go to the issuer.
    var results: [JobResult] {
        files.map { JobResult(name: $0.name, kind: .file, octets: $0.content, file: nil, mediaType: $0.type.rawValue) }
    }

    /// What the log keeps of them.
    var words: String {
        files.map { "'\($0.name)' sha256 \(Hex.encode($0.digest))" }.joined(separator: ", ")
    }
}
