/// Why a manifest that is there does not count: the program is treated as not signed.
public struct ManifestRejection: Hashable, Sendable, CustomStringConvertible {
    /// The kind of reason; open, so that a new one breaks no caller.
    public struct Reason: RawRepresentable, Hashable, Sendable {
        /// The reason's name.
        public let rawValue: String

        /// Makes a reason from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The file cannot be read, or is not a manifest.
        public static let malformed = Reason(rawValue: "malformed")
        /// No key of the team is trusted here.
        public static let unknownTeam = Reason(rawValue: "unknown-team")
        /// The team's trusted keys are other ones.
        public static let otherKey = Reason(rawValue: "other-key")
        /// The key that signed was revoked.
        public static let revokedKey = Reason(rawValue: "revoked-key")
        /// A signature of a trusted key is there but does not fit the content.
        public static let signature = Reason(rawValue: "signature")
        /// The serial is below the team's minimum.
        public static let revokedSerial = Reason(rawValue: "revoked-serial")
        /// The time has not come.
        public static let notYetValid = Reason(rawValue: "not-yet-valid")
        /// The time is over.
        public static let expired = Reason(rawValue: "expired")
        /// The executable is not one of those listed.
        public static let otherExecutable = Reason(rawValue: "other-executable")
        /// The executable was deleted or replaced while the program runs.
        public static let deletedExecutable = Reason(rawValue: "deleted-executable")
        /// The executable cannot be read.
        public static let unreadableExecutable = Reason(rawValue: "unreadable-executable")
        /// The manifest demands more evidence than there is.
        public static let level = Reason(rawValue: "level")
    }

    /// The kind of reason.
    public let reason: Reason
    /// What exactly is wrong, as one clause.
    public let text: String
    /// The team that the manifest claims, if it could be read so far.
    public let claimedTeam: TeamIdentifier?

    /// Makes a rejection.
    init(_ reason: Reason, _ text: String, team: TeamIdentifier? = nil) {
        self.reason = reason
        self.text = text
        claimedTeam = team
    }

    /// The text and the reason's name.
    public var description: String { "\(text) [\(reason.rawValue)]" }
}
