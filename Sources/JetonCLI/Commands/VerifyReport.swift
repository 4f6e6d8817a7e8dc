internal import Octets
internal import Signing

/// What `jeton verify` prints.
struct VerifyReport {
    let path: String
    let report: CMSReport

    func lines(_ style: Style) -> [String] {
        var lines: [String] = []
        for signer in report.signers {
            let verdict =
                signer.isValid
                ? style.green("valid")
                : signer.isIntact ? style.yellow("intact, but the signer is not trusted") : style.red("not valid")
            lines.append("\(path): \(verdict)")
            lines.append("  signer: \(signer.certificate?.subject.description ?? "unknown")")
            if let time = signer.signingTime { lines.append("  time:   \(time) (as the signer says)") }
            for finding in signer.findings where finding.outcome != .passed {
                lines.append("  \(finding.outcome == .failed ? "failed" : "not checked"): \(finding.detail)")
            }
        }
        if report.signers.isEmpty { lines.append("\(path): \(style.red("not valid")): nobody signed it") }
        return lines
    }

    var json: JSON {
        .object([
            ("schema", .string("jeton.verify/1")), ("signature", .string(path)), ("valid", .bool(report.isValid)),
            ("intact", .bool(report.isIntact)), ("contentSize", .count(UInt(clamping: report.contentSize))),
            ("signers", .array(report.signers.map(signer))),
        ])
    }

    private func signer(_ signer: SignerReport) -> JSON {
        .object([
            ("valid", .bool(signer.isValid)), ("intact", .bool(signer.isIntact)),
            ("trusted", .bool(signer.isTrusted)),
            ("subject", .text(signer.certificate?.subject.description)),
            ("sha256", .text(signer.certificate.map { Hex.encode($0.fingerprint()) })),
            ("signingTime", .text(signer.signingTime?.description)),
            (
                "checks",
                .array(
                    signer.findings.map { finding in
                        .object([
                            ("check", .string(finding.check.rawValue)), ("outcome", .string(finding.outcome.rawValue)),
                            ("detail", .string(finding.detail)),
                        ])
                    }
                )
            ),
        ])
    }
}
