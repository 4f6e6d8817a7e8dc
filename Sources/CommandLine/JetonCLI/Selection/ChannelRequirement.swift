internal import Cryptoki
internal import Diagnostics
internal import PCSC
internal import SecureChannel
internal import SigningDesk
internal import TokenKit

/// Keeps PINs from a card that takes them through its secure channel only.
///
/// Jeton's own module uses the channel. Every other module would send the PIN in clear: an unpaired card looks to it
/// like any PIV card.
enum ChannelRequirement {
    /// Asks the card that a token of another module is on whether it requires its channel; sends one command.
    ///
    /// - Throws: ``CommandError`` with exit code 8 if it does.
    static func check(_ token: SelectedToken) throws(CommandError) {
        let entry = token.entry
        // PC/SC has nothing to do with a token in software, whose module would wait for pcscd here.
        guard !entry.moduleInfo.isJetonsOwn,
            !entry.slot.info.flags.isDisjoint(with: [.hardwareSlot, .removableDevice]),
            let library = try? PCSCLibrary(), let context = try? Context(library: library),
            let readers = try? context.readers()
        else { return }
        for reader in readers where entry.mayBe(inReader: reader.description) && requiresChannel(reader, context) {
            let name = reader.description
            let command: ShellCommand = "jeton pair --reader \(name)"
            throw CommandError(
                "the card in '\(name)' takes a PIN through its secure channel only, and module \(entry.modulePath) "
                    + "would send it in clear",
                hints: [
                    "`\(command.text)` sets up the channel, unless that has been done",
                    "without --module, Jeton's own module uses the channel",
                ],
                exitCode: .keystore
            )
        }
    }

    /// Whether a card says that it requires its channel; a card that has none, or can't be reached, does not.
    private static func requiresChannel(_ reader: ReaderName, _ context: borrowing Context) -> Bool {
        guard let card = try? context.connect(to: reader), let transport = try? PCSCTransport(card) else {
            return false
        }
        var client = PairingClient(transport)
        return (try? client.information())?.isChannelRequired == true
    }
}
