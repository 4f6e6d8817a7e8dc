public import AgeFiles
public import JetonOctets

/// What opens an export.
public enum ArchiveKey: ~Copyable, Sendable {
    /// The identity of a recipient.
    case identity(AgeIdentity)
    /// The passphrase.
    case passphrase(Secret)
}
