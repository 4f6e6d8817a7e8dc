public import JetonOctets

/// What Rutoken's extension chooses when a token is initialized, beyond C_InitToken (`CK_RUTOKEN_INIT_PARAM`).
public struct InitializationSettings: Sendable {
    /// The security officer's PIN afterwards: 6 to 8 octets.
    public var securityOfficerPIN: SharedSecret
    /// The user's PIN afterwards: 6 to 8 digits.
    public var userPIN: SharedSecret
    /// Wrong PINs of the security officer in a row that the card allows, 1 to 255.
    public var securityOfficerTries: UInt8
    /// Wrong PINs of the user in a row that the card allows, 1 to 255.
    public var userTries: UInt8
    /// Whether the card is to be used through its secure channel only.
    public var requiresChannel: Bool
    /// Whether the present PIN of the security officer is not asked for, since it is locked.
    public var isRepair: Bool

    /// Makes settings.
    public init(
        securityOfficerPIN: SharedSecret,
        userPIN: SharedSecret,
        securityOfficerTries: UInt8,
        userTries: UInt8,
        requiresChannel: Bool,
        isRepair: Bool = false
    ) {
        self.securityOfficerPIN = securityOfficerPIN
        self.userPIN = userPIN
        self.securityOfficerTries = securityOfficerTries
        self.userTries = userTries
        self.requiresChannel = requiresChannel
        self.isRepair = isRepair
    }
}
