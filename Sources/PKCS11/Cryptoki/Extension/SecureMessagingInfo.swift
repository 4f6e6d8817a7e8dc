internal import CCryptoki

/// What Rutoken's hardware feature for the token tells of its secure channel: CKH_VENDOR_TOKEN_INFO.
///
/// A member is nil where the library does not have the attribute.
public struct SecureMessagingInfo: Hashable, Sendable {
    /// `.rutokenSecureMessagingAvailable`: whether the token has secure messaging.
    public let isAvailable: Bool?
    /// `.rutokenCurrentSecureMessagingMode`.
    public let mode: Mode?
    /// `.rutokenSupportedSecureMessagingModes`: at most 16 are looked at.
    public let supportedModes: [Mode]?
    /// `.rutokenCurrentTokenInterface`: how the token is reached at present.
    public let interface: Interface?
    /// `.rutokenSupportedTokenInterface`: how the token can be reached.
    public let supportedInterfaces: Interface?

    /// A mode of secure messaging, one of SECURE_MESSAGING_….
    public struct Mode: RawRepresentable, Hashable, Sendable {
        /// The number.
        public let rawValue: UInt
        /// Makes a mode from its number.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// `SECURE_MESSAGING_DEFAULT`.
        public static let `default` = Mode(rawValue: 0)
        /// `SECURE_MESSAGING_BUILT_IN`.
        public static let builtIn = Mode(rawValue: 1)
        /// `SECURE_MESSAGING_GOST`.
        public static let gost = Mode(rawValue: 2)
        /// `SECURE_MESSAGING_ENHANCED_GOST`.
        public static let enhancedGOST = Mode(rawValue: 3)
        /// `JETON_SECURE_MESSAGING_P256`: of Jeton's own module.
        public static let jetonP256 = Mode(rawValue: UInt(JETON_SECURE_MESSAGING_P256))
        /// `SECURE_MESSAGING_UNSUPPORTED`.
        public static let unsupported = Mode(rawValue: 0xFF)
    }

    /// Ways to reach a token, bits of INTERFACE_TYPE_….
    ///
    /// All of them together mean that it is not known.
    public struct Interface: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt
        /// Makes a set from bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// `INTERFACE_TYPE_USB`.
        public static let usb = Interface(rawValue: 0x1)
        /// `INTERFACE_TYPE_BT`.
        public static let bluetooth = Interface(rawValue: 0x2)
        /// `INTERFACE_TYPE_UART`.
        public static let uart = Interface(rawValue: 0x4)
        /// `INTERFACE_TYPE_ISO`: contacts of a smart card.
        public static let contacts = Interface(rawValue: 0x8)
        /// `INTERFACE_TYPE_NFC_TYPE_B`.
        public static let nfcTypeB = Interface(rawValue: 0x20)
        /// `INTERFACE_TYPE_SPI`.
        public static let spi = Interface(rawValue: 0x40)
        /// `INTERFACE_TYPE_NFC_TYPE_A`.
        public static let nfcTypeA = Interface(rawValue: 0x80)
    }

    init(_ values: AttributeValues) {
        isAvailable = values.flag(.rutokenSecureMessagingAvailable)
        mode = values.number(.rutokenCurrentSecureMessagingMode)
            .map { Mode(rawValue: $0) }
        supportedModes = values.numbers(.rutokenSupportedSecureMessagingModes)
            .map { $0.prefix(16).map { Mode(rawValue: $0) } }
        interface = values.number(.rutokenCurrentTokenInterface)
            .map { Interface(rawValue: $0) }
        supportedInterfaces = values.number(.rutokenSupportedTokenInterface)
            .map { Interface(rawValue: $0) }
    }
}

extension Session {
    /// What the token's hardware feature tells of its secure channel; nil if the token has no such feature.
    public mutating func secureMessagingInfo() throws(CryptokiError) -> SecureMessagingInfo? {
        let found = try find([
            .objectClass(.hwFeature), Attribute(.hwFeatureType, number: CKH_VENDOR_TOKEN_INFO),
        ])
        guard let feature = found.first else { return nil }
        let types: [AttributeType] = [
            .rutokenSecureMessagingAvailable, .rutokenCurrentSecureMessagingMode,
            .rutokenSupportedSecureMessagingModes, .rutokenCurrentTokenInterface,
            .rutokenSupportedTokenInterface,
        ]
        return SecureMessagingInfo(try attributes(types, of: feature))
    }
}
