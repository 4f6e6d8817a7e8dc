internal import ASiC
internal import ArgumentParser
internal import CAdES
internal import JetonASN1
internal import JetonDiagnostics
internal import JetonFiles
internal import JetonOctets
internal import JetonPDF
internal import JetonX509
internal import SignatureLevels
internal import SigningDesk
internal import UserFiles

/// How the files of one `jeton sign` are signed, and what is said of them.
extension SigningJob {
    /// Whether an earlier run signed all files.
    var isDone: Bool { request.digest == nil && items.isEmpty }

    /// Whether all outputs are there.
    var hasOutputs: Bool { items.allSatisfy { FileSource.exists($0.output) } }

    /// Reports that there was nothing left to do.
    func answer() throws -> ExitCode {
        for failure in unread { _ = ErrorReport.show(failure, json: false) }
        Console.note("all \(skippedCount) files are already signed")
        try command.output.answer(
            "jeton.sign/1",
            [
                "format": JSON.null, "level": JSON.null, "contacts": [String](), "key": JSON.null, "signer": JSON.null,
                "results": [String](),
            ]
        ) {}
        return unread.first?.exitCode ?? .success
    }

    /// Signs all items; one that fails leaves the others alone.
    mutating func run(_ session: SigningSession, _ means: SigningMeans) throws -> ExitCode {
        request.policy = means.policy
        request.extender = means.extender
        request.timestampsContent = command.levels.contentTimestamp
        if means.network != nil {
            let sizes = TimestampSizes(Process.directories.cache)
            request.timestampRoom = sizes.room(for: try command.servers.urls())
        }
        let level = request.level
        let signer = DocumentSigner(session, request) { Console.note("warning: \($0.path): \($1)") }
        let job = self
        let line = BatchProgress(items.count)
        // An authority, and a person at a reader, are asked by one thread.
        let isAlone = level > .b || request.timestampsContent || session.asksOnReader
        let batch = try SigningBatch(
            items.count,
            isLasting: { ErrorReport.describe($0).isLasting },
            progress: line.show
        )
        .run(threads: isAlone ? 1 : SigningBatch.threadCount) { index in
            let item = job.items[index]
            try job.report?.add(.begun, item.input, output: item.output)
            return try job.sign(item, signer)
        } ended: { index, outcome in
            line.remove()
            let item = job.items[index]
            let error = outcome.error.map(ErrorReport.describe)
            let status: BatchReport.Status = error == nil ? .signed : .failed
            try job.report?.add(status, item.input, output: item.output, size: outcome.size, error: error?.message)
            if let error {
                // The error that ends the batch is shown at its end.
                if !error.isLasting, job.items.count > 1 { _ = ErrorReport.show(error, json: false) }
            } else if !job.command.output.json, item.output != "-" {
                Console.note("\(item.output): signed by \(session.signer)\(job.words(item, level))")
            }
        }
        line.finish()
        for failure in unread { _ = ErrorReport.show(failure, json: false) }
        if items.count + skippedCount > 1, !command.output.json { summarize(batch) }
        if let failure = batch.failure { throw resumable(ErrorReport.describe(failure), batch) }
        let failures = items.indices.compactMap { batch.outcomes[$0]?.error.map(ErrorReport.describe) }
        let results = items.indices.compactMap { index in
            batch.outcomes[index].map { outcome in
                result(items[index], size: outcome.size, error: outcome.error.map(ErrorReport.describe))
            }
        }
        try command.output.answer(
            "jeton.sign/1",
            [
                "format": format,
                "level": command.form.format == .raw ? JSON.null : JSON.string(level.rawValue),
                "contacts": means.network?.json ?? JSON.array([]), "key": session.uri, "signer": session.signer,
                "results": results,
            ]
        ) {}
        return (failures + unread).first?.exitCode ?? .success
    }

    /// The error that ended a batch, with its progress and the way to resume it.
    private func resumable(_ failure: CommandError, _ batch: SigningBatch.Result) -> CommandError {
        let count = items.count + skippedCount
        guard count > 1 else { return failure }
        var failure = failure
        let signed = batch.outcomes.values.count { $0.error == nil } + skippedCount
        let words = "\(signed) of \(count) files are signed"
        if report != nil {
            failure.hints.append("\(words); run the same command again to sign the rest")
        } else {
            failure.hints.append("\(words); the others are unchanged")
            if signed > 0 { failure.hints.append("with --report FILE, the same command can resume") }
        }
        return failure
    }

    /// Shows what a batch came to, on the error stream: files that failed may have scrolled away.
    func summarize(_ batch: SigningBatch.Result) {
        var summary = BatchSummary(batch.time)
        summary.formerCount = skippedCount
        summary.leftOut = leftOut
        summary.report = command.many.report
        for (index, item) in items.enumerated() {
            // The error that ended the batch belongs to all files, and is shown at the end.
            let error = batch.outcomes[index]?.error.map(ErrorReport.describe)
            if batch.outcomes[index] != nil, error?.isLasting != true {
                summary.add(item.input, item.format.title, error)
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

    /// Signs one file; an error names it.
    private func sign(_ item: Item, _ signer: DocumentSigner) throws -> UInt64 {
        try UndecodedPath.refuse(item.input)
        do {
            guard item.contents.isEmpty else {
                return try signer.sign(together: item.contents, as: item.format, to: output(item))
            }
            return try signer.sign(item.file, as: item.format, to: output(item))
        } catch let error as DocumentError {
            throw describe(error, item)
        } catch let error as ContainerError {
            throw describe(error, item)
        } catch let error as PDFError {
            throw CommandError(error, item.input)
        }
    }

    /// The error with the container that it is about.
    private func describe(_ error: ContainerError, _ item: Item) -> CommandError {
        let isChange = request.further != nil && error.code == .notIntact
        let described = ErrorReport.describe(error)
        return CommandError(
            "\(item.input) was not signed: \(isChange ? error.context : described.message)",
            hints: described.hints,
            exitCode: described.exitCode
        )
    }

    /// The error with the file that it is about.
    private func describe(_ error: DocumentError, _ item: Item) -> CommandError {
        if request.further != nil, error.code == .signatureMismatch {
            return CommandError("\(item.input) was not signed: \(error.context)", exitCode: .refused)
        }
        guard item.format.isXML, error.isUnreadable else {
            let described = ErrorReport.describe(error)
            return CommandError(
                "\(item.input) was not signed: \(described.message)",
                hints: described.hints,
                exitCode: described.exitCode
            )
        }
        return CommandError(
            "\(item.input) is not a valid XML document: \(error.context)",
            hints: ["--attached or --detached signs any content"],
            exitCode: .inputOutput
        )
    }

    // MARK: - Outputs

    /// Where the signature of an item goes.
    private func output(_ item: Item) -> DocumentOutput {
        let force = replaces(item)
        var take: (@Sendable ([UInt8]) throws -> Void)?
        if let encoding = command.form.encode {
            take = { octets in
                try FileOutput.write(Array((encoding.text(octets) + "\n").utf8), to: item.output, force: force)
            }
        } else if item.output == "-", request.placement != .attached || item.format == .raw || item.format.isXML {
            // What is read back of a large message must not be in memory.
            take = { try Console.write($0.span) }
        }
        return DocumentOutput(taking: take) { try Self.open(item, force: force) }
    }

    /// Opens the output; next to a file that was found, no link is followed.
    static func open(_ item: Item, force: Bool) throws(CommandError) -> FileOutput {
        guard item.output != "-" else { return try FileOutput(path: "-", force: false) }
        let directory = item.file.directory(of: item.output)
        do throws(FileError) { return try FileOutput(at: item.output, below: directory, force: force) } catch {
            throw CommandError(error)
        }
    }

    /// Whether a file with the output's name may be replaced.
    func replaces(_ item: Item) -> Bool { command.force || (command.form.further != nil && item.output == item.input) }
}
