internal import ArgumentParser
internal import Cryptoki
internal import Diagnostics
internal import SigningDesk
internal import TokenKit

/// `jeton key import`.
struct KeyImportCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Put a private key from a file onto a token.",
        discussion: "A key that was in a file may have been copied before; `key generate` makes one that was not."
    )

    @Argument(
        help: ArgumentHelp("PKCS #8, PKCS #1 or SEC 1 in PEM or DER, not encrypted.", valueName: "file"),
        completion: .file()
    )
    var file: String
    @OptionGroup var tokens: TokenOptions
    @OptionGroup var pin: PINOptions
    @OptionGroup var output: OutputOptions

    @OptionGroup var new: NewKeyOptions

    func execute() throws -> ExitCode {
        let wish = try new.name()
        let key: PrivateKeyFile
        do {
            key = try PrivateKeyFile(contents: FileSource.secret(at: file))
        } catch let failure as PrivateKeyFile.Failure {
            let decrypt: ShellCommand = "openssl pkey -in \(file)"
            let store: ShellCommand = "jeton key import /dev/stdin --label \(new.label)"
            let hints = failure == .encrypted ? ["`\(decrypt.text) | \(store.text)` asks for the passphrase"] : []
            throw CommandError("\(file) can't be imported: \(failure)", hints: hints, exitCode: .inputOutput)
        }
        var use = try Desk.open(tokens.query(), pin: pin, readWrite: true)
        let name = try wish.settled(among: ObjectRecord.read(&use.session, [.objectClass(.privateKey)]))
        try key.specification.inFirstForm { form throws(CryptokiError) in
            try create(key.templates(label: name.label, id: name.id, form: form), &use.session)
        }
        try answer("jeton.key.import/1", made: name, key.specification, in: &use)
        return .success
    }
    private func create(
        _ templates: (publicKey: [Attribute], privateKey: [Attribute]),
        _ session: inout Session
    ) throws(CryptokiError) {
        let privateKey = try session.createObject(templates.privateKey)
        do {
            _ = try session.createObject(templates.publicKey)
        } catch {
            // One half alone would be in the way of the next try.
            try? session.destroyObject(privateKey)
            throw error
        }
    }
}
