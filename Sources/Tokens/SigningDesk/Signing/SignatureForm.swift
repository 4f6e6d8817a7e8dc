/// The form of a signature.
public enum SignatureForm: Hashable, Sendable {
    /// The signature alone, as the key makes it: ECDSA as the DER of r and s.
    case raw
    /// A CMS message that does not hold the content.
    case detachedCMS
    /// A CMS message that holds the content.
    case attachedCMS
}
