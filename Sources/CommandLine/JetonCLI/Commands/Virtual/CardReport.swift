internal import JetonDiagnostics
internal import JetonOctets
internal import SecureChannel
internal import VirtualCard

/// What the commands print of a virtual card.
struct CardReport {
    let card: CardFile
    let place: CardFile.Place
    let status: VirtualCardStatus

    init(_ card: CardFile) throws(VirtualCardError) {
        self.card = card
        place = card.place
        status = try SoftwareCard(at: card.path).status()
    }

    /// The key references in hexadecimal, as PIV's programs write them.
    var keys: [String] { status.keyReferences.map { Hex.encode([$0]) } }

    var lines: [String] {
        [
            "name:           \(card.name)",
            "serial:         \(status.serialNumber)",
            "state:          \(place.rawValue)",
            "PIN:            \(Self.words(status.pin))",
            "PUK:            \(Self.words(status.unblockingKey))",
            "management key: \(managementAlgorithm)" + (status.isManagementKeyFactoryValue ? ", factory value" : ""),
            "keys:           \(keys.isEmpty ? "none" : keys.joined(separator: " "))",
            "objects:        \(objects.joined(separator: " "))",
            "file:           \(card.path)",
        ] + channelLines
    }

    /// What is to be said of a secure channel.
    private var channelLines: [String] {
        guard let channel = status.channel else { return [] }
        let unused = channel.slots.count { $0.state == .unused }
        let pairing = channel.isInPairingMode ? "can be paired now" : "eject and insert the card to pair it"
        return [
            "channel:        required; \(Self.names(channel)); \(unused) of \(channel.slots.count) passwords unused; \(pairing)",
            "paired with:    "
                + (channel.peers.isEmpty ? "none" : channel.peers.map(\.label.text).joined(separator: ", ")),
        ]
    }

    /// How many tries are left: "3 of 3".
    static func count(_ pin: VirtualCardStatus.PIN) -> String {
        pin.triesLeft == 0 ? "blocked" : "\(pin.triesLeft) of \(pin.maximumTries)"
    }

    private static func words(_ pin: VirtualCardStatus.PIN) -> String {
        (pin.triesLeft == 0 ? "blocked" : count(pin) + " tries left") + (pin.isFactoryValue ? ", factory value" : "")
    }

    /// What to do next, where something is to be done.
    var hints: [String] {
        var values: [String] = []
        if status.pin.isFactoryValue { values.append("its PIN is 123456") }
        if status.unblockingKey.isFactoryValue { values.append("its PUK is 12345678") }
        guard !values.isEmpty else { return [] }
        var hints: [String] = []
        let reader = "Jeton virtual card \(card.name) \(status.serialNumber)"
        if status.channel?.peers.isEmpty == true {
            let command: ShellCommand = "jeton pair --reader \(reader)"
            hints.append("`\(command.text)` sets up its channel first")
        }
        return hints + [
            "\(values.joined(separator: " and ")), the published \(values.count == 1 ? "value" : "values") of the factory",
            "`\(ListReport.setupCommand(reader: reader).text)` replaces the published values and creates a key and a certificate",
        ]
    }

    /// The members that every command's document has.
    var members: JSON.Members {
        [
            "name": card.name, "path": card.path, "serial": String(status.serialNumber), "state": place.rawValue,
            "pin": Self.json(status.pin), "puk": Self.json(status.unblockingKey),
            "managementKey": JSON.object([
                "algorithm": managementAlgorithm, "factory": status.isManagementKeyFactoryValue,
            ]), "keys": keys, "objects": objects,
        ] + (status.channel.map { ["channel": Self.json($0)] } ?? [:])
    }

    private static func names(_ channel: VirtualCardStatus.Channel) -> String {
        channel.suites.map(\.parameters.name).joined(separator: ", ")
    }

    private static func json(_ channel: VirtualCardStatus.Channel) -> JSON {
        .object([
            "suites": channel.suites.map { $0.parameters.name },
            "pairingMode": channel.isInPairingMode, "slots": channel.slots.map { "\($0.state)" },
            "pairedWith": channel.peers.map { $0.label.text },
        ])
    }

    private var objects: [String] {
        status.objectTags.map { Hex.encode(Array($0.bigEndianOctets.drop { $0 == 0 })) }
    }

    private var managementAlgorithm: String {
        switch status.managementAlgorithm {
        case .tripleDES: "3des"
        case .aes128: "aes128"
        case .aes192: "aes192"
        case .aes256: "aes256"
        }
    }

    private static func json(_ pin: VirtualCardStatus.PIN) -> JSON {
        .object([
            "triesLeft": pin.triesLeft, "triesMaximum": pin.maximumTries, "locked": pin.triesLeft == 0,
            "factory": pin.isFactoryValue,
        ])
    }
}
