import CJetonLibcrypto

/// A private key in memory that signs: RSA, EC, Ed25519 or Ed448.
///
/// For keys from files and for tests; keys on tokens sign by PKCS #11. May be used by any number of threads at once.
public struct SoftwareKey: Sendable {
    /// The public half.
    public let publicKey: VerifyingKey
    /// The public half as a SubjectPublicKeyInfo in DER.
    public let subjectPublicKeyInfo: [UInt8]
    private let handle: KeyHandle

    init(_ handle: KeyHandle, publicKey: VerifyingKey, subjectPublicKeyInfo: [UInt8]) {
        self.handle = handle
        self.publicKey = publicKey
        self.subjectPublicKeyInfo = subjectPublicKeyInfo
    }

    /// Signs a digest, or for ``SignatureMethod/edDSA`` a message.
    ///
    /// - Returns: The signature as X.509 and CMS hold it.
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for a method of another kind of key, a digest of another length than
    ///   the hash function's, and a modulus too short for the padding.
    public func sign(_ input: [UInt8], by method: SignatureMethod) throws(LibcryptoError) -> [UInt8] {
        switch (publicKey.kind, method) {
        case (.rsa, .rsaPKCS1), (.rsa, .rsaPSS), (.ellipticCurve, .ecdsa):
            guard !input.isEmpty else { throw LibcryptoError(.invalidInput) }
            if case .rsaPSS(_, _, let saltLength) = method, !(0...2048).contains(saltLength) {
                throw LibcryptoError(.invalidInput)
            }
            return try unsafe octets(capacity: Int(LIBCRYPTO_LONGEST_MODULUS)) { (pointer, written) in
                unsafe method.withPadding { padding in
                    unsafe libcrypto_sign_digest(handle.pointer, padding, input, input.count, pointer, &written)
                }
            }
        case (.ed25519, .edDSA), (.ed448, .edDSA):
            // An empty array has no address, which the C side requires.
            let message = input.isEmpty ? [0] : input
            return try unsafe octets(capacity: Int(LIBCRYPTO_LONGEST_MODULUS)) { (pointer, written) in
                unsafe libcrypto_sign_message(handle.pointer, message, input.count, pointer, &written)
            }
        default: throw LibcryptoError(.invalidInput)
        }
    }
}
