internal import CCryptoki

/// What is chosen when a token is formatted with Rutoken's extension: CK_RUTOKEN_INIT_PARAM without the secrets.
public struct FormatSettings: Hashable, Sendable {
    /// Who may change the user's PIN: ``ExtendedTokenFlags/securityOfficerChangesUserPIN``,
    /// ``ExtendedTokenFlags/userChangesUserPIN`` or both.
    public var userPINPolicy: ExtendedTokenFlags
    /// The shortest PIN of the security officer, 1 to 31 octets; tokens take 6 and more.
    public var minimumSecurityOfficerPINLength: UInt
    /// The shortest PIN of the user, 1 to 31 octets; tokens take 6 and more.
    public var minimumUserPINLength: UInt
    /// Tries of the security officer, 3 to 10.
    public var securityOfficerTries: UInt
    /// Tries of the user, 1 to 10.
    public var userTries: UInt
    /// Whether the token is to be reached by its secure channel only, and by how many passwords it is set up.
    public var activation: Activation

    /// How a formatted token wants its secure channel set up: ulSmMode.
    public struct Activation: RawRepresentable, Hashable, Sendable {
        /// The number.
        public let rawValue: UInt
        /// Makes a mode from its number.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// 0: no secure channel.
        public static let off = Activation(rawValue: 0)
        /// 1: with a password or without.
        public static let optional = Activation(rawValue: 1)
        /// 2: with one password.
        public static let onePassword = Activation(rawValue: 2)
        /// 3: with one of six passwords.
        public static let sixPasswords = Activation(rawValue: 3)
    }

    /// Makes settings; as the vendor's administration tool has them unless given.
    public init(
        userPINPolicy: ExtendedTokenFlags = .userChangesUserPIN,
        minimumSecurityOfficerPINLength: UInt = 6,
        minimumUserPINLength: UInt = 6,
        securityOfficerTries: UInt = 10,
        userTries: UInt = 10,
        activation: Activation = .off
    ) {
        self.userPINPolicy = userPINPolicy
        self.minimumSecurityOfficerPINLength = minimumSecurityOfficerPINLength
        self.minimumUserPINLength = minimumUserPINLength
        self.securityOfficerTries = securityOfficerTries
        self.userTries = userTries
        self.activation = activation
    }

    func fill(_ parameters: inout CK_RUTOKEN_INIT_PARAM) {
        unsafe parameters.ChangeUserPINPolicy = userPINPolicy.rawValue
        unsafe parameters.ulMinAdminPinLen = minimumSecurityOfficerPINLength
        unsafe parameters.ulMinUserPinLen = minimumUserPINLength
        unsafe parameters.ulMaxAdminRetryCount = securityOfficerTries
        unsafe parameters.ulMaxUserRetryCount = userTries
        unsafe parameters.ulSmMode = activation.rawValue
    }
}
