import JetonKeystore
import JetonKeystoreBase
import JetonOctets
import SecureChannel

/// Pairing with cards, and its end.
extension ChannelKeys {
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
    ///   - card: The card.
    ///   - password: As it was typed, and before it, where the user knows it, the number of its slot and a colon; else
    ///     the first slot with an unused password of its suite is meant.
    ///   - named: The group that the store's owner named; nil for the program's own.
    ///   - reader: The slot's name, which is noted with the pairing.
    /// - Throws: What the answers of C_EX_SetActivationPassword are; see `TokenFault.init(_: ChannelError)` and
    ///   `TokenFault.init(_: KeystoreError)`; `CKR_ACTION_PROHIBITED` for a legacy password that the user has not
    ///   allowed, `CKR_MECHANISM_INVALID` for a password of another suite than that of the card's pairing, and
    ///   `CKR_PIN_EXPIRED` for a password that is used up.
    func pair(
        _ card: UnpairedCard,
        _ password: borrowing Secret,
        named: ChannelGroup?,
        reader: String
    ) throws(TokenFault) {
        guard let information = card.information else { throw card.fault }
        let number = ActivationPassword.slotNumber(password)
        let typed: ActivationPassword
        do throws(ChannelError) {
            typed = try ActivationPassword(typed: ActivationPassword.symbols(password, without: number))
        } catch {
            throw TokenFault(error)
        }
        let allowsLegacy = try check(typed, number, information)
        let token = VaultPairing.token(information)
        let group: ChannelGroup
        let keychain: Keychain
        let known: StoredPairing?
        let isDowngrade: Bool
        do throws(KeystoreError) {
            group = try self.group(named)
            keychain = try place.get().store.openOrCreate(for: group.caller)
            let keys = ChannelKeyStore(keychain, group: group.group)
            known = try StoredPairing(keys, token: token)
            isDowngrade = try Self.hasPairing(keys, token, inAnotherSuiteThan: typed.suite)
        } catch {
            throw TokenFault(error)
        }
        guard !isDowngrade else { throw TokenFault(ChannelError(.suiteChanged)) }
        do throws(ChannelError) {
            // A card that was paired before puts the new pairing in the place of the old one if it knows the program.
            let identity =
                if let known, known.identity.suite == typed.suite { known.identity } else {
                    try HostIdentity(generatingFor: typed.suite)
                }
            let maker = VaultPairing.Maker(identity: identity, program: group.program)
            var client = PairingClient(
                card.connection.transport,
                policy: ChannelPolicy(allowsLegacyPairing: allowsLegacy)
            )
            _ = try client.pair(
                identity,
                password: typed,
                slot: number,
                label: PeerLabel(truncating: group.peerName),
                store: VaultPairing(
                    keys: ChannelKeyStore(keychain, group: group.group),
                    token: token,
                    maker: maker,
                    reader: reader
                )
            )
            // The pairing is made: what can't be noted costs at most a try of another password later.
            try? place.get().passwords.noteUse(typed.symbols, UnpairedCard.serialNumber(information))
        } catch {
            // The first session tells whether a card whose last answer was lost is paired.
            guard error.code == .pairingUnconfirmed else { throw TokenFault(error) }
        }
        forgetFormer(information, in: ChannelKeyStore(keychain, group: group.group))
        if named != nil { lend(token, of: group, keychain) }
    }

    /// Refuses a password that needs the user's consent, or is used up, before anything is sent.
    ///
    /// - Returns: Whether legacy passwords of the card are allowed.
    private func check(
        _ password: borrowing ActivationPassword,
        _ number: Int?,
        _ card: ChannelInformation
    ) throws(TokenFault) -> Bool {
        let serialNumber = UnpairedCard.serialNumber(card)
        let allowsLegacy: Bool
        let wasUsed: Bool
        do throws(KeystoreError) {
            let notes = try place.get().passwords
            allowsLegacy = try notes.allowsLegacy(serialNumber)
            if let number {
                wasUsed = card.slots.indices.contains(number - 1) && card.slots[number - 1].state == .used
            } else {
                wasUsed = try notes.wasUsed(password.symbols, serialNumber)
            }
        } catch {
            throw TokenFault(error)
        }
        guard !password.suite.parameters.needsConsent || allowsLegacy else {
            throw TokenFault(.actionProhibited, "a legacy activation password needs the user's consent")
        }
        guard !wasUsed else { throw TokenFault(.pinExpired, "the activation password is used up") }
        return allowsLegacy
    }

    /// Forgets what a card was before it got another identity, by new keys or a new set-up: it knows nothing of that.
    private func forgetFormer(_ card: ChannelInformation, in keys: ChannelKeyStore) {
        let token = VaultPairing.token(card)
        let serial = Self.serialPrefix(token)
        // What can't be forgotten now is in nobody's way.
        for item in (try? keys.tokens()) ?? []
        where item.attributes.account.hasPrefix(serial) && item.attributes.account != token {
            try? keys.forget(token: item.attributes.account)
        }
    }

    /// Whether a group keeps a pairing with a card of the same serial number in another suite.
    private static func hasPairing(
        _ keys: ChannelKeyStore,
        _ token: String,
        inAnotherSuiteThan suite: ChannelSuite
    ) throws(KeystoreError) -> Bool {
        for item in try keys.tokens() where item.attributes.account.hasPrefix(serialPrefix(token)) {
            guard let stored = try StoredPairing(keys, token: item.attributes.account) else { continue }
            if stored.pairing.state != .revoked, stored.pairing.suite != suite { return true }
        }
        return false
    }

    /// What the names of all identities of a card begin with: its serial number.
    private static func serialPrefix(_ token: String) -> String { token.prefix { $0 != "-" } + "-" }

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
    /// - Parameters:
    ///   - connection: The way to the card.
    ///   - named: The group that the store's owner named; nil for the program's own.
    /// - Throws: What the card or the store refuses, as a fault of PKCS #11.
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
