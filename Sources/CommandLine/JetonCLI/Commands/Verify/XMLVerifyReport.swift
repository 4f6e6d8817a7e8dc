internal import CAdES
internal import JetonASN1
internal import JetonCMS
internal import JetonOctets
internal import JetonX509
internal import SignatureLevels
internal import XMLSignature

/// What `jeton verify` prints of an XML document.
struct XMLVerifyReport {
    let path: String
    let policy: VerificationPolicy
    let report: XMLSignatureReport
    /// The outcomes of the signatures, in their order.
    let assessments: [SignerAssessment]
    let isValid: Bool
    /// The network that was used; nil for none.
    let network: NetworkAccess?

    func lines(_ style: Style) -> [String] {
        let text = VerifyReport(path: path, policy: policy, report: nil, assessments: assessments, network: network)
        var lines: [String] = []
        for (result, assessment) in zip(report.signatures, assessments) {
            lines += text.lines(assessment, style) + coverage(result, assessment)
        }
        if report.innerCount > 0 { lines.append("  \(report.innerCount) signatures inside of others: not checked") }
        if report.furtherCount > 0 {
            lines.append(
                "  \(report.furtherCount) more signatures, after the first \(report.signatures.count): not checked"
            )
        }
        return lines
    }

    /// What a signature covers, and what it does not.
    private func coverage(_ result: XMLSignatureResult, _ assessment: SignerAssessment) -> [String] {
        var lines: [String] = []
        for reference in result.references where reference.role == .data {
            if reference.isIntact, !reference.isEmpty {
                lines.append("  covers:     \(ItemReport.harmless(reference.subject))")
            }
        }
        for reference in result.listed {
            let word = reference.isIntact ? "covers:    " : "not intact:"
            lines.append("  \(word) \(ItemReport.harmless(reference.subject)), by a manifest")
        }
        for element in result.uncovered {
            let own = element.isOnlyAround ? "the text and attributes of " : ""
            let name = ItemReport.harmless(element.name)
            lines.append("  not covered: \(own)the element '\(name)' at byte \(element.offset)")
        }
        let rest = result.uncoveredCount - result.uncovered.count
        if rest > 0 { lines.append("  not covered: \(rest) more elements") }
        return lines
    }

    // MARK: - JSON

    var json: JSON {
        get throws {
            .object([
                ("schema", .string("jeton.verify.xml/1")), ("document", .string(path)), ("valid", .bool(isValid)),
                ("intact", .bool(report.isIntact)), ("purpose", .string(policy.purpose.rawValue)),
                ("time", .string(policy.time.description)), ("online", .bool(network != nil)),
                ("root", .string(report.rootName)), ("innerSignatures", .count(UInt(report.innerCount))),
                ("furtherSignatures", .count(UInt(report.furtherCount))),
                (
                    "signatures",
                    .array(
                        try zip(report.signatures, assessments).map { result, assessment in
                            .object([
                                ("id", .text(result.id)), ("offset", .count(UInt(clamping: result.offset))),
                                ("signer", try VerifyReport.signer(assessment)),
                                ("references", .array(result.references.map(reference))),
                                ("listed", .array(result.listed.map(reference))),
                                ("uncovered", .array(result.uncovered.map(element))),
                                ("uncoveredCount", .count(UInt(result.uncoveredCount))),
                            ])
                        }
                    )
                ),
                ("contacts", network?.json ?? .array([])),
            ])
        }
    }

    private func reference(_ reference: ReferenceReport) -> JSON {
        .object([
            ("uri", .text(reference.uri)), ("role", .string(reference.role.rawValue)),
            ("subject", .string(reference.subject)),
            ("offset", .count(reference.range.map { UInt(clamping: $0.lowerBound) })),
            ("size", .count(UInt(clamping: reference.size))), ("hash", .text(reference.hash?.description)),
            ("digest", .string(Hex.encode(reference.digest))), ("failure", .text(reference.failure)),
            ("failureKind", .text(reference.failureKind?.rawValue)),
        ])
    }

    private func element(_ element: XMLSignatureResult.UncoveredElement) -> JSON {
        .object([
            ("name", .string(element.name)), ("offset", .count(UInt(clamping: element.offset))),
            ("onlyAround", .bool(element.isOnlyAround)),
        ])
    }
}
