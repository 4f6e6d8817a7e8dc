public import JetonCMS
public import SignatureLevels

/// What goes into a CMS message besides its content, signer and certificates.
public struct SignatureAdditions: Sendable {
    /// Further signed attributes, such as the signature policy.
    public var attributes: [CMSAttribute] = []
    /// Raises the signature to a level; nil for level B.
    public var extender: SignatureExtender?
    /// Whether the extender's authority timestamps the content before it is signed.
    public var timestampsContent = false

    /// Makes additions of nothing.
    public init() {}
}
