internal import CCryptoki

/// What Rutoken's extension tells of a token: CK_TOKEN_INFO_EXTENDED, as far as Jeton uses it.
public struct ExtendedTokenInfo: Hashable, Sendable {
    /// PIN tries left and allowed.
    public struct Tries: Hashable, Sendable {
        /// Tries that the user has left.
        public let userLeft: Count
        /// Tries that the user has after a right PIN.
        public let userMaximum: Count
        /// Tries that the security officer has left.
        public let securityOfficerLeft: Count
        /// Tries that the security officer has after a right PIN.
        public let securityOfficerMaximum: Count

        /// Makes tries.
        public init(userLeft: Count, userMaximum: Count, securityOfficerLeft: Count, securityOfficerMaximum: Count) {
            self.userLeft = userLeft
            self.userMaximum = userMaximum
            self.securityOfficerLeft = securityOfficerLeft
            self.securityOfficerMaximum = securityOfficerMaximum
        }
    }

    /// PIN tries.
    public let tries: Tries
    /// The vendor's class of token: 1 for ECP, 9 for ECP with Bluetooth.
    public let tokenClass: UInt
    /// The serial number, eight octets, most significant first.
    public let serialNumber: [UInt8]
}

extension Slot {
    /// What the vendor's extension tells of the token, by C_EX_GetTokenInfoExtended.
    ///
    /// The structure's size is negotiated: 256 octets first, then the 208 of older libraries.
    ///
    /// - Throws: ``CryptokiError``; fault ``CryptokiError/Fault/missingFunction`` if the module has no extension.
    public func extendedTokenInfo() throws(CryptokiError) -> ExtendedTokenInfo {
        var lastError: CryptokiError?
        for size in [256, 208] as [UInt] {
            var info = CK_TOKEN_INFO_EXTENDED()
            info.ulSizeofThisStructure = size
            do {
                try unsafe module.callExtended(.extendedGetTokenInfoExtended, member: 2, slot: id) {
                    unsafe $0.pointee.C_EX_GetTokenInfoExtended?(id.rawValue, &info)
                }
                return ExtendedTokenInfo(
                    tries: .init(
                        userLeft: Count(info.ulUserRetryCountLeft),
                        userMaximum: Count(info.ulMaxUserRetryCount),
                        securityOfficerLeft: Count(info.ulAdminRetryCountLeft),
                        securityOfficerMaximum: Count(info.ulMaxAdminRetryCount)
                    ),
                    tokenClass: info.ulTokenClass,
                    serialNumber: unsafe withUnsafeBytes(of: info.serialNumber) { unsafe Array($0) }
                )
            } catch {
                lastError = error
                guard error.fault == nil else { throw error }
            }
        }
        throw lastError
            ?? CryptokiError(.functionNotSupported, .extendedGetTokenInfoExtended, context: module.context(slot: id))
    }
}

extension Session {
    /// Gives the token another label, by C_EX_SetTokenName; the user must be logged in, in a read/write session.
    ///
    /// - Parameter name: At most 255 octets of UTF-8.
    public mutating func setTokenName(_ name: String) throws(CryptokiError) {
        let octets = Array(name.utf8)
        try unsafe withInput(octets.span) { (pointer, count) throws(CryptokiError) in
            try unsafe module.callExtended(.extendedSetTokenName, member: 4, slot: slot.id) {
                unsafe $0.pointee.C_EX_SetTokenName?(handle, pointer, count)
            }
        }
    }

    /// Unblocks the user's PIN with its old value, by C_EX_UnblockUserPIN; the security officer must be logged in.
    public mutating func unblockUserPIN() throws(CryptokiError) {
        try unsafe module.callExtended(.extendedUnblockUserPIN, member: 3, slot: slot.id) {
            unsafe $0.pointee.C_EX_UnblockUserPIN?(handle)
        }
    }
}

extension Module {
    /// Calls a function of the Rutoken extension table, if the table has it.
    ///
    /// - Parameter member: The function's place in the table, from 0.
    func callExtended(
        _ function: Function,
        member: Int,
        slot: SlotID,
        _ body: (UnsafePointer<CK_FUNCTION_LIST_EXTENDED>) -> CK_RV?
    ) throws(CryptokiError) {
        let hasMember = library.extendedFunctionCount > member
        try unsafe call(function, slot: slot) { _ in
            hasMember ? unsafe body(cck_extended_functions(pointer)) : nil
        }
    }
}
