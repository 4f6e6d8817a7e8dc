internal import ArgumentParser
internal import JetonKeystore
internal import JetonOctets
internal import PairingDesk
internal import SecureChannel
internal import VirtualCard

/// `jeton virtual create`.
struct VirtualCreateCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Make a new virtual card.",
        discussion: """
            Its PIN is 123456 and its PUK 12345678, the factory values of PIV cards: change them.

            A card with a channel works only through its secure channel, which a program sets up once with one of the \
            six activation passwords. They are printed now and never again. The card can be paired for 60 seconds; \
            eject and insert it for another 60.
            """
    )

    @Argument(help: "The card's name: letters, digits, '-', '_' and '.'.") var name: String
    @Option(
        defaultAsFlag: .preferred,
        help: """
            Require a secure channel of one of the suites: modern; p256, which needs no GOST provider; legacy, whose \
            pairing can be attacked if it is recorded. Without a name: modern, or p256 if OpenSSL has no GOST provider.
            """
    )
    var channel: ChannelChoice?
    @Flag(help: "Print the activation passwords of a card with a channel.") var printPasswords = false
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if printPasswords, channel == nil {
            throw ValidationError("--print-passwords requires --channel: a card without a channel has no passwords")
        }
        if channel != nil, !printPasswords {
            throw ValidationError("--channel requires --print-passwords: the passwords are shown only once")
        }
    }

    func execute() throws -> ExitCode {
        let directory = try CardDirectory()
        let card = try directory.newCard(name)
        try directory.make()
        let suite = channel?.suite
        var passwords: [String] = []
        _ = try SoftwareCard.create(at: card.path, VirtualCardOptions(channel: suite)) { _, password in
            passwords.append(
                password.withBytes { text in String(decoding: (0..<text.count).map { text[$0] }, as: UTF8.self) }
            )
        }
        let report = try CardReport(card)
        if suite?.parameters.needsConsent == true {
            // Who makes a card of the suite by its name allows its passwords.
            let serial = Hex.encode(report.status.serialNumber.bigEndianOctets)
            try PairingStores.ofThisUser().passwords.setAllowsLegacy(true, serial)
        }
        try answer(
            "jeton.virtual.create/1",
            report.members + (channel == nil ? [:] : ["passwords": passwords]),
            ["virtual card '\(name)' is made, serial \(report.status.serialNumber)"]
                + passwords.enumerated().map { "activation password \($0 + 1): \($1)" }
        )
        if channel == .preferred, let suite, !suite.parameters.needsGOSTProvider {
            Console.note(
                "note: the channel's suite is \(suite.parameters.name), since OpenSSL has no GOST provider "
                    + "(package libengine-gost-openssl)"
            )
        }
        if channel != nil { Console.note("hint: the passwords are not shown again: save or print them") }
        for hint in report.hints { Console.note("hint: \(hint)") }
        return .success
    }
}
