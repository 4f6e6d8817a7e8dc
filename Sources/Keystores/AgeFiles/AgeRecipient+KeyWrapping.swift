public import JetonKeystoreBase
public import JetonOctets

extension AgeRecipient: KeyWrapping {
    /// Wraps a secret in an age file, which the age program opens as well.
    public func wrap(_ secret: borrowing Secret) throws(KeystoreError) -> [UInt8] {
        try AgeFile.encrypt(secret, to: [self])
    }
}
