/// What Rutoken's extension tells of a token beyond PKCS #11 (`CK_TOKEN_INFO_EXTENDED`).
public struct ExtendedTokenDescription: Sendable {
    /// The serial number, hexadecimal.
    public var serialNumber: String
    /// Wrong PINs in a row that are allowed, and that are still left; nil if the card does not tell.
    public var userTries: (maximum: Int, left: Int)?
    /// The same of the security officer's PIN.
    public var securityOfficerTries: (maximum: Int, left: Int)?
    /// Whether the user's PIN is another than that from the factory.
    public var isUserPINChanged = false
    /// Whether the security officer's PIN is.
    public var isSecurityOfficerPINChanged = false
    /// Whether the token has a secure channel, used or not.
    public var hasChannel = false
    /// The answer to reset; at most 33 octets.
    public var answerToReset: [UInt8] = []

    init(serialNumber: String) { self.serialNumber = serialNumber }
}
