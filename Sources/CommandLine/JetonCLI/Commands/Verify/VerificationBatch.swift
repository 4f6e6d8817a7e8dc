internal import ArgumentParser
internal import JetonCMS
internal import JetonFiles
internal import JetonValidation
internal import JetonX509
internal import SignatureLevels
internal import VerificationDesk

/// Many files that are verified one after the other, with a table of what was found at the end.
struct VerificationBatch {
    /// What was found of a file, in the word of the table.
    private enum Verdict: String {
        case valid = "valid"
        /// Intact and not valid, mostly since no anchor stands above the signer.
        case intact = "intact"
        case notValid = "not valid"
        case error = "error"
    }

    /// A line of the table.
    private struct Row {
        let path: String
        let verdict: Verdict
        let signer: String
        let reason: String
    }

    private let verification: Verification
    private var rows: [Row] = []
    private var codes: [ExitCode] = []
    private var lacksTrust = false

    /// Makes a batch.
    init(_ verification: Verification) { self.verification = verification }

    /// Verifies the files; one that can't be read leaves the others alone.
    ///
    /// - Parameters:
    ///   - files: The files.
    ///   - unread: Why directories could not be read.
    /// - Returns: 1 if one is not valid; otherwise the highest exit code of an error; 0 if all are valid.
    /// - Throws: ``CommandError`` if the anchors can't be read, or the output can't be written.
    mutating func run(_ files: [InputFile], unread: [CommandError]) throws -> ExitCode {
        let judge = try verification.judge()
        codes = try unread.map(show)
        var progress = Progress()
        for (index, file) in files.enumerated() {
            progress.show("verifying \(index + 1) of \(files.count): \(file.path)")
            do {
                let result = try judge.verifier.verify(SignedFile(file))
                progress.finish()
                try add(result, judge)
            } catch {
                progress.finish()
                let described = ErrorReport.describe(error)
                codes.append(try show(described))
                rows.append(Row(path: file.path, verdict: .error, signer: "", reason: described.message))
            }
        }
        progress.finish()
        if !verification.json, Verbosity.current != .quiet { try Console.print(table) }
        Console.note(summary)
        if lacksTrust { Verification.noteTrust() }
        if codes.contains(.finding) { return .finding }
        return codes.max { $0.rawValue < $1.rawValue } ?? .success
    }

    private func show(_ error: CommandError) throws(CommandError) -> ExitCode {
        if verification.json { try Console.print(verbatim: error.json.line) }
        return ErrorReport.show(error, json: false)
    }

    private mutating func add(_ result: VerificationResult, _ judge: Verification.Judge) throws {
        // The table has those that are valid.
        if verification.json || !result.isValid || Verbosity.current == .verbose {
            try verification.show(result, judge, isOne: false)
        }
        lacksTrust = lacksTrust || result.lacksTrust
        if !result.isValid { codes.append(.finding) }
        let failed = result.signers.first { $0.outcome.indication != .totalPassed } ?? result.signers.first
        var signer = failed?.signer.certificate
        if case .timestamp(let timestamp) = result.report { signer = timestamp.signer.certificate }
        rows.append(
            Row(
                path: result.signed.file.path,
                verdict: result.isValid ? .valid : result.isIntact ? .intact : .notValid,
                signer: signer?.subject.description ?? "",
                reason: result.refusal ?? ""
            )
        )
    }

    private var table: Table {
        var table = Table(["file", "verdict", "signer", "reason"])
        for row in rows { table.add([row.path, row.verdict.rawValue, row.signer, row.reason]) }
        return table
    }

    private var summary: String {
        func part(_ verdict: Verdict, _ words: String) -> String {
            let count = rows.count { $0.verdict == verdict }
            return count == 0 ? "" : ", \(count) \(words)"
        }
        return "\(rows.count { $0.verdict == .valid }) of \(rows.count) valid"
            + part(.intact, "intact but not proven to be valid") + part(.notValid, "not valid")
            + part(.error, "not checked")
    }
}
