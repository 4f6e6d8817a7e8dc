extension PCSCError.Code {
    /// Done; the corresponding C constant is `SCARD_S_SUCCESS`.
    public static let success = Self(rawValue: 0x00000000)
    /// Internal error of the PC/SC service; the corresponding C constant is `SCARD_F_INTERNAL_ERROR`.
    public static let internalError = Self(rawValue: 0x80100001)
    /// Canceled by another thread; the corresponding C constant is `SCARD_E_CANCELLED`.
    public static let canceled = Self(rawValue: 0x80100002)
    /// The context or card handle is not valid any more; the corresponding C constant is `SCARD_E_INVALID_HANDLE`.
    public static let invalidHandle = Self(rawValue: 0x80100003)
    /// Invalid parameter; the corresponding C constant is `SCARD_E_INVALID_PARAMETER`.
    public static let invalidParameter = Self(rawValue: 0x80100004)
    /// Start-up information of the service is missing or invalid; the corresponding C constant is `SCARD_E_INVALID_TARGET`.
    public static let invalidTarget = Self(rawValue: 0x80100005)
    /// Not enough memory; the corresponding C constant is `SCARD_E_NO_MEMORY`.
    public static let noMemory = Self(rawValue: 0x80100006)
    /// An internal timer of the service expired; the corresponding C constant is `SCARD_F_WAITED_TOO_LONG`.
    public static let waitedTooLong = Self(rawValue: 0x80100007)
    /// The answer is longer than the buffer; the corresponding C constant is `SCARD_E_INSUFFICIENT_BUFFER`.
    public static let insufficientBuffer = Self(rawValue: 0x80100008)
    /// No reader of this name; the corresponding C constant is `SCARD_E_UNKNOWN_READER`.
    public static let unknownReader = Self(rawValue: 0x80100009)
    /// The time allowed has passed; the corresponding C constant is `SCARD_E_TIMEOUT`.
    public static let timeout = Self(rawValue: 0x8010000A)
    /// Another program holds the card; the corresponding C constant is `SCARD_E_SHARING_VIOLATION`.
    public static let sharingViolation = Self(rawValue: 0x8010000B)
    /// No card in the reader; the corresponding C constant is `SCARD_E_NO_SMARTCARD`.
    public static let noSmartCard = Self(rawValue: 0x8010000C)
    /// Unknown card name; the corresponding C constant is `SCARD_E_UNKNOWN_CARD`.
    public static let unknownCard = Self(rawValue: 0x8010000D)
    /// The card could not be left in the state asked for; the corresponding C constant is `SCARD_E_CANT_DISPOSE`.
    public static let cantDispose = Self(rawValue: 0x8010000E)
    /// Reader and card have no protocol in common with the one asked for; the corresponding C constant is `SCARD_E_PROTO_MISMATCH`.
    public static let protocolMismatch = Self(rawValue: 0x8010000F)
    /// The reader or card is not ready; the corresponding C constant is `SCARD_E_NOT_READY`.
    public static let notReady = Self(rawValue: 0x80100010)
    /// Invalid value; the corresponding C constant is `SCARD_E_INVALID_VALUE`.
    public static let invalidValue = Self(rawValue: 0x80100011)
    /// Canceled by the system; the corresponding C constant is `SCARD_E_SYSTEM_CANCELLED`.
    public static let systemCanceled = Self(rawValue: 0x80100012)
    /// Communication with the PC/SC service failed; the corresponding C constant is `SCARD_F_COMM_ERROR`.
    public static let communicationError = Self(rawValue: 0x80100013)
    /// Internal error of unknown source; the corresponding C constant is `SCARD_F_UNKNOWN_ERROR`.
    public static let unknownError = Self(rawValue: 0x80100014)
    /// Invalid answer to reset; the corresponding C constant is `SCARD_E_INVALID_ATR`.
    public static let invalidATR = Self(rawValue: 0x80100015)
    /// No transaction is open, or the exchange failed; the corresponding C constant is `SCARD_E_NOT_TRANSACTED`.
    public static let notTransacted = Self(rawValue: 0x80100016)
    /// The reader is not available; the corresponding C constant is `SCARD_E_READER_UNAVAILABLE`.
    public static let readerUnavailable = Self(rawValue: 0x80100017)
    /// The service is shutting down; the corresponding C constant is `SCARD_P_SHUTDOWN`.
    public static let shutdown = Self(rawValue: 0x80100018)
    /// The protocol control information is too small; the corresponding C constant is `SCARD_E_PCI_TOO_SMALL`.
    public static let protocolInformationTooSmall = Self(rawValue: 0x80100019)
    /// The reader's driver does not meet the minimum; the corresponding C constant is `SCARD_E_READER_UNSUPPORTED`.
    public static let readerUnsupported = Self(rawValue: 0x8010001A)
    /// The reader's name is not unique; the corresponding C constant is `SCARD_E_DUPLICATE_READER`.
    public static let duplicateReader = Self(rawValue: 0x8010001B)
    /// The card does not meet the minimum; the corresponding C constant is `SCARD_E_CARD_UNSUPPORTED`.
    public static let cardUnsupported = Self(rawValue: 0x8010001C)
    /// The PC/SC service is not running or cannot be reached; the corresponding C constant is `SCARD_E_NO_SERVICE`.
    public static let noService = Self(rawValue: 0x8010001D)
    /// The PC/SC service was stopped, or speaks another version; the corresponding C constant is `SCARD_E_SERVICE_STOPPED`.
    public static let serviceStopped = Self(rawValue: 0x8010001E)
    /// The reader or card does not support this; the corresponding C constant is `SCARD_E_UNSUPPORTED_FEATURE`.
    public static let unsupportedFeature = Self(rawValue: 0x8010001F)
    /// No provider for the card; the corresponding C constant is `SCARD_E_ICC_INSTALLATION`.
    public static let cardInstallation = Self(rawValue: 0x80100020)
    /// The order of object creation is not supported; the corresponding C constant is `SCARD_E_ICC_CREATEORDER`.
    public static let cardCreationOrder = Self(rawValue: 0x80100021)
    /// Directory not found on the card; the corresponding C constant is `SCARD_E_DIR_NOT_FOUND`.
    public static let directoryNotFound = Self(rawValue: 0x80100023)
    /// File not found on the card; the corresponding C constant is `SCARD_E_FILE_NOT_FOUND`.
    public static let fileNotFound = Self(rawValue: 0x80100024)
    /// The path is not a directory of the card; the corresponding C constant is `SCARD_E_NO_DIR`.
    public static let noDirectory = Self(rawValue: 0x80100025)
    /// The path is not a file of the card; the corresponding C constant is `SCARD_E_NO_FILE`.
    public static let noFile = Self(rawValue: 0x80100026)
    /// Access to the file is denied; the corresponding C constant is `SCARD_E_NO_ACCESS`.
    public static let noAccess = Self(rawValue: 0x80100027)
    /// The card has not enough memory; the corresponding C constant is `SCARD_E_WRITE_TOO_MANY`.
    public static let writeTooMany = Self(rawValue: 0x80100028)
    /// The file position could not be set; the corresponding C constant is `SCARD_E_BAD_SEEK`.
    public static let badSeek = Self(rawValue: 0x80100029)
    /// The PIN is incorrect; the corresponding C constant is `SCARD_E_INVALID_CHV`.
    public static let invalidCardholderVerification = Self(rawValue: 0x8010002A)
    /// A layered component returned an unknown code; the corresponding C constant is `SCARD_E_UNKNOWN_RES_MNG`.
    public static let unknownResourceManagerCode = Self(rawValue: 0x8010002B)
    /// The certificate does not exist; the corresponding C constant is `SCARD_E_NO_SUCH_CERTIFICATE`.
    public static let noSuchCertificate = Self(rawValue: 0x8010002C)
    /// The certificate could not be read; the corresponding C constant is `SCARD_E_CERTIFICATE_UNAVAILABLE`.
    public static let certificateUnavailable = Self(rawValue: 0x8010002D)
    /// No reader is connected; the corresponding C constant is `SCARD_E_NO_READERS_AVAILABLE`.
    public static let noReadersAvailable = Self(rawValue: 0x8010002E)
    /// Data was lost between reader and card; the corresponding C constant is `SCARD_E_COMM_DATA_LOST`.
    public static let communicationDataLost = Self(rawValue: 0x8010002F)
    /// The key container does not exist; the corresponding C constant is `SCARD_E_NO_KEY_CONTAINER`.
    public static let noKeyContainer = Self(rawValue: 0x80100030)
    /// The PC/SC service is too busy; the corresponding C constant is `SCARD_E_SERVER_TOO_BUSY`.
    public static let serverTooBusy = Self(rawValue: 0x80100031)
    /// The reader cannot talk to the card because of its answer to reset; the corresponding C constant is `SCARD_W_UNSUPPORTED_CARD`.
    public static let unsupportedCard = Self(rawValue: 0x80100065)
    /// The card does not answer to a reset; the corresponding C constant is `SCARD_W_UNRESPONSIVE_CARD`.
    public static let unresponsiveCard = Self(rawValue: 0x80100066)
    /// The card has no power; the corresponding C constant is `SCARD_W_UNPOWERED_CARD`.
    public static let unpoweredCard = Self(rawValue: 0x80100067)
    /// The card was reset by another program; the corresponding C constant is `SCARD_W_RESET_CARD`.
    public static let resetCard = Self(rawValue: 0x80100068)
    /// The card was removed; the corresponding C constant is `SCARD_W_REMOVED_CARD`.
    public static let removedCard = Self(rawValue: 0x80100069)
    /// Access denied by the PC/SC service; the corresponding C constant is `SCARD_W_SECURITY_VIOLATION`.
    public static let securityViolation = Self(rawValue: 0x8010006A)
    /// A wrong PIN was presented; the corresponding C constant is `SCARD_W_WRONG_CHV`.
    public static let wrongCardholderVerification = Self(rawValue: 0x8010006B)
    /// The PIN is locked; the corresponding C constant is `SCARD_W_CHV_BLOCKED`.
    public static let cardholderVerificationBlocked = Self(rawValue: 0x8010006C)
    /// End of the card's file; the corresponding C constant is `SCARD_W_EOF`.
    public static let endOfFile = Self(rawValue: 0x8010006D)
    /// Canceled by the user; the corresponding C constant is `SCARD_W_CANCELLED_BY_USER`.
    public static let canceledByUser = Self(rawValue: 0x8010006E)
    /// No PIN was presented; the corresponding C constant is `SCARD_W_CARD_NOT_AUTHENTICATED`.
    public static let cardNotAuthenticated = Self(rawValue: 0x8010006F)
    /// The PC/SC client library cannot be loaded; a code of this library's own.
    public static let libraryUnavailable = Self(rawValue: 0xE0100001)
    /// The context belongs to the process that forked this one; a code of this library's own.
    public static let usedAfterFork = Self(rawValue: 0xE0100002)
    /// The library answered what its interface does not allow; a code of this library's own.
    public static let malformedAnswer = Self(rawValue: 0xE0100003)
    /// The system refused to start a thread; a code of this library's own.
    public static let threadUnavailable = Self(rawValue: 0xE0100004)

    /// Every named number with the C constant's name and words for people.
    static let table: [UInt32: (name: String, meaning: String)] = [
        0x00000000: ("SCARD_S_SUCCESS", "done"),
        0x80100001: ("SCARD_F_INTERNAL_ERROR", "internal error of the PC/SC service"),
        0x80100002: ("SCARD_E_CANCELLED", "canceled by another thread"),
        0x80100003: ("SCARD_E_INVALID_HANDLE", "the context or card handle is no longer valid"),
        0x80100004: ("SCARD_E_INVALID_PARAMETER", "invalid parameter"),
        0x80100005: ("SCARD_E_INVALID_TARGET", "start-up information of the service is missing or invalid"),
        0x80100006: ("SCARD_E_NO_MEMORY", "not enough memory"),
        0x80100007: ("SCARD_F_WAITED_TOO_LONG", "an internal timer of the service expired"),
        0x80100008: ("SCARD_E_INSUFFICIENT_BUFFER", "the answer is longer than the buffer"),
        0x80100009: ("SCARD_E_UNKNOWN_READER", "no reader has this name"),
        0x8010000A: ("SCARD_E_TIMEOUT", "the time allowed has passed"),
        0x8010000B: ("SCARD_E_SHARING_VIOLATION", "another program is using the card"),
        0x8010000C: ("SCARD_E_NO_SMARTCARD", "no card in the reader"),
        0x8010000D: ("SCARD_E_UNKNOWN_CARD", "unknown card name"),
        0x8010000E: ("SCARD_E_CANT_DISPOSE", "the card could not be put into the requested state"),
        0x8010000F: (
            "SCARD_E_PROTO_MISMATCH", "the requested protocol is incompatible with the one in use with the card"
        ),
        0x80100010: ("SCARD_E_NOT_READY", "the reader or card is not ready"),
        0x80100011: ("SCARD_E_INVALID_VALUE", "invalid value"),
        0x80100012: ("SCARD_E_SYSTEM_CANCELLED", "canceled by the system"),
        0x80100013: ("SCARD_F_COMM_ERROR", "communication with the PC/SC service failed"),
        0x80100014: ("SCARD_F_UNKNOWN_ERROR", "internal error of unknown origin"),
        0x80100015: ("SCARD_E_INVALID_ATR", "invalid answer to reset"),
        0x80100016: ("SCARD_E_NOT_TRANSACTED", "no transaction is open, or the exchange failed"),
        0x80100017: ("SCARD_E_READER_UNAVAILABLE", "the reader is not available"),
        0x80100018: ("SCARD_P_SHUTDOWN", "the service is shutting down"),
        0x80100019: ("SCARD_E_PCI_TOO_SMALL", "the protocol control information is too small"),
        0x8010001A: ("SCARD_E_READER_UNSUPPORTED", "the reader's driver does not meet the minimum requirements"),
        0x8010001B: ("SCARD_E_DUPLICATE_READER", "the reader's name is not unique"),
        0x8010001C: ("SCARD_E_CARD_UNSUPPORTED", "the card does not meet the minimum requirements"),
        0x8010001D: ("SCARD_E_NO_SERVICE", "the PC/SC service is not running or cannot be reached"),
        0x8010001E: ("SCARD_E_SERVICE_STOPPED", "the PC/SC service was stopped, or uses another protocol version"),
        0x8010001F: ("SCARD_E_UNSUPPORTED_FEATURE", "the reader or card does not support this"),
        0x80100020: ("SCARD_E_ICC_INSTALLATION", "no provider for the card"),
        0x80100021: ("SCARD_E_ICC_CREATEORDER", "the order of object creation is not supported"),
        0x80100023: ("SCARD_E_DIR_NOT_FOUND", "directory not found on the card"),
        0x80100024: ("SCARD_E_FILE_NOT_FOUND", "file not found on the card"),
        0x80100025: ("SCARD_E_NO_DIR", "the path is not a directory on the card"),
        0x80100026: ("SCARD_E_NO_FILE", "the path is not a file on the card"),
        0x80100027: ("SCARD_E_NO_ACCESS", "access to the file is denied"),
        0x80100028: ("SCARD_E_WRITE_TOO_MANY", "the card does not have enough memory"),
        0x80100029: ("SCARD_E_BAD_SEEK", "the file position could not be set"),
        0x8010002A: ("SCARD_E_INVALID_CHV", "the PIN is incorrect"),
        0x8010002B: ("SCARD_E_UNKNOWN_RES_MNG", "a layered component returned an unknown code"),
        0x8010002C: ("SCARD_E_NO_SUCH_CERTIFICATE", "the certificate does not exist"),
        0x8010002D: ("SCARD_E_CERTIFICATE_UNAVAILABLE", "the certificate could not be read"),
        0x8010002E: ("SCARD_E_NO_READERS_AVAILABLE", "no reader is connected"),
        0x8010002F: ("SCARD_E_COMM_DATA_LOST", "data was lost between reader and card"),
        0x80100030: ("SCARD_E_NO_KEY_CONTAINER", "the key container does not exist"),
        0x80100031: ("SCARD_E_SERVER_TOO_BUSY", "the PC/SC service is too busy"),
        0x80100065: ("SCARD_W_UNSUPPORTED_CARD", "the reader cannot talk to the card because of its answer to reset"),
        0x80100066: ("SCARD_W_UNRESPONSIVE_CARD", "the card does not respond to a reset"),
        0x80100067: ("SCARD_W_UNPOWERED_CARD", "the card has no power"),
        0x80100068: ("SCARD_W_RESET_CARD", "the card was reset by another program"),
        0x80100069: ("SCARD_W_REMOVED_CARD", "the card was removed"),
        0x8010006A: ("SCARD_W_SECURITY_VIOLATION", "access denied by the PC/SC service"),
        0x8010006B: ("SCARD_W_WRONG_CHV", "a wrong PIN was presented"),
        0x8010006C: ("SCARD_W_CHV_BLOCKED", "the PIN is locked"),
        0x8010006D: ("SCARD_W_EOF", "end of the card's file"),
        0x8010006E: ("SCARD_W_CANCELLED_BY_USER", "canceled by the user"),
        0x8010006F: ("SCARD_W_CARD_NOT_AUTHENTICATED", "no PIN was presented"),
        0xE0100001: ("libraryUnavailable", "the PC/SC client library cannot be loaded"),
        0xE0100002: ("usedAfterFork", "the context belongs to the process that forked this one"),
        0xE0100003: ("malformedAnswer", "the library returned a value that its interface does not allow"),
        0xE0100004: ("threadUnavailable", "the system refused to start a thread"),
    ]
}
