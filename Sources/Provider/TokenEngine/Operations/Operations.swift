/// What is under way in a session: at most one operation of each kind.
struct Operations: Sendable {
    var search: ArraySlice<UInt>?
    var digest: DigestOperation?
    var signing: SigningOperation?
    var verification: VerificationOperation?
    var encryption: EncryptionOperation?
    var decryption: DecryptionOperation?
}
