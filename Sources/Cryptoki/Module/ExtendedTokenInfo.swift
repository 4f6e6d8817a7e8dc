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
