/// What the engine can answer; the numbers and names of PKCS #11 3.2, 5.1 (`CKR_...`).
extension TokenFault.Code {
    /// `CKR_HOST_MEMORY`.
    public static let hostMemory = TokenFault.Code(rawValue: 0x2)
    /// `CKR_SLOT_ID_INVALID`.
    public static let slotIDInvalid = TokenFault.Code(rawValue: 0x3)
    /// `CKR_GENERAL_ERROR`.
    public static let generalError = TokenFault.Code(rawValue: 0x5)
    /// `CKR_FUNCTION_FAILED`.
    public static let functionFailed = TokenFault.Code(rawValue: 0x6)
    /// `CKR_ARGUMENTS_BAD`.
    public static let argumentsBad = TokenFault.Code(rawValue: 0x7)
    /// `CKR_NO_EVENT`.
    public static let noEvent = TokenFault.Code(rawValue: 0x8)
    /// `CKR_CANT_LOCK`.
    public static let cantLock = TokenFault.Code(rawValue: 0xA)
    /// `CKR_ATTRIBUTE_READ_ONLY`.
    public static let attributeReadOnly = TokenFault.Code(rawValue: 0x10)
    /// `CKR_ATTRIBUTE_SENSITIVE`.
    public static let attributeSensitive = TokenFault.Code(rawValue: 0x11)
    /// `CKR_ATTRIBUTE_TYPE_INVALID`.
    public static let attributeTypeInvalid = TokenFault.Code(rawValue: 0x12)
    /// `CKR_ATTRIBUTE_VALUE_INVALID`.
    public static let attributeValueInvalid = TokenFault.Code(rawValue: 0x13)
    /// `CKR_ACTION_PROHIBITED`.
    public static let actionProhibited = TokenFault.Code(rawValue: 0x1B)
    /// `CKR_DATA_INVALID`.
    public static let dataInvalid = TokenFault.Code(rawValue: 0x20)
    /// `CKR_DATA_LEN_RANGE`.
    public static let dataLengthRange = TokenFault.Code(rawValue: 0x21)
    /// `CKR_DEVICE_ERROR`.
    public static let deviceError = TokenFault.Code(rawValue: 0x30)
    /// `CKR_DEVICE_MEMORY`.
    public static let deviceMemory = TokenFault.Code(rawValue: 0x31)
    /// `CKR_DEVICE_REMOVED`.
    public static let deviceRemoved = TokenFault.Code(rawValue: 0x32)
    /// `CKR_ENCRYPTED_DATA_INVALID`.
    public static let encryptedDataInvalid = TokenFault.Code(rawValue: 0x40)
    /// `CKR_ENCRYPTED_DATA_LEN_RANGE`.
    public static let encryptedDataLengthRange = TokenFault.Code(rawValue: 0x41)
    /// `CKR_FUNCTION_NOT_PARALLEL`.
    public static let functionNotParallel = TokenFault.Code(rawValue: 0x51)
    /// `CKR_FUNCTION_CANCELED`.
    public static let functionCanceled = TokenFault.Code(rawValue: 0x50)
    /// `CKR_FUNCTION_NOT_SUPPORTED`.
    public static let functionNotSupported = TokenFault.Code(rawValue: 0x54)
    /// `CKR_KEY_HANDLE_INVALID`.
    public static let keyHandleInvalid = TokenFault.Code(rawValue: 0x60)
    /// `CKR_KEY_SIZE_RANGE`.
    public static let keySizeRange = TokenFault.Code(rawValue: 0x62)
    /// `CKR_KEY_TYPE_INCONSISTENT`.
    public static let keyTypeInconsistent = TokenFault.Code(rawValue: 0x63)
    /// `CKR_KEY_INDIGESTIBLE`.
    public static let keyIndigestible = TokenFault.Code(rawValue: 0x67)
    /// `CKR_KEY_FUNCTION_NOT_PERMITTED`.
    public static let keyFunctionNotPermitted = TokenFault.Code(rawValue: 0x68)
    /// `CKR_MECHANISM_INVALID`.
    public static let mechanismInvalid = TokenFault.Code(rawValue: 0x70)
    /// `CKR_MECHANISM_PARAM_INVALID`.
    public static let mechanismParameterInvalid = TokenFault.Code(rawValue: 0x71)
    /// `CKR_OBJECT_HANDLE_INVALID`.
    public static let objectHandleInvalid = TokenFault.Code(rawValue: 0x82)
    /// `CKR_OPERATION_ACTIVE`.
    public static let operationActive = TokenFault.Code(rawValue: 0x90)
    /// `CKR_OPERATION_NOT_INITIALIZED`.
    public static let operationNotInitialized = TokenFault.Code(rawValue: 0x91)
    /// `CKR_PIN_INCORRECT`.
    public static let pinIncorrect = TokenFault.Code(rawValue: 0xA0)
    /// `CKR_PIN_INVALID`.
    public static let pinInvalid = TokenFault.Code(rawValue: 0xA1)
    /// `CKR_PIN_LEN_RANGE`.
    public static let pinLengthRange = TokenFault.Code(rawValue: 0xA2)
    /// `CKR_PIN_EXPIRED`.
    public static let pinExpired = TokenFault.Code(rawValue: 0xA3)
    /// `CKR_PIN_LOCKED`.
    public static let pinLocked = TokenFault.Code(rawValue: 0xA4)
    /// `CKR_SESSION_COUNT`.
    public static let sessionCount = TokenFault.Code(rawValue: 0xB1)
    /// `CKR_SESSION_HANDLE_INVALID`.
    public static let sessionHandleInvalid = TokenFault.Code(rawValue: 0xB3)
    /// `CKR_SESSION_PARALLEL_NOT_SUPPORTED`.
    public static let sessionParallelNotSupported = TokenFault.Code(rawValue: 0xB4)
    /// `CKR_SESSION_READ_ONLY`.
    public static let sessionReadOnly = TokenFault.Code(rawValue: 0xB5)
    /// `CKR_SESSION_EXISTS`.
    public static let sessionExists = TokenFault.Code(rawValue: 0xB6)
    /// `CKR_SESSION_READ_ONLY_EXISTS`.
    public static let sessionReadOnlyExists = TokenFault.Code(rawValue: 0xB7)
    /// `CKR_SESSION_READ_WRITE_SO_EXISTS`.
    public static let sessionReadWriteSecurityOfficerExists = TokenFault.Code(rawValue: 0xB8)
    /// `CKR_SIGNATURE_INVALID`.
    public static let signatureInvalid = TokenFault.Code(rawValue: 0xC0)
    /// `CKR_SIGNATURE_LEN_RANGE`.
    public static let signatureLengthRange = TokenFault.Code(rawValue: 0xC1)
    /// `CKR_TEMPLATE_INCOMPLETE`.
    public static let templateIncomplete = TokenFault.Code(rawValue: 0xD0)
    /// `CKR_TEMPLATE_INCONSISTENT`.
    public static let templateInconsistent = TokenFault.Code(rawValue: 0xD1)
    /// `CKR_TOKEN_NOT_PRESENT`.
    public static let tokenNotPresent = TokenFault.Code(rawValue: 0xE0)
    /// `CKR_TOKEN_NOT_RECOGNIZED`.
    public static let tokenNotRecognized = TokenFault.Code(rawValue: 0xE1)
    /// `CKR_TOKEN_WRITE_PROTECTED`.
    public static let tokenWriteProtected = TokenFault.Code(rawValue: 0xE2)
    /// `CKR_USER_ALREADY_LOGGED_IN`.
    public static let userAlreadyLoggedIn = TokenFault.Code(rawValue: 0x100)
    /// `CKR_USER_NOT_LOGGED_IN`.
    public static let userNotLoggedIn = TokenFault.Code(rawValue: 0x101)
    /// `CKR_USER_PIN_NOT_INITIALIZED`.
    public static let userPINNotInitialised = TokenFault.Code(rawValue: 0x102)
    /// `CKR_USER_TYPE_INVALID`.
    public static let userTypeInvalid = TokenFault.Code(rawValue: 0x103)
    /// `CKR_USER_ANOTHER_ALREADY_LOGGED_IN`.
    public static let userAnotherAlreadyLoggedIn = TokenFault.Code(rawValue: 0x104)
    /// `CKR_RANDOM_SEED_NOT_SUPPORTED`.
    public static let randomSeedNotSupported = TokenFault.Code(rawValue: 0x120)
    /// `CKR_CURVE_NOT_SUPPORTED`.
    public static let curveNotSupported = TokenFault.Code(rawValue: 0x140)
    /// `CKR_BUFFER_TOO_SMALL`.
    public static let bufferTooSmall = TokenFault.Code(rawValue: 0x150)
    /// `CKR_SAVED_STATE_INVALID`.
    public static let savedStateInvalid = TokenFault.Code(rawValue: 0x160)
    /// `CKR_STATE_UNSAVEABLE`.
    public static let stateUnsaveable = TokenFault.Code(rawValue: 0x180)
    /// `CKR_CRYPTOKI_NOT_INITIALIZED`.
    public static let cryptokiNotInitialized = TokenFault.Code(rawValue: 0x190)
    /// `CKR_CRYPTOKI_ALREADY_INITIALIZED`.
    public static let cryptokiAlreadyInitialized = TokenFault.Code(rawValue: 0x191)
    /// `CKR_PUBLIC_KEY_INVALID`.
    public static let publicKeyInvalid = TokenFault.Code(rawValue: 0x1B9)
    /// `CKR_SESSION_ASYNC_NOT_SUPPORTED`.
    public static let sessionAsyncNotSupported = TokenFault.Code(rawValue: 0x205)
}
