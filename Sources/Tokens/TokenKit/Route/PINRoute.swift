internal import Cryptoki
internal import JetonPCSC
internal import SecureChannel

/// Decides whether a PIN may be sent to a token, and says how it travels.
///
/// A PIN goes in clear only where no paired token is expected. An attacker between a program and a paired token, or with
/// a card of their own, can make Jeton's module see no card, so that another module shows it. What the card says of
/// itself can therefore add a refusal, but never take one away: the readers of paired tokens and the user's policy
/// count.
///
/// Every secret of a card takes the same route: user PIN, SO PIN, unblocking key and new values.
///
/// ```swift
/// let route = PINRoute(pairings: pairings, policy: .channelWherePaired)
/// let channel = try route.channel(to: token.entry, in: token.inventory, for: .user)
/// ```
///
/// Blocks as long as pcscd and the source of the pairings do; may be used from any thread.
public struct PINRoute: Sendable {
    /// Where a PIN may travel in clear.
    public enum Policy: Hashable, Sendable {
        /// Only where no paired token is expected.
        case channelWherePaired
        /// Also in the reader of a paired token, as the user has asked for this one command.
        ///
        /// A card that requires its channel, or has the serial number or label of a paired token, is still refused.
        case clearTextForOneCommand
    }

    /// The route of a program that keeps no pairings: it refuses only cards that say that they require their channel.
    public static let withoutPairings = PINRoute(pairings: NoPairings(), policy: .channelWherePaired)

    private let source: any PairingSource
    private let policy: Policy

    /// Makes a route.
    ///
    /// - Parameters:
    ///   - pairings: Tells which tokens are paired.
    ///   - policy: Where a PIN may travel in clear.
    public init(pairings: any PairingSource, policy: Policy) {
        source = pairings
        self.policy = policy
    }

    /// Finds how a secret would travel to a token, before it is asked for.
    ///
    /// Asks the card in the token's reader by one command whether it requires its channel, unless the role is
    /// `contextSpecific`: in the midst of an operation the card must not be reached another way.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - inventory: The inventory that it is from.
    ///   - role: Whose secret.
    /// - Returns: The channel; nil if that is not known, or nothing travels.
    /// - Throws: ``PINRouteError``; nothing may be sent then.
    public func channel(
        to token: TokenEntry,
        in inventory: Inventory,
        for role: PINPrompt.Role
    ) throws(PINRouteError) -> PINPrompt.Channel? {
        guard token.isInClear else { return token.channelInUse }
        if role != .contextSpecific { try refuseCardThatRequiresChannel(token) }
        let known = source.pairings()
        let reader = inventory.readerName(of: token)
        if let refusal = refusal(of: token, in: reader, known) { throw refusal }
        return clearChannel(to: token, in: inventory, reader, known)
    }

    /// Finds how a secret would travel to a token if it were sent; asks no card.
    public func outlook(to token: TokenEntry, in inventory: Inventory) -> PINPrompt.Channel? {
        guard token.isInClear else { return token.channelInUse }
        return clearChannel(to: token, in: inventory, inventory.readerName(of: token), source.pairings())
    }

    /// The paired tokens now.
    var knownPairings: KnownPairings { source.pairings() }

    // MARK: - Refusals

    private func refusal(of token: TokenEntry, in reader: String, _ known: KnownPairings) -> PINRouteError? {
        func refusal(_ code: PINRouteError.Code, _ paired: PairedToken? = nil) -> PINRouteError {
            PINRouteError(code, module: token.modulePath, reader: reader, pairedToken: paired, damage: known.damage)
        }
        let isOwn = token.moduleInfo.isJetonsOwn
        // Jeton's own module refuses such a card itself.
        if !isOwn, token.isDevice, let claimed = known.tokens.first(where: { $0.isClaimed(by: token) }) {
            return refusal(.standsForPairedToken, claimed)
        }
        guard policy == .channelWherePaired else { return nil }
        if let paired = known.tokens.first(where: { $0.isGuarding(reader) }) { return refusal(.readerPolicy, paired) }
        guard !isOwn else { return nil }
        if let paired = known.tokens.first(where: { $0.wasSeen(in: reader) && !$0.isKept(by: token) }) {
            return refusal(.pairedReader, paired)
        }
        // Which token a damaged record was of is unknown: it may have been seen in this reader.
        return token.isDevice && known.damage != nil ? refusal(.pairingsDamaged) : nil
    }

    /// Refuses a card that says that it takes PINs through its channel only, where another module would send one.
    ///
    /// An unpaired card looks to such a module like any PIV card.
    private func refuseCardThatRequiresChannel(_ token: TokenEntry) throws(PINRouteError) {
        // PC/SC has nothing to do with a token in software, whose module would wait for pcscd here.
        guard !token.moduleInfo.isJetonsOwn,
            !token.slot.info.flags.isDisjoint(with: [.hardwareSlot, .removableDevice]),
            let library = try? PCSCLibrary(), let context = try? Context(library: library),
            let readers = try? context.readers()
        else { return }
        for reader in readers where token.mayBe(inReader: reader.description) {
            guard Self.requiresChannel(reader, context) else { continue }
            throw PINRouteError(.channelRequired, module: token.modulePath, reader: reader.description)
        }
    }

    /// Whether a card says that it requires its channel; one that can't be reached does not.
    private static func requiresChannel(_ reader: ReaderName, _ context: borrowing Context) -> Bool {
        guard let card = try? context.connect(to: reader), let transport = try? PCSCTransport(card) else {
            return false
        }
        var client = PairingClient(transport)
        return (try? client.information())?.isChannelRequired == true
    }

    // MARK: - Channels

    private func clearChannel(
        to token: TokenEntry,
        in inventory: Inventory,
        _ reader: String,
        _ known: KnownPairings
    ) -> PINPrompt.Channel? {
        if let other = known.tokens.first(where: { $0.wasSeen(in: reader) && !$0.hasSerialNumber(of: token) }) {
            return .clearBeside(pairedToken: other.name)
        }
        // A vendor's module with an extension may have a channel that it does not report.
        let hasExtension = inventory.extendedFunctionCount(of: token) > 0
        return token.isDevice && (token.moduleInfo.isJetonsOwn || !hasExtension) ? .clear : nil
    }
}

/// No pairing at all.
private struct NoPairings: PairingSource {
    func pairings() -> KnownPairings { KnownPairings([]) }
}

extension TokenEntry {
    /// The channel that commands go through now; nil for none.
    fileprivate var channelInUse: PINPrompt.Channel? {
        slot.channel?.suite.map { PINPrompt.Channel.secure(suite: $0.rawValue) }
    }

    /// Whether commands go to the token, and in clear: one whose channel is refused gets none.
    fileprivate var isInClear: Bool { slot.channel?.suite == nil && slot.channel?.refusal == nil }

    /// Whether the token is a device that can be taken out, rather than software or a part of the machine.
    fileprivate var isDevice: Bool { slot.info.flags.isSuperset(of: [.hardwareSlot, .removableDevice]) }
}
