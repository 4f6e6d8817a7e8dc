extension PKCS11URI {
    /// A library's version, as the path attribute `library-version` gives it; a `CK_VERSION`.
    public struct LibraryVersion: Hashable, Sendable, CustomStringConvertible {
        /// The integer part.
        public var major: UInt8
        /// The hundredths part.
        public var minor: UInt8

        /// Makes a version from its two parts.
        public init(major: UInt8, minor: UInt8) {
            self.major = major
            self.minor = minor
        }

        /// Reads `1*DIGIT [ "." 1*DIGIT ]`; without a minor part it is 0.
        init?(octets: [UInt8]) {
            let parts = octets.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
            guard let first = parts.first, let major = Decimal.parse(first, as: UInt8.self) else { return nil }
            self.major = major
            guard parts.count == 2 else {
                minor = 0
                return
            }
            guard let minor = Decimal.parse(parts[1], as: UInt8.self) else { return nil }
            self.minor = minor
        }

        /// Both parts with a full stop between them.
        public var description: String { "\(major).\(minor)" }

        var octets: [UInt8] { Array(description.utf8) }
    }
}
