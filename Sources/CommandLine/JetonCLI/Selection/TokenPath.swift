internal import Cryptoki
internal import SigningDesk
internal import TokenKit

/// The way from here to a selected token: through a secure channel or in clear, and which paired token is expected
/// there.
struct TokenPath {
    /// How a PIN travels; nil where that is not known, or the token is not a device.
    let channel: PINPrompt.Channel?
    /// A paired token that the selected one stands for, by a module that does not use its channel.
    private let claimed: KnownPairing?
    private let entry: TokenEntry

    /// Looks at a token and at what is known of pairings.
    init(_ token: SelectedToken) {
        entry = token.entry
        if let suite = entry.slot.channel?.suite {
            channel = .secure(suite: suite.rawValue)
            claimed = nil
            return
        }
        guard entry.slot.channel?.refusal == nil else {
            // Nothing travels.
            channel = nil
            claimed = nil
            return
        }
        let isDevice = entry.slot.info.flags.isSuperset(of: [.hardwareSlot, .removableDevice])
        let pairings = TokenPath.pairings()
        let isOwn = entry.moduleInfo.manufacturer.description == "Jeton"
        // Jeton's own module refuses such a card itself.
        claimed = isOwn || !isDevice ? nil : pairings.first { $0.isClaimed(by: token.entry) }
        let others = pairings.filter { $0.wasSeen(in: token.readerName) && !$0.hasSerialNumber(of: token.entry) }
        if let other = others.first {
            channel = .clearBeside(pairedToken: other.name)
        } else {
            // A vendor's module with an extension may have a channel that it does not report.
            channel = isDevice && (isOwn || token.extendedFunctionCount == 0) ? .clear : nil
        }
    }

    /// Refuses a token that stands for a paired one, before a PIN is asked for.
    ///
    /// - Throws: ``CommandError`` with exit code 5.
    func check() throws(CommandError) {
        guard let claimed else { return }
        throw CommandError(
            "the card stands for paired token '\(claimed.name)', and module \(entry.modulePath) does not use its "
                + "secure channel",
            hints: [
                "the PIN would travel in clear: leave out --module, so that jeton's own module is used",
                "`jeton unpair \(claimed.serial)` forgets a pairing that is over",
            ],
            exitCode: .refused
        )
    }

    /// The known pairings: the index can be read where the keystore can't.
    private static func pairings() -> [KnownPairing] {
        if let register = try? ChannelRegister(), let pairings = try? KnownPairing.all(register) { return pairings }
        return (try? KnownPairing.noted()) ?? []
    }
}

extension PINPrompt.Channel {
    /// The suite, or "in clear".
    var words: String {
        switch self {
        case .secure(let suite): suite
        case .clear: "in clear"
        case .clearBeside(let name): "in clear; paired token '\(name)' was last seen in this reader"
        }
    }
}
