/// The end of operations before their result.
extension TokenEngine {
    /// The operations of a session, by the bits with which PKCS #11 names them (`CKF_...`).
    public struct OperationSet: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt

        /// Makes a set from its bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// A search.
        public static let search = OperationSet(rawValue: 0x40)
        /// An encryption.
        public static let encryption = OperationSet(rawValue: 0x100)
        /// A decryption.
        public static let decryption = OperationSet(rawValue: 0x200)
        /// A digest.
        public static let digest = OperationSet(rawValue: 0x400)
        /// A signature.
        public static let signing = OperationSet(rawValue: 0x800)
        /// A verification.
        public static let verification = OperationSet(rawValue: 0x2000)
    }

    /// Ends operations; those that are not under way are passed over.
    public func cancel(_ handle: UInt, _ set: OperationSet) throws(TokenFault) {
        try with(handle) { (_, operations) throws(TokenFault) in
            if set.contains(.search) { operations.search = nil }
            if set.contains(.encryption) { operations.encryption = nil }
            if set.contains(.decryption) { operations.decryption = nil }
            if set.contains(.digest) { operations.digest = nil }
            if set.contains(.signing) { operations.signing = nil }
            if set.contains(.verification) { operations.verification = nil }
        }
    }

    /// Fails unless a session is open.
    ///
    /// - Throws: `CKR_SESSION_HANDLE_INVALID`, `CKR_DEVICE_REMOVED`.
    public func requireSession(_ handle: UInt) throws(TokenFault) { _ = try session(handle) }
}
