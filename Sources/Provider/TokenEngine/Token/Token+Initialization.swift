import Libcrypto
import Octets
import PIVCard
import SmartCard
import Synchronization

/// C_InitToken.
extension Token {
    /// Initializes the token: everything on it is destroyed, and the card gets secrets of its own.
    ///
    /// The security officer's PIN becomes the PUK; the management key a random one that the card gives to the user; the
    /// user's PIN an unknown one, until the security officer sets it.
    ///
    /// - Parameters:
    ///   - unblockingKey: On a token that was initialized before, the PUK; on a new one, or one whose PUK is blocked,
    ///     its new value.
    ///   - label: The token's new label.
    ///   - settings: What Rutoken's extension chooses besides; without them, the security officer's PIN is
    ///     `unblockingKey`, the user's is not set, and all else stays.
    /// - Throws: `CKR_PIN_INCORRECT`, `CKR_PIN_LOCKED`, `CKR_PIN_LEN_RANGE`, `CKR_PIN_INVALID`, `CKR_SESSION_EXISTS`,
    ///   `CKR_FUNCTION_NOT_SUPPORTED` for a card that can't be reset, or has not the channel that it is to require.
    func initialize(
        _ unblockingKey: SharedPIN,
        label: String,
        settings: InitializationSettings? = nil
    ) throws(TokenFault) {
        if let settings {
            try Self.checkNewPIN(settings.userPIN.secret)
            guard PINFormat.lengths.contains(settings.securityOfficerPIN.count) else {
                throw TokenFault(.pinLenRange, "a PUK has 6 to 8 octets")
            }
        }
        let isRepair = settings?.isRepair == true
        guard isRepair || PINFormat.lengths.contains(unblockingKey.secret.count) else {
            throw TokenFault(.pinLenRange, "a PUK has 6 to 8 octets")
        }
        try state.withLock { (state) throws(TokenFault) in
            try requireLabel(label, state)
            guard state.sessions.isEmpty else { throw TokenFault(.sessionExists, "a session is open on the token") }
            guard facts.hasMetadata else {
                throw TokenFault(.functionNotSupported, "the card can't be reset by its own means")
            }
            let isNew = try !isInitialized(&state)
            state.isLoaded = false
            let (isBlocked, isInChannel) = try card.use { (card) throws(PIVError) in
                (try card.unblockingKeyMetadata()?.triesLeft == 0, card.channel.transport.channelSuite != nil)
            }
            guard !isRepair || isBlocked else {
                throw TokenFault(.pinLenRange, "the security officer's PIN is not locked, so it is asked for")
            }
            guard settings?.requiresChannel != true || isInChannel else {
                throw TokenFault(.functionNotSupported, "only a card that is paired can be made to require its channel")
            }
            // Rutoken's extension names the present PIN and the new one, so the present one is asked for on any token.
            if !isBlocked, !isNew || settings != nil { try checkUnblockingKey(unblockingKey) }
            try card.use(isChange: true, refusal: .functionNotSupported) { (card) throws(PIVError) in
                if !isNew { try Self.erase(&card) }
                guard let settings else { return try Self.personalize(&card, unblockingKey.secret, label) }
                try Self.personalize(&card, settings, label, isInChannel: isInChannel)
            }
        }
    }

    /// Whether the token is in use: it has a name, a changed secret, a key or a certificate.
    ///
    /// - Parameters:
    ///   - state: The token's state.
    ///   - counters: PIN and PUK as they were just read; nil to have them read.
    /// - Returns: False for a card as it came from the factory.
    /// - Throws: What the card refuses, as a fault of PKCS #11.
    func isInitialized(
        _ state: inout EngineTokenState,
        _ counters: (PINState?, PINState?)? = nil
    ) throws(TokenFault) -> Bool {
        try refreshDirectory(&state)
        if state.directory.label != nil || !facts.hasMetadata { return true }
        let (pin, unblockingKey) = if let counters { counters } else { try pinStates(state) }
        guard pin?.isFactoryValue == true, unblockingKey?.isFactoryValue == true else { return true }
        try load(&state)
        return state.objects.values.contains { object in
            switch object.key {
            case .privateKey, .certificate, .stored: true
            default: false
            }
        }
    }

    /// Sets the card back: RESET wants PIN and PUK blocked, which wrong values do.
    private static func erase(_ card: inout ConnectedCard.Card) throws(PIVError) {
        try block(&card) { (card, wrong) throws(PIVError) in try card.verify(wrong) }
        try block(&card) { (card, wrong) throws(PIVError) in try card.changeUnblockingKey(from: wrong, to: wrong) }
        try card.reset()
        try card.select()
    }

    private static func block(
        _ card: inout ConnectedCard.Card,
        _ attempt: (inout ConnectedCard.Card, borrowing Secret) throws(PIVError) -> Void
    ) throws(PIVError) {
        // A card allows at most 255 tries; a random value that happens to be right costs a few more.
        for _ in 0..<300 {
            let wrong = try randomDigits()
            do throws(PIVError) {
                try attempt(&card, wrong)
            } catch {
                if error.code == .pinBlocked { return }
                guard error.code == .pinIncorrect else { throw error }
            }
        }
        throw PIVError(.failed)
    }

    /// Gives a card from the factory secrets of its own, and a label.
    private static func personalize(
        _ card: inout ConnectedCard.Card,
        _ unblockingKey: borrowing Secret,
        _ label: String
    ) throws(PIVError) {
        // First, so that initializing that was cut short is begun again with the same PIN.
        try card.changeUnblockingKey(from: secret(PINFormat.factoryUnblockingKey), to: unblockingKey)
        try proveFactoryManagement(&card)
        try card.changePIN(from: secret(PINFormat.factoryPIN), to: try randomDigits())
        try makeOwn(&card, label, isUserPINUnset: true)
    }

    /// The same with all that Rutoken's extension chooses.
    private static func personalize(
        _ card: inout ConnectedCard.Card,
        _ settings: InitializationSettings,
        _ label: String,
        isInChannel: Bool
    ) throws(PIVError) {
        try proveFactoryManagement(&card)
        // Sets both PINs back to the factory's, so it comes before they are changed.
        try card.verify(secret(PINFormat.factoryPIN))
        try card.setMaximumTries(pin: settings.userTries, unblockingKey: settings.securityOfficerTries)
        try card.changeUnblockingKey(
            from: secret(PINFormat.factoryUnblockingKey),
            to: settings.securityOfficerPIN.secret
        )
        if isInChannel {
            do throws(CardError) {
                try card.channel.transport.requireChannel(settings.requiresChannel)
            } catch {
                throw PIVError(.failed, card: error)
            }
        }
        try card.changePIN(from: secret(PINFormat.factoryPIN), to: settings.userPIN.secret)
        try makeOwn(&card, label, isUserPINUnset: false)
        // Nobody has logged in, though the card has seen the PIN.
        try card.endVerification()
    }

    /// Gives the card a management key of its own, which it tells the user, and a label; the PIN must be verified.
    private static func makeOwn(
        _ card: inout ConnectedCard.Card,
        _ label: String,
        isUserPINUnset: Bool
    ) throws(PIVError) {
        let algorithm = ManagementAlgorithm.aes256
        let key: Secret
        do throws(LibcryptoError) {
            key = try Random.secret(algorithm.keyLength)
        } catch {
            throw PIVError(.cryptography)
        }
        try ProtectedData.write(key, to: &card)
        try card.setManagementKey(key, algorithm)
        var directory = TokenDirectory()
        directory.label = label
        directory.isUserPINUnset = isUserPINUnset
        try EngineTokenContents.write(directory, to: &card)
    }

    private static func secret(_ bytes: [UInt8]) -> Secret { Secret(copying: bytes.span) }

    /// Eight random decimal digits.
    private static func randomDigits() throws(PIVError) -> Secret {
        do throws(LibcryptoError) {
            var digits: [UInt8] = []
            // 250 is the largest multiple of ten that an octet holds: above it, small digits would come more often.
            while digits.count < 8 {
                digits += try Random.octets(16).filter { $0 < 250 }.prefix(8 - digits.count).map { 0x30 + $0 % 10 }
            }
            return Secret(wiping: &digits)
        } catch {
            throw PIVError(.cryptography)
        }
    }
}
