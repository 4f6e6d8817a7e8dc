internal import JetonASN1
internal import JetonCMS
internal import JetonOctets
internal import JetonPDF
internal import JetonValidation
internal import JetonX509
internal import SignatureLevels

/// What `jeton verify` prints.
struct VerifyReport {
    let path: String
    let policy: VerificationPolicy
    /// What checking the message showed; nil where a document of another format holds the signers.
    let report: CMSReport?
    /// The outcomes of the signers, in their order.
    let assessments: [SignerAssessment]
    /// The network that was used; nil for none.
    let network: NetworkAccess?
    /// What the signer states in a PDF.
    var statement: PDFSignatureStatement?
    /// The addresses that a mail message is from; empty for other files.
    var senders: [String] = []
    /// Whether the document was changed in ways that the signature does not permit.
    var isSpoiled = false

    /// Whether there is a signer, and each one passed.
    var isValid: Bool { !assessments.isEmpty && assessments.allSatisfy(\.isValid) }

    // MARK: - Text

    func lines(_ style: Style) -> [String] {
        guard !assessments.isEmpty else { return ["\(path): \(style.red("not valid")): the message has no signer"] }
        return assessments.flatMap { lines($0, style) }
    }

    func lines(_ assessment: SignerAssessment, _ style: Style) -> [String] {
        let signer = assessment.signer
        var lines = ["\(path): \(verdict(assessment, style))"]
        lines.append("  signer:     \(signer.certificate?.subject.description ?? "unknown")")
        for sender in senders { lines.append("  from:       \(ItemReport.harmless(sender))") }
        if let time = signer.signingTime { lines.append("  time:       \(time) (as the signer says)") }
        if let statement { lines += self.lines(statement) }
        for timestamp in assessment.timestamps { lines += self.lines(timestamp) }
        if signer.isTrusted, let anchor = signer.anchor {
            lines.append("  trusted by: \(anchor), for \(policy.purpose.phrase)")
        }
        lines.append("  algorithms: \(algorithms(signer))")
        if let policy = assessment.policy { lines.append("  policy:     \(policy.identifier)") }
        let said = assessment.statements
        if !said.commitments.isEmpty {
            let names = said.commitments.map { ItemReport.harmless($0.name) }
            lines.append("  commitment: \(names.joined(separator: ", ")) (as the signer says)")
        }
        for role in said.roles { lines.append("  role:       \(ItemReport.harmless(role)) (as the signer says)") }
        if let place = said.place { lines.append("  place:      \(ItemReport.harmless(place)) (as the signer says)") }
        for counter in signer.counterSignatures {
            let name = counter.certificate?.subject.description ?? "unknown"
            lines.append("  counter:    \(name), \(counter.verdict)")
        }
        let outcome = assessment.outcome
        let cause = outcome.subIndication.map { ", \($0.rawValue)" } ?? ""
        lines.append("  outcome:    \(outcome.indication.rawValue)\(cause), level \(assessment.level.rawValue)")
        for open in outcome.openRevocations { lines.append("  \(open)") }
        guard !assessment.isValid else { return lines }
        for finding in signer.failures {
            lines.append("  \(finding.outcome == .failed ? "failed" : "not checked"): \(finding.detail)")
        }
        // What is wrong with the document is said by the report on it.
        let isSaid = isSpoiled || signer.failures.contains { $0.check == outcome.check }
        if !isSaid { lines.append("  failed: \(outcome.reason)") }
        for failure in assessment.fetchFailures { lines.append("  no answer:  \(failure)") }
        return lines
    }

    private func lines(_ timestamp: AssessedTimestamp) -> [String] {
        let name = timestamp.report?.signer.certificate?.subject.description ?? "unknown"
        let time = timestamp.report?.info.time.description ?? "unknown"
        guard timestamp.isValid else {
            let why = timestamp.failures.joined(separator: "; ")
            return ["  timestamp:  \(timestamp.kind.rawValue), of \(time), by \(name), does not count: \(why)"]
        }
        return ["  timestamp:  \(timestamp.kind.rawValue), of \(time), by \(name)"]
    }

    private func lines(_ statement: PDFSignatureStatement) -> [String] {
        let facts = [
            ("time:       ", statement.readableTime), ("name:       ", statement.name),
            ("reason:     ", statement.reason),
            ("location:   ", statement.location),
        ]
        return facts.compactMap { label, value in value.map { "  \(label)\($0) (as the signer says)" } }
    }

    private func verdict(_ assessment: SignerAssessment, _ style: Style) -> String {
        if isSpoiled { return style.red("not valid") }
        if assessment.isValid { return style.green("valid") }
        let signer = assessment.signer
        guard signer.isIntact else { return style.red("not valid") }
        return style.yellow(
            signer.isTrusted ? "intact, but not proven to be valid" : "intact, but the signer is not trusted"
        )
    }

    private func algorithms(_ signer: SignerReport) -> String {
        let key = signer.certificate.map { " (\($0.publicKey))" } ?? ""
        return "\(signer.signatureAlgorithmName)\(key), content hash \(signer.contentHash?.description ?? "unknown")"
    }

    // MARK: - JSON

    var json: JSON {
        get throws {
            .object([
                ("schema", .string("jeton.verify/1")), ("signature", .string(path)), ("valid", .bool(isValid)),
                ("intact", .bool(report?.isIntact ?? false)), ("purpose", .string(policy.purpose.rawValue)),
                ("time", .string(policy.time.description)), ("online", .bool(network != nil)),
                ("contentSize", .count(UInt(clamping: report?.contentSize ?? 0))),
                ("signers", .array(try assessments.map(Self.signer))),
                ("from", .array(senders.map { .string($0) })), ("contacts", network?.json ?? .array([])),
            ])
        }
    }

    static func signer(_ assessment: SignerAssessment) throws -> JSON {
        let signer = assessment.signer
        return .object([
            ("valid", .bool(assessment.isValid)), ("intact", .bool(signer.isIntact)),
            ("trusted", .bool(signer.isTrusted)), ("level", .string(assessment.level.rawValue)),
            ("outcome", outcome(assessment.outcome)),
            ("subject", .text(signer.certificate?.subject.description)),
            ("sha256", .text(try signer.certificate.map { Hex.encode(try $0.fingerprint()) })),
            ("signingTime", .text(signer.signingTime?.description)),
            ("contentHash", .text(signer.contentHash?.description)),
            ("signatureAlgorithm", .string(signer.signatureAlgorithmName)),
            ("publicKey", .text(signer.certificate?.publicKey.description)),
            ("path", .array(try signer.certificatePath.map(certificate))),
            ("trustedBy", signer.isTrusted ? try signer.anchor.map(certificate) ?? .null : .null),
            ("checks", .array(signer.findings.map(finding))),
            ("timestamps", .array(assessment.timestamps.map(timestamp))),
            ("signaturePolicy", .text(assessment.policy?.identifier.description)),
            ("commitments", .array(assessment.statements.commitments.map { .string($0.name) })),
            ("roles", .array(assessment.statements.roles.map { .string($0) })),
            ("city", .text(assessment.statements.city)), ("country", .text(assessment.statements.country)),
            ("counterSignatures", .array(signer.counterSignatures.map(counterSignature))),
            ("fetchFailures", .array(assessment.fetchFailures.map { .string($0) })),
        ])
    }

    private static func outcome(_ outcome: ValidationOutcome) -> JSON {
        .object([
            ("indication", .string(outcome.indication.rawValue)),
            ("subIndication", .text(outcome.subIndication?.rawValue)), ("reason", .string(outcome.reason)),
            ("facts", .array(outcome.facts.map { .string($0) })),
            ("bestSignatureTime", .string(outcome.bestSignatureTime.description)),
        ])
    }

    static func timestamp(_ timestamp: AssessedTimestamp) -> JSON {
        .object([
            ("kind", .string(timestamp.kind.rawValue)), ("valid", .bool(timestamp.isValid)),
            ("time", .text(timestamp.report?.info.time.description)),
            ("authority", .text(timestamp.report?.signer.certificate?.subject.description)),
            ("failures", .array(timestamp.failures.map { .string($0) })),
        ])
    }

    private static func counterSignature(_ signer: SignerReport) -> JSON {
        .object([
            ("subject", .text(signer.certificate?.subject.description)), ("intact", .bool(signer.isIntact)),
            ("trusted", .bool(signer.isTrusted)),
        ])
    }

    private static func certificate(_ certificate: Certificate) throws -> JSON {
        .object([
            ("subject", .string(certificate.subject.description)),
            ("sha256", .string(Hex.encode(try certificate.fingerprint()))),
        ])
    }

    private static func finding(_ finding: VerificationFinding) -> JSON {
        .object([
            ("check", .string(finding.check.rawValue)), ("outcome", .string(finding.outcome.rawValue)),
            ("reason", .text(finding.reason?.rawValue)), ("detail", .string(finding.detail)),
        ])
    }
}

extension SignerAssessment {
    /// Whether the signature is valid, by everything that is known.
    fileprivate var isValid: Bool { outcome.indication == .totalPassed }
}

extension SignerReport {
    /// The trust anchor of the path; nil if the path reaches none.
    fileprivate var anchor: Certificate? { isAnchored ? certificatePath.last : nil }

    /// The verdict on a countersignature, in words.
    fileprivate var verdict: String {
        isValid ? "valid" : isIntact ? "intact, but the signer is not trusted" : "not valid"
    }
}
