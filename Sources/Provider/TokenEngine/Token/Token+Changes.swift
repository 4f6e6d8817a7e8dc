import JetonOctets
import PIVCard

/// Changes of the card, which want its management key.
extension Token {
    /// Changes the card, and the directory with it.
    ///
    /// No other program can change the card meanwhile, so that the directory that is written is the one that was read.
    ///
    /// - Parameters:
    ///   - state: The token's state.
    ///   - refusal: What it means here that the card refuses something.
    ///   - needsNames: Whether the change is for the names of keys, which some cards can't keep: see ``DirectoryDraft``.
    ///   - body: Gets the card, with the management key proved, and the directory, which is written after it if it was
    ///     changed.
    /// - Returns: What `body` returns.
    /// - Throws: `CKR_USER_NOT_LOGGED_IN`, `CKR_TOKEN_WRITE_PROTECTED` if the management key is unknown,
    ///   `CKR_DEVICE_MEMORY`.
    func change<Result: Sendable>(
        _ state: inout EngineTokenState,
        refusal: ReturnValue = .functionFailed,
        needsNames: Bool = true,
        _ body: (inout ConnectedCard.Card, inout TokenDirectory) throws(PIVError) -> Result
    ) throws(TokenFault) -> Result {
        try changeStepwise(&state, refusal: refusal, needsNames: needsNames) { (card, draft) throws(PIVError) in
            try body(&card, &draft.directory)
        }
    }

    /// Changes the card as ``change(_:refusal:needsNames:_:)``, where the directory is written in between too.
    func changeStepwise<Result: Sendable>(
        _ state: inout EngineTokenState,
        refusal: ReturnValue,
        needsNames: Bool,
        _ body: (inout ConnectedCard.Card, inout DirectoryDraft) throws(PIVError) -> Result
    ) throws(TokenFault) -> Result {
        if case .nobody = state.login {
            throw TokenFault(.userNotLoggedIn, "only a logged-in user can change the token")
        }
        let isUser = state.isUser
        let known = state.directory
        let given = state.managementKey
        var isRefused = false
        state.isLoaded = false
        do throws(TokenFault) {
            return try card.use(.changing, verifying: state.pin, refusal: refusal) { (card) throws(PIVError) in
                do throws(PIVError) {
                    try Self.proveManagement(&card, given)
                } catch {
                    isRefused = error.code == .managementKeyIncorrect
                    throw error
                }
                var draft = DirectoryDraft(
                    try EngineTokenContents.readDirectory(&card, knowing: known),
                    needsNames: needsNames
                )
                let result = try body(&card, &draft)
                try draft.write(to: &card)
                return result
            }
        } catch {
            guard isRefused, isUser else { throw error }
            throw TokenFault(.tokenWriteProtected, "the card's management key is unknown")
        }
    }

    /// Proves the management key: the one that the caller has given, that the card gives to the user, or that from the
    /// factory.
    static func proveManagement(_ card: inout ConnectedCard.Card, _ given: SharedSecret?) throws(PIVError) {
        if let given { return try card.authenticate(given.secret) }
        if let key = try protectedKey(&card) {
            do throws(PIVError) {
                return try card.authenticate(key)
            } catch {
                // Initializing that was cut short leaves a key here that is not the card's yet.
                guard error.code == .managementKeyIncorrect else { throw error }
            }
        }
        guard try card.isManagementKeyFactoryValue() ?? true else { throw PIVError(.managementKeyIncorrect) }
        try proveFactoryManagement(&card)
    }

    /// Proves the management key from the factory, the octets 01 to 08 over and over.
    static func proveFactoryManagement(_ card: inout ConnectedCard.Card) throws(PIVError) {
        let algorithm = try card.managementAlgorithm() ?? .tripleDES
        let octets = (0..<algorithm.keyLength).map { UInt8($0 % 8 + 1) }
        try card.authenticate(Secret(copying: octets.span), algorithm)
    }

    private static func protectedKey(_ card: inout ConnectedCard.Card) throws(PIVError) -> Secret? {
        do throws(PIVError) {
            return try ProtectedData.managementKey(&card)
        } catch {
            guard error.code == .notAuthenticated else { throw error }
            return nil
        }
    }
}
