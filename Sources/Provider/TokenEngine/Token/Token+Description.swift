import PIVCard
import SmartCard
import Synchronization

/// C_GetTokenInfo.
extension Token {
    /// What the token is like now.
    func description() throws(TokenFault) -> TokenDescription {
        try state.withLock { (state) throws(TokenFault) in
            let counters = try pinStates(state)
            let (pin, unblockingKey) = counters
            let isInitialized = try isInitialized(&state, counters)
            var flags: TokenFlags = [.randomNumberGenerator, .loginRequired]
            if card.canVerifyOnReader { flags.insert(.protectedAuthenticationPath) }
            if isInitialized { flags.insert(.tokenInitialized) }
            if !state.directory.isUserPINUnset {
                flags.insert(.userPINInitialized)
                flags.formUnion(Self.flags(pin, isWrong: state.isUserPINWrong))
            }
            let other = Self.flags(unblockingKey, isWrong: state.isSecurityOfficerPINWrong)
            flags.formUnion(TokenFlags(rawValue: other.rawValue << 4))
            return TokenDescription(
                label: state.directory.label ?? facts.standardLabel,
                manufacturer: facts.manufacturer,
                model: facts.model,
                serialNumber: facts.serialNumber,
                flags: flags,
                sessionCount: state.sessions.count,
                readWriteSessionCount: state.sessions.values.count { $0 },
                firmwareVersion: facts.version.map { Array($0.prefix(2)) } ?? [0, 0]
            )
        }
    }

    /// What Rutoken's extension tells beyond that.
    func extendedDescription() throws(TokenFault) -> ExtendedTokenDescription {
        let (pin, unblockingKey) = try state.withLock { (state) throws(TokenFault) in try pinStates(state) }
        func tries(_ pin: PINState?) -> (maximum: Int, left: Int)? {
            pin.flatMap { pin in pin.maximumTries.map { (maximum: $0, left: pin.triesLeft) } }
        }
        var description = ExtendedTokenDescription(serialNumber: facts.serialNumber)
        description.userTries = tries(pin)
        description.securityOfficerTries = tries(unblockingKey)
        description.isUserPINChanged = pin?.isFactoryValue == false
        description.isSecurityOfficerPINChanged = unblockingKey?.isFactoryValue == false
        description.answerToReset = answerToReset
        description.hasChannel = card.hasChannel
        return description
    }

    /// Gives the token another label.
    func rename(_ label: String) throws(TokenFault) {
        try state.withLock { (state) throws(TokenFault) in
            guard state.isUser else { throw TokenFault(.userNotLoggedIn, "the user has not logged in") }
            try requireLabel(label, state)
            try change(&state) { (_, directory) throws(PIVError) in directory.label = label }
        }
    }

    /// The card's counters, as far as it tells them without counting.
    func pinStates(_ state: EngineTokenState) throws(TokenFault) -> (PINState?, PINState?) {
        try card.use(verifying: state.pin) { (card) throws(PIVError) in
            guard facts.hasMetadata else {
                let left = try card.pinTriesLeft()
                return (left.map { PINState(triesLeft: $0, maximumTries: nil, isFactoryValue: false) }, nil)
            }
            return (try card.pinMetadata().map(PINState.init), try card.unblockingKeyMetadata().map(PINState.init))
        }
    }

    private static func flags(_ pin: PINState?, isWrong: Bool) -> TokenFlags {
        guard let pin else { return isWrong ? .userPINCountLow : [] }
        var flags: TokenFlags = pin.isFactoryValue ? .userPINToBeChanged : []
        switch pin.triesLeft {
        case 0: flags.insert(.userPINLocked)
        case 1: flags.formUnion([.userPINFinalTry, .userPINCountLow])
        default: if isWrong || pin.maximumTries.map({ pin.triesLeft < $0 }) == true { flags.insert(.userPINCountLow) }
        }
        return flags
    }
}
