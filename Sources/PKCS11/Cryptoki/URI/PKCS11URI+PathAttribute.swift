extension PKCS11URI {
    /// The name of an attribute in the path of a PKCS #11 URI: one that RFC 7512 defines, or a vendor's.
    ///
    /// The order is the one in which attributes are printed and preferred: what people know a thing by comes first,
    /// what changes from one start to the next last, vendors' attributes behind in the order of their names.
    ///
    /// - SeeAlso: RFC 7512, 2.3.
    public struct PathAttribute: RawRepresentable, Hashable, Sendable, Comparable {
        /// The name as it is printed.
        public let rawValue: String

        /// Makes an attribute from its name.
        ///
        /// Names that RFC 7512 defines are recognized in any case, as its grammar asks (RFC 5234, 2.3).
        ///
        /// - Returns: nil if the name is empty, has a character other than ASCII letters, digits, `-` and `_`, or is
        ///   defined for the query.
        public init?(rawValue: String) {
            guard AttributeName.isWellFormed(rawValue.utf8) else { return nil }
            let lowercase = rawValue.lowercased()
            guard !QueryAttribute.standard.contains(where: { $0.rawValue == lowercase }) else { return nil }
            let standard = PathAttribute.standard.first { $0.rawValue == lowercase }
            self.rawValue = standard?.rawValue ?? rawValue
        }

        private init(name: String) { rawValue = name }

        /// The token's label; the field `label` of `CK_TOKEN_INFO`.
        public static let token = PathAttribute(name: "token")
        /// The token's serial number; the field `serialNumber` of `CK_TOKEN_INFO`.
        public static let serial = PathAttribute(name: "serial")
        /// The object's label; the attribute `CKA_LABEL`.
        public static let object = PathAttribute(name: "object")
        /// The object's identifier; the attribute `CKA_ID`.
        public static let id = PathAttribute(name: "id")
        /// The object's class; the attribute `CKA_CLASS`.
        public static let type = PathAttribute(name: "type")
        /// The token's model; the field `model` of `CK_TOKEN_INFO`.
        public static let model = PathAttribute(name: "model")
        /// The token's manufacturer; the field `manufacturerID` of `CK_TOKEN_INFO`.
        public static let manufacturer = PathAttribute(name: "manufacturer")
        /// The slot's description; the field `slotDescription` of `CK_SLOT_INFO`.
        public static let slotDescription = PathAttribute(name: "slot-description")
        /// The slot's manufacturer; the field `manufacturerID` of `CK_SLOT_INFO`.
        public static let slotManufacturer = PathAttribute(name: "slot-manufacturer")
        /// The library's description; the field `libraryDescription` of `CK_INFO`.
        public static let libraryDescription = PathAttribute(name: "library-description")
        /// The library's manufacturer; the field `manufacturerID` of `CK_INFO`.
        public static let libraryManufacturer = PathAttribute(name: "library-manufacturer")
        /// The library's version; the field `libraryVersion` of `CK_INFO`.
        public static let libraryVersion = PathAttribute(name: "library-version")
        /// The slot's number, a `CK_SLOT_ID`, which may differ at the next start.
        public static let slotID = PathAttribute(name: "slot-id")

        /// The SHA-256 of the object's value in hexadecimal, for objects that share all other names: Jeton's own.
        ///
        /// RFC 7512, 2.3, leaves such names to vendors; another program refuses the URI rather than take another object.
        public static let objectDigest = PathAttribute(name: "jeton-sha256")

        /// The attributes that RFC 7512 defines, in order.
        public static let standard: [PathAttribute] = [
            token, serial, object, id, type, model, manufacturer, slotDescription, slotManufacturer,
            libraryDescription, libraryManufacturer, libraryVersion, slotID,
        ]

        /// Whether RFC 7512 does not define the attribute.
        public var isVendorDefined: Bool { rank == PathAttribute.standard.count }

        /// Whether the value is a field of fixed length in a C structure, padded with blanks.
        var isPaddedField: Bool {
            switch self {
            case .token, .serial, .model, .manufacturer, .slotDescription, .slotManufacturer, .libraryDescription,
                .libraryManufacturer:
                true
            default: false
            }
        }

        private var rank: Int {
            PathAttribute.standard.firstIndex(of: self) ?? PathAttribute.standard.count
        }

        /// Whether the left one is printed first.
        public static func < (left: PathAttribute, right: PathAttribute) -> Bool {
            (left.rank, left.rawValue) < (right.rank, right.rawValue)
        }

        /// A value in the form in which it is compared and printed, or nil if the attribute can't have it.
        func canonicalValue(_ value: [UInt8]) -> [UInt8]? {
            switch self {
            case .type: ObjectType(octets: value)?.octets
            case .slotID: Decimal.parse(value[...], as: UInt.self).map { Array(String($0).utf8) }
            case .libraryVersion: LibraryVersion(octets: value)?.octets
            default: value
            }
        }
    }
}
