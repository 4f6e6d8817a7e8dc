public import Cryptoki

/// What one module showed when it was loaded and asked for its slots and tokens.
public struct ModuleSurvey: Sendable {
    /// One slot with what is in it.
    public struct SlotSurvey: Sendable {
        /// The slot's number.
        public let id: SlotID
        /// What the module says of the slot.
        public let info: SlotInfo
        /// What the module says of the token; nil if there is none, or it can't be read.
        public let token: TokenInfo?
        /// Why a token that is present can't be read, or can't be used although it is paired.
        public let tokenError: ReturnValue?
        /// Whether the token answers that its secure channel is not set up: C_OpenSession gives 0x54.
        public let isUnpaired: Bool
        /// The tries that the vendor's extension reports.
        public let tries: ExtendedTokenInfo.Tries?
        /// The token's secure channel; nil if it has none, or the module does not report it.
        public let channel: TokenChannel?

        /// Makes a slot's survey.
        package init(
            id: SlotID,
            info: SlotInfo,
            token: TokenInfo?,
            tokenError: ReturnValue? = nil,
            isUnpaired: Bool = false,
            tries: ExtendedTokenInfo.Tries? = nil,
            channel: TokenChannel? = nil
        ) {
            self.id = id
            self.info = info
            self.token = token
            self.tokenError = tokenError
            self.isUnpaired = isUnpaired
            self.tries = tries
            self.channel = channel
        }
    }

    /// The file that was loaded, without symbolic links.
    public let realPath: String
    /// Version of the function table.
    public let interfaceVersion: Version
    /// How the table was found.
    public let interfaceOrigin: ModuleLibrary.InterfaceOrigin
    /// Members of the Rutoken extension table; 0 if there is none.
    public let extendedFunctionCount: Int
    /// What the module says of itself.
    public let info: ModuleInfo
    /// The slots, at most 65,536.
    public let slots: [SlotSurvey]

    /// Makes a survey from what is known.
    package init(
        realPath: String,
        interfaceVersion: Version,
        interfaceOrigin: ModuleLibrary.InterfaceOrigin,
        extendedFunctionCount: Int,
        info: ModuleInfo,
        slots: [SlotSurvey]
    ) {
        self.realPath = realPath
        self.interfaceVersion = interfaceVersion
        self.interfaceOrigin = interfaceOrigin
        self.extendedFunctionCount = extendedFunctionCount
        self.info = info
        self.slots = slots
    }

    /// Asks a module: C_GetInfo, the slots, and for each slot with a token its token.
    ///
    /// No session is opened unless the module has the extension for tokens that must be paired first, and in that session
    /// nothing is asked unless the extension reports that the token has a secure channel.
    package init(of module: Module) throws(CryptokiError) {
        let library = module.library
        let info = try module.info()
        var slots: [SlotSurvey] = []
        for slot in try module.slots() { slots.append(try SlotSurvey(slot, library: library, of: info)) }
        self.init(
            realPath: library.realPath,
            interfaceVersion: library.interfaceVersion,
            interfaceOrigin: library.interfaceOrigin,
            extendedFunctionCount: library.extendedFunctionCount,
            info: info,
            slots: slots
        )
    }
}

extension ModuleSurvey.SlotSurvey {
    init(_ slot: Slot, library: ModuleLibrary, of module: ModuleInfo) throws(CryptokiError) {
        let info = try slot.info()
        guard info.flags.contains(.tokenPresent) else {
            self.init(id: slot.id, info: info, token: nil)
            return
        }
        do {
            let token = try slot.tokenInfo()
            guard library.extendedFunctionCount > 0 else {
                self.init(id: slot.id, info: info, token: token)
                return
            }
            let extended = try? slot.extendedTokenInfo()
            let hasChannel = extended?.flags.contains(.supportsSecureMessaging) == true
            let (refusal, channel) = slot.sessionRefusal(askingChannelOf: hasChannel ? module : nil)
            self.init(
                id: slot.id,
                info: info,
                token: token,
                tokenError: refusal.flatMap { Slot.channelRefusals.contains($0) ? $0 : nil },
                isUnpaired: refusal == .functionNotSupported,
                tries: extended?.tries,
                channel: channel
            )
        } catch {
            self.init(id: slot.id, info: info, token: nil, tokenError: error.code)
        }
    }
}

extension Slot {
    /// Whether C_OpenSession answers CKR_FUNCTION_NOT_SUPPORTED, as a token does whose channel is not set up.
    package func isUnpaired() -> Bool { sessionRefusal(askingChannelOf: nil).refusal == .functionNotSupported }

    /// What Jeton's own module answers for a token whose channel is set up, but not for this program: docs/pairing.md.
    static let channelRefusals: Set<ReturnValue> = [
        .actionProhibited, .generalError, .userNotLoggedIn, .functionFailed,
    ]

    /// What C_OpenSession answers if it gives no session, nil if it does or failed in another way than by its answer; and
    /// what a module tells of the channel, if one is given.
    fileprivate func sessionRefusal(
        askingChannelOf module: ModuleInfo?
    ) -> (refusal: ReturnValue?, channel: TokenChannel?) {
        do {
            var session = try Session(slot: self)
            let info = module == nil ? nil : (try? session.secureMessagingInfo()) ?? nil
            try? session.close()
            return (nil, info.flatMap { TokenChannel($0, isJetonsOwn: module?.isJetonsOwn == true) })
        } catch {
            let channel = module?.isJetonsOwn == true ? (try? channelState()).flatMap { TokenChannel($0) } : nil
            return (error.fault == nil ? error.code : nil, channel)
        }
    }
}
