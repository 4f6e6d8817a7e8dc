internal import ArgumentParser
internal import CAdES
internal import JetonFiles
internal import SignatureLevels
internal import VerificationDesk

/// Raises files to a level, one after the other, and reports what became of each.
struct ExtensionJob {
    private let extender: FileExtender
    private let network: NetworkAccess
    /// Why directories could not be read; the messages in the others are raised.
    var unread: [CommandError] = []
    /// The messages that the user named, about which each reason to leave one alone is said.
    var named: Set<String> = []

    /// What became of a message.
    private enum Outcome {
        case extended(doubt: String?)
        /// It was left alone, for this reason.
        case left(String)
        case failed(CommandError)
    }

    init(_ extender: FileExtender, _ network: NetworkAccess) {
        self.extender = extender
        self.network = network
    }

    /// Raises the messages; one that fails leaves the others alone.
    ///
    /// - Parameters:
    ///   - messages: The messages.
    ///   - target: Where the new message is written; nil for the place of the old one.
    ///   - force: Whether another file may be replaced.
    ///   - schema: The document's schema.
    ///   - output: The form of the answer.
    /// - Returns: The exit code: the largest of all failures.
    /// - Throws: ``CommandError`` if the only message fails, or the answer can't be written.
    func run(
        _ messages: [InputFile],
        to target: String?,
        force: Bool,
        schema: String,
        _ output: OutputOptions
    ) throws -> ExitCode {
        var codes = unread.map { ErrorReport.show($0, json: false) }
        var results: [JSON] = []
        var count = 0
        var progress = Progress()
        for (index, message) in messages.enumerated() {
            progress.show("extending \(index + 1) of \(messages.count): \(message.path)")
            let outcome: Outcome
            do {
                let open: (() throws -> FileOutput)? = target.map { target in
                    { try FileOutput(path: target, force: force) }
                }
                switch try extender.extend(message, to: open) {
                case .extended(let doubt): outcome = .extended(doubt: doubt)
                case .left(let reason): outcome = .left(reason)
                }
            } catch {
                progress.finish()
                if messages.count == 1, unread.isEmpty { throw error }
                outcome = .failed(ErrorReport.describe(error))
            }
            results.append(result(message, target, outcome))
            switch outcome {
            case .extended(let doubt):
                count += 1
                if let doubt { Console.note("warning: \(target ?? message.path): \(doubt)") }
                guard !output.json, target != "-" else { break }
                progress.finish()
                Console.note("\(target ?? message.path): level \(extender.level.rawValue)")
            case .left(let reason):
                progress.finish()
                let line = "\(message.path): \(reason), not renewed"
                if named.contains(message.path) { Console.note(line) } else { Console.detail(line) }
            case .failed(let error): codes.append(ErrorReport.show(error, json: false))
            }
        }
        progress.finish()
        if extender.isDue != nil || messages.count > 1 {
            Console.note(words(count, of: messages.count, failed: codes.count))
        }
        if output.json {
            try Console.print(
                .object([
                    ("schema", .string(schema)), ("level", .string(extender.level.rawValue)),
                    ("results", .array(results)), ("contacts", network.json),
                ])
            )
        }
        return codes.max { $0.rawValue < $1.rawValue } ?? .success
    }

    private func words(_ done: Int, of count: Int, failed: Int) -> String {
        let verb = extender.isDue == nil ? "extended" : "renewed"
        return "\(done) of \(count) \(verb)" + (failed == 0 ? "" : ", \(failed) failed")
    }

    private func result(_ message: InputFile, _ target: String?, _ outcome: Outcome) -> JSON {
        var (output, status, reason, failure) = (JSON.null, "failed", JSON.null, JSON.null)
        switch outcome {
        case .extended: (output, status) = (.string(target ?? message.path), "extended")
        case .left(let why): (status, reason) = ("left", .string(why))
        case .failed(let error): failure = .string(error.message)
        }
        return .object([
            ("input", .string(message.path)), ("status", .string(status)), ("output", output), ("reason", reason),
            ("error", failure),
        ])
    }
}
