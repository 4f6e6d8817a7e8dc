import CCryptoki
import JetonOctets
import TokenEngine

/// What anybody may do by Rutoken's extension: pairing, the token's name, more about the token.
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
        unsafe table.C_EX_GetTokenName = { session, label, count in
            unsafe ExtensionFunctions.tokenName(session, label, count)
        }
        unsafe table.C_EX_SetTokenName = { session, label, length in
            unsafe ExtensionFunctions.setTokenName(session, label, length)
        }
        ExtensionAdministration.install(&table)
        AbsentExtensions.install(&table)
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
        // Whoever has the PUK can set another PIN, and the user can change the PIN: PIV has it no other way.
        info.flags = CK_FLAGS(TOKEN_FLAGS_USER_CHANGE_USER_PIN | TOKEN_FLAGS_ADMIN_CHANGE_USER_PIN)
        if token.hasChannel { info.flags |= CK_FLAGS(TOKEN_FLAGS_SUPPORT_SECURE_MESSAGING) }
        if token.isUserPINChanged { info.flags |= CK_FLAGS(TOKEN_FLAGS_USER_PIN_NOT_DEFAULT) }
        if token.isSecurityOfficerPINChanged { info.flags |= CK_FLAGS(TOKEN_FLAGS_ADMIN_PIN_NOT_DEFAULT) }
        let pinLengths = Engine.pinLengths
        info.ulMaxAdminPinLen = CK_ULONG(pinLengths.upperBound)
        info.ulMinAdminPinLen = CK_ULONG(pinLengths.lowerBound)
        info.ulMaxUserPinLen = CK_ULONG(pinLengths.upperBound)
        info.ulMinUserPinLen = CK_ULONG(pinLengths.lowerBound)
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
