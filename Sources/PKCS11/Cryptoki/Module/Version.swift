internal import CCryptoki

/// A version of two numbers, as in CK_VERSION.
public struct Version: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The number before the point.
    public let major: UInt8
    /// The number behind the point, in hundredths where the standard says so: 2.40 is 2 and 40.
    public let minor: UInt8

    /// Makes a version.
    public init(major: UInt8, minor: UInt8) {
        self.major = major
        self.minor = minor
    }

    init(_ version: CK_VERSION) { self.init(major: version.major, minor: version.minor) }

    /// Orders by major, then minor.
    public static func < (left: Version, right: Version) -> Bool {
        (left.major, left.minor) < (right.major, right.minor)
    }

    /// Such as `2.40` or `3.0`.
    public var description: String { "\(major).\(minor)" }
}
