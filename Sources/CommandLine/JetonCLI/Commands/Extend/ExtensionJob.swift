internal import ASN1
internal import ASiC
internal import ArgumentParser
internal import CAdES
internal import CMS
internal import Diagnostics
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

    init(
        _ level: CAdESLevel,
        _ servers: TimestampServerOptions,
        _ network: NetworkAccess,
        trust: [String]
    ) throws {
        extender = try CAdESExtender(level, servers, network, trust: trust)
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
    ///   - isDue: Whether a message is to be raised, by the time of its newest archive timestamp.
    /// - Returns: The exit code: that of the first failure.
    /// - Throws: ``CommandError`` if the only message fails, or the answer can't be written.
    func run(
        _ messages: [MessageFile],
        to target: String?,
        force: Bool,
        schema: String,
        _ output: OutputOptions,
        where isDue: (UniversalTime?) -> Bool = { _ in true }
    ) throws -> ExitCode {
        var failure: ExitCode?
        var results: [JSON] = []
        var progress = Progress()
        for (index, message) in messages.enumerated() {
            progress.show("extending \(index + 1) of \(messages.count): \(message.path)")
            do {
                guard try extend(message, target, force: force, where: isDue) else {
                    results.append(result(message, target, isExtended: false, nil))
                    continue
                }
                results.append(result(message, target, isExtended: true, nil))
                if !output.json, target != "-" {
                    progress.finish()
                    Console.note("\(target ?? message.path): level \(extender.level.rawValue)")
                }
            } catch {
                progress.finish()
                if messages.count == 1 { throw error }
                results.append(result(message, target, isExtended: false, ErrorReport.describe(error)))
                failure = failure ?? ErrorReport.show(error, json: false)
            }
        }
        progress.finish()
        if output.json {
            try Console.print(
                .object([
                    ("schema", .string(schema)), ("level", .string(extender.level.rawValue)),
                    ("results", .array(results)), ("contacts", network.json),
                ])
            )
        }
        return failure ?? .success
    }

    /// Raises one message, PDF or XML document if that is due.
    private func extend(
        _ message: MessageFile,
        _ target: String?,
        force: Bool,
        where isDue: (UniversalTime?) -> Bool
    ) throws -> Bool {
        switch try DocumentKind(at: message.path) {
        case .xml: return try extendXML(message, to: target, force: force, isDue)
        case .container: return try extendContainer(message, to: target, force: force, isDue)
        case .other:
            let report = try message.report(validator)
            guard isDue(report.signers.compactMap(Self.newestArchiveTimestamp).min()) else { return false }
            try message.write(extended(report, message), to: target, force: force)
            return true
        case .pdf: break
        }
        do {
            let document = try PDFInput.document(at: message.path)
            guard isDue(try Self.newestTimestamp(document)) else { return false }
            var output = try FileOutput(path: target ?? message.path, force: target == nil || force)
            var source = try FileSource(path: message.path)
            try source.forEachPiece { try output.write($0) }
            try output.extend(extender)
            try output.publish()
            return true
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
        force: Bool,
        _ isDue: (UniversalTime?) -> Bool
    ) throws -> Bool {
        let path = message.path
        let raising = XAdESExtender(extender)
        let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        do {
            let report = try XMLSignatureVerifier(VerificationPolicy(purpose: .any)).verify {
                try FileSource(path: path)
            }
            // Detached content stands beside its signature.
            let names = report.signatures.flatMap(\.references).compactMap { $0.failure == nil ? nil : $0.uri }
            let files = XMLFile(path: path, files: names.map { directory + XMLFile.name($0) }.filter(FileSource.exists))
            let assessments = try XAdESValidator(policy: VerificationPolicy(purpose: .any)).assess(report, files: files)
            {
                try FileSource(path: path)
            }
            let times = assessments.compactMap { assessment in
                assessment.timestamps.filter { $0.kind == .archive }.compactMap(\.report?.info.time).max()
            }
            guard isDue(times.min()) else { return false }
            var output = try FileOutput(path: target ?? path, force: target == nil || force)
            try raising.extend(files: files, rereading: { try FileSource(path: path) }, to: &output)
            try raising.readBack(files: files) { output.written() }
            try output.publish()
            return true
        } catch let error as SigningError {
            throw refusal(error, message)
        }
    }

    /// Raises the signatures of a container, if that is due.
    private func extendContainer(
        _ message: MessageFile,
        to target: String?,
        force: Bool,
        _ isDue: (UniversalTime?) -> Bool
    ) throws -> Bool {
        let container = try ContainerInput.container(at: message.path)
        do {
            let report = try ContainerValidator(policy: VerificationPolicy(purpose: .any)).assess(container)
            let times = report.signatures.compactMap { signature in
                signature.assessment.timestamps.filter { $0.kind == .archive }.compactMap(\.report?.info.time).max()
            }
            guard isDue(times.min()) else { return false }
            let raising = ContainerExtender(extender)
            var output = try FileOutput(path: target ?? message.path, force: target == nil || force)
            try raising.extend(container, to: &output)
            try raising.readBack(output.container())
            try output.publish()
            return true
        } catch let error as SigningError {
            throw refusal(error, message)
        }
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
            exitCode: error.code == .signatureMismatch ? .finding : .refused
        )
    }

    private func result(_ message: MessageFile, _ target: String?, isExtended: Bool, _ error: CommandError?) -> JSON {
        .object([
            ("input", .string(message.path)), ("output", isExtended ? .string(target ?? message.path) : .null),
            ("error", .text(error?.message)),
        ])
    }
}
