internal import ArgumentParser
internal import Cryptoki
internal import SigningDesk
internal import TokenKit

/// `jeton key generate`.
struct KeyGenerateCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Generate a key pair that never leaves the token."
    )

    @Argument(help: ArgumentHelp("The token's PKCS #11 URI or label.", valueName: "uri")) var uri: String?
    @OptionGroup var tokens: TokenOptions
    @OptionGroup var pin: PINOptions
    @OptionGroup var output: OutputOptions

    @Option(
        name: .long,
        help: ArgumentHelp("rsa:2048 to rsa:4096 or just rsa, ec:p256, ec:p384, ec:p521 or ed25519; p256 is ec:p256.")
    )
    var type = "p256"

    @OptionGroup var new: NewKeyOptions

    @Flag(name: .long, help: "Require the PIN for every signature.")
    var alwaysAuthenticate = false

    func execute() throws -> ExitCode {
        let specification = try KeySpecification(argument: type)
        let wish = try new.name()
        var use = try Desk.open(tokens.query(uri: uri), pin: pin, readWrite: true)
        let name = try wish.settled(among: ObjectRecord.read(&use.session, [.objectClass(.privateKey)]))
        let options = KeyTemplates.Options(
            label: name.label,
            id: name.id,
            alwaysAuthenticate: alwaysAuthenticate
        )
        try generate(specification, options, &use.session)
        try answer("jeton.key.generate/1", made: name, specification, in: &use)
        try use.session.logout()
        return .success
    }

    private func generate(
        _ specification: KeySpecification,
        _ options: KeyTemplates.Options,
        _ session: inout Session
    ) throws {
        let mechanism = Mechanism(specification.generationMechanism)
        // Ed25519 has two forms of CKA_EC_PARAMS, and modules take one or the other.
        var forms: [[UInt8]?] = [nil]
        if specification == .ed25519 { forms.append(KeySpecification.ed25519Name) }
        for (index, form) in forms.enumerated() {
            do {
                _ = try session.generateKeyPair(
                    mechanism,
                    publicTemplate: KeyTemplates.publicKey(specification, options, parameters: form),
                    privateTemplate: KeyTemplates.privateKey(specification, options)
                )
                return
            } catch {
                let isOtherForm =
                    error.code == .domainParamsInvalid || error.code == .curveNotSupported
                    || error.code == .attributeValueInvalid || error.code == .generalError
                    || error.code == .functionFailed
                guard index + 1 < forms.count, isOtherForm else { throw error }
            }
        }
    }
}
