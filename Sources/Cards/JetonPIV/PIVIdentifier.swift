/// The name of the PIV application.
///
/// - SeeAlso: NIST SP 800-73-5, part 1, 2.2.
public enum PIVIdentifier {
    /// NIST's registered identifier and the application's number, which SELECT takes.
    public static let application: [UInt8] = [0xA0, 0x00, 0x00, 0x03, 0x08]
    /// The bytes after it: version 01.00 of the application.
    public static let version: [UInt8] = [0x00, 0x00, 0x10, 0x00, 0x01, 0x00]
    /// The whole identifier.
    public static let full = application + version
}
