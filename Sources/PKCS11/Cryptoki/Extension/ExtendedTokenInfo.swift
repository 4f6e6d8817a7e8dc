internal import CCryptoki

/// What Rutoken's extension tells of a token: CK_TOKEN_INFO_EXTENDED.
///
/// Members after the answer to reset are nil where the library knows only the structure's 208 octets.
public struct ExtendedTokenInfo: Hashable, Sendable {
    /// PIN tries left and allowed.
    public struct Tries: Hashable, Sendable {
        /// Tries that the user has left.
        public let userLeft: Count
        /// Tries that the user has after a right PIN.
        public let userMaximum: Count
        /// Tries that the security officer has left.
        public let securityOfficerLeft: Count
        /// Tries that the security officer has after a right PIN.
        public let securityOfficerMaximum: Count

        /// Makes tries.
        public init(userLeft: Count, userMaximum: Count, securityOfficerLeft: Count, securityOfficerMaximum: Count) {
            self.userLeft = userLeft
            self.userMaximum = userMaximum
            self.securityOfficerLeft = securityOfficerLeft
            self.securityOfficerMaximum = securityOfficerMaximum
        }
    }

    /// PIN tries.
    public let tries: Tries
    /// The vendor's older number for the kind of token; 0x69 for ECP with Bluetooth, 0xC1 for ECP with NFC.
    public let tokenType: UInt
    /// The vendor's class of token: 1 for ECP, 9 for ECP with Bluetooth.
    public let tokenClass: UInt?
    /// The number of the token's protocol.
    public let protocolNumber: UInt
    /// The number of the token's firmware; activation by password came with 21.
    public let firmwareNumber: UInt
    /// The flags.
    public let flags: ExtendedTokenFlags
    /// The allowed lengths of the user PIN, in bytes; nil if the library's two numbers are not a range.
    public let userPINLengths: ClosedRange<UInt>?
    /// The allowed lengths of the SO PIN, in bytes; nil if the library's two numbers are not a range.
    public let securityOfficerPINLengths: ClosedRange<UInt>?
    /// The serial number, eight octets, most significant first.
    public let serialNumber: [UInt8]
    /// The token's memory, in octets.
    public let totalMemory: Count
    /// What is free of it, in octets.
    public let freeMemory: Count
    /// The answer to reset, at most 64 octets.
    public let answerToReset: [UInt8]
    /// The battery's voltage in millivolts; nil for a token without one.
    public let batteryMillivolts: UInt?

    init(_ info: CK_TOKEN_INFO_EXTENDED) {
        let isWhole = info.ulSizeofThisStructure >= UInt(MemoryLayout<CK_TOKEN_INFO_EXTENDED>.size)
        tries = Tries(
            userLeft: Count(info.ulUserRetryCountLeft),
            userMaximum: Count(info.ulMaxUserRetryCount),
            securityOfficerLeft: Count(info.ulAdminRetryCountLeft),
            securityOfficerMaximum: Count(info.ulMaxAdminRetryCount)
        )
        tokenType = info.ulTokenType
        tokenClass = isWhole && info.ulTokenClass != TOKEN_CLASS_UNKNOWN ? info.ulTokenClass : nil
        protocolNumber = info.ulProtocolNumber
        firmwareNumber = info.ulMicrocodeNumber
        flags = ExtendedTokenFlags(rawValue: info.flags)
        userPINLengths = ExtendedTokenInfo.range(info.ulMinUserPinLen, info.ulMaxUserPinLen)
        securityOfficerPINLengths = ExtendedTokenInfo.range(info.ulMinAdminPinLen, info.ulMaxAdminPinLen)
        serialNumber = unsafe withUnsafeBytes(of: info.serialNumber) { unsafe Array($0) }
        totalMemory = Count(info.ulTotalMemory)
        freeMemory = Count(info.ulFreeMemory)
        answerToReset = unsafe withUnsafeBytes(of: info.ATR) { unsafe Array($0.prefix(Int(clamping: info.ulATRLen))) }
        batteryMillivolts = isWhole && info.ulBatteryVoltage != 0 ? info.ulBatteryVoltage : nil
    }

    private static func range(_ minimum: UInt, _ maximum: UInt) -> ClosedRange<UInt>? {
        minimum <= maximum ? minimum...maximum : nil
    }
}
