// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The digits of SHA3_256 and the like are kept apart as the standard keeps them.
internal import CCryptoki

extension ReturnValue {
    /// `CKR_OK`.
    public static let ok = ReturnValue(rawValue: CKR_OK)
    /// `CKR_CANCEL`.
    public static let cancel = ReturnValue(rawValue: CKR_CANCEL)
    /// `CKR_HOST_MEMORY`.
    public static let hostMemory = ReturnValue(rawValue: CKR_HOST_MEMORY)
    /// `CKR_SLOT_ID_INVALID`.
    public static let slotIDInvalid = ReturnValue(rawValue: CKR_SLOT_ID_INVALID)
    /// `CKR_GENERAL_ERROR`.
    public static let generalError = ReturnValue(rawValue: CKR_GENERAL_ERROR)
    /// `CKR_FUNCTION_FAILED`.
    public static let functionFailed = ReturnValue(rawValue: CKR_FUNCTION_FAILED)
    /// `CKR_ARGUMENTS_BAD`.
    public static let argumentsBad = ReturnValue(rawValue: CKR_ARGUMENTS_BAD)
    /// `CKR_NO_EVENT`.
    public static let noEvent = ReturnValue(rawValue: CKR_NO_EVENT)
    /// `CKR_NEED_TO_CREATE_THREADS`.
    public static let needToCreateThreads = ReturnValue(rawValue: CKR_NEED_TO_CREATE_THREADS)
    /// `CKR_CANT_LOCK`.
    public static let cantLock = ReturnValue(rawValue: CKR_CANT_LOCK)
    /// `CKR_ATTRIBUTE_READ_ONLY`.
    public static let attributeReadOnly = ReturnValue(rawValue: CKR_ATTRIBUTE_READ_ONLY)
    /// `CKR_ATTRIBUTE_SENSITIVE`.
    public static let attributeSensitive = ReturnValue(rawValue: CKR_ATTRIBUTE_SENSITIVE)
    /// `CKR_ATTRIBUTE_TYPE_INVALID`.
    public static let attributeTypeInvalid = ReturnValue(rawValue: CKR_ATTRIBUTE_TYPE_INVALID)
    /// `CKR_ATTRIBUTE_VALUE_INVALID`.
    public static let attributeValueInvalid = ReturnValue(rawValue: CKR_ATTRIBUTE_VALUE_INVALID)
    /// `CKR_ACTION_PROHIBITED`.
    public static let actionProhibited = ReturnValue(rawValue: CKR_ACTION_PROHIBITED)
    /// `CKR_DATA_INVALID`.
    public static let dataInvalid = ReturnValue(rawValue: CKR_DATA_INVALID)
    /// `CKR_DATA_LEN_RANGE`.
    public static let dataLenRange = ReturnValue(rawValue: CKR_DATA_LEN_RANGE)
    /// `CKR_DEVICE_ERROR`.
    public static let deviceError = ReturnValue(rawValue: CKR_DEVICE_ERROR)
    /// `CKR_DEVICE_MEMORY`.
    public static let deviceMemory = ReturnValue(rawValue: CKR_DEVICE_MEMORY)
    /// `CKR_DEVICE_REMOVED`.
    public static let deviceRemoved = ReturnValue(rawValue: CKR_DEVICE_REMOVED)
    /// `CKR_ENCRYPTED_DATA_INVALID`.
    public static let encryptedDataInvalid = ReturnValue(rawValue: CKR_ENCRYPTED_DATA_INVALID)
    /// `CKR_ENCRYPTED_DATA_LEN_RANGE`.
    public static let encryptedDataLenRange = ReturnValue(rawValue: CKR_ENCRYPTED_DATA_LEN_RANGE)
    /// `CKR_AEAD_DECRYPT_FAILED`.
    public static let aeadDecryptFailed = ReturnValue(rawValue: CKR_AEAD_DECRYPT_FAILED)
    /// `CKR_FUNCTION_CANCELED`.
    public static let functionCanceled = ReturnValue(rawValue: CKR_FUNCTION_CANCELED)
    /// `CKR_FUNCTION_NOT_PARALLEL`.
    public static let functionNotParallel = ReturnValue(rawValue: CKR_FUNCTION_NOT_PARALLEL)
    /// `CKR_FUNCTION_NOT_SUPPORTED`.
    public static let functionNotSupported = ReturnValue(rawValue: CKR_FUNCTION_NOT_SUPPORTED)
    /// `CKR_KEY_HANDLE_INVALID`.
    public static let keyHandleInvalid = ReturnValue(rawValue: CKR_KEY_HANDLE_INVALID)
    /// `CKR_KEY_SIZE_RANGE`.
    public static let keySizeRange = ReturnValue(rawValue: CKR_KEY_SIZE_RANGE)
    /// `CKR_KEY_TYPE_INCONSISTENT`.
    public static let keyTypeInconsistent = ReturnValue(rawValue: CKR_KEY_TYPE_INCONSISTENT)
    /// `CKR_KEY_NOT_NEEDED`.
    public static let keyNotNeeded = ReturnValue(rawValue: CKR_KEY_NOT_NEEDED)
    /// `CKR_KEY_CHANGED`.
    public static let keyChanged = ReturnValue(rawValue: CKR_KEY_CHANGED)
    /// `CKR_KEY_NEEDED`.
    public static let keyNeeded = ReturnValue(rawValue: CKR_KEY_NEEDED)
    /// `CKR_KEY_INDIGESTIBLE`.
    public static let keyIndigestible = ReturnValue(rawValue: CKR_KEY_INDIGESTIBLE)
    /// `CKR_KEY_FUNCTION_NOT_PERMITTED`.
    public static let keyFunctionNotPermitted = ReturnValue(rawValue: CKR_KEY_FUNCTION_NOT_PERMITTED)
    /// `CKR_KEY_NOT_WRAPPABLE`.
    public static let keyNotWrappable = ReturnValue(rawValue: CKR_KEY_NOT_WRAPPABLE)
    /// `CKR_KEY_UNEXTRACTABLE`.
    public static let keyUnextractable = ReturnValue(rawValue: CKR_KEY_UNEXTRACTABLE)
    /// `CKR_MECHANISM_INVALID`.
    public static let mechanismInvalid = ReturnValue(rawValue: CKR_MECHANISM_INVALID)
    /// `CKR_MECHANISM_PARAM_INVALID`.
    public static let mechanismParamInvalid = ReturnValue(rawValue: CKR_MECHANISM_PARAM_INVALID)
    /// `CKR_OBJECT_HANDLE_INVALID`.
    public static let objectHandleInvalid = ReturnValue(rawValue: CKR_OBJECT_HANDLE_INVALID)
    /// `CKR_OPERATION_ACTIVE`.
    public static let operationActive = ReturnValue(rawValue: CKR_OPERATION_ACTIVE)
    /// `CKR_OPERATION_NOT_INITIALIZED`.
    public static let operationNotInitialized = ReturnValue(rawValue: CKR_OPERATION_NOT_INITIALIZED)
    /// `CKR_PIN_INCORRECT`.
    public static let pinIncorrect = ReturnValue(rawValue: CKR_PIN_INCORRECT)
    /// `CKR_PIN_INVALID`.
    public static let pinInvalid = ReturnValue(rawValue: CKR_PIN_INVALID)
    /// `CKR_PIN_LEN_RANGE`.
    public static let pinLenRange = ReturnValue(rawValue: CKR_PIN_LEN_RANGE)
    /// `CKR_PIN_EXPIRED`.
    public static let pinExpired = ReturnValue(rawValue: CKR_PIN_EXPIRED)
    /// `CKR_PIN_LOCKED`.
    public static let pinLocked = ReturnValue(rawValue: CKR_PIN_LOCKED)
    /// `CKR_SESSION_CLOSED`.
    public static let sessionClosed = ReturnValue(rawValue: CKR_SESSION_CLOSED)
    /// `CKR_SESSION_COUNT`.
    public static let sessionCount = ReturnValue(rawValue: CKR_SESSION_COUNT)
    /// `CKR_SESSION_HANDLE_INVALID`.
    public static let sessionHandleInvalid = ReturnValue(rawValue: CKR_SESSION_HANDLE_INVALID)
    /// `CKR_SESSION_PARALLEL_NOT_SUPPORTED`.
    public static let sessionParallelNotSupported = ReturnValue(rawValue: CKR_SESSION_PARALLEL_NOT_SUPPORTED)
    /// `CKR_SESSION_READ_ONLY`.
    public static let sessionReadOnly = ReturnValue(rawValue: CKR_SESSION_READ_ONLY)
    /// `CKR_SESSION_EXISTS`.
    public static let sessionExists = ReturnValue(rawValue: CKR_SESSION_EXISTS)
    /// `CKR_SESSION_READ_ONLY_EXISTS`.
    public static let sessionReadOnlyExists = ReturnValue(rawValue: CKR_SESSION_READ_ONLY_EXISTS)
    /// `CKR_SESSION_READ_WRITE_SO_EXISTS`.
    public static let sessionReadWriteSOExists = ReturnValue(rawValue: CKR_SESSION_READ_WRITE_SO_EXISTS)
    /// `CKR_SIGNATURE_INVALID`.
    public static let signatureInvalid = ReturnValue(rawValue: CKR_SIGNATURE_INVALID)
    /// `CKR_SIGNATURE_LEN_RANGE`.
    public static let signatureLenRange = ReturnValue(rawValue: CKR_SIGNATURE_LEN_RANGE)
    /// `CKR_TEMPLATE_INCOMPLETE`.
    public static let templateIncomplete = ReturnValue(rawValue: CKR_TEMPLATE_INCOMPLETE)
    /// `CKR_TEMPLATE_INCONSISTENT`.
    public static let templateInconsistent = ReturnValue(rawValue: CKR_TEMPLATE_INCONSISTENT)
    /// `CKR_TOKEN_NOT_PRESENT`.
    public static let tokenNotPresent = ReturnValue(rawValue: CKR_TOKEN_NOT_PRESENT)
    /// `CKR_TOKEN_NOT_RECOGNIZED`.
    public static let tokenNotRecognized = ReturnValue(rawValue: CKR_TOKEN_NOT_RECOGNIZED)
    /// `CKR_TOKEN_WRITE_PROTECTED`.
    public static let tokenWriteProtected = ReturnValue(rawValue: CKR_TOKEN_WRITE_PROTECTED)
    /// `CKR_UNWRAPPING_KEY_HANDLE_INVALID`.
    public static let unwrappingKeyHandleInvalid = ReturnValue(rawValue: CKR_UNWRAPPING_KEY_HANDLE_INVALID)
    /// `CKR_UNWRAPPING_KEY_SIZE_RANGE`.
    public static let unwrappingKeySizeRange = ReturnValue(rawValue: CKR_UNWRAPPING_KEY_SIZE_RANGE)
    /// `CKR_UNWRAPPING_KEY_TYPE_INCONSISTENT`.
    public static let unwrappingKeyTypeInconsistent = ReturnValue(rawValue: CKR_UNWRAPPING_KEY_TYPE_INCONSISTENT)
    /// `CKR_USER_ALREADY_LOGGED_IN`.
    public static let userAlreadyLoggedIn = ReturnValue(rawValue: CKR_USER_ALREADY_LOGGED_IN)
    /// `CKR_USER_NOT_LOGGED_IN`.
    public static let userNotLoggedIn = ReturnValue(rawValue: CKR_USER_NOT_LOGGED_IN)
    /// `CKR_USER_PIN_NOT_INITIALIZED`.
    public static let userPINNotInitialized = ReturnValue(rawValue: CKR_USER_PIN_NOT_INITIALIZED)
    /// `CKR_USER_TYPE_INVALID`.
    public static let userTypeInvalid = ReturnValue(rawValue: CKR_USER_TYPE_INVALID)
    /// `CKR_USER_ANOTHER_ALREADY_LOGGED_IN`.
    public static let userAnotherAlreadyLoggedIn = ReturnValue(rawValue: CKR_USER_ANOTHER_ALREADY_LOGGED_IN)
    /// `CKR_USER_TOO_MANY_TYPES`.
    public static let userTooManyTypes = ReturnValue(rawValue: CKR_USER_TOO_MANY_TYPES)
    /// `CKR_WRAPPED_KEY_INVALID`.
    public static let wrappedKeyInvalid = ReturnValue(rawValue: CKR_WRAPPED_KEY_INVALID)
    /// `CKR_WRAPPED_KEY_LEN_RANGE`.
    public static let wrappedKeyLenRange = ReturnValue(rawValue: CKR_WRAPPED_KEY_LEN_RANGE)
    /// `CKR_WRAPPING_KEY_HANDLE_INVALID`.
    public static let wrappingKeyHandleInvalid = ReturnValue(rawValue: CKR_WRAPPING_KEY_HANDLE_INVALID)
    /// `CKR_WRAPPING_KEY_SIZE_RANGE`.
    public static let wrappingKeySizeRange = ReturnValue(rawValue: CKR_WRAPPING_KEY_SIZE_RANGE)
    /// `CKR_WRAPPING_KEY_TYPE_INCONSISTENT`.
    public static let wrappingKeyTypeInconsistent = ReturnValue(rawValue: CKR_WRAPPING_KEY_TYPE_INCONSISTENT)
    /// `CKR_RANDOM_SEED_NOT_SUPPORTED`.
    public static let randomSEEDNotSupported = ReturnValue(rawValue: CKR_RANDOM_SEED_NOT_SUPPORTED)
    /// `CKR_RANDOM_NO_RNG`.
    public static let randomNoRNG = ReturnValue(rawValue: CKR_RANDOM_NO_RNG)
    /// `CKR_DOMAIN_PARAMS_INVALID`.
    public static let domainParamsInvalid = ReturnValue(rawValue: CKR_DOMAIN_PARAMS_INVALID)
    /// `CKR_CURVE_NOT_SUPPORTED`.
    public static let curveNotSupported = ReturnValue(rawValue: CKR_CURVE_NOT_SUPPORTED)
    /// `CKR_BUFFER_TOO_SMALL`.
    public static let bufferTooSmall = ReturnValue(rawValue: CKR_BUFFER_TOO_SMALL)
    /// `CKR_SAVED_STATE_INVALID`.
    public static let savedStateInvalid = ReturnValue(rawValue: CKR_SAVED_STATE_INVALID)
    /// `CKR_INFORMATION_SENSITIVE`.
    public static let informationSensitive = ReturnValue(rawValue: CKR_INFORMATION_SENSITIVE)
    /// `CKR_STATE_UNSAVEABLE`.
    public static let stateUnsaveable = ReturnValue(rawValue: CKR_STATE_UNSAVEABLE)
    /// `CKR_CRYPTOKI_NOT_INITIALIZED`.
    public static let cryptokiNotInitialized = ReturnValue(rawValue: CKR_CRYPTOKI_NOT_INITIALIZED)
    /// `CKR_CRYPTOKI_ALREADY_INITIALIZED`.
    public static let cryptokiAlreadyInitialized = ReturnValue(rawValue: CKR_CRYPTOKI_ALREADY_INITIALIZED)
    /// `CKR_MUTEX_BAD`.
    public static let mutexBad = ReturnValue(rawValue: CKR_MUTEX_BAD)
    /// `CKR_MUTEX_NOT_LOCKED`.
    public static let mutexNotLocked = ReturnValue(rawValue: CKR_MUTEX_NOT_LOCKED)
    /// `CKR_NEW_PIN_MODE`.
    public static let newPINMode = ReturnValue(rawValue: CKR_NEW_PIN_MODE)
    /// `CKR_NEXT_OTP`.
    public static let nextOTP = ReturnValue(rawValue: CKR_NEXT_OTP)
    /// `CKR_EXCEEDED_MAX_ITERATIONS`.
    public static let exceededMaxIterations = ReturnValue(rawValue: CKR_EXCEEDED_MAX_ITERATIONS)
    /// `CKR_FIPS_SELF_TEST_FAILED`.
    public static let fipsSelfTestFailed = ReturnValue(rawValue: CKR_FIPS_SELF_TEST_FAILED)
    /// `CKR_LIBRARY_LOAD_FAILED`.
    public static let libraryLoadFailed = ReturnValue(rawValue: CKR_LIBRARY_LOAD_FAILED)
    /// `CKR_PIN_TOO_WEAK`.
    public static let pinTooWeak = ReturnValue(rawValue: CKR_PIN_TOO_WEAK)
    /// `CKR_PUBLIC_KEY_INVALID`.
    public static let publicKeyInvalid = ReturnValue(rawValue: CKR_PUBLIC_KEY_INVALID)
    /// `CKR_FUNCTION_REJECTED`.
    public static let functionRejected = ReturnValue(rawValue: CKR_FUNCTION_REJECTED)
    /// `CKR_TOKEN_RESOURCE_EXCEEDED`.
    public static let tokenResourceExceeded = ReturnValue(rawValue: CKR_TOKEN_RESOURCE_EXCEEDED)
    /// `CKR_OPERATION_CANCEL_FAILED`.
    public static let operationCancelFailed = ReturnValue(rawValue: CKR_OPERATION_CANCEL_FAILED)
    /// `CKR_KEY_EXHAUSTED`.
    public static let keyExhausted = ReturnValue(rawValue: CKR_KEY_EXHAUSTED)
    /// `CKR_PENDING`.
    public static let pending = ReturnValue(rawValue: CKR_PENDING)
    /// `CKR_SESSION_ASYNC_NOT_SUPPORTED`.
    public static let sessionAsyncNotSupported = ReturnValue(rawValue: CKR_SESSION_ASYNC_NOT_SUPPORTED)
    /// `CKR_SEED_RANDOM_REQUIRED`.
    public static let seedRandomRequired = ReturnValue(rawValue: CKR_SEED_RANDOM_REQUIRED)
    /// `CKR_OPERATION_NOT_VALIDATED`.
    public static let operationNotValidated = ReturnValue(rawValue: CKR_OPERATION_NOT_VALIDATED)
    /// `CKR_TOKEN_NOT_INITIALIZED`.
    public static let tokenNotInitialized = ReturnValue(rawValue: CKR_TOKEN_NOT_INITIALIZED)
    /// `CKR_PARAMETER_SET_NOT_SUPPORTED`.
    public static let parameterSetNotSupported = ReturnValue(rawValue: CKR_PARAMETER_SET_NOT_SUPPORTED)

    /// The constants by number; of several names for one number, the first of the standard's list.
    static let names: [UInt: String] = Dictionary(
        [
            (CKR_OK, "CKR_OK"),
            (CKR_CANCEL, "CKR_CANCEL"),
            (CKR_HOST_MEMORY, "CKR_HOST_MEMORY"),
            (CKR_SLOT_ID_INVALID, "CKR_SLOT_ID_INVALID"),
            (CKR_GENERAL_ERROR, "CKR_GENERAL_ERROR"),
            (CKR_FUNCTION_FAILED, "CKR_FUNCTION_FAILED"),
            (CKR_ARGUMENTS_BAD, "CKR_ARGUMENTS_BAD"),
            (CKR_NO_EVENT, "CKR_NO_EVENT"),
            (CKR_NEED_TO_CREATE_THREADS, "CKR_NEED_TO_CREATE_THREADS"),
            (CKR_CANT_LOCK, "CKR_CANT_LOCK"),
            (CKR_ATTRIBUTE_READ_ONLY, "CKR_ATTRIBUTE_READ_ONLY"),
            (CKR_ATTRIBUTE_SENSITIVE, "CKR_ATTRIBUTE_SENSITIVE"),
            (CKR_ATTRIBUTE_TYPE_INVALID, "CKR_ATTRIBUTE_TYPE_INVALID"),
            (CKR_ATTRIBUTE_VALUE_INVALID, "CKR_ATTRIBUTE_VALUE_INVALID"),
            (CKR_ACTION_PROHIBITED, "CKR_ACTION_PROHIBITED"),
            (CKR_DATA_INVALID, "CKR_DATA_INVALID"),
            (CKR_DATA_LEN_RANGE, "CKR_DATA_LEN_RANGE"),
            (CKR_DEVICE_ERROR, "CKR_DEVICE_ERROR"),
            (CKR_DEVICE_MEMORY, "CKR_DEVICE_MEMORY"),
            (CKR_DEVICE_REMOVED, "CKR_DEVICE_REMOVED"),
            (CKR_ENCRYPTED_DATA_INVALID, "CKR_ENCRYPTED_DATA_INVALID"),
            (CKR_ENCRYPTED_DATA_LEN_RANGE, "CKR_ENCRYPTED_DATA_LEN_RANGE"),
            (CKR_AEAD_DECRYPT_FAILED, "CKR_AEAD_DECRYPT_FAILED"),
            (CKR_FUNCTION_CANCELED, "CKR_FUNCTION_CANCELED"),
            (CKR_FUNCTION_NOT_PARALLEL, "CKR_FUNCTION_NOT_PARALLEL"),
            (CKR_FUNCTION_NOT_SUPPORTED, "CKR_FUNCTION_NOT_SUPPORTED"),
            (CKR_KEY_HANDLE_INVALID, "CKR_KEY_HANDLE_INVALID"),
            (CKR_KEY_SIZE_RANGE, "CKR_KEY_SIZE_RANGE"),
            (CKR_KEY_TYPE_INCONSISTENT, "CKR_KEY_TYPE_INCONSISTENT"),
            (CKR_KEY_NOT_NEEDED, "CKR_KEY_NOT_NEEDED"),
            (CKR_KEY_CHANGED, "CKR_KEY_CHANGED"),
            (CKR_KEY_NEEDED, "CKR_KEY_NEEDED"),
            (CKR_KEY_INDIGESTIBLE, "CKR_KEY_INDIGESTIBLE"),
            (CKR_KEY_FUNCTION_NOT_PERMITTED, "CKR_KEY_FUNCTION_NOT_PERMITTED"),
            (CKR_KEY_NOT_WRAPPABLE, "CKR_KEY_NOT_WRAPPABLE"),
            (CKR_KEY_UNEXTRACTABLE, "CKR_KEY_UNEXTRACTABLE"),
            (CKR_MECHANISM_INVALID, "CKR_MECHANISM_INVALID"),
            (CKR_MECHANISM_PARAM_INVALID, "CKR_MECHANISM_PARAM_INVALID"),
            (CKR_OBJECT_HANDLE_INVALID, "CKR_OBJECT_HANDLE_INVALID"),
            (CKR_OPERATION_ACTIVE, "CKR_OPERATION_ACTIVE"),
            (CKR_OPERATION_NOT_INITIALIZED, "CKR_OPERATION_NOT_INITIALIZED"),
            (CKR_PIN_INCORRECT, "CKR_PIN_INCORRECT"),
            (CKR_PIN_INVALID, "CKR_PIN_INVALID"),
            (CKR_PIN_LEN_RANGE, "CKR_PIN_LEN_RANGE"),
            (CKR_PIN_EXPIRED, "CKR_PIN_EXPIRED"),
            (CKR_PIN_LOCKED, "CKR_PIN_LOCKED"),
            (CKR_SESSION_CLOSED, "CKR_SESSION_CLOSED"),
            (CKR_SESSION_COUNT, "CKR_SESSION_COUNT"),
            (CKR_SESSION_HANDLE_INVALID, "CKR_SESSION_HANDLE_INVALID"),
            (CKR_SESSION_PARALLEL_NOT_SUPPORTED, "CKR_SESSION_PARALLEL_NOT_SUPPORTED"),
            (CKR_SESSION_READ_ONLY, "CKR_SESSION_READ_ONLY"),
            (CKR_SESSION_EXISTS, "CKR_SESSION_EXISTS"),
            (CKR_SESSION_READ_ONLY_EXISTS, "CKR_SESSION_READ_ONLY_EXISTS"),
            (CKR_SESSION_READ_WRITE_SO_EXISTS, "CKR_SESSION_READ_WRITE_SO_EXISTS"),
            (CKR_SIGNATURE_INVALID, "CKR_SIGNATURE_INVALID"),
            (CKR_SIGNATURE_LEN_RANGE, "CKR_SIGNATURE_LEN_RANGE"),
            (CKR_TEMPLATE_INCOMPLETE, "CKR_TEMPLATE_INCOMPLETE"),
            (CKR_TEMPLATE_INCONSISTENT, "CKR_TEMPLATE_INCONSISTENT"),
            (CKR_TOKEN_NOT_PRESENT, "CKR_TOKEN_NOT_PRESENT"),
            (CKR_TOKEN_NOT_RECOGNIZED, "CKR_TOKEN_NOT_RECOGNIZED"),
            (CKR_TOKEN_WRITE_PROTECTED, "CKR_TOKEN_WRITE_PROTECTED"),
            (CKR_UNWRAPPING_KEY_HANDLE_INVALID, "CKR_UNWRAPPING_KEY_HANDLE_INVALID"),
            (CKR_UNWRAPPING_KEY_SIZE_RANGE, "CKR_UNWRAPPING_KEY_SIZE_RANGE"),
            (CKR_UNWRAPPING_KEY_TYPE_INCONSISTENT, "CKR_UNWRAPPING_KEY_TYPE_INCONSISTENT"),
            (CKR_USER_ALREADY_LOGGED_IN, "CKR_USER_ALREADY_LOGGED_IN"),
            (CKR_USER_NOT_LOGGED_IN, "CKR_USER_NOT_LOGGED_IN"),
            (CKR_USER_PIN_NOT_INITIALIZED, "CKR_USER_PIN_NOT_INITIALIZED"),
            (CKR_USER_TYPE_INVALID, "CKR_USER_TYPE_INVALID"),
            (CKR_USER_ANOTHER_ALREADY_LOGGED_IN, "CKR_USER_ANOTHER_ALREADY_LOGGED_IN"),
            (CKR_USER_TOO_MANY_TYPES, "CKR_USER_TOO_MANY_TYPES"),
            (CKR_WRAPPED_KEY_INVALID, "CKR_WRAPPED_KEY_INVALID"),
            (CKR_WRAPPED_KEY_LEN_RANGE, "CKR_WRAPPED_KEY_LEN_RANGE"),
            (CKR_WRAPPING_KEY_HANDLE_INVALID, "CKR_WRAPPING_KEY_HANDLE_INVALID"),
            (CKR_WRAPPING_KEY_SIZE_RANGE, "CKR_WRAPPING_KEY_SIZE_RANGE"),
            (CKR_WRAPPING_KEY_TYPE_INCONSISTENT, "CKR_WRAPPING_KEY_TYPE_INCONSISTENT"),
            (CKR_RANDOM_SEED_NOT_SUPPORTED, "CKR_RANDOM_SEED_NOT_SUPPORTED"),
            (CKR_RANDOM_NO_RNG, "CKR_RANDOM_NO_RNG"),
            (CKR_DOMAIN_PARAMS_INVALID, "CKR_DOMAIN_PARAMS_INVALID"),
            (CKR_CURVE_NOT_SUPPORTED, "CKR_CURVE_NOT_SUPPORTED"),
            (CKR_BUFFER_TOO_SMALL, "CKR_BUFFER_TOO_SMALL"),
            (CKR_SAVED_STATE_INVALID, "CKR_SAVED_STATE_INVALID"),
            (CKR_INFORMATION_SENSITIVE, "CKR_INFORMATION_SENSITIVE"),
            (CKR_STATE_UNSAVEABLE, "CKR_STATE_UNSAVEABLE"),
            (CKR_CRYPTOKI_NOT_INITIALIZED, "CKR_CRYPTOKI_NOT_INITIALIZED"),
            (CKR_CRYPTOKI_ALREADY_INITIALIZED, "CKR_CRYPTOKI_ALREADY_INITIALIZED"),
            (CKR_MUTEX_BAD, "CKR_MUTEX_BAD"),
            (CKR_MUTEX_NOT_LOCKED, "CKR_MUTEX_NOT_LOCKED"),
            (CKR_NEW_PIN_MODE, "CKR_NEW_PIN_MODE"),
            (CKR_NEXT_OTP, "CKR_NEXT_OTP"),
            (CKR_EXCEEDED_MAX_ITERATIONS, "CKR_EXCEEDED_MAX_ITERATIONS"),
            (CKR_FIPS_SELF_TEST_FAILED, "CKR_FIPS_SELF_TEST_FAILED"),
            (CKR_LIBRARY_LOAD_FAILED, "CKR_LIBRARY_LOAD_FAILED"),
            (CKR_PIN_TOO_WEAK, "CKR_PIN_TOO_WEAK"),
            (CKR_PUBLIC_KEY_INVALID, "CKR_PUBLIC_KEY_INVALID"),
            (CKR_FUNCTION_REJECTED, "CKR_FUNCTION_REJECTED"),
            (CKR_TOKEN_RESOURCE_EXCEEDED, "CKR_TOKEN_RESOURCE_EXCEEDED"),
            (CKR_OPERATION_CANCEL_FAILED, "CKR_OPERATION_CANCEL_FAILED"),
            (CKR_KEY_EXHAUSTED, "CKR_KEY_EXHAUSTED"),
            (CKR_PENDING, "CKR_PENDING"),
            (CKR_SESSION_ASYNC_NOT_SUPPORTED, "CKR_SESSION_ASYNC_NOT_SUPPORTED"),
            (CKR_SEED_RANDOM_REQUIRED, "CKR_SEED_RANDOM_REQUIRED"),
            (CKR_OPERATION_NOT_VALIDATED, "CKR_OPERATION_NOT_VALIDATED"),
            (CKR_TOKEN_NOT_INITIALIZED, "CKR_TOKEN_NOT_INITIALIZED"),
            (CKR_PARAMETER_SET_NOT_SUPPORTED, "CKR_PARAMETER_SET_NOT_SUPPORTED"),
        ],
        uniquingKeysWith: { first, _ in first }
    )
}
