/// Something that is wrong, or looks wrong, in an `Entitlements.plist`.
public struct EntitlementFinding: Hashable, Sendable, CustomStringConvertible {
    /// A rule with a stable name; open, so that a new rule breaks no caller.
    public struct Rule: RawRepresentable, Hashable, Sendable {
        /// The rule's name.
        public let rawValue: String

        /// Makes a rule from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The file is there but cannot be read.
        public static let unreadable = Rule(rawValue: "file.unreadable")
        /// The file is a binary property list.
        public static let binary = Rule(rawValue: "plist.binary")
        /// The file is not a property list of version 1.0 in XML.
        public static let malformed = Rule(rawValue: "plist.malformed")
        /// The file is larger or deeper than is read.
        public static let limit = Rule(rawValue: "plist.limit")
        /// The value of the property list is not a dictionary.
        public static let notDictionary = Rule(rawValue: "plist.not-dictionary")
        /// A key stands twice in a dictionary.
        public static let duplicateKey = Rule(rawValue: "plist.duplicate-key")
        /// The content hangs below a top-level key `Entitlements`, or that key stands among it or before it.
        public static let danglingKey = Rule(rawValue: "entitlements.dangling-key")
        /// A key that has no effect here; ``EntitlementsResource/unusedKeys``.
        public static let unknownKey = Rule(rawValue: "entitlements.unknown-key")
        /// A value of the wrong type.
        public static let wrongType = Rule(rawValue: "entitlements.wrong-type")
        /// `application-identifier` has not the form of one.
        public static let applicationIdentifier = Rule(rawValue: "entitlements.application-identifier")
        /// The groups are not an array.
        public static let groupsNotArray = Rule(rawValue: "groups.not-array")
        /// One element of the groups is not a string.
        public static let groupNotString = Rule(rawValue: "groups.not-string")
        /// The array of groups has no element.
        public static let groupsEmpty = Rule(rawValue: "groups.empty")
        /// A group has not the form of one.
        public static let groupName = Rule(rawValue: "groups.name")
        /// A group with a wildcard.
        public static let groupWildcard = Rule(rawValue: "groups.wildcard")
        /// A group of another team.
        public static let foreignTeam = Rule(rawValue: "groups.foreign-team")
        /// A group that stands twice.
        public static let duplicateGroup = Rule(rawValue: "groups.duplicate")
        /// No group is meant for a token's channel, or one is in other letters.
        public static let noTokenGroup = Rule(rawValue: "groups.no-token-group")
    }

    /// How bad it is.
    public enum Severity: String, Hashable, Sendable {
        /// The file cannot be used: a program that relies on it gets a configuration error.
        case malformed
        /// An entry is not what it is meant to be; `sign` refuses it.
        case error
        /// Probably not meant.
        case warning
    }

    /// The rule that was broken.
    public let rule: Rule
    /// How bad it is.
    public let severity: Severity
    /// The line of the file, from 1.
    public let line: Int
    /// What is wrong, as one sentence without a full stop.
    public let summary: String
    /// Which line to delete or change, and how.
    public let hint: String

    /// Line, severity, summary and rule on one line.
    public var message: String { "line \(line): \(severity.rawValue): \(summary) [\(rule.rawValue)]" }
    /// The message and the hint on one line.
    public var description: String { "\(message); \(hint)" }
}
