/// The end of operations before their result.
extension Engine {
    /// Ends the operations that flags name; those that are not under way are passed over.
    public func cancel(_ handle: UInt, _ set: MechanismFlags) throws(TokenFault) {
        try with(handle) { (_, operations) throws(TokenFault) in
            if set.contains(.findObjects) { operations.search = nil }
            if set.contains(.encrypt) { operations.encryption = nil }
            if set.contains(.decrypt) { operations.decryption = nil }
            if set.contains(.digest) { operations.digest = nil }
            if set.contains(.sign) { operations.signing = nil }
            if set.contains(.verify) { operations.verification = nil }
        }
    }

    /// Fails unless a session is open.
    ///
    /// - Throws: `CKR_SESSION_HANDLE_INVALID`, `CKR_DEVICE_REMOVED`.
    public func requireSession(_ handle: UInt) throws(TokenFault) { _ = try session(handle) }
}
