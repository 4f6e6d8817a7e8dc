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

    @OptionGroup var target: TokenArgument
    @OptionGroup var pin: PINOptions
    @OptionGroup var management: ManagementKeyOptions
    @OptionGroup var output: OutputOptions

    @Option(
        help: ArgumentHelp(
            "The type of key, such as rsa:3072 or p256.",
            discussion: """
                One of rsa:2048 to rsa:4096 or just rsa, ec:p256, ec:p384, ec:p521 or just p256, p384, p521, ed25519, \
                gost:256a, gost:256b, gost:256c, gost:512a, gost:512b and gost:2001.
                """
        )
    )
    var type = "p256"

    @OptionGroup var new: NewKeyOptions

    @OptionGroup var policy: KeyPolicyOptions

    func execute() throws -> ExitCode {
        let specification = try KeySpecification(argument: type)
        let wish = try new.name()
        var use = try Desk.open(target.query(), pin: pin, changing: management)
        let name = try wish.settled(among: ObjectRecord.read(&use.session, [.objectClass(.privateKey)]))
        let options = KeyTemplates.Options(label: name.label, id: name.id, policy: policy.policy)
        do {
            try generate(specification, options, &use.session)
        } catch let error as CryptokiError {
            throw policy.explained(error, on: use.token)
        }
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
        try specification.inFirstForm { form throws(CryptokiError) in
            _ = try session.generateKeyPair(
                mechanism,
                publicTemplate: KeyTemplates.publicKey(specification, options, form: form),
                privateTemplate: KeyTemplates.privateKey(specification, options, form: form)
            )
        }
    }
}
