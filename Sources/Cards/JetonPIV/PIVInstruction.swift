/// The instruction bytes of PIV's commands.
///
/// - SeeAlso: NIST SP 800-73-5, part 2, table 2; Yubico PIV extensions from ``moveKey`` on.
public enum PIVInstruction {
    /// VERIFY.
    public static let verify: UInt8 = 0x20
    /// CHANGE REFERENCE DATA.
    public static let changeReferenceData: UInt8 = 0x24
    /// RESET RETRY COUNTER.
    public static let resetRetryCounter: UInt8 = 0x2C
    /// GENERATE ASYMMETRIC KEY PAIR.
    public static let generateKeyPair: UInt8 = 0x47
    /// GENERAL AUTHENTICATE.
    public static let generalAuthenticate: UInt8 = 0x87
    /// SELECT.
    public static let select: UInt8 = 0xA4
    /// GET DATA.
    public static let getData: UInt8 = 0xCB
    /// PUT DATA.
    public static let putData: UInt8 = 0xDB

    /// MOVE KEY; with P1 = FF, DELETE KEY.
    public static let moveKey: UInt8 = 0xF6
    /// GET METADATA.
    public static let getMetadata: UInt8 = 0xF7
    /// GET SERIAL.
    public static let getSerial: UInt8 = 0xF8
    /// ATTEST.
    public static let attest: UInt8 = 0xF9
    /// SET PIN RETRIES.
    public static let setPINRetries: UInt8 = 0xFA
    /// RESET.
    public static let reset: UInt8 = 0xFB
    /// GET VERSION.
    public static let getVersion: UInt8 = 0xFD
    /// IMPORT ASYMMETRIC KEY.
    public static let importKey: UInt8 = 0xFE
    /// SET MANAGEMENT KEY.
    public static let setManagementKey: UInt8 = 0xFF
}
