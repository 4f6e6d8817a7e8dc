internal import ArgumentParser
internal import Cryptoki
internal import JetonKeystore
internal import PairingDesk
internal import SigningDesk
internal import TokenKit

/// `jeton pairings policy`.
struct PairingsPolicyCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "policy",
        abstract: "Show or set what is allowed with a token.",
        discussion: """
            A card that shows itself as a paired token is never used in clear. --require-channel extends that to \
            every card in the reader in which the token was last seen. --allow-legacy lets programs pair with the \
            token by a legacy activation password, also before it is paired.
            """
    )

    @OptionGroup var paired: PairedTokenArgument
    @OptionGroup var modules: ModuleOptions
    @OptionGroup var output: OutputOptions

    @Flag(inversion: .prefixedNo, help: "Use no card in the token's reader in clear.")
    var requireChannel: Bool?

    @Flag(inversion: .prefixedNo, help: "Allow legacy activation passwords of the token.")
    var allowLegacy: Bool?

    func execute() throws -> ExitCode {
        let serial = try serialNumber()
        let passwords = try PairingStores.ofThisUser().passwords
        if let requireChannel {
            let entries = try ChannelRegister.ofThisUser().entries(serial: serial)
            guard !entries.isEmpty else {
                throw CommandError(
                    "no pairing in the keystore can store --require-channel for '\(paired.target)'",
                    hints: ["`jeton pair --require-channel` pairs the token and sets it"],
                    exitCode: .keystore
                )
            }
            for entry in entries { try ChannelRegister.ofThisUser().setRequiresChannel(requireChannel, entry) }
        }
        if let allowLegacy { try passwords.setAllowsLegacy(allowLegacy, serial) }
        let isRequired = try ChannelRegister.ofThisUser().entries(serial: serial).contains(where: \.requiresChannel)
        let isLegacyAllowed = try passwords.allowsLegacy(serial)
        return try answer(
            "jeton.pairings.policy/1",
            ["serial": serial, "requiresChannel": isRequired, "legacyAllowed": isLegacyAllowed],
            [
                "serial:           \(serial)", "require channel:  \(isRequired ? "yes" : "no")",
                "legacy passwords: \(isLegacyAllowed ? "allowed" : "refused")",
            ]
        )
    }

    /// The serial number of the token that is meant: a paired one, or one that is connected.
    private func serialNumber() throws -> String {
        do {
            return try KnownPairing.named(paired.target, in: ChannelRegister.ofThisUser()).serial
        } catch let error as PairingDeskError where error.code == .noPairing {
            if let serial = KnownPairing.virtualCardSerial(paired.target) { return serial }
            let inventory = try modules.choice.finder().inventory()
            let token = try PairingSelection(inventory).choose(PairingTarget(name: paired.target))
            return token.token.serialNumber.description
        }
    }
}
