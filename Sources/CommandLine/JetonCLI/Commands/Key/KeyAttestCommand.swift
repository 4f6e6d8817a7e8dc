internal import ArgumentParser
internal import Enrollment
internal import PCSC
internal import PIVCard
internal import SmartCard
internal import VirtualCard
internal import X509

/// `jeton key attest`.
struct KeyAttestCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "attest",
        abstract: "Have a PIV card state that it made a key.",
        discussion: """
            The card signs a certificate of the key by its attestation key (Yubico's extension of PIV). The file has it \
            and the certificate of the attestation key. `jeton cert verify --attestation` checks it.
            """
    )

    @Argument(help: ArgumentHelp("The key's PIV slot: 9a, 9c, 9d, 9e or 82 to 95.", valueName: "slot"))
    var slot: String

    @Option(
        name: .long,
        help: ArgumentHelp("The virtual card (default: the only one, without --reader).", valueName: "name")
    )
    var card: String?

    @Option(name: .long, help: ArgumentHelp("The reader with the card.", valueName: "name"))
    var reader: String?

    @OptionGroup var encoded: EncodedOutputOptions
    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        let name = slot.lowercased()
        guard let key = KeySlot.standard.first(where: { $0.description == name }) else {
            throw CommandError.usage("'\(slot)' is not a PIV slot: expected 9a, 9c, 9d, 9e or 82 to 95")
        }
        guard !encoded.der else { throw CommandError.usage("an attestation is two certificates, in PEM") }
        let octets: [[UInt8]]
        let card = try card ?? onlyCard()
        let cardName = card.map { "card '\($0)'" } ?? "the card in '\(reader ?? "")'"
        do {
            octets = try read(key, card)
        } catch let error as PIVError where error.code == .notFound {
            throw CommandError.notFound(
                "slot \(name) of \(cardName) has no key",
                hints: ["`jeton key generate --label LABEL` makes a key on a card"]
            )
        }
        let certificates = try octets.map { try Certificate(derRepresentation: $0) }
        guard let attestation = PIVAttestation(certificates) else {
            throw CommandError("the card gave no attestation", exitCode: .refused)
        }
        let pem = certificates.map(\.pemRepresentation).joined()
        let document: [(String, JSON)] =
            [("schema", .string("jeton.key.attest/1"))] + AttestationReport.members(attestation)
        try encoded.write([], pem: pem, document: output.json ? document : nil)
        if encoded.out != "-" { Console.note("\(encoded.out): the attestation of slot \(name) of \(cardName)") }
        return .success
    }

    /// The only virtual card, if no reader is named.
    private func onlyCard() throws -> String? {
        guard reader == nil else { return nil }
        let names = try CardDirectory().cards().map(\.name)
        guard let name = names.first else {
            throw CommandError.usage(
                "name the reader with the card by --reader",
                hints: ["`jeton list` shows the readers"]
            )
        }
        guard names.count == 1 else {
            throw CommandError(
                "\(names.count) virtual cards match",
                hints: ["name one with --card, or another card by its --reader"],
                exitCode: .ambiguous,
                candidates: names
            )
        }
        return name
    }

    private func read(_ slot: KeySlot, _ card: String?) throws -> [[UInt8]] {
        switch (card, reader) {
        case (let name?, nil):
            let file = try CardDirectory().card(name)
            return try read(slot, VirtualCardTransport(SoftwareCard(at: file.path)))
        case (nil, let name?):
            let context = try Context(library: PCSCLibrary())
            let readers = try context.readers()
            guard let found = readers.first(where: { $0.description == name }) else {
                throw CommandError.notFound(
                    "no reader '\(name)'",
                    hints: ["`jeton list` shows the readers"]
                )
            }
            return try read(slot, PCSCTransport(context.connect(to: found)))
        default: throw CommandError.usage("name the card by either --reader or --card")
        }
    }

    private func read(_ slot: KeySlot, _ transport: consuming some CardTransport & ~Copyable) throws -> [[UInt8]] {
        var client = try PIVClient(CardChannel(transport))
        let attestation = try client.attestation(of: slot)
        guard let issuer = try client.certificate(in: .attestation) else { return [attestation] }
        return [attestation, issuer]
    }
}
