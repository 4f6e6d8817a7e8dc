import JetonKeystore
import JetonKeystoreBase
import SecureChannel

/// The keys of secure channels: in the user's keystore, in the access group that the calling program's entitlements
/// give it.
///
/// Nothing of the keystore, and nothing of the program, is looked at before a card is seen that has a channel.
///
/// - SeeAlso: docs/pairing.md, docs/keystore.md.
public final class ChannelKeys: Sendable {
    /// Where the user's keys are, and the program; why there is none.
    let place: Result<Place, KeystoreError>

    /// Where the user's keys are, and who asks for them.
    struct Place {
        let store: UserKeystore
        let program: CallingProgram
        let passwords: ActivationPasswordNotes
    }

    /// Names the directories; neither need be there before a card is paired.
    ///
    /// - Parameters:
    ///   - dataDirectory: The directory of Jeton's data, an absolute path: `keystore`, `keystore.key` and `teams.d` are
    ///     in it.
    ///   - witnessDirectory: The directory that remembers the keystore's generations; nil leaves old copies unnoticed.
    public init(dataDirectory: String, witnessDirectory: String?) {
        place = .success(
            Place(
                store: UserKeystore(dataDirectory: dataDirectory, witnessDirectory: witnessDirectory),
                program: CallingProgram(dataDirectory: dataDirectory),
                passwords: ActivationPasswordNotes(dataDirectory: dataDirectory)
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
    /// What a card reports outside a session is not authenticated: a card that is paired is used through its channel
    /// although it says that it can be used without, or an attacker in between could ask for PINs in clear.
    ///
    /// A card that is given back in clear may still be refused: ``refusal(of:serialNumber:label:reader:named:)``.
    ///
    /// - Parameters:
    ///   - connection: The way to the card.
    ///   - named: The group that the store's owner named; nil for the program's own.
    ///   - reader: The slot's name, which is noted with the pairing.
    /// - Returns: The card in clear, in a session, or without sessions and why.
    /// - Throws: `CKR_DEVICE_ERROR` if a card that is paired can't be spoken to.
    func open(
        _ connection: CardConnection,
        named: ChannelGroup?,
        reader: String
    ) throws(TokenFault) -> CardConnectionState {
        guard let information = try information(connection) else { return .ready(connection) }
        let described = CardConnection(
            connection.transport,
            isShared: connection.isShared,
            channel: information,
            revision: connection.revision
        )
        guard information.isChannelRequired || mayBePaired else { return .ready(described) }
        return try open(described, information, named: named, reader: reader, rejected: nil)
    }

    /// The user's keystore; nil where there is no place for one.
    var userStore: UserKeystore? { try? place.get().store }

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
    func open(
        again card: UnpairedCard,
        named: ChannelGroup?,
        reader: String
    ) throws(TokenFault) -> CardConnectionState {
        guard let information = card.information else {
            return try open(card.connection, named: named, reader: reader)
        }
        return try open(card.connection, information, named: named, reader: reader, rejected: card.rejected)
    }

    private func open(
        _ connection: CardConnection,
        _ information: ChannelInformation,
        named: ChannelGroup?,
        reader: String,
        rejected: CardPairing?
    ) throws(TokenFault) -> CardConnectionState {
        let group: ChannelGroup
        let found: StoredPairing?
        do throws(KeystoreError) {
            group = try self.group(named)
            found = try find(information, for: group)
        } catch {
            return .unpaired(UnpairedCard(connection, information, error))
        }
        func absent(_ rejected: CardPairing?) -> CardConnectionState {
            .unpaired(UnpairedCard(connection, information, group, rejected: rejected))
        }
        guard var stored = found, stored.pairing.state != .revoked else {
            return information.isChannelRequired ? absent(found?.pairing) : .ready(connection)
        }
        guard stored.pairing != rejected else { return absent(rejected) }
        stored.store.reader = reader
        do throws(ChannelError) {
            var transport = SecureCardTransport(connection.transport, identity: stored.identity, store: stored.store)
            try transport.open()
            return .ready(
                CardConnection(
                    SharedTransport(transport),
                    // A session can end at any time, and with it what the card knew of this program.
                    isShared: true,
                    channel: information,
                    pairing: stored.store,
                    revision: connection.revision
                )
            )
        } catch {
            if let state = TokenChannelState(refusal: error, information) {
                let fault = TokenFault(.actionProhibited, error.description)
                return .unpaired(UnpairedCard(connection, information, fault, state))
            }
            guard [.notPaired, .handshakeFailed].contains(error.code) else { throw TokenFault(error) }
            return absent(stored.pairing)
        }
    }

    // MARK: - Finding

    /// The group in which the program's pairings are.
    func group(_ named: ChannelGroup?) throws(KeystoreError) -> ChannelGroup {
        if let named { return named }
        return try ChannelGroup(place.get().program.explanation())
    }

    /// The pairing with a card that the programs of a group use: their own, or one that they were allowed to use.
    func find(
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
    func information(_ connection: CardConnection) throws(TokenFault) -> ChannelInformation? {
        var client = PairingClient(connection.transport)
        do throws(ChannelError) {
            return try client.information()
        } catch {
            // Cards without a channel refuse the name in more ways than one, and are not asked for reasons.
            guard error.code == .exchangeFailed else { return nil }
            throw TokenFault(error)
        }
    }
}
