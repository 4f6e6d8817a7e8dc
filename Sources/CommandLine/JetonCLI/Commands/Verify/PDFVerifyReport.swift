internal import JetonASN1
internal import JetonCMS
internal import JetonPDF
internal import JetonValidation
internal import JetonX509
internal import PAdES
internal import SignatureLevels

/// What `jeton verify` prints of a PDF.
struct PDFVerifyReport {
    let path: String
    /// The size of the file in bytes.
    let size: UInt64
    let policy: VerificationPolicy
    let report: PAdESReport
    /// The network that was used; nil for none.
    let network: NetworkAccess?

    // MARK: - Text

    func lines(_ style: Style) -> [String] {
        guard !report.signatures.isEmpty else { return ["\(path): \(style.red("not signed"))"] }
        let count = report.signatures.count
        let words = "\(count) \(count == 1 ? "signature" : "signatures")"
        var lines = ["\(path): \(verdict(style)), \(words)"]
        for signature in report.signatures { lines += self.lines(signature, style) }
        let hidden = report.document.hiddenLayers
        if !hidden.isEmpty {
            lines.append("note: readers hide these layers at first: \(hidden.joined(separator: ", "))")
        }
        return lines
    }

    private func verdict(_ style: Style) -> String {
        if report.isValid { return style.green("valid") }
        return report.isIntact && report.signatures.allSatisfy(\.report.permitsChanges)
            ? style.yellow("intact, but not proven to be valid") : style.red("not valid")
    }

    private func lines(_ signature: AssessedPDFSignature, _ style: Style) -> [String] {
        let name = "\(path), \(signature.report.field)"
        var lines: [String]
        switch signature.assessment {
        case .unreadable(let reason): lines = ["\(name): \(style.red("not valid")): \(reason)"]
        case .signer(let signer):
            lines = VerifyReport(
                path: name,
                policy: policy,
                report: signature.report.report,
                assessments: [Self.inDocument(signer, signature.report)],
                network: network,
                statement: signature.report.statement,
                isSpoiled: !signature.report.permitsChanges
            ).lines(style)
        case .timestamp(let timestamp):
            let verdict = signature.isValid ? style.green("valid") : style.red("not valid")
            let time = timestamp.report?.info.time.description ?? "unknown"
            let authority = timestamp.report?.signer.certificate?.subject.description ?? "unknown"
            lines = ["\(name): \(verdict), a document timestamp", "  time:       \(time), by \(authority)"]
            lines += timestamp.failures.map { "  failed: \($0)" }
        }
        lines.append("  covers:     \(coverage(signature.report))")
        if let permission = signature.report.certification { lines.append("  certifies:  \(permission.phrase)") }
        for change in signature.report.changes {
            lines.append(change.isPermitted ? "  after it:   \(change.detail)" : "  failed: \(change.detail)")
        }
        return lines
    }

    /// The outcome with what was done to the document after the signature.
    private static func inDocument(_ signer: SignerAssessment, _ report: PDFSignatureReport) -> SignerAssessment {
        guard let change = report.changes.first(where: { !$0.isPermitted }) else { return signer }
        return signer.failed(for: change.detail)
    }

    private func coverage(_ signature: PDFSignatureReport) -> String {
        if signature.coversWholeFile { return "the whole file" }
        guard signature.coveredSize > 0 else { return "unknown" }
        let revision = signature.revision.map { "revision \($0) of \(report.document.revisionCount), " } ?? ""
        return "\(revision)\(signature.coveredSize) of \(size) bytes"
    }

    // MARK: - JSON

    var json: JSON {
        get throws {
            .object([
                ("schema", .string("jeton.verify.pdf/1")), ("file", .string(path)), ("valid", .bool(report.isValid)),
                ("intact", .bool(report.isIntact)), ("purpose", .string(policy.purpose.rawValue)),
                ("time", .string(policy.time.description)), ("online", .bool(network != nil)),
                ("revisions", .count(UInt(report.document.revisionCount))),
                ("hiddenLayers", .array(report.document.hiddenLayers.map { .string($0) })),
                ("signatures", .array(try report.signatures.map(signature))),
                ("contacts", network?.json ?? .array([])),
            ])
        }
    }

    private func signature(_ signature: AssessedPDFSignature) throws -> JSON {
        var problem: String?
        var signer = JSON.null
        var timestamp = JSON.null
        switch signature.assessment {
        case .unreadable(let reason): problem = reason
        case .signer(let assessment):
            signer = try VerifyReport.signer(Self.inDocument(assessment, signature.report))
        case .timestamp(let assessed): timestamp = VerifyReport.timestamp(assessed)
        }
        let report = signature.report
        return .object([
            ("field", .string(report.field)), ("kind", .string(Self.kind(report))), ("valid", .bool(signature.isValid)),
            ("intact", .bool(signature.isIntact)), ("problem", .text(problem)),
            ("coveredSize", .count(UInt(clamping: report.coveredSize))),
            ("coversWholeFile", .bool(report.coversWholeFile)),
            ("revision", .count(report.revision.map { UInt($0) })),
            ("permission", .text(report.certification?.name)), ("name", .text(report.statement?.name)),
            ("reason", .text(report.statement?.reason)), ("location", .text(report.statement?.location)),
            ("time", .text(report.statement?.readableTime)), ("changes", .array(report.changes.map(Self.change))),
            ("signer", signer), ("timestamp", timestamp),
        ])
    }

    /// What a signature is.
    static func kind(_ signature: PDFSignatureReport) -> String {
        signature.isTimestamp ? "timestamp" : signature.certification == nil ? "signature" : "certification"
    }

    static func change(_ change: PDFChange) -> JSON {
        .object([
            ("kind", .string(change.kind.rawValue)), ("permitted", .bool(change.isPermitted)),
            ("detail", .string(change.detail)),
        ])
    }
}

extension DocumentPermission {
    /// The name in options and JSON.
    var name: String {
        switch self {
        case .noChanges: "no-changes"
        case .forms: "forms"
        case .annotations: "annotations"
        }
    }

    /// What a certification permits, in words.
    fileprivate var phrase: String {
        switch self {
        case .noChanges: "no changes may follow"
        case .forms: "fields may be filled in and signatures added"
        case .annotations: "fields may be filled in, and signatures and comments added"
        }
    }
}
