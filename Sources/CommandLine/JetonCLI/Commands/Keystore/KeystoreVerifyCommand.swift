internal import ArgumentParser
internal import Keystore

/// `jeton keystore verify`.
struct KeystoreVerifyCommand: LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verify every file and record; exit 1 if damage is found.",
        discussion: "Secrets are verified as far as the keystore is unlocked. Nothing is changed."
    )

    @OptionGroup var unlock: UnlockOptions
    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        let keychain = try KeystoreAccess(keystore).unlockedIfPossible(unlock)
        let report = keychain.verify()
        let isWhole = keychain.state == .unlocked
        if !isWhole && !output.json {
            Console.note("note: the keystore is locked; secrets were not verified")
        }
        try answer(
            "jeton.keystore.verify/1",
            [
                ("vaults", .number(report.vaults)), ("records", .number(report.records)),
                ("secretsVerified", .bool(isWhole)),
                (
                    "findings",
                    .array(
                        report.findings.map { finding in
                            .object([
                                ("kind", .string(finding.kind.rawValue)), ("subject", .string(finding.subject)),
                                ("text", .string(finding.text)),
                            ])
                        }
                    )
                ),
            ],
            report.findings.map { "\($0)" }
                + ["records: \(report.records), groups: \(report.vaults); \(verdict(report))"]
        )
        return report.findings.isEmpty ? .success : .finding
    }

    private func verdict(_ report: VerificationReport) -> String {
        report.findings.isEmpty ? "all is well" : "findings: \(report.findings.count)"
    }
}
