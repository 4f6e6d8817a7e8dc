import JetonLibcrypto
import JetonOctets
import PIVCard
import SmartCard
import Synchronization

/// C_InitToken.
extension Token {
    /// Initializes the token: everything on it is destroyed, and the card gets secrets of its own.
    ///
    /// The security officer's PIN becomes the PUK; the management key a random one that the card gives to the user; the
    /// user's PIN an unknown one, until the security officer sets it. What a card may refuse comes before the PINs, and
    /// the PUK comes last: until then the token can be initialized again in the same way.
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
                throw TokenFault(.pinLenRange, "a PUK has 6 to 8 bytes")
            }
        }
        let isRepair = settings?.isRepair == true
        guard isRepair || PINFormat.lengths.contains(unblockingKey.secret.count) else {
            throw TokenFault(.pinLenRange, "a PUK has 6 to 8 bytes")
        }
        try state.withLock { (state) throws(TokenFault) in
            try requireLabel(label, state)
            guard state.sessions.isEmpty else { throw TokenFault(.sessionExists, "a session is open on the token") }
            guard facts.hasMetadata else {
                throw TokenFault(.functionNotSupported, "the card does not support a reset")
            }
            let counters = try pinStates(state)
            // What is not known to be new would get the PUK that a new card has not yet, and spend a try.
            guard counters.0 != nil, let unblockingKeyState = counters.1 else {
                throw TokenFault(.functionFailed, "the card does not report the state of its PIN and PUK")
            }
            let isNew = try !isInitialized(&state, counters)
            let wasBegun = state.directory.label != nil
            state.isLoaded = false
            let (hasOwnManagement, isInChannel) = try card.use { (card) throws(PIVError) in
                (try card.isManagementKeyFactoryValue() == false, card.channel.transport.channelSuite != nil)
            }
            let isBlocked = unblockingKeyState.triesLeft == 0
            guard !isRepair || isBlocked else {
                throw TokenFault(.pinLenRange, "the security officer's PIN is not locked, so it is required")
            }
            guard settings?.requiresChannel != true || isInChannel else {
                throw TokenFault(.functionNotSupported, "only a paired card can be set to require its channel")
            }
            // A token with a label and the PUK of the factory was left by a run that was cut short: everyone knows its
            // PUK, and the run's own is set last. Rutoken's extension names the present PIN and the new one, so the
            // present one is asked for on any other token.
            let isCutShort = wasBegun && unblockingKeyState.isFactoryValue
            if !isBlocked, !isCutShort, !isNew || settings != nil { try checkUnblockingKey(unblockingKey) }
            let plan = Initialization(
                label: label,
                unblockingKey: settings?.securityOfficerPIN ?? SharedSecret(unblockingKey.secret.clone()),
                settings: settings,
                isInChannel: isInChannel
            )
            try run(plan, erases: !isNew || wasBegun || hasOwnManagement)
        }
    }

    /// Does it, and finds out whether the last step was done if its answer is lost.
    private func run(_ plan: Initialization, erases: Bool) throws(TokenFault) {
        var isLastStep = false
        do throws(TokenFault) {
            try card.use(.sendingPIN, refusal: .functionNotSupported) { (card) throws(PIVError) in
                if erases { try Self.erase(&card) }
                try plan.prepare(&card)
                try plan.setPIN(&card)
                isLastStep = true
                try plan.setUnblockingKey(&card)
                // Nobody has logged in, though the card has seen the PIN.
                try? card.endVerification()
            }
        } catch {
            guard isLastStep, !card.isGone else { throw error }
            let state = try card.use { (card) throws(PIVError) in try card.unblockingKeyMetadata() }
            guard state?.isFactoryValue == false else { throw error }
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
        guard facts.hasMetadata else { return true }
        let (pin, unblockingKey) = if let counters { counters } else { try pinStates(state) }
        // The PUK is set last: one from the factory beside a PIN that is not set says that initializing was cut short.
        if state.directory.label != nil {
            return !state.directory.isUserPINUnset || unblockingKey?.isFactoryValue == false
        }
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

    /// Eight random decimal digits.
    static func randomDigits() throws(PIVError) -> Secret {
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
