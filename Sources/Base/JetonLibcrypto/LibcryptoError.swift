/// Why libcrypto did not do what was asked.
public struct LibcryptoError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure; open, so that a new kind breaks no caller.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The kind's name, in words.
        public let rawValue: String

        /// Makes a kind of failure from its words.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A length, number or encoding that the operation does not take.
        public static let invalidInput = Code(rawValue: "the operation does not accept this input")
        /// The tag does not match: the data was changed, or the key is another.
        public static let notAuthentic = Code(rawValue: "the authentication tag does not match")
        /// The library could not do it: no memory, no entropy, or a missing provider.
        public static let failed = Code(rawValue: "the libcrypto operation failed")
        /// An algorithm or a curve that libcrypto does not have.
        public static let unsupported = Code(rawValue: "libcrypto does not have this algorithm or curve")
        /// OpenSSL's GOST provider can't be loaded; everything that is not of the GOST family works without it.
        public static let gostUnavailable = Code(
            rawValue: "OpenSSL's GOST provider gostprov can't be loaded (package libengine-gost-openssl)"
        )
    }

    /// The kind of failure.
    public let code: Code

    /// Makes an error.
    public init(_ code: Code) { self.code = code }

    /// One sentence for people.
    public var description: String { code.rawValue }
}
