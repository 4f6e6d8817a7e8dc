/// A kind of value that a report for others does not show.
public enum PrivateKind: String, Sendable {
    /// The user's name.
    case user
    /// The machine's name.
    case host
    /// The user's home directory.
    case home
    /// A serial number.
    case serial
    /// A label that a person chose.
    case label
    /// The subject of a certificate.
    case subject
    /// A network address.
    case address
    /// Anything else that is private.
    case other = "private"
}
