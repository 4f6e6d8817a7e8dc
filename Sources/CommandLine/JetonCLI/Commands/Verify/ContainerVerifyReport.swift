internal import ASiC
internal import CAdES
internal import JetonASN1
internal import JetonCMS
internal import JetonOctets
internal import JetonX509
internal import SignatureLevels

/// What `jeton verify` prints of a container.
struct ContainerVerifyReport {
    let path: String
    let policy: VerificationPolicy
    let report: ContainerReport
    /// The network that was used; nil for none.
    let network: NetworkAccess?

    func lines(_ style: Style) -> [String] {
        let verdict =
            report.isValid
            ? style.green("valid")
            : report.isIntact ? style.yellow("intact, but not proven to be valid") : style.red("not valid")
        let count = report.signatures.count
        var lines = ["\(path): \(verdict), \(count) \(count == 1 ? "signature" : "signatures")"]
        lines += report.containerFaults.map { "  failed: \(ItemReport.harmless($0))" }
        for signature in report.signatures {
            var text = VerifyReport(
                path: "\(path), \(ItemReport.harmless(signature.file))",
                policy: policy,
                report: nil,
                assessments: [],
                network: network
            )
            let assessment = signature.assessment(in: report)
            text.isSpoiled = !signature.failures.isEmpty || !report.containerFaults.isEmpty
            lines += text.lines(assessment, style)
            lines += signature.failures.map { "  failed: \(ItemReport.harmless($0))" }
            lines += signature.covered.map { "  covers:     the file '\(ItemReport.harmless($0))'" }
            lines += signature.uncovered.map { "  not covered: the file '\(ItemReport.harmless($0))'" }
        }
        lines += report.unchecked.map { "  not checked: \(ItemReport.harmless($0))" }
        return lines
    }

    // MARK: - JSON

    var json: JSON {
        get throws {
            .object([
                ("schema", .string("jeton.verify.asic/1")), ("document", .string(path)),
                ("kind", .string(report.kind.rawValue)), ("valid", .bool(report.isValid)),
                ("intact", .bool(report.isIntact)), ("purpose", .string(policy.purpose.rawValue)),
                ("time", .string(policy.time.description)), ("online", .bool(network != nil)),
                (
                    "files",
                    .array(
                        report.files.map { file in
                            .object([("name", .string(file.name)), ("size", .count(UInt(clamping: file.size)))])
                        }
                    )
                ),
                ("unsigned", .array(report.unsigned.map { .string($0) })),
                ("unchecked", .array(report.unchecked.map { .string($0) })),
                ("faults", .array(report.faults.map { .string($0) })),
                ("signatures", .array(try report.signatures.map(signature))),
                ("contacts", network?.json ?? .array([])),
            ])
        }
    }

    private func signature(_ signature: ContainerSignature) throws -> JSON {
        .object([
            ("file", .string(signature.file)), ("format", .string(signature.kind.rawValue)),
            ("valid", .bool(signature.isValid)),
            ("signer", try VerifyReport.signer(signature.assessment(in: report))),
            ("covered", .array(signature.covered.map { .string($0) })),
            ("uncovered", .array(signature.uncovered.map { .string($0) })),
            ("failures", .array(signature.failures.map { .string($0) })),
        ])
    }
}

extension ContainerReport {
    /// What is wrong with the container besides its signatures.
    fileprivate var containerFaults: [String] {
        faults + unsigned.map { "no signature covers the file '\($0)'" }
    }
}

extension ContainerSignature {
    /// The outcome with what is wrong with the container.
    fileprivate func assessment(in report: ContainerReport) -> SignerAssessment {
        guard let fault = (failures + report.containerFaults).first else { return assessment }
        return assessment.failed(for: fault)
    }
}
