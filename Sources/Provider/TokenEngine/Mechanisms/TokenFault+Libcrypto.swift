import JetonLibcrypto

extension TokenFault {
    /// What a failure of libcrypto means where no input of the caller's is to blame.
    init(_ error: LibcryptoError) { self.init(.generalError, error.description) }
}
