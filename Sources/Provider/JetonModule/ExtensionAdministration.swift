import CCryptoki
import JetonOctets
import TokenEngine

/// What the security officer does by Rutoken's extension, and what the library tells by its numbered modes.
enum ExtensionAdministration {
    /// Modes and identifiers that other libraries do not have; docs/pairing.md.
    private enum Own {
        /// C_EX_TokenManage: the card's channel gets new keys.
        static let newKeys: CK_ULONG = 0x8000_0001
        /// CK_LOCAL_PIN_INFO: tries that the activation password has left.
        static let passwordTries: CK_ULONG = 0x8000_0001
        /// CK_LOCAL_PIN_INFO: seconds until an activation password is taken again.
        static let passwordWait: CK_ULONG = 0x8000_0002
    }

    static func install(_ table: inout CK_FUNCTION_LIST_EXTENDED) {
        unsafe table.C_EX_InitToken = { slot, pin, length, parameters in
            unsafe ExtensionAdministration.initialize(slot, pin, length, parameters)
        }
        table.C_EX_UnblockUserPIN = { session in ExtensionAdministration.unblockUserPIN(session) }
        unsafe table.C_EX_GenerateActivationPassword = { session, number, password, size, characters in
            unsafe ExtensionAdministration.generatePassword(session, number, password, size, characters)
        }
        unsafe table.C_EX_TokenManage = { session, mode, value in
            unsafe ExtensionAdministration.manageToken(session, mode, value)
        }
        unsafe table.C_EX_SlotManage = { slot, mode, value in
            unsafe ExtensionAdministration.manageSlot(slot, mode, value)
        }
    }

    // MARK: - C_EX_InitToken

    /// C_EX_InitToken.
    static func initialize(
        _ slot: CK_SLOT_ID,
        _ pin: CK_UTF8CHAR_PTR?,
        _ length: CK_ULONG,
        _ parameters: UnsafeMutablePointer<CK_RUTOKEN_INIT_PARAM>?
    ) -> ResultCode {
        call { (engine) throws(TokenFault) in
            let parameters = try unsafe required(parameters)
            guard unsafe parameters.pointee.ulSizeofThisStructure >= MemoryLayout<CK_RUTOKEN_INIT_PARAM>.size else {
                throw TokenFault(.argumentsBad, "the structure is too short")
            }
            let chosen = unsafe parameters.pointee
            let settings = try unsafe settings(chosen)
            let label = try unsafe octets(chosen.pTokenLabel, chosen.ulLabelLen, limit: 32)
            // In repair mode nobody has the present PIN.
            let present =
                try unsafe settings.isRepair
                ? Secret(copying: [UInt8]().span)
                : secret(pin, length, beyond: .pinLenRange)
            try engine.initializeToken(
                slot,
                present,
                label: String(decoding: label, as: UTF8.self),
                settings: settings
            )
        }
    }

    /// What a PIV card can do of what is chosen; what it can't is refused, not replaced by something else.
    private static func settings(_ chosen: CK_RUTOKEN_INIT_PARAM) throws(TokenFault) -> InitializationSettings {
        // A PIV card lets its user change the PIN, and the holder of the PUK set another one; a policy can't stop either.
        let policy = CK_FLAGS(TOKEN_FLAGS_USER_CHANGE_USER_PIN | TOKEN_FLAGS_ADMIN_CHANGE_USER_PIN)
        guard unsafe chosen.ChangeUserPINPolicy == policy else {
            throw TokenFault(.argumentsBad, "the user and the security officer can always change the user's PIN")
        }
        guard unsafe (1...6).contains(chosen.ulMinAdminPinLen), unsafe (1...6).contains(chosen.ulMinUserPinLen) else {
            throw TokenFault(.argumentsBad, "PINs have at least 6 bytes, and a longer minimum can't be set")
        }
        guard unsafe (3...10).contains(chosen.ulMaxAdminRetryCount),
            unsafe (1...10).contains(chosen.ulMaxUserRetryCount)
        else { throw TokenFault(.argumentsBad, "the number of tries is out of range") }
        guard unsafe chosen.ulSmMode <= 3 else { throw TokenFault(.argumentsBad, "this mode does not exist") }
        return InitializationSettings(
            securityOfficerPIN: SharedSecret(
                try unsafe secret(chosen.pNewAdminPin, chosen.ulNewAdminPinLen, beyond: .pinLenRange)
            ),
            userPIN: SharedSecret(
                try unsafe secret(chosen.pNewUserPin, chosen.ulNewUserPinLen, beyond: .pinLenRange)
            ),
            securityOfficerTries: UInt8(clamping: unsafe chosen.ulMaxAdminRetryCount),
            userTries: UInt8(clamping: unsafe chosen.ulMaxUserRetryCount),
            // 0 without passwords, 1 with or without, 2 and 3 with one and with six.
            requiresChannel: unsafe chosen.ulSmMode >= 2,
            isRepair: unsafe chosen.UseRepairMode != 0
        )
    }

    // MARK: - PINs and passwords

    /// C_EX_UnblockUserPIN.
    static func unblockUserPIN(_ session: CK_SESSION_HANDLE) -> ResultCode {
        call { (engine) throws(TokenFault) in try engine.unblockUserPIN(session) }
    }

    /// C_EX_GenerateActivationPassword: with the check symbol, without hyphens and without a NUL at the end.
    static func generatePassword(
        _ session: CK_SESSION_HANDLE,
        _ number: CK_ULONG,
        _ password: CK_UTF8CHAR_PTR?,
        _ size: CK_ULONG_PTR?,
        _ characters: CK_ULONG
    ) -> ResultCode {
        call { (engine) throws(TokenFault) in
            let size = try unsafe required(size)
            // The card's passwords have digits; a caller that can't take any must not get them.
            guard characters == CAPS_AND_DIGITS else {
                throw TokenFault(.argumentsBad, "the card's passwords consist of capital letters and digits")
            }
            let room = unsafe password == nil ? nil : Int(min(size.pointee, maximumLength))
            let made = try engine.makeActivationPassword(session, number: number, room: room)
            unsafe size.pointee = CK_ULONG(made.length)
            guard let target = unsafe password else { return }
            guard let secret = made.password else {
                throw TokenFault(.bufferTooSmall, "the caller's buffer is too small")
            }
            secret.borrow { secret in
                secret.withBytes { octets in
                    for index in octets.indices { unsafe target[index] = octets[index] }
                }
            }
        }
    }

    // MARK: - Modes

    /// C_EX_TokenManage.
    static func manageToken(_ session: CK_SESSION_HANDLE, _ mode: CK_ULONG, _ value: CK_VOID_PTR?) -> ResultCode {
        guard mode == Own.newKeys, unsafe value == nil else { return notSupported(session) }
        return call { (engine) throws(TokenFault) in try engine.makeChannelKeys(session) }
    }

    /// C_EX_SlotManage.
    static func manageSlot(_ slot: CK_SLOT_ID, _ mode: CK_ULONG, _ value: CK_VOID_PTR?) -> ResultCode {
        call { (engine) throws(TokenFault) in
            switch mode {
            case JETON_MODE_END_PAIRING:
                guard unsafe value == nil else { throw TokenFault(.argumentsBad, "the value is not null") }
                try engine.unpair(slot: slot)
            case JETON_MODE_SET_CHANNEL_GROUP:
                try engine.useChannelGroup(slot: slot, unsafe ExtensionChannels.group(value))
            case JETON_MODE_GET_CHANNEL_STATE:
                let value = try unsafe required(value?.assumingMemoryBound(to: JETON_CHANNEL_STATE.self))
                let size = MemoryLayout<JETON_CHANNEL_STATE>.size
                guard unsafe value.pointee.ulSizeofThisStructure == CK_ULONG(size) else {
                    throw TokenFault(.argumentsBad, "the structure has the wrong size")
                }
                unsafe value.pointee = ExtensionChannels.describe(try engine.channelState(slot: slot))
            case JETON_MODE_SET_MANAGEMENT_KEY:
                try engine.useManagementKey(slot: slot, unsafe managementKey(value))
            case JETON_MODE_PROTECT_MANAGEMENT_KEY:
                guard unsafe value == nil else { throw TokenFault(.argumentsBad, "the value is not null") }
                try engine.protectManagementKey(slot: slot)
            case MODE_GET_LOCAL_PIN_INFO:
                guard let info = unsafe value?.assumingMemoryBound(to: CK_LOCAL_PIN_INFO.self) else {
                    throw TokenFault(.argumentsBad, "the structure is missing")
                }
                try unsafe describeLocalPIN(engine, slot, info)
            case MODE_GET_PIN_SET_TO_BE_CHANGED:
                guard let user = unsafe value?.assumingMemoryBound(to: CK_USER_TYPE.self).pointee, user <= CKU_USER
                else { throw TokenFault(.argumentsBad, "this user type does not exist") }
                let flags = try engine.describeToken(slot).flags
                let isDue = flags.contains(user == CKU_SO ? .securityOfficerPINToBeChanged : .userPINToBeChanged)
                guard !isDue else { throw TokenFault(.pinExpired, "the PIN is still the factory default") }
            default:
                try engine.requireSlot(slot)
                throw TokenFault(.functionNotSupported, "the library does not support this mode")
            }
        }
    }

    private static func managementKey(_ value: CK_VOID_PTR?) throws(TokenFault) -> SharedSecret? {
        guard let given = unsafe value?.assumingMemoryBound(to: JETON_MANAGEMENT_KEY.self) else { return nil }
        guard unsafe given.pointee.ulSizeofThisStructure == CK_ULONG(MemoryLayout<JETON_MANAGEMENT_KEY>.size) else {
            throw TokenFault(.argumentsBad, "the structure has the wrong size")
        }
        return SharedSecret(try unsafe secret(given.pointee.pKey, given.pointee.ulKeyLen, beyond: .pinLenRange))
    }

    private static func describeLocalPIN(
        _ engine: Engine,
        _ slot: CK_SLOT_ID,
        _ info: UnsafeMutablePointer<CK_LOCAL_PIN_INFO>
    ) throws(TokenFault) {
        let refusal = try engine.pairingRefusal(slot: slot)
        let number: Int?
        switch unsafe info.pointee.ulPinID {
        case Own.passwordTries: number = refusal?.triesLeft
        case Own.passwordWait: number = refusal?.waitSeconds
        case 3...31: throw TokenFault(.deviceError, "the card has no local PINs")
        default: throw TokenFault(.argumentsBad, "this PIN does not exist")
        }
        guard let number else { throw TokenFault(.deviceError, "the card did not report it") }
        unsafe info.pointee.ulCurrentRetryCount = CK_ULONG(number)
        unsafe info.pointee.ulMaxRetryCount = CK_UNAVAILABLE_INFORMATION
        unsafe info.pointee.ulMinSize = 13
        unsafe info.pointee.ulMaxSize = 17
        unsafe info.pointee.flags = 0
    }
}
