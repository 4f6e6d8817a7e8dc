extension ChannelError.Code {
    // MARK: - Activation passwords

    /// An activation password has a character that none has, or not 13, 15 or 17 symbols.
    public static let passwordMalformed = Self(rawValue: "this is not a valid activation password")
    /// The check symbol does not fit, since a symbol was mistyped; nothing was sent to the card.
    public static let passwordMistyped = Self(rawValue: "the activation password is mistyped")
    /// The card does not take the activation password (63Cx); see ``ChannelError/triesLeft``.
    public static let wrongPassword = Self(rawValue: "the activation password is wrong")
    /// The activation password was tried wrongly too often (6983): the card's administrator must make a new one.
    public static let passwordBlocked = Self(rawValue: "the activation password is blocked")
    /// Too many wrong passwords in a row (9841); see ``ChannelError/waitSeconds``.
    public static let throttled = Self(rawValue: "the card accepts no activation password for now")

    // MARK: - Pairing

    /// The card speaks no HTSC v1.
    public static let notSupported = Self(rawValue: "the card has no secure channel")
    /// The card is not in pairing mode (6985): put it in, or press its button.
    public static let notInPairingMode = Self(rawValue: "the card is not in pairing mode")
    /// The slot has no activation password, or a used one (6985).
    public static let noPasswordInSlot = Self(rawValue: "the slot has no unused activation password")
    /// The slot's password belongs to a suite that the caller does not allow, or the card knows no such suite (6A81).
    public static let suiteNotSupported = Self(rawValue: "the suite is not supported")
    /// The card has no place for another peer (6A84): revoke one.
    public static let peerTableFull = Self(rawValue: "the card is already paired with the maximum number of programs")
    /// The last answer of a pairing was lost; the next session tells whether the card is paired.
    public static let pairingUnconfirmed = Self(rawValue: "the card's last response during pairing was lost")

    // MARK: - Sessions

    /// The two are not paired, or not any more (6A88).
    public static let notPaired = Self(rawValue: "the card is not paired with this program")
    /// The other end could not prove its keys (6300), or what it sent does not match: an attacker may be in between.
    public static let handshakeFailed = Self(rawValue: "the other end could not prove its identity")
    /// The card's counter went back or stood still (9843): it was cloned, or put back to an older state.
    public static let cloneSuspected = Self(rawValue: "the card's session counter is not the expected one")
    /// The card offers another suite than that of the pairing, so that an attacker may be in between; nothing was sent.
    public static let suiteChanged = Self(rawValue: "the card offers a different suite from the one it was paired with")
    /// Other sessions use all four logical channels of the card.
    public static let noFreeChannel = Self(rawValue: "other programs use all logical channels of the card")
    /// A session that was copied by fork can't be used.
    public static let forked = Self(rawValue: "a session can't be used after fork")

    // MARK: - Messages

    /// The card says that the session is over (a bare 6987 or 6988).
    public static let sessionRefused = Self(rawValue: "the card has ended the session")
    /// A bare status word came instead of a message of the session; nothing was done on its word.
    public static let plainStatus = Self(rawValue: "the card answered outside the session")
    /// A message that has not the form of one.
    public static let messageMalformed = Self(rawValue: "a message of the session is malformed")
    /// A message that was changed, repeated, reordered, or is of another session.
    public static let messageNotAuthentic = Self(rawValue: "a message of the session is not authentic")
    /// The status word outside is not that inside.
    public static let statusMismatch = Self(rawValue: "the card's status word was changed in transit")
    /// New keys are due (9842).
    public static let rekeyRequired = Self(rawValue: "the session needs new keys")
    /// The session has lasted, or carried, as much as one may.
    public static let sessionExpired = Self(rawValue: "the session has reached its limits")
    /// The session was closed.
    public static let sessionClosed = Self(rawValue: "the session is closed")
    /// A command that has no place in a message: too long, a link of a chain, or on a logical channel above 3.
    public static let commandUnsuitable = Self(rawValue: "the command does not fit into a message of the session")

    // MARK: - Both

    /// Octets that are not the message or record that they should be (6A80, 6700).
    public static let malformed = Self(rawValue: "a message of the secure channel is malformed")
    /// The card refused for a reason that the protocol does not know; see ``ChannelError/statusWord``.
    public static let refused = Self(rawValue: "the card refused a step of the secure channel")
    /// The administrator's right, or that to manage peers, is missing (6982).
    public static let notPermitted = Self(rawValue: "the session has no right to do this")
    /// The exchange with the card failed; see ``ChannelError/card``.
    public static let exchangeFailed = Self(rawValue: "the exchange with the card failed")
    /// Records could not be read or saved.
    public static let storageFailed = Self(rawValue: "the pairing's records could not be read or saved")
    /// The cryptography failed or is not installed; see ``ChannelError/cryptography``.
    public static let cryptography = Self(rawValue: "the secure channel's cryptography failed")
}
