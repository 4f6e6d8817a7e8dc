import Octets
import SecureChannel
import SmartCard

#if canImport(Glibc)
    import Glibc
#endif

/// The keys of secure channels: this user's identities, one for each suite, and what is remembered of each card.
///
/// They lie in files that only their owner may read, not in the keystore: whoever can read the user's files has them.
public struct ChannelFolder: Sendable {
    private let path: String

    /// Names a folder; it is made, with the folder around it, when the first card is paired.
    public init(_ path: String) { self.path = path }

    /// What is remembered of a card.
    func pairing(_ card: ChannelIdentifier) -> PairingFile {
        PairingFile(file: PrivateFile(path: "\(path)/\(card).pairing"))
    }

    private func identityFile(_ suite: ChannelSuite) -> PrivateFile {
        PrivateFile(path: "\(path)/identity-\(suite.rawValue)")
    }

    /// The identity for a suite; nil before the first pairing.
    func identity(_ suite: ChannelSuite) throws(TokenFault) -> HostIdentity? {
        guard var octets = try identityFile(suite).read() else { return nil }
        let secret = Secret(wiping: &octets)
        do throws(ChannelError) { return try HostIdentity(decoding: secret) } catch { throw TokenFault(error) }
    }

    /// The identity for a suite, a new one before the first pairing.
    func makeIdentity(_ suite: ChannelSuite) throws(TokenFault) -> HostIdentity {
        let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        for folder in [parent, path] where unsafe mkdir(folder, 0o700) != 0 && errno != EEXIST {
            throw TokenFault(.functionFailed, "the folder of the channel's keys could not be made (errno \(errno))")
        }
        let file = identityFile(suite)
        return try file.withLock { () throws(TokenFault) in
            if let known = try identity(suite) { return known }
            do throws(ChannelError) {
                let made = try HostIdentity(generatingFor: suite)
                var octets = made.encoded().withBytes { bytes in bytes.indices.map { bytes[$0] } }
                defer { octets.wipe() }
                do throws(TokenFault) { try file.write(octets) } catch { throw ChannelError(.storageFailed) }
                return made
            } catch {
                throw TokenFault(error)
            }
        }
    }

    /// Looks at a card, and begins a session with one that is paired, or is to be used through its channel only.
    ///
    /// Nobody vouches for what a card tells outside of a session: a card that is paired is used through its channel
    /// although it says that it can be used without, or whoever is in between could ask for PINs in clear.
    ///
    /// - Throws: `CKR_DEVICE_ERROR` if a card that is paired can't be spoken to.
    func open(_ connection: CardConnection) throws(TokenFault) -> CardConnectionState {
        guard let information = try information(connection) else { return .ready(connection) }
        let unpaired = CardConnectionState.unpaired(
            CardConnection(
                connection.transport,
                isShared: connection.isShared,
                serialNumber: Hex.encode(information.serialNumber.bigEndianOctets)
            )
        )
        do throws(ChannelError) {
            let store = pairing(information.identifier)
            guard let known = try store.load(), known.state != .revoked else {
                return information.isChannelRequired ? unpaired : .ready(connection)
            }
            guard let identity = try? identity(known.suite) else { return unpaired }
            var transport = SecureCardTransport(connection.transport, identity: identity, store: store)
            try transport.open()
            return .ready(
                CardConnection(
                    AnyCardTransport(transport),
                    // A session can end at any time, and with it what the card knew of this program.
                    isShared: true,
                    revision: connection.revision
                )
            )
        } catch {
            if [.notPaired, .handshakeFailed].contains(error.code) { return unpaired }
            throw TokenFault(error)
        }
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

    /// Pairs with a card; the password is used once.
    ///
    /// - Parameter password: As it was typed, and before it, where the user knows it, the number of its slot and a
    ///   colon; else the first slot with an unused password of its suite is meant.
    /// - Throws: What the answers of C_EX_SetActivationPassword are; see `TokenFault.init(_: ChannelError)`.
    func pair(_ connection: CardConnection, _ password: borrowing Secret) throws(TokenFault) {
        guard let information = try information(connection) else {
            throw TokenFault(.functionNotSupported, "the card has no secure channel")
        }
        do throws(ChannelError) {
            let number = Self.slotNumber(password)
            let typed = try ActivationPassword(typed: Self.withoutSlotNumber(password, number))
            let identity: HostIdentity
            do throws(TokenFault) {
                identity = try makeIdentity(typed.suite)
            } catch {
                throw ChannelError(.storageFailed)
            }
            // A legacy password is what the card came with, and the user has typed it.
            var client = PairingClient(connection.transport, policy: ChannelPolicy(allowsLegacyPairing: true))
            _ = try client.pair(
                identity,
                password: typed,
                slot: number,
                label: PeerLabel(truncating: "Jeton"),
                store: pairing(information.identifier)
            )
        } catch {
            // The first session tells whether a card whose last answer was lost is paired.
            guard error.code != .pairingUnconfirmed else { return }
            throw TokenFault(error)
        }
    }

    /// The number of one digit before a colon in front of a password; nil if there is none.
    private static func slotNumber(_ password: borrowing Secret) -> Int? {
        password.withBytes { octets in
            guard octets.count > 2, octets[1] == UInt8(ascii: ":"), (0x30...0x39).contains(octets[0]) else {
                return nil
            }
            return Int(octets[0]) - 0x30
        }
    }

    private static func withoutSlotNumber(_ password: borrowing Secret, _ number: Int?) -> Secret {
        password.withBytes { octets in
            Secret(copying: number == nil ? octets : octets.extracting(2..<octets.count))
        }
    }

    /// Ends the pairing with a card, on the card and here.
    func unpair(_ connection: CardConnection) throws(TokenFault) {
        guard let information = try information(connection) else {
            throw TokenFault(.functionNotSupported, "the card has no secure channel")
        }
        let store = pairing(information.identifier)
        do throws(ChannelError) {
            guard let known = try store.load(), let identity = try? identity(known.suite) else {
                throw ChannelError(.notPaired)
            }
            var transport = SecureCardTransport(connection.transport, identity: identity, store: store)
            try transport.open()
            try transport.unpair()
        } catch {
            throw TokenFault(error)
        }
    }
}
