import JetonKeystoreBase

/// What ``Keychain/verify()`` found.
public struct VerificationReport: Sendable {
    /// What was looked at without complaint or with one.
    public var vaults = 0
    /// How many records were opened as far as the store's state allows.
    public var records = 0
    /// How many protected files of the store were looked at.
    public var files = 0
    /// How many of them were not read, as their class is locked.
    public var unprovenFiles = 0
    /// What is wrong, most telling first; empty if all is well.
    public var findings: [StoreFinding] = []

    init() {}

    mutating func add(_ kind: StoreFinding.Kind, _ subject: String, _ text: String) {
        findings.append(StoreFinding(kind: kind, subject: subject, text: text, cause: nil))
    }

    mutating func add(_ kind: StoreFinding.Kind, _ subject: String, _ error: KeystoreError) {
        findings.append(StoreFinding(kind: kind, subject: subject, text: error.description, cause: error.cause))
    }
}
