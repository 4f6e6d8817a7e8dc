public import JetonOctets

/// Something that wraps the store's root key so that only its counterpart can unwrap it, such as an age recipient.
public protocol KeyWrapping: Sendable {
    /// Wraps a secret of 56 octets.
    ///
    /// - Returns: At most 65,536 octets without the secret in clear.
    /// - Throws: ``KeystoreError``.
    func wrap(_ secret: borrowing Secret) throws(KeystoreError) -> [UInt8]
}

/// Something that unwraps what a ``KeyWrapping`` wrapped, such as an age identity.
public protocol KeyUnwrapping: Sendable {
    /// Unwraps a secret.
    ///
    /// - Parameter octets: At most 65,536 octets from the keybag.
    /// - Returns: The secret.
    /// - Throws: ``KeystoreError/Code/authenticationFailed`` if they were wrapped for another key.
    func unwrap(_ octets: [UInt8]) throws(KeystoreError) -> Secret
}
