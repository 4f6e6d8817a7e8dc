/// Something that a reader's driver can be asked for.
///
/// - SeeAlso: PC/SC Workgroup Specification 2.01.14, part 3, table 3-1.
public struct ReaderAttribute: RawRepresentable, Hashable, Sendable {
    /// Class in the upper, tag in the lower 16 bits.
    public let rawValue: UInt32

    /// Makes an attribute from its number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Vendor name, text; the corresponding C constant is `SCARD_ATTR_VENDOR_NAME`.
    public static let vendorName = ReaderAttribute(rawValue: 0x0001_0100)
    /// Version of the device, four octets; the corresponding C constant is `SCARD_ATTR_VENDOR_IFD_VERSION`.
    public static let vendorVersion = ReaderAttribute(rawValue: 0x0001_0102)
    /// Serial number of the device, text; the corresponding C constant is `SCARD_ATTR_VENDOR_IFD_SERIAL_NO`.
    public static let vendorSerialNumber = ReaderAttribute(rawValue: 0x0001_0103)
    /// Kind and number of the channel, such as USB bus and device; the corresponding C constant is
    /// `SCARD_ATTR_CHANNEL_ID`.
    public static let channelIdentifier = ReaderAttribute(rawValue: 0x0002_0110)
    /// Answer to reset; the corresponding C constant is `SCARD_ATTR_ATR_STRING`.
    public static let answerToReset = ReaderAttribute(rawValue: 0x0009_0303)
    /// Longest command in octets; the corresponding C constant is `SCARD_ATTR_MAXINPUT`.
    public static let maximumInput = ReaderAttribute(rawValue: 0x0007_A007)
    /// Reader name; the corresponding C constant is `SCARD_ATTR_DEVICE_FRIENDLY_NAME_A`.
    public static let friendlyName = ReaderAttribute(rawValue: 0x7FFF_0003)
}
