internal import ASN1
internal import CMS
internal import Octets
internal import X509

/// What `jeton verify` prints.
struct VerifyReport {
    let path: String
    let purpose: CertificatePurpose
    let report: CMSReport

    func lines(_ style: Style) -> [String] {
        guard !report.signers.isEmpty else { return ["\(path): \(style.red("not valid")): the message has no signer"] }
        var lines: [String] = []
        for signer in report.signers {
            lines.append("\(path): \(verdict(signer, style))")
            lines.append("  signer:     \(signer.certificate?.subject.description ?? "unknown")")
            if let time = signer.signingTime { lines.append("  time:       \(time) (as the signer says)") }
            if signer.isTrusted, let anchor = signer.anchor {
                lines.append("  trusted by: \(anchor), for \(purpose.phrase)")
            }
            lines.append("  algorithms: \(algorithms(signer))")
            for finding in signer.failures {
                lines.append("  \(finding.outcome == .failed ? "failed" : "not checked"): \(finding.detail)")
            }
        }
        return lines
    }

    private func verdict(_ signer: SignerReport, _ style: Style) -> String {
        if signer.isValid { return style.green("valid") }
        return signer.isIntact ? style.yellow("intact, but the signer is not trusted") : style.red("not valid")
    }

    private func algorithms(_ signer: SignerReport) -> String {
        let key = signer.certificate.map { " (\($0.publicKey))" } ?? ""
        return "\(signer.signatureAlgorithmName)\(key), content hash \(signer.contentHash?.description ?? "unknown")"
    }

    var json: JSON {
        get throws {
            .object([
                ("schema", .string("jeton.verify/1")), ("signature", .string(path)), ("valid", .bool(report.isValid)),
                ("intact", .bool(report.isIntact)), ("purpose", .string(purpose.rawValue)),
                ("contentSize", .count(UInt(clamping: report.contentSize))),
                ("signers", .array(try report.signers.map(signer))),
            ])
        }
    }

    private func signer(_ signer: SignerReport) throws -> JSON {
        .object([
            ("valid", .bool(signer.isValid)), ("intact", .bool(signer.isIntact)),
            ("trusted", .bool(signer.isTrusted)),
            ("subject", .text(signer.certificate?.subject.description)),
            ("sha256", .text(try signer.certificate.map { Hex.encode(try $0.fingerprint()) })),
            ("signingTime", .text(signer.signingTime?.description)),
            ("contentHash", .text(signer.contentHash?.description)),
            ("signatureAlgorithm", .string(signer.signatureAlgorithmName)),
            ("publicKey", .text(signer.certificate?.publicKey.description)),
            ("path", .array(try signer.certificatePath.map(certificate))),
            ("trustedBy", signer.isTrusted ? try signer.anchor.map(certificate) ?? .null : .null),
            ("checks", .array(signer.findings.map(finding))),
        ])
    }

    private func certificate(_ certificate: Certificate) throws -> JSON {
        .object([
            ("subject", .string(certificate.subject.description)),
            ("sha256", .string(Hex.encode(try certificate.fingerprint()))),
        ])
    }

    private func finding(_ finding: VerificationFinding) -> JSON {
        .object([
            ("check", .string(finding.check.rawValue)), ("outcome", .string(finding.outcome.rawValue)),
            ("reason", .text(finding.reason?.rawValue)), ("detail", .string(finding.detail)),
        ])
    }
}

extension SignerReport {
    /// The trust anchor of the path; nil if the path reaches none.
    fileprivate var anchor: Certificate? { isAnchored ? certificatePath.last : nil }
}
