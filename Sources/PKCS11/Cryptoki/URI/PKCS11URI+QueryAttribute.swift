extension PKCS11URI {
    /// The name of an attribute in the query of a PKCS #11 URI: one that RFC 7512 defines, or a vendor's.
    ///
    /// - SeeAlso: RFC 7512, 2.4.
    public struct QueryAttribute: RawRepresentable, Hashable, Sendable, Comparable {
        /// The name as it is printed.
        public let rawValue: String

        /// Makes an attribute from its name.
        ///
        /// Names that RFC 7512 defines are recognized in any case, as its grammar asks (RFC 5234, 2.3).
        ///
        /// - Returns: nil if the name is empty, has a character other than ASCII letters, digits, `-` and `_`, or is
        ///   defined for the path.
        public init?(rawValue: String) {
            guard AttributeName.isWellFormed(rawValue.utf8) else { return nil }
            let lowercase = rawValue.lowercased()
            guard !PathAttribute.standard.contains(where: { $0.rawValue == lowercase }) else { return nil }
            let standard = QueryAttribute.standard.first { $0.rawValue == lowercase }
            self.rawValue = standard?.rawValue ?? rawValue
        }

        private init(name: String) { rawValue = name }

        /// The library's name without prefix and suffix, such as `softhsm2`.
        public static let moduleName = QueryAttribute(name: "module-name")
        /// The library's path, or a directory in which to look for it.
        public static let modulePath = QueryAttribute(name: "module-path")
        /// Where to read the PIN.
        public static let pinSource = QueryAttribute(name: "pin-source")
        /// The PIN itself; see ``PKCS11URI/hasPINValue``.
        public static let pinValue = QueryAttribute(name: "pin-value")

        /// The attributes that RFC 7512 defines, in the order in which they are printed.
        public static let standard: [QueryAttribute] = [moduleName, modulePath, pinSource, pinValue]

        /// Whether RFC 7512 does not define the attribute.
        public var isVendorDefined: Bool { rank == QueryAttribute.standard.count }

        private var rank: Int {
            QueryAttribute.standard.firstIndex(of: self) ?? QueryAttribute.standard.count
        }

        /// Whether the left one is printed first.
        public static func < (left: QueryAttribute, right: QueryAttribute) -> Bool {
            (left.rank, left.rawValue) < (right.rank, right.rawValue)
        }
    }
}
