public import AgeFiles
public import JetonOctets

/// Who can open an export.
public enum ArchiveProtection: ~Copyable, Sendable {
    /// The holders of an identity of one of these recipients; 1 to 256.
    case recipients([AgeRecipient])
    /// The holders of a passphrase of 1 to 1,024 bytes; trying one costs scrypt with N = 2^18.
    case passphrase(Secret)
}
