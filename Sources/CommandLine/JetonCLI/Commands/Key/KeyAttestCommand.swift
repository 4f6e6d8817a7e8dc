internal import ArgumentParser
internal import JetonEnrollment
internal import JetonPCSC
internal import JetonX509
internal import PIVCard
internal import SmartCard
internal import VirtualCard

/// `jeton key attest`.
struct KeyAttestCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "attest",
        abstract: "Have a PIV card attest that it generated a key.",
        discussion: """
            The card signs a certificate for the key with its attestation key (Yubico's PIV extension). The output has \
            both certificates; `jeton cert verify --attestation` checks them.
            """
    )

    @Argument(help: ArgumentHelp("The key's PIV slot: 9a, 9c, 9d, 9e or 82 to 95.", valueName: "slot"))
    var slot: String

    @Option(help: ArgumentHelp("The virtual card (default: the only card, virtual or in a reader).", valueName: "name"))
    var card: String?

    @Option(help: ArgumentHelp("The reader with the card.", valueName: "name"))
    var reader: String?

    @OptionGroup var encoded: EncodedOutputOptions
    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        let name = slot.lowercased()
        guard let key = KeySlot.standard.first(where: { $0.description == name }) else {
            throw CommandError.usage("'\(slot)' is not a PIV slot: expected 9a, 9c, 9d, 9e or 82 to 95")
        }
        guard !encoded.der else { throw CommandError.usage("an attestation consists of two certificates in PEM") }
        let octets: [[UInt8]]
        let place = try place()
        let cardName =
            switch place {
            case .card(let name): "card '\(name)'"
            case .reader(let name): "the card in '\(name)'"
            }
        do {
            octets = try read(key, place)
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
        try encoded.answer([], pem: pem, "jeton.key.attest/1", AttestationReport.members(attestation), output)
        if encoded.out != "-" { Console.note("\(encoded.out): the attestation of slot \(name) of \(cardName)") }
        return .success
    }

    /// Where the card is.
    private enum Place {
        /// A virtual card by its name.
        case card(String)
        /// The card in a reader.
        case reader(String)
    }

    /// The card that the options name, or the only one.
    private func place() throws -> Place {
        switch (card, reader) {
        case (let name?, nil): return .card(name)
        case (nil, let name?): return .reader(name)
        case (nil, nil): return try onlyPlace()
        default: throw CommandError.usage("name the card by either --reader or --card")
        }
    }

    private func onlyPlace() throws -> Place {
        let names = try CardDirectory().cards().map(\.name)
        // Without PC/SC there are no others.
        let readers = (try? KeyAttestCommand.readersWithCards()) ?? []
        let all = names.map { Place.card($0) } + readers.map { Place.reader($0) }
        guard let only = all.first else {
            throw CommandError.notFound(
                "no card was found",
                hints: ["insert the card, or name its reader with --reader", "`jeton list` shows the readers"]
            )
        }
        guard all.count == 1 else {
            throw CommandError(
                "\(all.count) cards match",
                hints: ["name a virtual card with --card, or a card's reader with --reader"],
                exitCode: .ambiguous,
                candidates: names + readers
            )
        }
        return only
    }

    private static func readersWithCards() throws(PCSCError) -> [String] {
        let context = try Context(library: PCSCLibrary())
        return try context.states(of: context.readers()).filter(\.isCardPresent).map(\.reader.description)
    }

    private func read(_ slot: KeySlot, _ place: Place) throws -> [[UInt8]] {
        switch place {
        case .card(let name):
            let file = try CardDirectory().card(name)
            return try read(slot, VirtualCardTransport(SoftwareCard(at: file.path)))
        case .reader(let name):
            let context = try Context(library: PCSCLibrary())
            let readers = try context.readers()
            guard let found = readers.first(where: { $0.description == name }) else {
                throw CommandError.notFound("no reader '\(name)'", hints: ["`jeton list` shows the readers"])
            }
            return try read(slot, PCSCTransport(context.connect(to: found)))
        }
    }

    private func read(_ slot: KeySlot, _ transport: consuming some CardTransport & ~Copyable) throws -> [[UInt8]] {
        var client = try PIVClient(CardChannel(transport))
        let attestation = try client.attestation(of: slot)
        guard let issuer = try client.certificate(in: .attestation) else { return [attestation] }
        return [attestation, issuer]
    }
}
