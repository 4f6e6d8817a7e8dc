import CCryptoki
import Octets
import TokenEngine

/// Rutoken's extension, as far as a PIV card has something for it: pairing, the token's name, more about the token.
enum ExtensionFunctions {
    /// The longest activation password, in octets, before its NUL.
    private static let maximumPasswordLength = 64

    static func install(_ table: inout CK_FUNCTION_LIST_EXTENDED) {
        table.version = CK_VERSION(major: 2, minor: 40)
        unsafe table.C_EX_GetFunctionListExtended = { list in
            guard let list = unsafe list else { return CKR_ARGUMENTS_BAD }
            unsafe list.pointee = unsafe FunctionTables.shared.extended
            return CKR_OK
        }
        unsafe table.C_EX_GetTokenInfoExtended = { slot, info in unsafe ExtensionFunctions.tokenInfo(slot, info) }
        unsafe table.C_EX_SetActivationPassword = { slot, password in unsafe ExtensionFunctions.activate(slot, password)
        }
        unsafe table.C_EX_SlotManage = { slot, mode, value in unsafe ExtensionFunctions.manage(slot, mode, value) }
        unsafe table.C_EX_GetTokenName = { session, label, count in
            unsafe ExtensionFunctions.tokenName(session, label, count)
        }
        unsafe table.C_EX_SetTokenName = { session, label, length in
            unsafe ExtensionFunctions.setTokenName(session, label, length)
        }
        unsafe table.C_EX_FreeBuffer = { _ in CKR_FUNCTION_NOT_SUPPORTED }
        installAbsent(&table)
    }

    /// What a PIV card has nothing for.
    ///
    /// The table has a function in each of its first places.
    private static func installAbsent(_ table: inout CK_FUNCTION_LIST_EXTENDED) {
        unsafe table.C_EX_InitToken = { _, _, _, _ in notSupported() }
        table.C_EX_UnblockUserPIN = { _ in notSupported() }
        unsafe table.C_EX_SetLicense = { _, _, _, _ in notSupported() }
        unsafe table.C_EX_GetLicense = { _, _, _, _ in notSupported() }
        unsafe table.C_EX_GetCertificateInfoText = { _, _, _, _ in notSupported() }
        unsafe table.C_EX_PKCS7Sign = { _, _, _, _, _, _, _, _, _, _ in notSupported() }
        unsafe table.C_EX_CreateCSR = { _, _, _, _, _, _, _, _, _, _, _ in notSupported() }
        unsafe table.C_EX_SetLocalPIN = { _, _, _, _, _, _ in notSupported() }
        unsafe table.C_EX_LoadActivationKey = { _, _, _ in notSupported() }
        unsafe table.C_EX_GetVolumesInfo = { _, _, _ in notSupported() }
        unsafe table.C_EX_GetDriveSize = { _, _ in notSupported() }
        unsafe table.C_EX_ChangeVolumeAttributes = { _, _, _, _, _, _, _ in notSupported() }
        unsafe table.C_EX_FormatDrive = { _, _, _, _, _, _ in notSupported() }
    }

    /// C_EX_SetActivationPassword: the password is terminated by a NUL.
    static func activate(_ slot: CK_SLOT_ID, _ password: CK_UTF8CHAR_PTR?) -> ResultCode {
        call { (engine) throws(TokenFault) in
            let password = try unsafe required(password)
            var length = 0
            while length <= maximumPasswordLength, unsafe password[length] != 0 { length += 1 }
            guard length <= maximumPasswordLength else { throw TokenFault(.pinInvalid, "the password is too long") }
            try unsafe engine.pair(slot: slot, try secret(password, CK_ULONG(length), beyond: .pinInvalid))
        }
    }

    /// C_EX_SlotManage: modes that other libraries do not have.
    static func manage(_ slot: CK_SLOT_ID, _ mode: CK_ULONG, _ value: CK_VOID_PTR?) -> ResultCode {
        switch mode {
        case JETON_MODE_END_PAIRING where unsafe value == nil:
            return call { (engine) throws(TokenFault) in try engine.unpair(slot: slot) }
        case JETON_MODE_SET_CHANNEL_GROUP:
            return call { (engine) throws(TokenFault) in
                try engine.useChannelGroup(slot: slot, unsafe channelGroup(value))
            }
        case JETON_MODE_GET_CHANNEL_STATE:
            return call { (engine) throws(TokenFault) in
                let value = try unsafe required(value?.assumingMemoryBound(to: JETON_CHANNEL_STATE.self))
                let size = MemoryLayout<JETON_CHANNEL_STATE>.size
                guard unsafe value.pointee.ulSizeofThisStructure == CK_ULONG(size) else {
                    throw TokenFault(.argumentsBad, "the structure has another size")
                }
                unsafe value.pointee = describe(try engine.channelState(slot: slot))
            }
        default: return notSupported()
        }
    }

    /// A text ended by a NUL; nil for NULL.
    private static func channelGroup(_ value: CK_VOID_PTR?) throws(TokenFault) -> String? {
        guard let text = unsafe value?.assumingMemoryBound(to: UInt8.self) else { return nil }
        var length = 0
        while length <= Int(JETON_CHANNEL_GROUP_LENGTH), unsafe text[length] != 0 { length += 1 }
        guard length <= Int(JETON_CHANNEL_GROUP_LENGTH) else { throw TokenFault(.argumentsBad, "the text is too long") }
        let octets = try unsafe octets(text, CK_ULONG(length))
        guard let group = String(validating: octets, as: UTF8.self) else {
            throw TokenFault(.argumentsBad, "the text is not in UTF-8")
        }
        return group
    }

    private static func describe(_ state: ChannelState?) -> JETON_CHANNEL_STATE {
        var described = JETON_CHANNEL_STATE()
        described.ulSizeofThisStructure = CK_ULONG(MemoryLayout<JETON_CHANNEL_STATE>.size)
        guard let state else { return described }
        described.status = CK_LONG(state.status)
        unsafe withUnsafeMutableBytes(of: &described.row) { unsafe put(state.row, $0) }
        unsafe withUnsafeMutableBytes(of: &described.group) { unsafe put(state.group, $0) }
        unsafe withUnsafeMutableBytes(of: &described.text) { unsafe put(state.text, $0) }
        unsafe withUnsafeMutableBytes(of: &described.hint) { unsafe put(state.hint, $0) }
        return described
    }

    /// Puts as many whole characters of a text into a field as leave room for a NUL.
    private static func put(_ text: String, _ field: UnsafeMutableRawBufferPointer) {
        var count = 0
        for character in text {
            let octets = Array(character.utf8)
            guard count + octets.count < field.count else { return }
            for octet in octets {
                unsafe field[count] = octet
                count += 1
            }
        }
    }

    /// C_EX_GetTokenName.
    static func tokenName(_ session: CK_SESSION_HANDLE, _ label: CK_CHAR_PTR?, _ count: CK_ULONG_PTR?) -> ResultCode {
        call { (engine) throws(TokenFault) in
            let count = try unsafe required(count)
            let name = Array(try engine.tokenName(session).utf8)
            try unsafe give(label, count, length: name.count) { () throws(TokenFault) in name }
        }
    }

    /// C_EX_SetTokenName.
    static func setTokenName(_ session: CK_SESSION_HANDLE, _ label: CK_CHAR_PTR?, _ length: CK_ULONG) -> ResultCode {
        call { (engine) throws(TokenFault) in
            let name = try unsafe octets(label, length, limit: 32)
            try engine.setTokenName(session, String(decoding: name, as: UTF8.self))
        }
    }

    /// C_EX_GetTokenInfoExtended: as many members as the caller's structure has, of 208 octets or 256.
    static func tokenInfo(_ slot: CK_SLOT_ID, _ info: UnsafeMutablePointer<CK_TOKEN_INFO_EXTENDED>?) -> ResultCode {
        call { (engine) throws(TokenFault) in
            let info = try unsafe required(info)
            let whole = MemoryLayout<CK_TOKEN_INFO_EXTENDED>.size
            let size = unsafe min(info.pointee.ulSizeofThisStructure, CK_ULONG(whole))
            guard size >= 208 else { throw TokenFault(.argumentsBad, "the structure is too short") }
            var filled = try describe(try engine.describeExtended(slot: slot))
            filled.ulSizeofThisStructure = size
            unsafe withUnsafeBytes(of: &filled) { source in
                guard let base = source.baseAddress else { return }
                unsafe UnsafeMutableRawPointer(info).copyMemory(from: base, byteCount: Int(size))
            }
        }
    }

    private static func describe(_ token: ExtendedTokenDescription) throws(TokenFault) -> CK_TOKEN_INFO_EXTENDED {
        var info = CK_TOKEN_INFO_EXTENDED()
        info.ulTokenType = CK_ULONG(TOKEN_TYPE_UNKNOWN)
        info.ulTokenClass = CK_ULONG(TOKEN_CLASS_UNKNOWN)
        info.flags = CK_FLAGS(TOKEN_FLAGS_USER_CHANGE_USER_PIN)
        if token.isUserPINChanged { info.flags |= CK_FLAGS(TOKEN_FLAGS_USER_PIN_NOT_DEFAULT) }
        if token.isSecurityOfficerPINChanged { info.flags |= CK_FLAGS(TOKEN_FLAGS_ADMIN_PIN_NOT_DEFAULT) }
        info.ulMaxAdminPinLen = 8
        info.ulMinAdminPinLen = 6
        info.ulMaxUserPinLen = 8
        info.ulMinUserPinLen = 6
        let unknown = CK_UNAVAILABLE_INFORMATION
        info.ulMaxAdminRetryCount = token.securityOfficerTries.map { CK_ULONG($0.maximum) } ?? unknown
        info.ulAdminRetryCountLeft = token.securityOfficerTries.map { CK_ULONG($0.left) } ?? unknown
        info.ulMaxUserRetryCount = token.userTries.map { CK_ULONG($0.maximum) } ?? unknown
        info.ulUserRetryCountLeft = token.userTries.map { CK_ULONG($0.left) } ?? unknown
        info.ulTotalMemory = unknown
        info.ulFreeMemory = unknown
        info.ulBatteryPercentage = unknown
        info.ulBatteryFlags = unknown
        let serial = (Hex.decode(token.serialNumber) ?? []).suffix(8)
        unsafe withUnsafeMutableBytes(of: &info.serialNumber) { field in
            for (index, octet) in serial.enumerated() { unsafe field[field.count - serial.count + index] = octet }
        }
        let answer = token.answerToReset.prefix(64)
        unsafe withUnsafeMutableBytes(of: &info.ATR) { field in
            for (index, octet) in answer.enumerated() { unsafe field[index] = octet }
        }
        info.ulATRLen = CK_ULONG(answer.count)
        return info
    }
}
