internal import CCryptoki
public import JetonOctets

// Logging in is per application and token, not per session: every session of this process with the token changes
// state (PKCS #11, 5.6.8), and a logout ends it for all of them.
extension Session {
    /// Logs in with C_Login.
    ///
    /// The PIN is sent once and never again by itself.
    ///
    /// - Throws: ``CryptokiError``; see ``ReturnValue/isPINProblem``.
    public mutating func login(_ user: UserType = .user, pin: borrowing Secret) throws(CryptokiError) {
        try pin.withBytes { (octets) throws(CryptokiError) in
            try unsafe withInput(octets) { (pointer, count) throws(CryptokiError) in
                try unsafe call(.login) { unsafe $0.pointee.C_Login?(handle, user.rawValue, pointer, count) }
            }
        }
    }

    /// Logs in with the PIN typed on the reader: C_Login with a NULL PIN.
    ///
    /// Blocks until the person has typed it or the reader gives up.
    public mutating func loginOnProtectedPath(_ user: UserType = .user) throws(CryptokiError) {
        try unsafe call(.login) { unsafe $0.pointee.C_Login?(handle, user.rawValue, nil, 0) }
    }

    /// Logs out of the token with C_Logout, in all sessions of this process.
    public mutating func logout() throws(CryptokiError) {
        try unsafe call(.logout) { unsafe $0.pointee.C_Logout?(handle) }
    }

    /// Sets the user's PIN with C_InitPIN; the security officer must be logged in.
    public mutating func initializePIN(_ pin: borrowing Secret) throws(CryptokiError) {
        try pin.withBytes { (octets) throws(CryptokiError) in
            try unsafe withInput(octets) { (pointer, count) throws(CryptokiError) in
                try unsafe call(.initPIN) { unsafe $0.pointee.C_InitPIN?(handle, pointer, count) }
            }
        }
    }

    /// Sets the user's PIN as typed on the reader; the security officer must be logged in.
    public mutating func initializePINOnProtectedPath() throws(CryptokiError) {
        try unsafe call(.initPIN) { unsafe $0.pointee.C_InitPIN?(handle, nil, 0) }
    }

    /// Changes the PIN of the user who is logged in, or the user PIN if there is no login, with C_SetPIN.
    public mutating func changePIN(from old: borrowing Secret, to new: borrowing Secret) throws(CryptokiError) {
        // Borrowed parameters can't be captured by the inner closures, so the old PIN's octets are lent outermost.
        let borrowedNew = new.clone()
        try old.withBytes { (oldOctets) throws(CryptokiError) in
            try unsafe withInput(oldOctets) { (oldPointer, oldCount) throws(CryptokiError) in
                try borrowedNew.withBytes { (newOctets) throws(CryptokiError) in
                    try unsafe withInput(newOctets) { (newPointer, newCount) throws(CryptokiError) in
                        try unsafe call(.setPIN) {
                            unsafe $0.pointee.C_SetPIN?(handle, oldPointer, oldCount, newPointer, newCount)
                        }
                    }
                }
            }
        }
    }

    /// Changes the PIN with both typed on the reader.
    public mutating func changePINOnProtectedPath() throws(CryptokiError) {
        try unsafe call(.setPIN) { unsafe $0.pointee.C_SetPIN?(handle, nil, 0, nil, 0) }
    }
}
