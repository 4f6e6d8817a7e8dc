internal import CCryptoki
public import JetonOctets

extension Slot {
    /// The longest activation password that ``setActivationPassword(_:)`` passes on, in octets.
    ///
    /// The interface has no length and the vendor names no limit; tokens make passwords of a few symbols.
    public static let maximumActivationPasswordLength = 255

    /// What the vendor's extension tells of the token, by C_EX_GetTokenInfoExtended; also of one whose secure channel
    /// is not set up.
    ///
    /// The structure's size is negotiated: 256 octets first, then the 208 of older libraries.
    ///
    /// - Throws: ``CryptokiError``; fault ``CryptokiError/Fault/missingFunction`` if the module has no extension.
    public func extendedTokenInfo() throws(CryptokiError) -> ExtendedTokenInfo {
        do {
            return try extendedTokenInfo(size: 256)
        } catch {
            guard error.fault == nil, !error.code.isRemoval else { throw error }
            return try extendedTokenInfo(size: 208)
        }
    }

    private func extendedTokenInfo(size: UInt) throws(CryptokiError) -> ExtendedTokenInfo {
        var info = CK_TOKEN_INFO_EXTENDED()
        info.ulSizeofThisStructure = size
        try unsafe module.callExtended(.extendedGetTokenInfoExtended, member: 2, slot: id) {
            unsafe $0.pointee.C_EX_GetTokenInfoExtended?(id.rawValue, &info)
        }
        return ExtendedTokenInfo(info)
    }

    /// Sets up the token's secure channel, by C_EX_SetActivationPassword; needs neither a session nor a login.
    ///
    /// The password is sent once. The C function takes it without a length, ended by a NUL.
    ///
    /// - Parameter password: 1 to ``maximumActivationPasswordLength`` octets without a NUL, such as `A-Z` and `1-9`.
    /// - Throws: ``CryptokiError``; ``ReturnValue/rutokenPasswordInvalid`` for a wrong one;
    ///   ``ReturnValue/argumentsBad`` without calling the module for one that can't be passed on.
    public func setActivationPassword(_ password: borrowing Secret) throws(CryptokiError) {
        let isFit = password.withBytes { octets in
            guard (1...Slot.maximumActivationPasswordLength).contains(octets.count) else { return false }
            for index in 0..<octets.count where octets[index] == 0 { return false }
            return true
        }
        guard isFit else {
            throw CryptokiError(.argumentsBad, .extendedSetActivationPassword, context: module.context(slot: id))
        }
        let terminated = password.withBytes { octets in
            Secret(capacity: octets.count + 1) { (target: inout MutableSpan<UInt8>) in
                for index in 0..<octets.count { target[index] = octets[index] }
                target[octets.count] = 0
                return octets.count + 1
            }
        }
        try terminated.withBytes { (octets) throws(CryptokiError) in
            try unsafe withInput(octets) { (pointer, _) throws(CryptokiError) in
                try unsafe module.callExtended(.extendedSetActivationPassword, member: 14, slot: id) {
                    unsafe $0.pointee.C_EX_SetActivationPassword?(id.rawValue, pointer)
                }
            }
        }
    }

    /// Formats the token with the vendor's settings, by C_EX_InitToken: everything on it is destroyed.
    ///
    /// No session with the token may be open.
    ///
    /// - Parameters:
    ///   - label: The new label; 1 to 255 octets of UTF-8.
    ///   - settings: What else is chosen when a token is formatted.
    ///   - securityOfficerPIN: The security officer's present PIN.
    ///   - newSecurityOfficerPIN: The security officer's PIN afterwards.
    ///   - newUserPIN: The user's PIN afterwards.
    /// - Throws: ``CryptokiError``; ``ReturnValue/sessionExists`` while a session is open;
    ///   ``ReturnValue/argumentsBad`` without calling the module for a label that is too long.
    public func formatToken(
        label: String,
        settings: FormatSettings,
        securityOfficerPIN: borrowing Secret,
        newSecurityOfficerPIN: borrowing Secret,
        newUserPIN: borrowing Secret
    ) throws(CryptokiError) {
        let octets = Array(label.utf8)
        guard (1...255).contains(octets.count) else {
            throw CryptokiError(.argumentsBad, .extendedInitToken, context: module.context(slot: id))
        }
        // Borrowed parameters can't be captured by the inner closures.
        let newOfficer = newSecurityOfficerPIN.clone()
        let newUser = newUserPIN.clone()
        try securityOfficerPIN.withBytes { (pin) throws(CryptokiError) in
            try unsafe withInput(pin) { (pinPointer, pinCount) throws(CryptokiError) in
                try unsafe withParameters(octets, settings, newOfficer, newUser) {
                    (parameters) throws(CryptokiError) in
                    try unsafe module.callExtended(.extendedInitToken, member: 1, slot: id) {
                        unsafe $0.pointee.C_EX_InitToken?(id.rawValue, pinPointer, pinCount, parameters)
                    }
                }
            }
        }
    }

    private func withParameters(
        _ label: [UInt8],
        _ settings: FormatSettings,
        _ newSecurityOfficerPIN: borrowing Secret,
        _ newUserPIN: borrowing Secret,
        _ body: (UnsafeMutablePointer<CK_RUTOKEN_INIT_PARAM>) throws(CryptokiError) -> Void
    ) throws(CryptokiError) {
        let user = newUserPIN.clone()
        try newSecurityOfficerPIN.withBytes { (officerOctets) throws(CryptokiError) in
            try unsafe withInput(officerOctets) { (officerPointer, officerCount) throws(CryptokiError) in
                try user.withBytes { (userOctets) throws(CryptokiError) in
                    try unsafe withInput(userOctets) { (userPointer, userCount) throws(CryptokiError) in
                        try unsafe withInput(label.span) { (labelPointer, labelCount) throws(CryptokiError) in
                            var parameters = unsafe CK_RUTOKEN_INIT_PARAM()
                            unsafe parameters.ulSizeofThisStructure = UInt(MemoryLayout<CK_RUTOKEN_INIT_PARAM>.size)
                            unsafe parameters.pNewAdminPin = officerPointer
                            unsafe parameters.ulNewAdminPinLen = officerCount
                            unsafe parameters.pNewUserPin = userPointer
                            unsafe parameters.ulNewUserPinLen = userCount
                            unsafe parameters.pTokenLabel = labelPointer
                            unsafe parameters.ulLabelLen = labelCount
                            unsafe settings.fill(&parameters)
                            try unsafe body(&parameters)
                        }
                    }
                }
            }
        }
    }
}
