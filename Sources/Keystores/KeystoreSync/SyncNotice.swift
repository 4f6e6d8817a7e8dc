/// Something about another device's file that the user should know.
public struct SyncNotice: Hashable, Sendable, CustomStringConvertible {
    /// The kind of notice; open, so that a new one breaks no caller.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        /// The kind's name.
        public let rawValue: String

        /// Makes a kind from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A bundle that cannot be read: damaged, cut off, or encrypted to others.
        public static let unreadable = Kind(rawValue: "unreadable")
        /// A bundle of a device that takes no part.
        public static let notMember = Kind(rawValue: "not-member")
        /// A bundle that is older than one seen before.
        public static let rollback = Kind(rawValue: "rollback")
        /// Two different bundles of one device with the same number.
        public static let fork = Kind(rawValue: "fork")
        /// A bundle under the name of another device.
        public static let wrongName = Kind(rawValue: "wrong-name")
        /// A bundle whose device was silent for more than 180 days.
        public static let stale = Kind(rawValue: "stale")
        /// A record whose clock is more than a day ahead.
        public static let heldBack = Kind(rawValue: "held-back")
        /// A record that must not leave its device.
        public static let refused = Kind(rawValue: "refused")
        /// This device's keys are in use elsewhere, or its memory is older than its bundle.
        public static let ownBundle = Kind(rawValue: "own-bundle")
    }

    /// The kind of notice.
    public let kind: Kind
    /// The file's name in the directory.
    public let file: String
    /// What exactly was seen, as one clause without a secret.
    public let text: String

    /// Kind, file and text on one line.
    public var description: String { "\(file): \(text) [\(kind.rawValue)]" }
}
