import Keystore
import Octets
import SecureChannel

/// The keys of secure channels: in the user's keystore, in the access group that the calling program's entitlements
/// give it.
///
/// Nothing of the keystore, and nothing of the program, is looked at before a card is seen that has a channel.
///
/// - SeeAlso: docs/pairing.md, docs/keystore.md.
public final class ChannelKeys: Sendable {
    /// The user's keystore, and the program; why there is none.
    private let place: Result<(store: UserKeystore, program: CallingProgram), KeystoreError>

    /// Names the folders; neither need be there before a card is paired.
    ///
    /// - Parameters:
    ///   - dataDirectory: The folder of Jeton's data, an absolute path: `keystore`, `keystore.key` and `teams.d` are in
    ///     it.
    ///   - witnessDirectory: The folder that remembers the keystore's generations; nil leaves old copies unnoticed.
    public init(dataDirectory: String, witnessDirectory: String?) {
        place = .success(
            (
                UserKeystore(dataDirectory: dataDirectory, witnessDirectory: witnessDirectory),
                CallingProgram(dataDirectory: dataDirectory)
            )
        )
    }

    /// Where there can be no keystore: cards without a channel can be used, and one that has a channel is refused with
    /// the reason, since it may be paired.
    ///
    /// - Parameters:
    ///   - reason: One sentence without a full stop.
    ///   - hint: What to do about it.
    public init(unavailable reason: String, hint: String) {
        place = .failure(KeystoreError(.notAvailable, reason, hint: hint))
    }

    // MARK: - Opening

    /// Looks at a card, and begins a session with one that is paired; one that is to be used through its channel only
    /// has to be.
    ///
    /// Nobody vouches for what a card tells outside of a session: a card that is paired is used through its channel
    /// although it says that it can be used without, or whoever is in between could ask for PINs in clear.
    ///
    /// - Parameter named: The group that the store's owner named; nil for the program's own.
    /// - Throws: `CKR_DEVICE_ERROR` if a card that is paired can't be spoken to.
    func open(_ connection: CardConnection, named: ChannelGroup?) throws(TokenFault) -> CardConnectionState {
        guard let information = try information(connection) else { return .ready(connection) }
        let described = CardConnection(
            connection.transport,
            isShared: connection.isShared,
            channel: information,
            revision: connection.revision
        )
        guard information.isChannelRequired || mayBePaired else { return .ready(described) }
        return try open(described, information, named: named, rejected: nil)
    }

    /// Whether this user can have paired cards.
    private var mayBePaired: Bool {
        switch place {
        case .success(let place): place.store.exists
        case .failure: true
        }
    }

    /// Looks once more at a card that could not be opened, since another program may have paired it, or the keystore
    /// have been unlocked.
    ///
    /// The card is spoken to only if something has changed.
    func open(again card: UnpairedCard, named: ChannelGroup?) throws(TokenFault) -> CardConnectionState {
        try open(card.connection, card.information, named: named, rejected: card.rejected)
    }

    private func open(
        _ connection: CardConnection,
        _ information: ChannelInformation,
        named: ChannelGroup?,
        rejected: CardPairing?
    ) throws(TokenFault) -> CardConnectionState {
        func refused(_ fault: TokenFault, _ state: ChannelState) -> CardConnectionState {
            .unpaired(
                UnpairedCard(
                    connection: connection,
                    information: information,
                    fault: fault,
                    state: state,
                    rejected: nil
                )
            )
        }
        let group: ChannelGroup
        let stored: StoredPairing?
        do throws(KeystoreError) {
            group = try self.group(named)
            stored = try find(information, for: group)
        } catch {
            return refused(TokenFault(error), ChannelState(error, information))
        }
        func absent(_ rejected: CardPairing?) -> CardConnectionState {
            .unpaired(UnpairedCard(connection, information, group, rejected: rejected))
        }
        guard let stored, stored.pairing.state != .revoked else {
            return information.isChannelRequired ? absent(stored?.pairing) : .ready(connection)
        }
        guard stored.pairing != rejected else { return absent(rejected) }
        do throws(ChannelError) {
            var transport = SecureCardTransport(connection.transport, identity: stored.identity, store: stored.store)
            try transport.open()
            return .ready(
                CardConnection(
                    AnyCardTransport(transport),
                    // A session can end at any time, and with it what the card knew of this program.
                    isShared: true,
                    channel: information,
                    revision: connection.revision
                )
            )
        } catch {
            if error.code == .cloneSuspected {
                return refused(
                    TokenFault(.actionProhibited, error.description),
                    ChannelState(copySuspected: error, information)
                )
            }
            guard [.notPaired, .handshakeFailed].contains(error.code) else { throw TokenFault(error) }
            return absent(stored.pairing)
        }
    }

    // MARK: - Finding

    private func group(_ named: ChannelGroup?) throws(KeystoreError) -> ChannelGroup {
        if let named { return named }
        return try ChannelGroup(place.get().program.explanation())
    }

    /// The pairing with a card that the programs of a group use: their own, or one that they were allowed to use.
    private func find(
        _ card: ChannelInformation,
        for group: ChannelGroup
    ) throws(KeystoreError) -> StoredPairing? {
        let store = try place.get().store
        guard store.exists else { return nil }
        let keychain = try store.open(for: group.caller)
        let token = VaultPairing.token(card)
        if let own = try StoredPairing(ChannelKeyStore(keychain, group: group.group), token: token) { return own }
        guard let permission = try keychain.permission(token: token, user: group.group) else { return nil }
        let holder = keychain.seen(by: group.caller(lent: permission.holder))
        return try StoredPairing(ChannelKeyStore(holder, group: permission.holder), token: token)
    }

    /// What a card tells of its channel; nil if it has none.
    private func information(_ connection: CardConnection) throws(TokenFault) -> ChannelInformation? {
        var client = PairingClient(connection.transport)
        do throws(ChannelError) {
            return try client.information()
        } catch {
            // Cards without a channel refuse the name in more ways than one, and are not asked for reasons.
            guard error.code == .exchangeFailed else { return nil }
            throw TokenFault(error)
        }
    }

    // MARK: - Pairing

    /// A card with a channel that can do without, to be paired with; nil if it has none, or is paired with already.
    func pairable(_ connection: CardConnection, named: ChannelGroup?) throws(TokenFault) -> UnpairedCard? {
        guard let information = try information(connection) else { return nil }
        do throws(KeystoreError) {
            let group = try group(named)
            let stored = try find(information, for: group)
            guard stored == nil || stored?.pairing.state == .revoked else { return nil }
            return UnpairedCard(connection, information, group, rejected: stored?.pairing)
        } catch {
            throw TokenFault(error)
        }
    }

    /// Pairs with a card; the password is used once, and not before there is a place for the keys.
    ///
    /// - Parameters:
    ///   - password: As it was typed, and before it, where the user knows it, the number of its slot and a colon; else
    ///     the first slot with an unused password of its suite is meant.
    ///   - named: The group that the store's owner named; nil for the program's own.
    /// - Throws: What the answers of C_EX_SetActivationPassword are; see `TokenFault.init(_: ChannelError)` and
    ///   `TokenFault.init(_: KeystoreError)`.
    func pair(_ card: UnpairedCard, _ password: borrowing Secret, named: ChannelGroup?) throws(TokenFault) {
        let number = ActivationPassword.slotNumber(password)
        let token = VaultPairing.token(card.information)
        let group: ChannelGroup
        let keychain: Keychain
        let known: StoredPairing?
        do throws(KeystoreError) {
            group = try self.group(named)
            keychain = try place.get().store.openOrCreate(for: group.caller)
            known = try StoredPairing(ChannelKeyStore(keychain, group: group.group), token: token)
        } catch {
            throw TokenFault(error)
        }
        do throws(ChannelError) {
            let typed = try ActivationPassword(typed: ActivationPassword.symbols(password, without: number))
            // A card that was paired before puts the new pairing in the place of the old one if it knows the program.
            let identity =
                if let known, known.identity.suite == typed.suite { known.identity } else {
                    try HostIdentity(generatingFor: typed.suite)
                }
            let maker = VaultPairing.Maker(identity: identity, program: group.program)
            // A legacy password is what the card came with, and the user has typed it.
            var client = PairingClient(card.connection.transport, policy: ChannelPolicy(allowsLegacyPairing: true))
            _ = try client.pair(
                identity,
                password: typed,
                slot: number,
                label: PeerLabel(truncating: group.peerName),
                store: VaultPairing(
                    keys: ChannelKeyStore(keychain, group: group.group),
                    token: token,
                    maker: maker
                )
            )
        } catch {
            // The first session tells whether a card whose last answer was lost is paired.
            guard error.code == .pairingUnconfirmed else { throw TokenFault(error) }
        }
        forgetFormer(card.information, in: ChannelKeyStore(keychain, group: group.group))
        if named != nil { lend(token, of: group, keychain) }
    }

    /// Forgets what a card was before it got another identity, by new keys or a new set-up: it knows nothing of that.
    private func forgetFormer(_ card: ChannelInformation, in keys: ChannelKeyStore) {
        let token = VaultPairing.token(card)
        let serial = token.prefix { $0 != "-" } + "-"
        // What can't be forgotten now is in nobody's way.
        for item in (try? keys.tokens()) ?? []
        where item.attributes.account.hasPrefix(serial) && item.attributes.account != token {
            try? keys.forget(token: item.attributes.account)
        }
    }

    /// Lets the program that paired for another one use the pairing too, unless it has one of its own.
    private func lend(_ token: String, of group: ChannelGroup, _ keychain: Keychain) {
        guard let own = try? self.group(nil), own.group != group.group else { return }
        let keys = ChannelKeyStore(keychain, group: own.group)
        guard (try? keys.pairing(token: token)) == .some(nil) else { return }
        // The token is paired all the same: what the program lacks then it can be given later.
        try? keychain.allow(
            ChannelPermission(token: token, user: own.group, holder: group.group, program: own.program)
        )
    }

    /// Ends a pairing with a card, on the card and here.
    ///
    /// - Parameter named: The group that the store's owner named; nil for the program's own.
    func unpair(_ connection: CardConnection, named: ChannelGroup?) throws(TokenFault) {
        guard let information = try information(connection) else {
            throw TokenFault(.functionNotSupported, "the card has no secure channel")
        }
        let stored: StoredPairing?
        do throws(KeystoreError) {
            stored = try find(information, for: group(named))
        } catch {
            throw TokenFault(error)
        }
        do throws(ChannelError) {
            guard let stored else { throw ChannelError(.notPaired) }
            var transport = SecureCardTransport(connection.transport, identity: stored.identity, store: stored.store)
            try transport.open()
            try transport.unpair()
        } catch {
            throw TokenFault(error)
        }
    }
}
