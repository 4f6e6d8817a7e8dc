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
            try ProtectedData.write(key, to: &card)
            try EngineTokenContents.write(directory, to: &card)
            guard try ProtectedData.isKept(key, &card), try EngineTokenContents.readDirectory(&card) == directory else {
                throw PIVError(.unsupported)
            }
            try card.setManagementKey(key, algorithm)
        } catch {
            // What the card has of a management key that is its own by now must stay.
            guard !error.isUncertain else { throw error }
            guard try card.isManagementKeyFactoryValue() != false else { throw error }
            Self.takeBack(&card)
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

    private static func factory(_ octets: [UInt8]) -> Secret { Secret(copying: octets.span) }

    /// Deletes what was written, as far as the card lets it.
    private static func takeBack(_ card: inout ConnectedCard.Card) {
        for tag in [TokenDirectory.tag, ProtectedData.tag, PIVObjectTag.administratorData] {
            try? card.putObject(tag, [])
        }
    }
}
