internal import ASN1
internal import ASiC
internal import ArgumentParser
internal import CAdES
internal import Diagnostics
internal import Octets
internal import PDF
internal import SigningDesk
internal import X509

/// The files of one `jeton sign`, from names to results.
struct SigningJob {
    let command: SignCommand
    let digest: [UInt8]?
    let hashAlgorithm: HashAlgorithm?
    let items: [Item]
    var additions = SignatureAdditions()
    let appearance: SignatureAppearance?

    /// How many bytes are kept free for a timestamp; a larger one goes into a revision of its own.
    var tokenRoom = TimestampSizes.initialRoom
    let report: SigningReport?
    /// How many files an earlier run signed.
    let skippedCount: Int
    /// How many files of the directories are signatures, or were signed.
    var leftOutCount = 0
    /// Why directories could not be read; the files in the others are signed.
    var unread: [CommandError] = []

    struct Item: Sendable {
        let file: InputFile
        let output: String
        let format: SignCommand.Format
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
    init(_ command: SignCommand, _ report: SigningReport? = nil, arriving: InputFile? = nil) throws {
        self.command = command
        self.report = report
        hashAlgorithm = try Self.hash(command.hashAlgorithm)
        if command.attached, command.detached {
            throw CommandError.usage("--attached and --detached exclude each other")
        }
        if command.encode != nil, command.format != .raw {
            throw CommandError.usage("--encode is for raw signatures; add --format raw")
        }
        if command.attached, command.format == .raw { throw CommandError.usage("a raw signature has no content in it") }
        if command.format == .pades, command.attached || command.detached {
            throw CommandError.usage("a PDF holds its signature; leave out --attached and --detached")
        }
        let isFurther = command.add || command.counter
        let container = command.format?.container
        if container != nil, command.attached || command.detached || command.counter || command.hash != nil {
            throw CommandError.usage("--attached, --detached, --counter and --hash are not for a new container")
        }
        if command.add, command.counter { throw CommandError.usage("--add and --counter exclude each other") }
        let isMessage = command.format != .raw && command.format != .pades
        if isFurther, !isMessage || command.attached || command.hash != nil || command.recursive {
            throw CommandError.usage(
                "--add and --counter take CMS messages, which stay attached or detached as they are"
            )
        }
        // Its file, which may be a pipe, is read when the signature is made.
        if let text = command.levels.signaturePolicy, OID(text) == nil { _ = try command.levels.policy() }
        appearance = try command.pdf.appearance()
        let isXML = command.format?.isXML ?? false
        if isXML, command.add { throw CommandError.usage("--add is not for XML signatures; see --parallel") }
        if command.format == .raw || command.format == .xmldsig, command.statements.isGiven {
            throw CommandError.usage("--commitment, --role, --city and --country are for CAdES, PAdES and XAdES")
        }
        _ = try command.statements.statements()
        let wanted = try command.levels.wanted(command.servers)
        if command.format == .xmldsig, wanted > .b {
            throw CommandError.usage("a plain XML signature has no level; --format xades makes one that has")
        }
        if command.format == .raw || command.counter, wanted > .b || command.levels.contentTimestamp {
            throw CommandError.usage("a \(command.counter ? "countersignature" : "raw signature") has no level")
        }
        if let hex = command.hash {
            guard command.files.isEmpty, command.from == nil, report == nil else {
                throw CommandError.usage("--hash is signed instead of files")
            }
            guard let hashAlgorithm else { throw CommandError.usage("--hash needs --hash-algorithm") }
            guard let digest = Hex.decode(hex), digest.count == hashAlgorithm.digestSize else {
                throw CommandError.usage(
                    "--hash is not a \(hashAlgorithm) digest: expected \(hashAlgorithm.digestSize) bytes in hexadecimal"
                )
            }
            guard !command.attached else { throw CommandError.usage("a digest can't be put in as content") }
            if isXML, wanted > .b || command.parallel || command.detached || command.levels.contentTimestamp {
                throw CommandError.usage("--hash makes the value of an XML signature, which has no form or level")
            }
            guard command.format != .pades else {
                throw CommandError.usage("--hash signs a digest, and a PDF holds its signature")
            }
            self.digest = digest
            skippedCount = 0
            items = [Item(file: InputFile("the digest"), output: command.out ?? "-", format: command.format ?? .cms)]
            return
        }
        digest = nil
        var files = try (command.from.map(FileList.read) ?? []).map { InputFile($0) }
        guard !command.files.isEmpty || command.from != nil || arriving != nil else {
            throw CommandError.usage("no files given")
        }
        if !command.recursive, let directory = command.files.first(where: FileSource.isDirectory) {
            let next: ShellCommand = "jeton sign -r \(directory)"
            throw CommandError.usage(
                "\(directory) is a directory",
                hints: ["`\(next.text)` signs the files in it and below it"]
            )
        }
        files += try command.files.flatMap(FileList.matching).map { InputFile($0) }
        if let arriving { files.append(arriving) }
        guard !files.isEmpty else { throw CommandError.notFound("the list names no file") }
        if command.recursive { files = try SigningJob.expanded(files, command, &unread, &leftOutCount) }
        if let format = command.format, container != nil, !isFurther {
            guard report == nil else { throw CommandError.usage("--report is not for containers") }
            if container?.kind == .simple, files.count > 1 {
                throw CommandError.usage(
                    "\(format.rawValue) holds one file, and \(files.count) are given",
                    hints: ["--format asice puts several files into one container"]
                )
            }
            skippedCount = 0
            items = [
                Item(
                    file: InputFile(files.map(\.path).joined(separator: ", ")),
                    output: try SigningJob.containerOutput(for: files.map(\.path), format, command),
                    format: format,
                    contents: files
                )
            ]
            try checkContainers()
            return
        }
        let count = files.count
        let all = try files.map { file in
            // A message is replaced by the one with more in it.
            if isFurther {
                let format = try SigningJob.formatOfFurther(in: file, command)
                return Item(file: file, output: command.out ?? file.path, format: format)
            }
            let format = try SigningJob.format(of: file, command)
            let output = try SigningJob.output(for: file.path, format, command, isOne: count == 1)
            return Item(file: file, output: output, format: format)
        }
        try SigningJob.checkDistinct(all)
        items = all.filter { report?.isSigned($0.input, output: $0.output) != true }
        skippedCount = all.count - items.count
        if command.pdf.isGiven, let other = items.first(where: { $0.format != .pades }) {
            throw CommandError.usage(
                "\(other.input) gets no PDF signature, and options such as --field and --reason are for one"
            )
        }
        try checkContainers()
        let hasPlace = command.statements.city != nil || command.statements.country != nil
        if hasPlace, items.contains(where: { $0.format == .pades }) {
            throw CommandError.usage("--city and --country are not for a PDF; --location states the place there")
        }
        if command.levels.contentTimestamp, items.contains(where: { $0.format == .xmldsig }) {
            throw CommandError.usage("--content-timestamp is not for plain XML signatures")
        }
        if !command.statements.role.isEmpty, items.contains(where: { !$0.format.hasRoles }) {
            throw CommandError.usage("--role is for XAdES signatures")
        }
        if command.parallel, command.attached || command.detached || items.contains(where: { !$0.format.isXML }) {
            throw CommandError.usage("--parallel requires signatures in XML documents")
        }
        if isFurther, command.out != nil, count > 1 {
            throw CommandError.usage("--out is one file, but there are \(count) messages")
        }
        if report != nil, isFurther || all.contains(where: { $0.output == "-" || $0.input == "-" }) {
            throw CommandError.usage("--report is for files that are signed into files of their own")
        }
    }

    /// Whether an earlier run signed all files.
    var isDone: Bool { digest == nil && items.isEmpty }

    /// Whether all outputs are there.
    var hasOutputs: Bool { items.allSatisfy { FileSource.exists($0.output) } }

    /// Reports that there was nothing left to do.
    func answer() throws -> ExitCode {
        for failure in unread { _ = ErrorReport.show(failure, json: false) }
        Console.note("all \(skippedCount) files are signed already")
        if command.output.json {
            try Console.print(
                .object([
                    ("schema", .string("jeton.sign/1")), ("format", .null), ("level", .null), ("contacts", .array([])),
                    ("key", .null), ("signer", .null), ("results", .array([])),
                ])
            )
        }
        return unread.first?.exitCode ?? .success
    }

    /// The hash that an option names; nil for none.
    static func hash(_ name: String?) throws(CommandError) -> HashAlgorithm? {
        guard let name else { return nil }
        guard let algorithm = SignCommand.hashes.first(where: { $0.rawValue == name.lowercased() }) else {
            let names = SignCommand.hashes.map(\.rawValue).joined(separator: ", ")
            throw CommandError.usage("cannot sign with '\(name)'", hints: ["use one of \(names)"])
        }
        return algorithm
    }

    /// Signs all items; one that fails leaves the others alone.
    mutating func run(
        _ session: SigningSession,
        _ additional: (additions: SignatureAdditions, network: NetworkAccess?)
    ) throws -> ExitCode {
        additions = additional.additions
        let level = additions.extender?.level ?? .b
        if additional.network != nil { tokenRoom = TimestampSizes().room(for: try command.servers.urls()) }
        let job = self
        // An authority, and a person at a reader, are asked by one thread.
        let isAlone = level > .b || additions.timestampsContent || session.asksOnReader
        let batch = try SigningBatch(items.count).run(threads: isAlone ? 1 : SigningBatch.threadCount) { index in
            let item = job.items[index]
            try job.report?.add(.begun, item.input, output: item.output)
            do {
                return try job.sign(item, session)
            } catch let error as SigningError {
                throw job.describe(error, item)
            }
        } ended: { index, outcome in
            let item = job.items[index]
            let status: SigningReport.Status = outcome.error == nil ? .signed : .failed
            try job.report?.add(
                status,
                item.input,
                output: item.output,
                size: outcome.size,
                error: outcome.error?.message
            )
            if let error = outcome.error {
                // The error that ends the batch is shown at its end.
                if !error.isLasting, job.items.count > 1 { _ = ErrorReport.show(error, json: false) }
            } else if !job.command.output.json, item.output != "-" {
                Console.note("\(item.output): signed by \(session.signer)\(job.words(item, level))")
            }
        }
        for failure in unread { _ = ErrorReport.show(failure, json: false) }
        if items.count + skippedCount > 1, !command.output.json { summarize(batch) }
        if let failure = batch.failure { throw resumable(failure, batch) }
        let failures = items.indices.compactMap { batch.outcomes[$0]?.error }
        let results = items.indices.compactMap { index in
            batch.outcomes[index].map { result(items[index], size: $0.size, error: $0.error) }
        }
        if command.output.json {
            try Console.print(
                .object([
                    ("schema", .string("jeton.sign/1")),
                    ("format", .text(format)),
                    ("level", command.format == .raw ? .null : .string(level.rawValue)),
                    ("contacts", additional.network?.json ?? .array([])),
                    ("key", .string(session.uri)), ("signer", .string(session.signer)), ("results", .array(results)),
                ])
            )
        }
        return (failures + unread).first?.exitCode ?? .success
    }

    /// The error that ended a batch, with how far it came and how it goes on.
    private func resumable(_ failure: CommandError, _ batch: SigningBatch.Result) -> CommandError {
        let count = items.count + skippedCount
        guard count > 1 else { return failure }
        var failure = failure
        let signed = batch.outcomes.values.count { $0.error == nil } + skippedCount
        let words = "\(signed) of \(count) files are signed"
        if report != nil {
            failure.hints.append("\(words); the same command goes on with the others")
        } else {
            failure.hints.append("\(words), and the others are as they were")
            if signed > 0 { failure.hints.append("with --report FILE the same command goes on where it stopped") }
        }
        return failure
    }

    /// Shows what a batch came to, on the error stream: files that failed may have scrolled away.
    func summarize(_ batch: SigningBatch.Result) {
        var summary = BatchSummary(batch.time)
        summary.formerCount = skippedCount
        summary.leftOutCount = leftOutCount
        summary.report = command.report
        for (index, item) in items.enumerated() {
            // The error that ended the batch belongs to all files, and is shown at the end.
            if let outcome = batch.outcomes[index], outcome.error?.isLasting != true {
                summary.add(item.input, item.format.title, outcome.error)
            } else {
                summary.unreachedCount += 1
            }
        }
        let lines = summary.table(Console.noteStyle)
        if !lines.isEmpty { Console.note("") }
        for line in lines { Console.note(line) }
        if !lines.isEmpty { Console.note("") }
        // Where the first file ended the batch, the error says it all.
        if batch.failure == nil || summary.unreachedCount < items.count { Console.note(summary.line) }
    }

    /// The error with the file that it is about.
    func describe(_ error: SigningError, _ item: Item) -> CommandError {
        guard item.format.isXML, error.isUnreadable else {
            let described = ErrorReport.describe(error)
            return CommandError(
                "\(item.input) was not signed: \(described.message)",
                hints: described.hints,
                exitCode: described.exitCode
            )
        }
        let reason = error.context.hasPrefix("XML: ") ? String(error.context.dropFirst(5)) : error.context
        return CommandError(
            "\(item.input) is not a valid XML document: \(reason)",
            hints: ["--attached or --detached signs any content"],
            exitCode: .inputOutput
        )
    }
}
