internal import ArgumentParser
internal import JetonKeystore

/// `jeton keystore verify`.
struct KeystoreVerifyCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verify every record and protected file; exit 1 if damage is found.",
        discussion: """
            Secrets and protected files of a locked class are not verified. `jeton keystore file get` verifies a \
            protected file outside the keystore. Nothing is changed.
            """
    )

    @OptionGroup var unlock: UnlockOptions
    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        let keychain = try KeystoreAccess(keystore).unlockedIfPossible(unlock)
        let report = keychain.verify()
        let isWhole = keychain.state == .unlocked
        if !isWhole && !output.json {
            let files = report.unprovenFiles == 0 ? "" : " and \(report.unprovenFiles) protected files"
            Console.note("note: the keystore is locked; secrets\(files) were not verified")
        }
        try answer(
            "jeton.keystore.verify/1",
            [
                "vaults": report.vaults, "records": report.records, "secretsVerified": isWhole, "files": report.files,
                "filesNotVerified": report.unprovenFiles,
                "findings": JSON.array(report.findings) { finding in
                    .object(["kind": finding.kind.rawValue, "subject": finding.subject, "text": finding.text])
                },
            ],
            report.findings.map { "\($0)" }
                + ["records: \(report.records), groups: \(report.vaults), files: \(report.files); \(verdict(report))"]
        )
        return report.findings.isEmpty ? .success : .finding
    }

    private func verdict(_ report: VerificationReport) -> String {
        report.findings.isEmpty ? "all is well" : "findings: \(report.findings.count)"
    }
}
