/// How long keys are used and how much they carry.
public struct SessionLimits: Hashable, Sendable {
    /// Commands with their answers.
    public var messages: UInt64
    /// Octets of data in commands and answers.
    public var octets: UInt64
    /// Seconds.
    public var seconds: UInt64

    /// Makes limits.
    public init(messages: UInt64, octets: UInt64, seconds: UInt64) {
        self.messages = messages
        self.octets = octets
        self.seconds = seconds
    }

    /// When a host replaces keys (REKEY): 1,024 messages, 1 MiB, 10 minutes.
    public static let hostRekey = SessionLimits(messages: 1024, octets: 1 << 20, seconds: 600)
    /// When a card insists on it: 4,096 messages, 4 MiB, 60 minutes.
    public static let cardRekey = SessionLimits(messages: 4096, octets: 4 << 20, seconds: 3600)
    /// When a session ends for both: 65,536 messages, 64 MiB, 8 hours.
    public static let session = SessionLimits(messages: 1 << 16, octets: 64 << 20, seconds: 8 * 3600)
    /// After how many seconds without a command a card ends a session.
    public static let idleSeconds: UInt64 = 300
    /// After how many seconds without a command a session may be displaced, if a new one finds no other channel.
    public static let displacementSeconds: UInt64 = 5
}
