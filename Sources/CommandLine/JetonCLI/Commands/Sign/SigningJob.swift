internal import ASiC
internal import ArgumentParser
internal import JetonASN1
internal import JetonDiagnostics
internal import JetonFiles
internal import JetonOctets
internal import JetonPDF
internal import JetonX509
internal import SignatureLevels
internal import SigningDesk
internal import UserFiles

/// The files of one `jeton sign`, from names to results.
struct SigningJob {
    let command: SignCommand
    let items: [Item]
    /// How the files are signed; what needs a login or the network is added before the first one is.
    var request = SignRequest()
    let report: BatchReport?
    /// How many files an earlier run signed.
    let skippedCount: Int
    /// How many files of the directories are signatures, or were signed.
    var leftOut = LeftOutFiles()
    /// Why directories could not be read; the files in the others are signed.
    var unread: [CommandError] = []

    struct Item: Sendable {
        let file: InputFile
        let output: String
        let format: DocumentFormat
        /// The files that go into a new container.
        var contents: [InputFile] = []

        /// The path of the file, or what stands for it in words.
        var input: String { file.path }
    }

    /// Reads the options.
    ///
    /// - Parameters:
    ///   - command: The options.
    ///   - report: Says what is signed already.
    ///   - arriving: A file that was found, to be signed instead of those that the options name.
    /// - Throws: ``CommandError`` where they contradict each other.
    init(_ command: SignCommand, _ report: BatchReport? = nil, arriving: InputFile? = nil) throws {
        self.command = command
        self.report = report
        request.hash = command.hashAlgorithm?.algorithm
        request.format = command.form.format
        request.placement = command.form.placement
        request.isParallel = command.form.parallel
        request.further = command.form.further
        request.pdf = try command.pdf.request()
        request.statements = try command.statements.statements()
        let features = try command.features(request)
        try Self.check(features, command.form.format)
        // Its file, which may be a pipe, is read when the signature is made.
        if let text = command.levels.signaturePolicy, OID(text) == nil { _ = try command.levels.policy() }
        if let hex = command.hash {
            guard command.files.isEmpty, command.many.from == nil, report == nil else {
                throw CommandError.usage("--hash replaces the files; give one or the other")
            }
            request.digest = try Self.digest(hex, request.hash)
            skippedCount = 0
            let format = command.form.format ?? .cms
            items = [Item(file: InputFile("the digest"), output: command.out ?? "-", format: format)]
            try Self.check(features, items)
            return
        }
        let files = try Self.files(command, arriving, &unread, &leftOut)
        if let format = command.form.format, let container = format.container, request.further == nil {
            items = [try Self.container(of: files, format, container.kind, command)]
            skippedCount = 0
            try Self.check(features, items)
            return
        }
        let all = try Self.items(files, request, command)
        items = all.filter { report?.isSigned($0.input, output: $0.output) != true }
        skippedCount = all.count - items.count
        try Self.check(features, items)
        if report != nil, request.further != nil || all.contains(where: { $0.output == "-" || $0.input == "-" }) {
            throw CommandError.usage("--report requires one output file per input")
        }
    }

    /// The digest of --hash.
    private static func digest(_ hex: String, _ hash: HashAlgorithm?) throws(CommandError) -> [UInt8] {
        let sizes = hash.map { [$0.digestSize] } ?? [32, 48, 64]
        guard let digest = Hex.decode(hex), sizes.contains(digest.count) else {
            let (name, expected) = (hash.map { "\($0) " } ?? "", sizes.map { "\($0)" }.joined(separator: ", "))
            throw .usage("--hash is not a \(name)digest: expected \(expected) bytes in hexadecimal")
        }
        return digest
    }

    /// The files that the command names, finds or lists.
    private static func files(
        _ command: SignCommand,
        _ arriving: InputFile?,
        _ unread: inout [CommandError],
        _ leftOut: inout LeftOutFiles
    ) throws -> [InputFile] {
        var files = try (command.many.from.map(FileList.read) ?? []).map { InputFile.named($0) }
        guard !command.files.isEmpty || command.many.from != nil || arriving != nil else {
            throw CommandError.usage("no files given")
        }
        if !command.many.recursive, let directory = command.files.first(where: FileSource.isDirectory) {
            let next: ShellCommand = "jeton sign -r \(directory)"
            throw CommandError.usage(
                "\(directory) is a directory",
                hints: ["`\(next.text)` signs the files in it and below it"]
            )
        }
        files += try command.files.flatMap(FileList.matching).map { InputFile.named($0) }
        if let arriving { files.append(arriving) }
        guard !files.isEmpty else { throw CommandError.notFound("the list names no file") }
        if command.many.recursive { files = try SigningJob.expanded(files, command, &unread, &leftOut) }
        return files
    }

    /// The new container that all files go into.
    private static func container(
        of files: [InputFile],
        _ format: DocumentFormat,
        _ kind: ContainerKind,
        _ command: SignCommand
    ) throws -> Item {
        guard command.many.report == nil else { throw CommandError.usage("--report is not for containers") }
        if kind == .simple, files.count > 1 {
            throw CommandError.usage(
                "\(format.rawValue) holds a single file, but \(files.count) were given",
                hints: ["--format asice puts several files into one container"]
            )
        }
        return Item(
            file: InputFile(Self.title(files.map(\.path))),
            output: try SigningJob.containerOutput(for: files.map(\.path), format, command),
            format: format,
            contents: files
        )
    }

    /// What each file becomes, and where.
    private static func items(_ files: [InputFile], _ request: SignRequest, _ command: SignCommand) throws -> [Item] {
        if request.further != nil, command.out != nil, files.count > 1 {
            throw CommandError.usage("--out is one file, but there are \(files.count) messages")
        }
        let items = try files.map { file in
            let format = try request.format(of: file)
            // A message is replaced by the one with more in it.
            let output =
                request.further != nil
                ? command.out ?? file.path
                : try SigningJob.output(for: file.path, format, command, isOne: files.count == 1)
            return Item(file: file, output: output, format: format)
        }
        try SigningJob.checkDistinct(items)
        return items
    }
}
