public import Octets

/// Who can open an export.
public enum ArchiveProtection: ~Copyable, Sendable {
    /// Whoever has the identity of one of these recipients; 1 to 256.
    case recipients([AgeRecipient])
    /// Whoever knows a passphrase of 1 to 1,024 octets; trying one costs scrypt with N = 2^18.
    case passphrase(Secret)
}
