internal import ArgumentParser
internal import Cryptoki
internal import JetonFiles
internal import SigningDesk
internal import TokenKit

/// `jeton key import`.
struct KeyImportCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import a private key from a file onto a token.",
        discussion: """
            Certificates in the file are imported too. A key from a file may have been copied before; `key generate` \
            creates one that never leaves the token.
            """
    )

    @Argument(
        help: ArgumentHelp("PKCS #12; or PKCS #8, PKCS #1 or SEC 1 in PEM or DER.", valueName: "file"),
        completion: .file()
    )
    var file: String
    @OptionGroup var opening: KeyFileOptions
    @OptionGroup var tokens: TokenOptions
    @OptionGroup var pin: PINOptions
    @OptionGroup var management: ManagementKeyOptions
    @OptionGroup var output: OutputOptions

    @OptionGroup var new: NewKeyOptions
    @OptionGroup var policy: KeyPolicyOptions

    func execute() throws -> ExitCode {
        let wish = try new.name()
        let read = try opening.read(FileSource.secret(at: file), of: file)
        guard let key = read.key else {
            throw CommandError(
                "\(file) holds no private key",
                hints: ["`jeton cert import FILE` stores its certificates"],
                exitCode: .inputOutput
            )
        }
        var use = try Desk.open(tokens.query(), pin: pin, changing: management)
        let name = try wish.settled(among: ObjectRecord.read(&use.session, [.objectClass(.privateKey)]))
        let made = KeyImport(key, read.certificates)
        let stored: KeyImport.Outcome
        do {
            stored = try made.run(label: name.label, id: name.id, policy: policy.policy, on: use.objects, &use.session)
        } catch let error as CryptokiError {
            throw policy.explained(error, on: use.token)
        }
        for warning in stored.warnings { Console.note("warning: \(warning)") }
        return try answer(
            "jeton.key.import/1",
            made: name,
            key.specification,
            in: &use,
            more: [
                "certificates": stored.certificates.map { CertificateReport.json($0) }, "warnings": stored.warnings,
            ],
            lines: stored.certificates.map { CertificateReport.words($0) }
        )
    }
}
