/// What a PKCS #11 function returned: CK_RV.
///
/// Open: vendors return numbers of their own, and those survive.
///
/// - SeeAlso: PKCS #11 Specification Version 3.2, 5.1.
public struct ReturnValue: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The number.
    public let rawValue: UInt
    /// Makes a return value from its number.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The C constant's name, such as `CKR_PIN_LOCKED`; `CKR_VENDOR_0x80000006` or `CKR_0x123` for unknown ones.
    public var name: String { constantName(rawValue, ReturnValue.names, prefix: "CKR") }

    /// Name and number: `CKR_PIN_LOCKED, 0xA4`.
    public var description: String { "\(name), 0x\(String(rawValue, radix: 16, uppercase: true))" }

    /// Whether the vendor defined it: `CKR_VENDOR_DEFINED` and above.
    public var isVendorDefined: Bool { rawValue >= 0x8000_0000 }

    /// Whether a PIN was refused, or can't be used as it is.
    public var isPINProblem: Bool {
        switch self {
        case .pinIncorrect, .pinInvalid, .pinLenRange, .pinExpired, .pinLocked, .userPINNotInitialized: true
        default: false
        }
    }

    /// Whether the PIN was sent, compared and found wrong, so that a try is spent.
    public var consumedPINTry: Bool { self == .pinIncorrect }

    /// Whether a login has to come first, or is in the way.
    public var isLoginProblem: Bool {
        switch self {
        case .userNotLoggedIn, .userAnotherAlreadyLoggedIn, .userTooManyTypes, .userTypeInvalid: true
        default: isPINProblem
        }
    }

    /// Whether the token or the reader went away.
    public var isRemoval: Bool {
        switch self {
        case .deviceRemoved, .tokenNotPresent, .tokenNotRecognized: true
        default: false
        }
    }

    /// Whether the session is gone and a new one may do.
    public var isSessionLoss: Bool {
        switch self {
        case .sessionHandleInvalid, .sessionClosed: true
        default: isRemoval
        }
    }

    /// The meaning in words, for the middle of a sentence: "the PIN is locked".
    public var explanation: String {
        if let sentence = ReturnValue.sentences[self] { return sentence }
        if isVendorDefined { return "the vendor's own error" }
        return ReturnValue.names[rawValue] == nil ? "an error that PKCS #11 does not define" : "the token refused"
    }

    private static let sentences: [ReturnValue: String] = [
        .ok: "done", .cancel: "canceled", .hostMemory: "the module is out of memory",
        .slotIDInvalid: "there is no such slot", .generalError: "the module failed without saying why",
        .functionFailed: "the module failed without saying why", .argumentsBad: "the module refuses the arguments",
        .cantLock: "the module can't be used from several threads",
        .attributeReadOnly: "the attribute can't be changed",
        .attributeSensitive: "the attribute is sensitive and stays on the token",
        .attributeTypeInvalid: "the object has no such attribute",
        .attributeValueInvalid: "the token refuses the attribute's value",
        .actionProhibited: "the token forbids it", .dataInvalid: "the token refuses the data",
        .dataLenRange: "the mechanism does not accept data of this length",
        .deviceError: "the token or the reader had an error", .deviceMemory: "the token's memory is full",
        .deviceRemoved: "the token was removed", .encryptedDataInvalid: "the encrypted data is not valid",
        .functionCanceled: "canceled", .functionNotSupported: "the token or its module can't do this",
        .functionRejected: "the person at the token declined, or did not touch it in time",
        .keyHandleInvalid: "there is no such key", .keySizeRange: "the token does not support keys of this size",
        .keyTypeInconsistent: "the key has the wrong type for the mechanism",
        .keyFunctionNotPermitted: "the key may not be used for this",
        .keyUnextractable: "the key can't leave the token",
        .mechanismInvalid: "the token does not have this mechanism",
        .mechanismParamInvalid: "the token refuses the mechanism's parameters",
        .objectHandleInvalid: "there is no such object", .operationActive: "another operation is still active",
        .operationNotInitialized: "the operation was not started",
        .pinIncorrect: "the PIN is wrong", .pinInvalid: "the PIN has characters that the token refuses",
        .pinLenRange: "the PIN is too short or too long", .pinExpired: "the PIN has expired and must be changed",
        .pinLocked: "the PIN is locked", .pinTooWeak: "the PIN is too weak",
        .sessionClosed: "the session was closed", .sessionCount: "the token has no free session",
        .sessionHandleInvalid: "the session no longer exists",
        .sessionReadOnly: "the session is read-only", .sessionExists: "a session is open with the token",
        .signatureInvalid: "the signature is not valid", .signatureLenRange: "the signature has the wrong length",
        .templateIncomplete: "attributes are missing", .templateInconsistent: "the attributes contradict each other",
        .tokenNotPresent: "there is no token in the slot", .tokenNotRecognized: "the token is not recognized",
        .tokenWriteProtected: "the token is write-protected",
        .userAlreadyLoggedIn: "the user is already logged in", .userNotLoggedIn: "no user is logged in",
        .userPINNotInitialized: "the user's PIN has not been set",
        .userTypeInvalid: "the token has no such user",
        .userAnotherAlreadyLoggedIn: "another user is logged in",
        .cryptokiNotInitialized: "the module is not initialized",
        .cryptokiAlreadyInitialized: "the module is already initialized",
        .bufferTooSmall: "the buffer is too small", .curveNotSupported: "the token does not have this curve",
        .sessionReadOnlyExists: "a read-only session is open",
        .sessionReadWriteSOExists: "the security officer is logged in",
        .noEvent: "no event has occurred", .randomNoRNG: "the token has no random number generator",
        .domainParamsInvalid: "the token does not have this curve",
    ]
}
