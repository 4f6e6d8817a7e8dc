internal import AgeFiles
internal import ArgumentParser
internal import JetonFiles
internal import JetonKeystore
internal import JetonKeystoreBase
internal import KeystoreSync

/// `jeton keystore import`.
struct KeystoreImportCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import an exported file, or the passwords of another program.",
        discussion: """
            An existing item is kept if it is newer than the imported one. --from pass and gopass read a directory of \
            files that gpg decrypts; the first line is the secret, further lines become an item "ACCOUNT (notes)". \
            keepass-xml and keepass-csv read a file that KeePass or KeePassXC exported: it holds all passwords in \
            clear, so delete it afterwards. secret-service reads the running keyring (GNOME Keyring, KWallet, \
            KeePassXC) by busctl and secret-tool.
            """
    )

    @Argument(
        help: ArgumentHelp("The file, or the directory of pass or gopass (default: its own).", valueName: "path"),
        completion: .file()
    )
    var file: String?

    @Option(
        help: ArgumentHelp(
            "Source, one of: \(ImportSource.allCases.map(\.rawValue).joined(separator: ", ")).",
            valueName: "program"
        ),
        completion: .list(ImportSource.allCases.map(\.rawValue))
    )
    var from = ImportSource.jeton

    @Option(
        help: ArgumentHelp("Access group of the imported passwords (default: local.default).", valueName: "group")
    )
    var group: String?
    @OptionGroup var archive: ArchiveOptions
    @OptionGroup var unlock: UnlockOptions
    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    @Option(
        help: ArgumentHelp("Open the file with the age identity in this file.", valueName: "path"),
        completion: .file()
    )
    var fileIdentity: String?

    @Flag(help: "Replace existing items even if they are newer.")
    var replace = false

    var asksLate: Bool { true }

    func validate() throws {
        try OptionRule.check(
            .excludes([
                "--file-identity": fileIdentity != nil, "--file-passphrase-source": archive.filePassphraseSource != nil,
            ])
        )
    }

    func execute() throws -> ExitCode {
        guard from == .jeton else { return try importForeign() }
        guard let file else { throw CommandError.usage("no file is named") }
        guard group == nil else { throw CommandError.usage("--group requires --from: an exported item has its group") }
        let octets = try FileSource.contents(of: file, limit: AgeFile.octetLimit)
        let keychain = try KeystoreAccess(keystore).unlocked(unlock)
        let key: ArchiveKey =
            if let fileIdentity {
                .identity(try AgeIdentity(text: FileSource.privateSecret(at: fileIdentity)))
            } else { try archive.passphrase() }
        return try finish(try keychain.importItems(octets, openedBy: key, replacing: replace))
    }

    private func importForeign() throws -> ExitCode {
        guard fileIdentity == nil, archive.filePassphraseSource == nil else {
            throw CommandError.usage("--file-identity and --file-passphrase-source require a file exported by jeton")
        }
        let group = try AccessGroup(argument: group ?? ItemName.defaultGroup)
        let keychain = try KeystoreAccess(keystore).unlocked(unlock)
        QuietTerminal.end()
        let found = try ForeignStore(from).read(file)
        for problem in found.problems { Console.note("warning: not imported: \(problem)") }
        let report = try keychain.importItems(
            found.items,
            into: group,
            accessible: .whenUnlocked,
            now: SyncAccess.now,
            replacing: replace
        )
        let code = try finish(report)
        return found.problems.isEmpty ? code : .finding
    }

    private func finish(_ report: ImportReport) throws -> ExitCode {
        for refusal in report.refused { Console.note("warning: \(refusal.item): \(refusal.reason)") }
        try answer(
            "jeton.keystore.import/1",
            [
                "added": report.added, "replaced": report.replaced, "kept": report.kept, "unchanged": report.unchanged,
                "refused": JSON.array(report.refused) {
                    .object(["item": "\($0.item)", "reason": $0.reason])
                },
            ],
            [
                "\(report.added) added, \(report.replaced) replaced, \(report.unchanged) unchanged, "
                    + "\(report.kept) kept because they are newer, \(report.refused.count) refused"
            ]
        )
        return report.refused.isEmpty ? .success : .finding
    }
}
