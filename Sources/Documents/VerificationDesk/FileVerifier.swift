internal import ASiC
internal import CAdES
internal import JetonASN1
public import JetonCMS
public import JetonFiles
internal import JetonPDF
public import JetonValidation
internal import JetonX509
internal import PAdES
internal import SignatureLevels
internal import XAdES
internal import XMLSignature

/// Verifies files of every format: CMS messages, timestamps, PDF, XML and containers.
///
/// No token is needed.
///
/// ```swift
/// let verifier = FileVerifier(policy: VerificationPolicy(trust: try TrustFiles.store(["ca.pem"])))
/// print(try verifier.verify(InputFile("letter.pdf")).isValid)
/// ```
///
/// May be used from any thread; blocks on files, and on servers if there is a collector.
public struct FileVerifier: Sendable {
    /// Whom to trust, further certificates, the purpose, and the time of the validation.
    public let policy: VerificationPolicy
    /// Fetches evidence about revocation; nil to use only what the files hold.
    public let collector: EvidenceCollector?

    /// Makes a verifier.
    public init(policy: VerificationPolicy, collector: EvidenceCollector? = nil) {
        self.policy = policy
        self.collector = collector
    }

    /// Verifies a file.
    ///
    /// - Parameters:
    ///   - file: The file with signatures, the signature, or a file with a signature next to it.
    ///   - content: The file that a detached signature signs; nil for the one next to it.
    /// - Returns: What was found; not valid is an answer, not an error.
    /// - Throws: ``VerificationError`` for a file that is not a signature; `FileError`.
    public func verify(_ file: InputFile, content: InputFile? = nil) throws -> VerificationResult {
        try verify(SignedFile(file, content: content))
    }

    /// Verifies a file that was looked at.
    ///
    /// - Parameters:
    ///   - signed: The file.
    ///   - digest: The digest that a timestamp is compared with instead of its file.
    ///   - open: Opens the output for the content of an attached CMS message, which is published if the message is
    ///     valid; nil to write none.
    /// - Returns: What was found.
    /// - Throws: ``VerificationError``; `FileError`; what `open` throws.
    public func verify(
        _ signed: SignedFile,
        digest: [UInt8]? = nil,
        writingContentTo open: (() throws -> FileOutput)? = nil
    ) throws -> VerificationResult {
        let report: VerificationResult.Report =
            switch signed.form {
            case .pdf(let document): try .pdf(assess(document, signed.file.path))
            case .container(let container): try .container(assess(container, signed.file.path))
            case .xml: try assessXML(signed)
            case .timestamp(let token): try .timestamp(check(token, signed, digest))
            case .message: try assessMessage(signed, open)
            case .mail(let mail): try assess(mail, signed, open)
            }
        return VerificationResult(signed: signed, report: report)
    }

    /// The policy by which a file is judged: mail for the purpose of mail, unless another one than documents is asked
    /// for.
    public func policy(for signed: SignedFile) -> VerificationPolicy {
        guard case .mail = signed.form, policy.purpose == .document else { return policy }
        var own = policy
        own.purpose = .email
        return own
    }

    // MARK: - Formats

    private func assess(_ document: PDFDocument, _ path: String) throws(VerificationError) -> PAdESReport {
        do throws(PDFError) {
            return try PAdESValidator(policy: policy, collector: collector).assess(document)
        } catch {
            throw VerificationError(error, path)
        }
    }

    private func assess(_ container: Container, _ path: String) throws -> ContainerReport {
        do {
            return try ContainerValidator(policy: policy, collector: collector).assess(container)
        } catch let error as ContainerError {
            throw VerificationError(damaged: path, error.context, error)
        }
    }

    private func assessXML(_ signed: SignedFile) throws -> VerificationResult.Report {
        let file = XMLFile(signed.file, files: signed.content.map { [$0.path] } ?? [])
        let validator = XAdESValidator(policy: policy, collector: collector)
        do {
            let report = try validator.verifier.verify(files: file) { try FileSource(signed.file) }
            return .xml(report, try validator.assess(report, files: file) { try FileSource(signed.file) })
        } catch let error as DocumentError where error.code == .notSigned {
            throw OtherContent.other.error(signed.file.path)
        } catch let error as DocumentError {
            throw VerificationError(damaged: signed.file.path, error.context, error)
        }
    }

    private func assessMessage(
        _ signed: SignedFile,
        _ open: (() throws -> FileOutput)?
    ) throws -> VerificationResult.Report {
        let validator = CAdESValidator(policy: policy, collector: collector)
        func assessed(_ report: CMSReport) -> VerificationResult.Report { .message(report, validator.assess(report)) }
        do {
            if let content = signed.content {
                var source = try FileSource(content)
                return assessed(try validator.verifier.verifyDetached(FileSource(signed.file), content: &source))
            }
            guard let open else { return assessed(try validator.verifier.verifyAttached(FileSource(signed.file))) }
            var sink = try open()
            let report = assessed(try validator.verifier.verifyAttached(FileSource(signed.file), content: &sink))
            // Content that is not vouched for is not handed out.
            if VerificationResult(signed: signed, report: report).isValid { try sink.publish() }
            return report
        } catch let error as DocumentError {
            if error.code == .contentPlacement, signed.content == nil {
                let context = "\(signed.file.path) is a detached signature"
                throw VerificationError(.contentMissing, "verify", signed.file.path, context, cause: error)
            }
            if let content = try OtherContent(signed.file) { throw content.error(signed.file.path) }
            throw VerificationError(damaged: signed.file.path, "\(error)", error)
        }
    }

    private func assess(
        _ mail: MailMessage,
        _ signed: SignedFile,
        _ open: (() throws -> FileOutput)?
    ) throws -> VerificationResult.Report {
        let validator = CAdESValidator(policy: policy(for: signed), collector: collector)
        var held = MemorySink()
        do {
            let report: CMSReport
            if let content = mail.content {
                var source = MemorySource(content)
                report = try validator.verifier.verifyDetached(MemorySource(mail.signature), content: &source)
            } else {
                report = try validator.verifier.verifyAttached(MemorySource(mail.signature), content: &held)
            }
            let outcomes = validator.assess(report).map { found in
                mail.refusal(of: found.signer.certificate).map(found.doubted) ?? found
            }
            let assessed = VerificationResult.Report.message(report, outcomes)
            if let open, VerificationResult(signed: signed, report: assessed).isValid {
                var sink = try open()
                let octets = mail.content ?? held.octets
                try sink.write(octets.span)
                try sink.publish()
            }
            return assessed
        } catch let error as DocumentError {
            throw VerificationError(damaged: signed.file.path, "\(error)", error)
        }
    }

    private func check(_ token: [UInt8], _ signed: SignedFile, _ digest: [UInt8]?) throws -> TimestampReport {
        let verifier = TimestampVerifier(trust: policy.trust, certificates: policy.certificates, time: policy.time)
        do {
            let report = try verifier.verify(token: token)
            guard let hash = report.info.imprint?.hash, let imprint = try imprint(signed, hash, digest) else {
                return report
            }
            return try verifier.verify(token: token, imprint: imprint)
        } catch let error as DocumentError {
            throw VerificationError(damaged: signed.file.path, "\(error)", error)
        }
    }

    private func imprint(_ signed: SignedFile, _ hash: HashAlgorithm, _ digest: [UInt8]?) throws -> MessageImprint? {
        if let digest {
            guard digest.count == hash.digestSize else {
                let context = "a \(hash) digest, like the timestamp's: expected \(hash.digestSize) bytes"
                throw VerificationError(.otherDigest, "verify", signed.file.path, context)
            }
            return try MessageImprint(hash: hash, digest: digest)
        }
        guard let content = signed.content else { return nil }
        var source = try FileSource(content)
        return try MessageImprint(hash: hash, digest: hash.hash(&source).digest)
    }
}
