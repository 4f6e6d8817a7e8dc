public import JetonKeystoreBase
public import JetonOctets

/// A private key on a token that unlocks a store.
///
/// The calls block while the token works and a person enters a PIN.
public protocol TokenKey: Sendable {
    /// The public half.
    var publicKey: TokenSlotKey { get }

    /// ECDH on the key's curve.
    ///
    /// - Parameter point: `04`, x, y.
    /// - Returns: The x coordinate of the shared point, 32 or 48 bytes.
    /// - Throws: ``KeystoreError``.
    func agree(with point: [UInt8]) throws(KeystoreError) -> Secret

    /// The RSA private operation, without padding.
    ///
    /// - Parameter block: As many bytes as the modulus has.
    /// - Returns: As many bytes, of which leading zeros may be missing.
    /// - Throws: ``KeystoreError``.
    func decrypt(_ block: [UInt8]) throws(KeystoreError) -> Secret
}
