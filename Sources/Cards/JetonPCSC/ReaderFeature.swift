import JetonOctets

/// A capability of a reader beyond the exchange of commands, with the control code that reaches it.
///
/// - SeeAlso: PC/SC Workgroup Specification 2.02.09, part 10, 2.2 and 2.3.
public struct ReaderFeature: RawRepresentable, Hashable, Sendable {
    /// The feature's tag.
    public let rawValue: UInt8

    /// Makes a feature from its tag.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A PIN is entered on the reader and verified; the corresponding C constant is `FEATURE_VERIFY_PIN_DIRECT`.
    public static let verifyPINDirect = ReaderFeature(rawValue: 0x06)
    /// A PIN is changed on the reader; the corresponding C constant is `FEATURE_MODIFY_PIN_DIRECT`.
    public static let modifyPINDirect = ReaderFeature(rawValue: 0x07)
    /// Properties of PIN entry; the corresponding C constant is `FEATURE_IFD_PIN_PROPERTIES`.
    public static let pinProperties = ReaderFeature(rawValue: 0x0A)
    /// Properties in TLV form; the corresponding C constant is `FEATURE_GET_TLV_PROPERTIES`.
    public static let tlvProperties = ReaderFeature(rawValue: 0x12)

    /// The control code that asks a reader for its features; the corresponding C constant is
    /// `CM_IOCTL_GET_FEATURE_REQUEST`.
    static let request: UInt32 = 0x4200_0000 + 3400

    /// Reads the list of features: tag, length 4, control code in big-endian order, and so on.
    ///
    /// - Parameter octets: Octets from a driver; reading stops at the first entry of another form.
    /// - Returns: The control code of each feature that is known.
    static func parse(_ octets: [UInt8]) -> [ReaderFeature: UInt32] {
        var cursor = ByteCursor(octets)
        var features: [ReaderFeature: UInt32] = [:]
        while let tag = try? cursor.readByte(), let length = try? cursor.readByte(), length == 4,
            let code = try? cursor.readBigEndian(UInt32.self)
        {
            features[ReaderFeature(rawValue: tag)] = code
        }
        return features
    }
}
