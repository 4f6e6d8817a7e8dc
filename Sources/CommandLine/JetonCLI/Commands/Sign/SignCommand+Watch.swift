internal import ArgumentParser
internal import JetonFiles
internal import SigningDesk

/// `jeton sign --watch`.
extension SignCommand {
    /// Signs what is in a directory and what comes to be there, until a signal ends the program.
    ///
    /// - Throws: What ends a batch, and the second input where the output is one file; a file that can't be signed only
    ///   ends itself.
    func signArriving(in directory: String, _ report: BatchReport?) throws -> ExitCode {
        guard files.isEmpty, many.from == nil, !many.recursive, hash == nil, form.further == nil, !output.json,
            out != "-"
        else {
            throw CommandError.usage(
                "--watch can't be combined with files, --from, --hash, --recursive, --add, --counter, --json or --out -"
            )
        }
        // Begun first, so that no file comes between the first look and the watch.
        let arriving = try ArrivingFiles(in: directory)
        let session = try open()
        let means = try means()
        let isOneOutput = try out.map { try OutputTemplate($0) == nil && !FileSource.isDirectory($0) } ?? false
        var first: String?
        var names: [String]?
        while true {
            let paths = try (names ?? FileSource.names(in: directory)).map { "\(directory)/\($0)" }
            for path in Set(paths).sorted() where DocumentName.isInput(path) {
                if isOneOutput, let first {
                    if first == path { continue }
                    try refuse(path, beside: first, report)
                }
                if try sign(.named(path, below: directory), session, means, report, isOneOutput) {
                    first = path
                }
            }
            names = try arriving.wait()
        }
    }

    /// Signs a file of a watched directory, or says why it can't be signed.
    ///
    /// - Returns: Whether it has its signature.
    /// - Throws: What ends a batch.
    private func sign(
        _ file: InputFile,
        _ session: SigningSession,
        _ means: SigningMeans,
        _ report: BatchReport?,
        _ isOneOutput: Bool
    ) throws -> Bool {
        var one = self
        one.many.watch = nil
        var isBegun = false
        do {
            var job = try SigningJob(one, report, arriving: file)
            // That an output of many is there says that its input was signed; a single one may be anything's.
            if job.isDone || !isOneOutput && job.hasOutputs { return true }
            try job.check()
            isBegun = true
            return try job.run(session, means) == .success
        } catch {
            let described = ErrorReport.describe(error)
            if described.isLasting { throw error }
            _ = ErrorReport.show(error, json: false)
            // What a job begins, it reports itself.
            if !isBegun { try report?.add(.failed, file.path, output: out ?? "", error: described.message) }
            return false
        }
    }

    /// Ends a watch at the second input for one output.
    private func refuse(_ path: String, beside first: String, _ report: BatchReport?) throws {
        let error = CommandError.usage(
            "\(path) is not signed: --out is a single file, which has the signature of \(first)",
            hints: ["--out must be a directory, or a pattern with {directory}, {name} and {extension}"]
        )
        try report?.add(.failed, path, output: out ?? "", error: error.message)
        throw error
    }
}
