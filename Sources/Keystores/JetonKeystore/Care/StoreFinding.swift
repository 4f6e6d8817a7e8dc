public import JetonKeystoreBase

/// One thing that is wrong with a store.
public struct StoreFinding: Sendable, Hashable, CustomStringConvertible {
    /// The kind of finding; open, so that a new kind breaks no caller.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        /// The kind's stable name.
        public let rawValue: String

        /// Makes a kind from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The keybag cannot be used.
        public static let keybag = Kind(rawValue: "keybag")
        /// A vault cannot be used as a whole: unsafe, damaged, too new, or an old copy.
        public static let vault = Kind(rawValue: "vault")
        /// One record is damaged; the others are not affected.
        public static let record = Kind(rawValue: "record")
        /// A protected file is damaged, unsafe or in another one's place.
        public static let file = Kind(rawValue: "file")
        /// One record is of a later version.
        public static let unsupportedRecord = Kind(rawValue: "unsupported-record")
        /// Octets that mean nothing are not zero.
        public static let padding = Kind(rawValue: "padding")
        /// The previous generation of a vault cannot be used for repairs.
        public static let previous = Kind(rawValue: "previous")
        /// The witness of a file is missing or damaged, so that an old copy of the file would not be noticed.
        public static let witness = Kind(rawValue: "witness")
        /// A change of several vaults that was decided cannot be read, so that nothing can be written.
        public static let intent = Kind(rawValue: "intent")
        /// Records or files that are still sealed under class keys from before a token was removed.
        public static let classKeys = Kind(rawValue: "class-keys")
        /// A file or directory that does not belong to the store.
        public static let foreign = Kind(rawValue: "foreign")
        /// Damaged records that were set aside.
        public static let quarantine = Kind(rawValue: "quarantine")
    }

    /// The kind of finding.
    public let kind: Kind
    /// The access group, or the file.
    public let subject: String
    /// What is wrong, in one sentence without a secret.
    public let text: String
    /// What is wrong with the file; nil if ``kind`` says it all.
    public let cause: KeystoreError.Cause?

    /// One sentence for people.
    public var description: String { "\(subject): \(text)" }
}
