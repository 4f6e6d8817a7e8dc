internal import ASN1
internal import ASiC
internal import ArgumentParser
internal import CAdES
internal import CMS
internal import PAdES
internal import PDF
internal import Validation
internal import X509
internal import XAdES
internal import XMLSignature

/// Raises messages to a level, one after the other.
struct ExtensionJob {
    private let extender: CAdESExtender
    private let validator: CAdESValidator
    private let network: NetworkAccess
    /// Whether a message is to be raised, by the time of its newest archive timestamp, so that one without is left alone;
    /// nil to raise all.
    var isDue: ((UniversalTime) -> Bool)?
    /// Why directories could not be read; the messages in the others are raised.
    var unread: [CommandError] = []
    /// The messages that the user named, about which each reason to leave one alone is said.
    var named: Set<String> = []

    /// What became of a message.
    private enum Outcome {
        case extended
        /// It was left alone, for this reason.
        case left(String)
        case failed(CommandError)
    }

    init(_ extender: CAdESExtender, _ network: NetworkAccess, trust: [String]) throws {
        self.extender = extender
        validator = CAdESValidator(
            policy: VerificationPolicy(trust: try TrustFiles.store(option: trust), purpose: .any)
        )
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
        _ messages: [MessageFile],
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
                outcome = try extend(message, target, force: force)
            } catch {
                progress.finish()
                if messages.count == 1, unread.isEmpty { throw error }
                outcome = .failed(ErrorReport.describe(error))
            }
            results.append(result(message, target, outcome))
            switch outcome {
            case .extended:
                count += 1
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
        if isDue != nil || messages.count > 1 { Console.note(words(count, of: messages.count, failed: codes.count)) }
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
        let verb = isDue == nil ? "extended" : "renewed"
        return "\(done) of \(count) \(verb)" + (failed == 0 ? "" : ", \(failed) failed")
    }

    /// Raises one message, PDF or XML document if that is due.
    private func extend(
        _ message: MessageFile,
        _ target: String?,
        force: Bool
    ) throws -> Outcome {
        switch try DocumentKind(of: message.file) {
        case .xml: return try extendXML(message, to: target, force: force)
        case .container: return try extendContainer(message, to: target, force: force)
        case .other:
            let report = try message.report(validator)
            let newest = report.signers.compactMap(Self.newestArchiveTimestamp).min()
            if let reason = reason(newest, level: { validator.assess(report).map(\.level).min() }) {
                return .left(reason)
            }
            try message.write(extended(report, message), to: target, force: force)
            return .extended
        case .pdf: break
        }
        do {
            let document = try PDFInput.document(in: message.file)
            let policy = VerificationPolicy(purpose: .any)
            let reason = reason(try Self.newestTimestamp(document)) {
                try? PAdESValidator(policy: policy).assess(document).signatures.compactMap(\.signer?.level).min()
            }
            if let reason { return .left(reason) }
            var output = try FileOutput(message.file, or: target, force: force)
            var source = try FileSource(message.file)
            try source.forEachPiece { try output.write($0) }
            try output.extend(extender)
            try output.publish()
            return .extended
        } catch let error as PDFError {
            throw CommandError(error, message.path)
        } catch let error as SigningError {
            throw refusal(error, message)
        }
    }

    /// Raises an XML document, if that is due.
    private func extendXML(
        _ message: MessageFile,
        to target: String?,
        force: Bool
    ) throws -> Outcome {
        let path = message.path
        let raising = XAdESExtender(extender)
        let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        do {
            let report = try XMLSignatureVerifier(VerificationPolicy(purpose: .any)).verify {
                try FileSource(message.file)
            }
            // Detached content stands beside its signature.
            let names = report.signatures.flatMap(\.references).compactMap { $0.failure == nil ? nil : $0.uri }
            let files = XMLFile(
                path: path,
                files: names.map { directory + XMLFile.name($0) }.filter(FileSource.exists),
                directory: message.file.directory
            )
            let assessments = try XAdESValidator(policy: VerificationPolicy(purpose: .any)).assess(report, files: files)
            {
                try FileSource(message.file)
            }
            let times = assessments.compactMap { assessment in
                assessment.timestamps.filter { $0.kind == .archive }.compactMap(\.report?.info.time).max()
            }
            if let reason = reason(times.min(), level: { assessments.map(\.level).min() }) { return .left(reason) }
            var output = try FileOutput(message.file, or: target, force: force)
            try raising.extend(files: files, rereading: { try FileSource(message.file) }, to: &output)
            try raising.readBack(files: files) { output.written() }
            try output.publish()
            return .extended
        } catch let error as SigningError {
            throw refusal(error, message)
        }
    }

    /// Raises the signatures of a container, if that is due.
    private func extendContainer(
        _ message: MessageFile,
        to target: String?,
        force: Bool
    ) throws -> Outcome {
        let container = try ContainerInput.container(in: message.file)
        do {
            let report = try ContainerValidator(policy: VerificationPolicy(purpose: .any)).assess(container)
            let times = report.signatures.compactMap { signature in
                signature.assessment.timestamps.filter { $0.kind == .archive }.compactMap(\.report?.info.time).max()
            }
            let reason = reason(times.min()) { report.signatures.map(\.assessment.level).min() }
            if let reason { return .left(reason) }
            let raising = ContainerExtender(extender)
            var output = try FileOutput(message.file, or: target, force: force)
            try raising.extend(container, to: &output)
            try raising.readBack(output.container())
            try output.publish()
            return .extended
        } catch let error as SigningError {
            throw refusal(error, message)
        }
    }

    /// Why a message is left alone; nil to raise it.
    private func reason(_ newest: UniversalTime?, level: () -> CAdESLevel?) -> String? {
        guard let isDue else { return nil }
        guard let newest else { return "level \((level() ?? .b).rawValue)" }
        return isDue(newest) ? nil : "archive timestamp of \(newest)"
    }

    /// The time of the newest archive timestamp of a signer; nil if there is none.
    private static func newestArchiveTimestamp(_ signer: SignerReport) -> UniversalTime? {
        signer.unsignedAttributes.filter { $0.type == .archiveTimestamp }.flatMap(\.values).compactMap(time).max()
    }

    /// The time of the newest document timestamp of a PDF that holds evidence; nil if there is none.
    private static func newestTimestamp(_ document: PDFDocument) throws(PDFError) -> UniversalTime? {
        guard document.hasEvidence(within: document.source.size) else { return nil }
        let tokens = try PDFVerifier().verify(document).signatures.compactMap { signature -> [UInt8]? in
            guard case .timestamp(let token) = signature.outcome else { return nil }
            return token
        }
        return tokens.compactMap(time).max()
    }

    /// The time that a timestamp states; nil if it can't be read.
    private static func time(_ token: [UInt8]) -> UniversalTime? {
        (try? TimestampVerifier().verify(token: token))?.info.time
    }

    private func extended(_ report: CMSReport, _ message: MessageFile) throws -> MessageRevision {
        do {
            return try extender.extended(report)
        } catch let error as SigningError {
            throw refusal(error, message)
        }
    }

    private func refusal(_ error: SigningError, _ message: MessageFile) -> CommandError {
        CommandError(
            "\(message.path) was not extended: \(error.context)",
            hints: error.code == .unreachable ? ErrorReport.wayHints : [],
            exitCode: error.code == .signatureMismatch
                ? .finding : error.isUnreadable || error.code == .unreachable ? .inputOutput : .refused
        )
    }

    private func result(_ message: MessageFile, _ target: String?, _ outcome: Outcome) -> JSON {
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
