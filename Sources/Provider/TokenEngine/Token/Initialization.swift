import JetonLibcrypto
import JetonOctets
import PIVCard
import SmartCard

/// What a card from the factory gets: a label and a management key, then a PIN, and last a PUK.
struct Initialization: Sendable {
    let label: String
    /// The PUK that the card gets.
    let unblockingKey: SharedSecret
    /// What Rutoken's extension chooses besides; without it, the user's PIN is not set.
    let settings: InitializationSettings?
    let isInChannel: Bool

    /// Writes and reads back what a card may refuse, and sets its management key; PIN and PUK stay those of the factory.
    ///
    /// A card that takes no objects but those of PIV, as CanoKey, has no label afterwards, and the management key of the
    /// factory if it can't keep another one.
    ///
    /// - Throws: What the card refuses, after what was written is gone again.
    func prepare(_ card: inout ConnectedCard.Card) throws(PIVError) {
        try Token.proveFactoryManagement(&card)
        try card.verify(Self.factory(PINFormat.factoryPIN))
        if let settings {
            // Sets both PINs back to the factory's.
            try card.setMaximumTries(pin: settings.userTries, unblockingKey: settings.securityOfficerTries)
            try card.verify(Self.factory(PINFormat.factoryPIN))
        }
        let algorithm = ManagementAlgorithm.aes256
        let key: Secret
        do throws(LibcryptoError) {
            key = try Random.secret(algorithm.keyLength)
        } catch {
            throw PIVError(.cryptography)
        }
        var directory = TokenDirectory()
        directory.label = label
        directory.isUserPINUnset = settings == nil
        do throws(PIVError) {
            try Self.write(directory, to: &card)
            let isKept = try Self.keep(key, on: &card)
            guard isKept else { return Self.delete([ProtectedData.tag, PIVObjectTag.administratorData], from: &card) }
            try card.setManagementKey(key, algorithm)
        } catch {
            // What the card has of a management key that is its own by now must stay.
            guard !error.isUncertain else { throw error }
            guard try card.isManagementKeyFactoryValue() != false else { throw error }
            Self.delete([TokenDirectory.tag, ProtectedData.tag, PIVObjectTag.administratorData], from: &card)
            throw error
        }
    }

    /// Sets the user's PIN, to one that no one knows if none was chosen; and whether the card requires its channel.
    func setPIN(_ card: inout ConnectedCard.Card) throws(PIVError) {
        if let settings, isInChannel {
            // The card takes it from who has given the PUK in this session.
            let factory = Self.factory(PINFormat.factoryUnblockingKey)
            try card.changeUnblockingKey(from: factory, to: factory)
            do throws(CardError) {
                try card.channel.transport.requireChannel(settings.requiresChannel)
            } catch {
                throw PIVError(.failed, card: error)
            }
        }
        let factory = Self.factory(PINFormat.factoryPIN)
        guard let settings else { return try card.changePIN(from: factory, to: try Token.randomDigits()) }
        try card.changePIN(from: factory, to: settings.userPIN.secret)
    }

    /// Sets the PUK.
    func setUnblockingKey(_ card: inout ConnectedCard.Card) throws(PIVError) {
        try card.changeUnblockingKey(from: Self.factory(PINFormat.factoryUnblockingKey), to: unblockingKey.secret)
    }

    /// Writes the directory, unless the card takes no objects of jeton's.
    private static func write(_ directory: TokenDirectory, to card: inout ConnectedCard.Card) throws(PIVError) {
        do throws(PIVError) {
            try EngineTokenContents.write(directory, to: &card)
            guard try EngineTokenContents.readDirectory(&card) == directory else { throw PIVError(.unsupported) }
        } catch {
            guard error.isRefusedObject else { throw error }
        }
    }

    /// Has the card keep its management key for its user; false if it can't.
    private static func keep(
        _ key: borrowing Secret,
        on card: inout ConnectedCard.Card
    ) throws(PIVError) -> Bool {
        do throws(PIVError) {
            try ProtectedData.write(key, to: &card)
            return try ProtectedData.isKept(key, &card)
        } catch {
            guard error.isRefusedObject else { throw error }
            return false
        }
    }

    private static func factory(_ octets: [UInt8]) -> Secret { Secret(copying: octets.span) }

    /// Deletes what was written, as far as the card lets it.
    private static func delete(_ tags: [UInt32], from card: inout ConnectedCard.Card) {
        for tag in tags { try? card.putObject(tag, []) }
    }
}
