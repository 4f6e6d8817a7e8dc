internal import ASiC
internal import CAdES
public import JetonASN1
internal import JetonCMS
public import JetonFiles
internal import JetonPDF
public import JetonValidation
internal import JetonX509
internal import PAdES
public import SignatureLevels
internal import XAdES
internal import XMLSignature

/// Raises the signatures of files to a level, and renews the archive timestamps of those that have it.
///
/// No key is needed.
///
/// ```swift
/// let extender = FileExtender(SignatureExtender(level: .lta, timestamps: client, collector: collector, policy: policy))
/// _ = try extender.extend(InputFile("letter.pdf"))
/// ```
///
/// Each file is replaced whole, or not at all, after the new one was read back. Blocks on files and servers.
public struct FileExtender {
    /// What became of a file.
    public enum Outcome: Hashable, Sendable {
        /// Its signatures have the level now; with the reason why one would still not be valid, if that is not
        /// demanded.
        case extended(doubt: String?)
        /// It was left alone, for this reason.
        case left(String)
    }

    private let extender: SignatureExtender
    private let validator: CAdESValidator
    /// The policy that new files are judged by: at the present of then, since timestamps have come meanwhile.
    private var judging: VerificationPolicy { VerificationPolicy(trust: extender.policy.trust, purpose: .any) }
    /// Whether a file is to be raised, by the time of its newest archive timestamp, so that one without is left alone;
    /// nil to raise all.
    public var isDue: ((UniversalTime) -> Bool)?

    /// Makes an extender of files.
    ///
    /// - Parameters:
    ///   - extender: Has the level, the timestamping authorities, the collector of evidence, and whom to trust.
    ///   - isDue: Whether a file is to be raised; see ``isDue``.
    public init(_ extender: SignatureExtender, isDue: ((UniversalTime) -> Bool)? = nil) {
        self.extender = extender
        self.isDue = isDue
        validator = CAdESValidator(policy: VerificationPolicy(trust: extender.policy.trust, purpose: .any))
    }

    /// The level to which files are raised.
    public var level: SignatureLevel { extender.level }

    /// Raises one message, PDF, XML document or container, if that is due.
    ///
    /// - Parameters:
    ///   - file: The file. The content of a detached message, and of detached XML, is next to it.
    ///   - open: Opens the output; nil to replace the file.
    /// - Returns: What became of it.
    /// - Throws: ``VerificationError``; `FileError`; what `open` throws. The file is unchanged then.
    public func extend(_ file: InputFile, to open: (() throws -> FileOutput)? = nil) throws -> Outcome {
        let output = open ?? { try FileOutput(at: file.path, below: file.directory, force: true) }
        do {
            return switch try DocumentKind(of: file) {
            case .pdf: try extendPDF(file, output)
            case .xml: try extendXML(file, output)
            case .container: try extendContainer(file, output)
            case .other: try extendMessage(MessageFile(file), output)
            }
        } catch let error as PDFError {
            throw VerificationError(error, file.path)
        } catch let error as DocumentError {
            throw VerificationError(notExtended: file.path, error.context, error)
        } catch let error as ContainerError {
            throw VerificationError(notExtended: file.path, error.context, error)
        }
    }

    private func extendMessage(_ message: MessageFile, _ open: () throws -> FileOutput) throws -> Outcome {
        let report = try message.report(validator)
        let newest = report.signers.compactMap(Self.newestArchiveTimestamp).min()
        if let reason = reason(newest, level: { validator.assess(report).map(\.level).min() }) { return .left(reason) }
        let revision = try extender.extended(report)
        var output = try open()
        try revision.write(rereading: FileSource(message.file), to: &output)
        try revision.readBack(output.written())
        let raised = try message.report(CAdESValidator(policy: judging), in: output.written())
        let doubt = try extender.doubt(about: CAdESValidator(policy: judging).assess(raised))
        try output.publish()
        return .extended(doubt: doubt)
    }

    private func extendPDF(_ file: InputFile, _ open: () throws -> FileOutput) throws -> Outcome {
        // The digest is that of the revision that holds the timestamp, with whatever is written into it now.
        guard extender.timestamps.asksServers else {
            throw DocumentError(
                .invalidArgument,
                "a PDF gets its timestamp while it is written: specify a timestamp authority"
            )
        }
        let document = try PDFInput.document(in: file)
        let policy = VerificationPolicy(purpose: .any)
        let reason = reason(try Self.newestTimestamp(document)) {
            try? PAdESValidator(policy: policy).assess(document).signatures.compactMap(\.signer?.level).min()
        }
        if let reason { return .left(reason) }
        var output = try open()
        var source = try FileSource(file)
        try source.forEachPiece { try output.write($0) }
        try output.extend(extender)
        let raised = try PAdESValidator(policy: judging).assess(output.document())
        let doubt = try extender.doubt(about: raised.signatures.compactMap(\.signer))
        try output.publish()
        return .extended(doubt: doubt)
    }

    private func extendXML(_ file: InputFile, _ open: () throws -> FileOutput) throws -> Outcome {
        let raising = XAdESExtender(extender)
        let directory = file.path.lastIndex(of: "/").map { String(file.path[...$0]) } ?? ""
        let policy = VerificationPolicy(purpose: .any)
        let report = try XMLSignatureVerifier(policy).verify { try FileSource(file) }
        // Detached content is next to its signature.
        let names = report.signatures.flatMap(\.references).compactMap { $0.failure == nil ? nil : $0.uri }
        let files = XMLFile(file, files: names.map { directory + XMLFile.name($0) }.filter(FileSource.exists))
        let assessments = try XAdESValidator(policy: policy).assess(report, files: files) { try FileSource(file) }
        let times = assessments.compactMap { assessment in
            assessment.timestamps.filter { $0.kind == .archive }.compactMap(\.report?.info.time).max()
        }
        if let reason = reason(times.min(), level: { assessments.map(\.level).min() }) { return .left(reason) }
        var output = try open()
        try raising.extend(files: files, rereading: { try FileSource(file) }, to: &output)
        try raising.readBack(files: files) { output.written() }
        let judge = XAdESValidator(policy: judging)
        let raised = try judge.verifier.verify(files: files) { output.written() }
        let doubt = try extender.doubt(about: judge.assess(raised, files: files) { output.written() })
        try output.publish()
        return .extended(doubt: doubt)
    }

    private func extendContainer(_ file: InputFile, _ open: () throws -> FileOutput) throws -> Outcome {
        let container = try ContainerInput.container(in: file)
        let report = try ContainerValidator(policy: VerificationPolicy(purpose: .any)).assess(container)
        let times = report.signatures.compactMap { signature in
            signature.assessment.timestamps.filter { $0.kind == .archive }.compactMap(\.report?.info.time).max()
        }
        if let reason = reason(times.min(), level: { report.signatures.map(\.assessment.level).min() }) {
            return .left(reason)
        }
        let raising = ContainerExtender(extender)
        var output = try open()
        try raising.extend(container, to: &output)
        try raising.readBack(output.container())
        let raised = try ContainerValidator(policy: judging).assess(output.container())
        let doubt = try extender.doubt(about: raised.signatures.map(\.assessment))
        try output.publish()
        return .extended(doubt: doubt)
    }

    /// Finds out of what a file's signatures need a timestamp, where none is asked for: the file stays as it is.
    ///
    /// - Parameters:
    ///   - file: The message, XML document or container.
    ///   - given: The timestamps that there are already, as this extender was made with them.
    ///   - directory: Where bytes are set aside meanwhile, such as `/tmp`.
    /// - Returns: What the first one that is missing must be about; nil if none is missing.
    /// - Throws: ``VerificationError``; `FileError`.
    public func missingImprint(
        in file: InputFile,
        _ given: GivenTimestamps,
        setAsideIn directory: String
    ) throws -> MessageImprint? {
        do {
            _ = try extend(file) { try FileOutput(named: file.path, setAsideIn: directory) { _ in } }
        } catch {
            guard given.missing != nil else { throw error }
        }
        return given.missing
    }

    /// Why a file is left alone; nil to raise it.
    private func reason(_ newest: UniversalTime?, level: () -> SignatureLevel?) -> String? {
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
}
