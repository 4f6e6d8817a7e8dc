/// Sizes that are checked before anything is allocated or trusted.
enum RecordLimits {
    /// Octets of a vault file.
    static let vault = 256 << 20
    /// Records of a vault.
    static let records = 1_000_000
    /// Octets of a record.
    static let record = 1 << 20
    /// Octets of the sealed metadata of a record.
    static let metadata = 65536
    /// Octets of a padded secret.
    static let secretCapacity = 1 << 19
    /// Octets of a secret.
    static let secret = secretCapacity - 4
}
