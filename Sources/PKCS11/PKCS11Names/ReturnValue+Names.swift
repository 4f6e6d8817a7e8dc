// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The digits of SHA3_256 and the like are kept apart as the standard keeps them.
extension ReturnValue {
    /// `CKR_OK`.
    public static let ok = ReturnValue(rawValue: 0x0)
    /// `CKR_CANCEL`.
    public static let cancel = ReturnValue(rawValue: 0x1)
    /// `CKR_HOST_MEMORY`.
    public static let hostMemory = ReturnValue(rawValue: 0x2)
    /// `CKR_SLOT_ID_INVALID`.
    public static let slotIDInvalid = ReturnValue(rawValue: 0x3)
    /// `CKR_GENERAL_ERROR`.
    public static let generalError = ReturnValue(rawValue: 0x5)
    /// `CKR_FUNCTION_FAILED`.
    public static let functionFailed = ReturnValue(rawValue: 0x6)
    /// `CKR_ARGUMENTS_BAD`.
    public static let argumentsBad = ReturnValue(rawValue: 0x7)
    /// `CKR_NO_EVENT`.
    public static let noEvent = ReturnValue(rawValue: 0x8)
    /// `CKR_NEED_TO_CREATE_THREADS`.
    public static let needToCreateThreads = ReturnValue(rawValue: 0x9)
    /// `CKR_CANT_LOCK`.
    public static let cantLock = ReturnValue(rawValue: 0xA)
    /// `CKR_ATTRIBUTE_READ_ONLY`.
    public static let attributeReadOnly = ReturnValue(rawValue: 0x10)
    /// `CKR_ATTRIBUTE_SENSITIVE`.
    public static let attributeSensitive = ReturnValue(rawValue: 0x11)
    /// `CKR_ATTRIBUTE_TYPE_INVALID`.
    public static let attributeTypeInvalid = ReturnValue(rawValue: 0x12)
    /// `CKR_ATTRIBUTE_VALUE_INVALID`.
    public static let attributeValueInvalid = ReturnValue(rawValue: 0x13)
    /// `CKR_ACTION_PROHIBITED`.
    public static let actionProhibited = ReturnValue(rawValue: 0x1B)
    /// `CKR_DATA_INVALID`.
    public static let dataInvalid = ReturnValue(rawValue: 0x20)
    /// `CKR_DATA_LEN_RANGE`.
    public static let dataLenRange = ReturnValue(rawValue: 0x21)
    /// `CKR_DEVICE_ERROR`.
    public static let deviceError = ReturnValue(rawValue: 0x30)
    /// `CKR_DEVICE_MEMORY`.
    public static let deviceMemory = ReturnValue(rawValue: 0x31)
    /// `CKR_DEVICE_REMOVED`.
    public static let deviceRemoved = ReturnValue(rawValue: 0x32)
    /// `CKR_ENCRYPTED_DATA_INVALID`.
    public static let encryptedDataInvalid = ReturnValue(rawValue: 0x40)
    /// `CKR_ENCRYPTED_DATA_LEN_RANGE`.
    public static let encryptedDataLenRange = ReturnValue(rawValue: 0x41)
    /// `CKR_AEAD_DECRYPT_FAILED`.
    public static let aeadDecryptFailed = ReturnValue(rawValue: 0x42)
    /// `CKR_FUNCTION_CANCELED`.
    public static let functionCanceled = ReturnValue(rawValue: 0x50)
    /// `CKR_FUNCTION_NOT_PARALLEL`.
    public static let functionNotParallel = ReturnValue(rawValue: 0x51)
    /// `CKR_FUNCTION_NOT_SUPPORTED`.
    public static let functionNotSupported = ReturnValue(rawValue: 0x54)
    /// `CKR_KEY_HANDLE_INVALID`.
    public static let keyHandleInvalid = ReturnValue(rawValue: 0x60)
    /// `CKR_KEY_SIZE_RANGE`.
    public static let keySizeRange = ReturnValue(rawValue: 0x62)
    /// `CKR_KEY_TYPE_INCONSISTENT`.
    public static let keyTypeInconsistent = ReturnValue(rawValue: 0x63)
    /// `CKR_KEY_NOT_NEEDED`.
    public static let keyNotNeeded = ReturnValue(rawValue: 0x64)
    /// `CKR_KEY_CHANGED`.
    public static let keyChanged = ReturnValue(rawValue: 0x65)
    /// `CKR_KEY_NEEDED`.
    public static let keyNeeded = ReturnValue(rawValue: 0x66)
    /// `CKR_KEY_INDIGESTIBLE`.
    public static let keyIndigestible = ReturnValue(rawValue: 0x67)
    /// `CKR_KEY_FUNCTION_NOT_PERMITTED`.
    public static let keyFunctionNotPermitted = ReturnValue(rawValue: 0x68)
    /// `CKR_KEY_NOT_WRAPPABLE`.
    public static let keyNotWrappable = ReturnValue(rawValue: 0x69)
    /// `CKR_KEY_UNEXTRACTABLE`.
    public static let keyUnextractable = ReturnValue(rawValue: 0x6A)
    /// `CKR_MECHANISM_INVALID`.
    public static let mechanismInvalid = ReturnValue(rawValue: 0x70)
    /// `CKR_MECHANISM_PARAM_INVALID`.
    public static let mechanismParamInvalid = ReturnValue(rawValue: 0x71)
    /// `CKR_OBJECT_HANDLE_INVALID`.
    public static let objectHandleInvalid = ReturnValue(rawValue: 0x82)
    /// `CKR_OPERATION_ACTIVE`.
    public static let operationActive = ReturnValue(rawValue: 0x90)
    /// `CKR_OPERATION_NOT_INITIALIZED`.
    public static let operationNotInitialized = ReturnValue(rawValue: 0x91)
    /// `CKR_PIN_INCORRECT`.
    public static let pinIncorrect = ReturnValue(rawValue: 0xA0)
    /// `CKR_PIN_INVALID`.
    public static let pinInvalid = ReturnValue(rawValue: 0xA1)
    /// `CKR_PIN_LEN_RANGE`.
    public static let pinLenRange = ReturnValue(rawValue: 0xA2)
    /// `CKR_PIN_EXPIRED`.
    public static let pinExpired = ReturnValue(rawValue: 0xA3)
    /// `CKR_PIN_LOCKED`.
    public static let pinLocked = ReturnValue(rawValue: 0xA4)
    /// `CKR_SESSION_CLOSED`.
    public static let sessionClosed = ReturnValue(rawValue: 0xB0)
    /// `CKR_SESSION_COUNT`.
    public static let sessionCount = ReturnValue(rawValue: 0xB1)
    /// `CKR_SESSION_HANDLE_INVALID`.
    public static let sessionHandleInvalid = ReturnValue(rawValue: 0xB3)
    /// `CKR_SESSION_PARALLEL_NOT_SUPPORTED`.
    public static let sessionParallelNotSupported = ReturnValue(rawValue: 0xB4)
    /// `CKR_SESSION_READ_ONLY`.
    public static let sessionReadOnly = ReturnValue(rawValue: 0xB5)
    /// `CKR_SESSION_EXISTS`.
    public static let sessionExists = ReturnValue(rawValue: 0xB6)
    /// `CKR_SESSION_READ_ONLY_EXISTS`.
    public static let sessionReadOnlyExists = ReturnValue(rawValue: 0xB7)
    /// `CKR_SESSION_READ_WRITE_SO_EXISTS`.
    public static let sessionReadWriteSOExists = ReturnValue(rawValue: 0xB8)
    /// `CKR_SIGNATURE_INVALID`.
    public static let signatureInvalid = ReturnValue(rawValue: 0xC0)
    /// `CKR_SIGNATURE_LEN_RANGE`.
    public static let signatureLenRange = ReturnValue(rawValue: 0xC1)
    /// `CKR_TEMPLATE_INCOMPLETE`.
    public static let templateIncomplete = ReturnValue(rawValue: 0xD0)
    /// `CKR_TEMPLATE_INCONSISTENT`.
    public static let templateInconsistent = ReturnValue(rawValue: 0xD1)
    /// `CKR_TOKEN_NOT_PRESENT`.
    public static let tokenNotPresent = ReturnValue(rawValue: 0xE0)
    /// `CKR_TOKEN_NOT_RECOGNIZED`.
    public static let tokenNotRecognized = ReturnValue(rawValue: 0xE1)
    /// `CKR_TOKEN_WRITE_PROTECTED`.
    public static let tokenWriteProtected = ReturnValue(rawValue: 0xE2)
    /// `CKR_UNWRAPPING_KEY_HANDLE_INVALID`.
    public static let unwrappingKeyHandleInvalid = ReturnValue(rawValue: 0xF0)
    /// `CKR_UNWRAPPING_KEY_SIZE_RANGE`.
    public static let unwrappingKeySizeRange = ReturnValue(rawValue: 0xF1)
    /// `CKR_UNWRAPPING_KEY_TYPE_INCONSISTENT`.
    public static let unwrappingKeyTypeInconsistent = ReturnValue(rawValue: 0xF2)
    /// `CKR_USER_ALREADY_LOGGED_IN`.
    public static let userAlreadyLoggedIn = ReturnValue(rawValue: 0x100)
    /// `CKR_USER_NOT_LOGGED_IN`.
    public static let userNotLoggedIn = ReturnValue(rawValue: 0x101)
    /// `CKR_USER_PIN_NOT_INITIALIZED`.
    public static let userPINNotInitialized = ReturnValue(rawValue: 0x102)
    /// `CKR_USER_TYPE_INVALID`.
    public static let userTypeInvalid = ReturnValue(rawValue: 0x103)
    /// `CKR_USER_ANOTHER_ALREADY_LOGGED_IN`.
    public static let userAnotherAlreadyLoggedIn = ReturnValue(rawValue: 0x104)
    /// `CKR_USER_TOO_MANY_TYPES`.
    public static let userTooManyTypes = ReturnValue(rawValue: 0x105)
    /// `CKR_WRAPPED_KEY_INVALID`.
    public static let wrappedKeyInvalid = ReturnValue(rawValue: 0x110)
    /// `CKR_WRAPPED_KEY_LEN_RANGE`.
    public static let wrappedKeyLenRange = ReturnValue(rawValue: 0x112)
    /// `CKR_WRAPPING_KEY_HANDLE_INVALID`.
    public static let wrappingKeyHandleInvalid = ReturnValue(rawValue: 0x113)
    /// `CKR_WRAPPING_KEY_SIZE_RANGE`.
    public static let wrappingKeySizeRange = ReturnValue(rawValue: 0x114)
    /// `CKR_WRAPPING_KEY_TYPE_INCONSISTENT`.
    public static let wrappingKeyTypeInconsistent = ReturnValue(rawValue: 0x115)
    /// `CKR_RANDOM_SEED_NOT_SUPPORTED`.
    public static let randomSeedNotSupported = ReturnValue(rawValue: 0x120)
    /// `CKR_RANDOM_NO_RNG`.
    public static let randomNoRNG = ReturnValue(rawValue: 0x121)
    /// `CKR_DOMAIN_PARAMS_INVALID`.
    public static let domainParamsInvalid = ReturnValue(rawValue: 0x130)
    /// `CKR_CURVE_NOT_SUPPORTED`.
    public static let curveNotSupported = ReturnValue(rawValue: 0x140)
    /// `CKR_BUFFER_TOO_SMALL`.
    public static let bufferTooSmall = ReturnValue(rawValue: 0x150)
    /// `CKR_SAVED_STATE_INVALID`.
    public static let savedStateInvalid = ReturnValue(rawValue: 0x160)
    /// `CKR_INFORMATION_SENSITIVE`.
    public static let informationSensitive = ReturnValue(rawValue: 0x170)
    /// `CKR_STATE_UNSAVEABLE`.
    public static let stateUnsaveable = ReturnValue(rawValue: 0x180)
    /// `CKR_CRYPTOKI_NOT_INITIALIZED`.
    public static let cryptokiNotInitialized = ReturnValue(rawValue: 0x190)
    /// `CKR_CRYPTOKI_ALREADY_INITIALIZED`.
    public static let cryptokiAlreadyInitialized = ReturnValue(rawValue: 0x191)
    /// `CKR_MUTEX_BAD`.
    public static let mutexBad = ReturnValue(rawValue: 0x1A0)
    /// `CKR_MUTEX_NOT_LOCKED`.
    public static let mutexNotLocked = ReturnValue(rawValue: 0x1A1)
    /// `CKR_NEW_PIN_MODE`.
    public static let newPINMode = ReturnValue(rawValue: 0x1B0)
    /// `CKR_NEXT_OTP`.
    public static let nextOTP = ReturnValue(rawValue: 0x1B1)
    /// `CKR_EXCEEDED_MAX_ITERATIONS`.
    public static let exceededMaxIterations = ReturnValue(rawValue: 0x1B5)
    /// `CKR_FIPS_SELF_TEST_FAILED`.
    public static let fipsSelfTestFailed = ReturnValue(rawValue: 0x1B6)
    /// `CKR_LIBRARY_LOAD_FAILED`.
    public static let libraryLoadFailed = ReturnValue(rawValue: 0x1B7)
    /// `CKR_PIN_TOO_WEAK`.
    public static let pinTooWeak = ReturnValue(rawValue: 0x1B8)
    /// `CKR_PUBLIC_KEY_INVALID`.
    public static let publicKeyInvalid = ReturnValue(rawValue: 0x1B9)
    /// `CKR_FUNCTION_REJECTED`.
    public static let functionRejected = ReturnValue(rawValue: 0x200)
    /// `CKR_TOKEN_RESOURCE_EXCEEDED`.
    public static let tokenResourceExceeded = ReturnValue(rawValue: 0x201)
    /// `CKR_OPERATION_CANCEL_FAILED`.
    public static let operationCancelFailed = ReturnValue(rawValue: 0x202)
    /// `CKR_KEY_EXHAUSTED`.
    public static let keyExhausted = ReturnValue(rawValue: 0x203)
    /// `CKR_PENDING`.
    public static let pending = ReturnValue(rawValue: 0x204)
    /// `CKR_SESSION_ASYNC_NOT_SUPPORTED`.
    public static let sessionAsyncNotSupported = ReturnValue(rawValue: 0x205)
    /// `CKR_SEED_RANDOM_REQUIRED`.
    public static let seedRandomRequired = ReturnValue(rawValue: 0x206)
    /// `CKR_OPERATION_NOT_VALIDATED`.
    public static let operationNotValidated = ReturnValue(rawValue: 0x207)
    /// `CKR_TOKEN_NOT_INITIALIZED`.
    public static let tokenNotInitialized = ReturnValue(rawValue: 0x208)
    /// `CKR_PARAMETER_SET_NOT_SUPPORTED`.
    public static let parameterSetNotSupported = ReturnValue(rawValue: 0x209)

    /// Every constant with its name in C; of two names of one number, the one that is shown stands first.
    static let table: [(ReturnValue, String)] = [
        (.ok, "CKR_OK"),
        (.cancel, "CKR_CANCEL"),
        (.hostMemory, "CKR_HOST_MEMORY"),
        (.slotIDInvalid, "CKR_SLOT_ID_INVALID"),
        (.generalError, "CKR_GENERAL_ERROR"),
        (.functionFailed, "CKR_FUNCTION_FAILED"),
        (.argumentsBad, "CKR_ARGUMENTS_BAD"),
        (.noEvent, "CKR_NO_EVENT"),
        (.needToCreateThreads, "CKR_NEED_TO_CREATE_THREADS"),
        (.cantLock, "CKR_CANT_LOCK"),
        (.attributeReadOnly, "CKR_ATTRIBUTE_READ_ONLY"),
        (.attributeSensitive, "CKR_ATTRIBUTE_SENSITIVE"),
        (.attributeTypeInvalid, "CKR_ATTRIBUTE_TYPE_INVALID"),
        (.attributeValueInvalid, "CKR_ATTRIBUTE_VALUE_INVALID"),
        (.actionProhibited, "CKR_ACTION_PROHIBITED"),
        (.dataInvalid, "CKR_DATA_INVALID"),
        (.dataLenRange, "CKR_DATA_LEN_RANGE"),
        (.deviceError, "CKR_DEVICE_ERROR"),
        (.deviceMemory, "CKR_DEVICE_MEMORY"),
        (.deviceRemoved, "CKR_DEVICE_REMOVED"),
        (.encryptedDataInvalid, "CKR_ENCRYPTED_DATA_INVALID"),
        (.encryptedDataLenRange, "CKR_ENCRYPTED_DATA_LEN_RANGE"),
        (.aeadDecryptFailed, "CKR_AEAD_DECRYPT_FAILED"),
        (.functionCanceled, "CKR_FUNCTION_CANCELED"),
        (.functionNotParallel, "CKR_FUNCTION_NOT_PARALLEL"),
        (.functionNotSupported, "CKR_FUNCTION_NOT_SUPPORTED"),
        (.keyHandleInvalid, "CKR_KEY_HANDLE_INVALID"),
        (.keySizeRange, "CKR_KEY_SIZE_RANGE"),
        (.keyTypeInconsistent, "CKR_KEY_TYPE_INCONSISTENT"),
        (.keyNotNeeded, "CKR_KEY_NOT_NEEDED"),
        (.keyChanged, "CKR_KEY_CHANGED"),
        (.keyNeeded, "CKR_KEY_NEEDED"),
        (.keyIndigestible, "CKR_KEY_INDIGESTIBLE"),
        (.keyFunctionNotPermitted, "CKR_KEY_FUNCTION_NOT_PERMITTED"),
        (.keyNotWrappable, "CKR_KEY_NOT_WRAPPABLE"),
        (.keyUnextractable, "CKR_KEY_UNEXTRACTABLE"),
        (.mechanismInvalid, "CKR_MECHANISM_INVALID"),
        (.mechanismParamInvalid, "CKR_MECHANISM_PARAM_INVALID"),
        (.objectHandleInvalid, "CKR_OBJECT_HANDLE_INVALID"),
        (.operationActive, "CKR_OPERATION_ACTIVE"),
        (.operationNotInitialized, "CKR_OPERATION_NOT_INITIALIZED"),
        (.pinIncorrect, "CKR_PIN_INCORRECT"),
        (.pinInvalid, "CKR_PIN_INVALID"),
        (.pinLenRange, "CKR_PIN_LEN_RANGE"),
        (.pinExpired, "CKR_PIN_EXPIRED"),
        (.pinLocked, "CKR_PIN_LOCKED"),
        (.sessionClosed, "CKR_SESSION_CLOSED"),
        (.sessionCount, "CKR_SESSION_COUNT"),
        (.sessionHandleInvalid, "CKR_SESSION_HANDLE_INVALID"),
        (.sessionParallelNotSupported, "CKR_SESSION_PARALLEL_NOT_SUPPORTED"),
        (.sessionReadOnly, "CKR_SESSION_READ_ONLY"),
        (.sessionExists, "CKR_SESSION_EXISTS"),
        (.sessionReadOnlyExists, "CKR_SESSION_READ_ONLY_EXISTS"),
        (.sessionReadWriteSOExists, "CKR_SESSION_READ_WRITE_SO_EXISTS"),
        (.signatureInvalid, "CKR_SIGNATURE_INVALID"),
        (.signatureLenRange, "CKR_SIGNATURE_LEN_RANGE"),
        (.templateIncomplete, "CKR_TEMPLATE_INCOMPLETE"),
        (.templateInconsistent, "CKR_TEMPLATE_INCONSISTENT"),
        (.tokenNotPresent, "CKR_TOKEN_NOT_PRESENT"),
        (.tokenNotRecognized, "CKR_TOKEN_NOT_RECOGNIZED"),
        (.tokenWriteProtected, "CKR_TOKEN_WRITE_PROTECTED"),
        (.unwrappingKeyHandleInvalid, "CKR_UNWRAPPING_KEY_HANDLE_INVALID"),
        (.unwrappingKeySizeRange, "CKR_UNWRAPPING_KEY_SIZE_RANGE"),
        (.unwrappingKeyTypeInconsistent, "CKR_UNWRAPPING_KEY_TYPE_INCONSISTENT"),
        (.userAlreadyLoggedIn, "CKR_USER_ALREADY_LOGGED_IN"),
        (.userNotLoggedIn, "CKR_USER_NOT_LOGGED_IN"),
        (.userPINNotInitialized, "CKR_USER_PIN_NOT_INITIALIZED"),
        (.userTypeInvalid, "CKR_USER_TYPE_INVALID"),
        (.userAnotherAlreadyLoggedIn, "CKR_USER_ANOTHER_ALREADY_LOGGED_IN"),
        (.userTooManyTypes, "CKR_USER_TOO_MANY_TYPES"),
        (.wrappedKeyInvalid, "CKR_WRAPPED_KEY_INVALID"),
        (.wrappedKeyLenRange, "CKR_WRAPPED_KEY_LEN_RANGE"),
        (.wrappingKeyHandleInvalid, "CKR_WRAPPING_KEY_HANDLE_INVALID"),
        (.wrappingKeySizeRange, "CKR_WRAPPING_KEY_SIZE_RANGE"),
        (.wrappingKeyTypeInconsistent, "CKR_WRAPPING_KEY_TYPE_INCONSISTENT"),
        (.randomSeedNotSupported, "CKR_RANDOM_SEED_NOT_SUPPORTED"),
        (.randomNoRNG, "CKR_RANDOM_NO_RNG"),
        (.domainParamsInvalid, "CKR_DOMAIN_PARAMS_INVALID"),
        (.curveNotSupported, "CKR_CURVE_NOT_SUPPORTED"),
        (.bufferTooSmall, "CKR_BUFFER_TOO_SMALL"),
        (.savedStateInvalid, "CKR_SAVED_STATE_INVALID"),
        (.informationSensitive, "CKR_INFORMATION_SENSITIVE"),
        (.stateUnsaveable, "CKR_STATE_UNSAVEABLE"),
        (.cryptokiNotInitialized, "CKR_CRYPTOKI_NOT_INITIALIZED"),
        (.cryptokiAlreadyInitialized, "CKR_CRYPTOKI_ALREADY_INITIALIZED"),
        (.mutexBad, "CKR_MUTEX_BAD"),
        (.mutexNotLocked, "CKR_MUTEX_NOT_LOCKED"),
        (.newPINMode, "CKR_NEW_PIN_MODE"),
        (.nextOTP, "CKR_NEXT_OTP"),
        (.exceededMaxIterations, "CKR_EXCEEDED_MAX_ITERATIONS"),
        (.fipsSelfTestFailed, "CKR_FIPS_SELF_TEST_FAILED"),
        (.libraryLoadFailed, "CKR_LIBRARY_LOAD_FAILED"),
        (.pinTooWeak, "CKR_PIN_TOO_WEAK"),
        (.publicKeyInvalid, "CKR_PUBLIC_KEY_INVALID"),
        (.functionRejected, "CKR_FUNCTION_REJECTED"),
        (.tokenResourceExceeded, "CKR_TOKEN_RESOURCE_EXCEEDED"),
        (.operationCancelFailed, "CKR_OPERATION_CANCEL_FAILED"),
        (.keyExhausted, "CKR_KEY_EXHAUSTED"),
        (.pending, "CKR_PENDING"),
        (.sessionAsyncNotSupported, "CKR_SESSION_ASYNC_NOT_SUPPORTED"),
        (.seedRandomRequired, "CKR_SEED_RANDOM_REQUIRED"),
        (.operationNotValidated, "CKR_OPERATION_NOT_VALIDATED"),
        (.tokenNotInitialized, "CKR_TOKEN_NOT_INITIALIZED"),
        (.parameterSetNotSupported, "CKR_PARAMETER_SET_NOT_SUPPORTED"),
    ]
    static let names = constantNames(table)
}
