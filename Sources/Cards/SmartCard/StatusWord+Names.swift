extension StatusWord {
    /// 9000: done.
    public static let success = StatusWord(rawValue: 0x9000)
    /// 6281: part of the returned data may be corrupted.
    public static let dataMayBeCorrupted = StatusWord(rawValue: 0x6281)
    /// 6282: the end of the file or record came before the expected length.
    public static let endOfFileReached = StatusWord(rawValue: 0x6282)
    /// 6283: the selected file is deactivated.
    public static let fileDeactivated = StatusWord(rawValue: 0x6283)
    /// 6285: the selected file is in termination state.
    public static let fileTerminated = StatusWord(rawValue: 0x6285)
    /// 6300: verification failed, or a warning without further information.
    public static let verificationFailed = StatusWord(rawValue: 0x6300)
    /// 6400: execution failed, memory unchanged.
    public static let executionFailed = StatusWord(rawValue: 0x6400)
    /// 6581: memory failure.
    public static let memoryFailure = StatusWord(rawValue: 0x6581)
    /// 6700: wrong length.
    public static let wrongLength = StatusWord(rawValue: 0x6700)
    /// 6881: logical channel not supported.
    public static let logicalChannelNotSupported = StatusWord(rawValue: 0x6881)
    /// 6882: secure messaging not supported.
    public static let secureMessagingNotSupported = StatusWord(rawValue: 0x6882)
    /// 6883: the last command of the chain is expected.
    public static let lastCommandOfChainExpected = StatusWord(rawValue: 0x6883)
    /// 6884: command chaining not supported.
    public static let commandChainingNotSupported = StatusWord(rawValue: 0x6884)
    /// 6981: command incompatible with the file structure.
    public static let incompatibleFileStructure = StatusWord(rawValue: 0x6981)
    /// 6982: security status not satisfied.
    public static let securityStatusNotSatisfied = StatusWord(rawValue: 0x6982)
    /// 6983: authentication method blocked; a PIN is locked.
    public static let authenticationMethodBlocked = StatusWord(rawValue: 0x6983)
    /// 6984: reference data not usable.
    public static let referenceDataNotUsable = StatusWord(rawValue: 0x6984)
    /// 6985: conditions of use not satisfied; for example a touch did not come.
    public static let conditionsOfUseNotSatisfied = StatusWord(rawValue: 0x6985)
    /// 6986: command not allowed, no file selected.
    public static let commandNotAllowed = StatusWord(rawValue: 0x6986)
    /// 6987: an expected secure messaging data object is missing.
    public static let secureMessagingObjectMissing = StatusWord(rawValue: 0x6987)
    /// 6988: a secure messaging data object is incorrect.
    public static let secureMessagingObjectIncorrect = StatusWord(rawValue: 0x6988)
    /// 6A80: incorrect parameters in the data field.
    public static let incorrectData = StatusWord(rawValue: 0x6A80)
    /// 6A81: function not supported.
    public static let functionNotSupported = StatusWord(rawValue: 0x6A81)
    /// 6A82: file or application not found.
    public static let fileNotFound = StatusWord(rawValue: 0x6A82)
    /// 6A83: record not found.
    public static let recordNotFound = StatusWord(rawValue: 0x6A83)
    /// 6A84: not enough memory in the file.
    public static let notEnoughMemory = StatusWord(rawValue: 0x6A84)
    /// 6A85: Nc inconsistent with the TLV structure.
    public static let lengthInconsistentWithTLV = StatusWord(rawValue: 0x6A85)
    /// 6A86: incorrect P1 or P2.
    public static let incorrectParameters = StatusWord(rawValue: 0x6A86)
    /// 6A87: Nc inconsistent with P1 and P2.
    public static let lengthInconsistentWithParameters = StatusWord(rawValue: 0x6A87)
    /// 6A88: referenced data not found.
    public static let referencedDataNotFound = StatusWord(rawValue: 0x6A88)
    /// 6A89: the file exists already.
    public static let fileAlreadyExists = StatusWord(rawValue: 0x6A89)
    /// 6B00: wrong P1 or P2; offset outside the file.
    public static let wrongParameters = StatusWord(rawValue: 0x6B00)
    /// 6D00: instruction not supported or invalid.
    public static let instructionNotSupported = StatusWord(rawValue: 0x6D00)
    /// 6E00: class not supported.
    public static let classNotSupported = StatusWord(rawValue: 0x6E00)
    /// 6F00: no precise diagnosis.
    public static let noPreciseDiagnosis = StatusWord(rawValue: 0x6F00)

    /// 63Cx: verification failed, `count` tries left; more than 15 are told as 15.
    public static func triesLeft(_ count: UInt8) -> StatusWord { StatusWord(0x63, 0xC0 | min(count, 15)) }

    /// 61xx: `count` more octets wait; 256 and more are told as `6100`.
    ///
    /// - Precondition: `count >= 1`.
    public static func octetsWaiting(_ count: Int) -> StatusWord {
        precondition(count >= 1, "61xx tells of at least one octet")
        return StatusWord(0x61, count >= 256 ? 0 : UInt8(count))
    }

    /// Words for each named number; 61xx, 63Cx and 6Cxx are computed.
    static let names: [UInt16: String] = [
        0x9000: "done",
        0x6281: "part of the data may be corrupted",
        0x6282: "end of file reached before the expected length",
        0x6283: "file deactivated",
        0x6285: "file in termination state",
        0x6300: "verification failed",
        0x6400: "execution failed, memory unchanged",
        0x6581: "memory failure",
        0x6700: "wrong length",
        0x6881: "logical channel not supported",
        0x6882: "secure messaging not supported",
        0x6883: "last command of the chain expected",
        0x6884: "command chaining not supported",
        0x6981: "command incompatible with the file structure",
        0x6982: "security status not satisfied",
        0x6983: "authentication method blocked",
        0x6984: "reference data not usable",
        0x6985: "conditions of use not satisfied",
        0x6986: "command not allowed, no file selected",
        0x6987: "secure messaging data object missing",
        0x6988: "secure messaging data object incorrect",
        0x6A80: "incorrect parameters in the data field",
        0x6A81: "function not supported",
        0x6A82: "file or application not found",
        0x6A83: "record not found",
        0x6A84: "not enough memory",
        0x6A85: "length inconsistent with the TLV structure",
        0x6A86: "incorrect P1 or P2",
        0x6A87: "length inconsistent with P1 and P2",
        0x6A88: "referenced data not found",
        0x6A89: "file exists already",
        0x6B00: "wrong P1 or P2",
        0x6D00: "instruction not supported",
        0x6E00: "class not supported",
        0x6F00: "no precise diagnosis",
    ]
}
