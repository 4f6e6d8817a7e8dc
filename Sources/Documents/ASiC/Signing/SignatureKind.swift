/// The formats of the signatures in a container.
public enum SignatureKind: String, Hashable, Sendable {
    /// XML.
    case xades
    /// CMS.
    case cades
}
