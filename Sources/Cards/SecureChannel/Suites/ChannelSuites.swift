/// Several suites, as an octet of the protocol tells them.
///
/// | bit | suite |
/// |---|---|
/// | 1 (`01`) | ``ChannelSuite/legacy`` |
/// | 2 (`02`) | ``ChannelSuite/modern`` |
/// | 5 (`10`) | ``ChannelSuite/p256`` |
///
/// Other bits are kept, and mean nothing yet.
public struct ChannelSuites: OptionSet, Hashable, Sendable {
    /// The octet.
    public let rawValue: UInt8

    /// Makes a set from its octet.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Makes the set of one suite.
    public init(_ suite: ChannelSuite) { rawValue = suite.rawValue }

    /// The legacy suite.
    public static let legacy = ChannelSuites(.legacy)
    /// The modern suite.
    public static let modern = ChannelSuites(.modern)
    /// The suite P-256.
    public static let p256 = ChannelSuites(.p256)

    /// Whether a suite is among them.
    public func includes(_ suite: ChannelSuite) -> Bool { contains(ChannelSuites(suite)) }
}
