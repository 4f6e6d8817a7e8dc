/// What checking one signature with one public key showed.
public enum SignatureCheck: Hashable, Sendable {
    /// The signature was made by the private half of the key over these octets.
    case valid
    /// It was not.
    case invalid
    /// It could not be checked, and why.
    case unsupported(String)
}
