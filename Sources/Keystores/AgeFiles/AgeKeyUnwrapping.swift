public import JetonKeystoreBase
public import JetonOctets

/// An age identity that opens a recovery slot of the keybag.
public final class AgeKeyUnwrapping: KeyUnwrapping {
    private let identity: AgeIdentity

    /// Takes over an identity.
    public init(_ identity: consuming AgeIdentity) { self.identity = identity }

    /// Unwraps what ``AgeRecipient/wrap(_:)`` wrapped, or the age program.
    public func unwrap(_ octets: [UInt8]) throws(KeystoreError) -> Secret {
        try AgeFile.decrypt(octets, with: identity)
    }
}
