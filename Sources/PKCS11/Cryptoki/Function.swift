internal import CCryptoki

/// A function of PKCS #11, or of a vendor's extension table, that an error or a log line names.
///
/// - SeeAlso: PKCS #11 Specification Version 3.2, section 5.
public struct Function: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The loader's number for the function; 0 is none.
    public let rawValue: UInt32
    /// Makes a function from the loader's number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    private init(_ function: cck_function) { rawValue = function.rawValue }

    /// The function's name in C, such as `C_Login` or `C_EX_SetActivationPassword`; `dlopen` for the loading itself.
    public var description: String {
        guard let name = unsafe cck_function_name(rawValue) else { return "an unknown function" }
        return unsafe String(cString: name)
    }

    /// `dlopen`, which runs the library's constructors.
    public static let load = Function(CCK_FUNCTION_LOAD)
    /// `C_Initialize`.
    public static let initialize = Function(CCK_FUNCTION_C_Initialize)
    /// `C_Finalize`.
    public static let finalize = Function(CCK_FUNCTION_C_Finalize)
    /// `C_GetInfo`.
    public static let getInfo = Function(CCK_FUNCTION_C_GetInfo)
    /// `C_GetFunctionList`.
    public static let getFunctionList = Function(CCK_FUNCTION_C_GetFunctionList)
    /// `C_GetInterface`.
    public static let getInterface = Function(CCK_FUNCTION_C_GetInterface)
    /// `C_GetSlotList`.
    public static let getSlotList = Function(CCK_FUNCTION_C_GetSlotList)
    /// `C_GetSlotInfo`.
    public static let getSlotInfo = Function(CCK_FUNCTION_C_GetSlotInfo)
    /// `C_GetTokenInfo`.
    public static let getTokenInfo = Function(CCK_FUNCTION_C_GetTokenInfo)
    /// `C_WaitForSlotEvent`.
    public static let waitForSlotEvent = Function(CCK_FUNCTION_C_WaitForSlotEvent)
    /// `C_GetMechanismList`.
    public static let getMechanismList = Function(CCK_FUNCTION_C_GetMechanismList)
    /// `C_GetMechanismInfo`.
    public static let getMechanismInfo = Function(CCK_FUNCTION_C_GetMechanismInfo)
    /// `C_InitToken`.
    public static let initToken = Function(CCK_FUNCTION_C_InitToken)
    /// `C_InitPIN`.
    public static let initPIN = Function(CCK_FUNCTION_C_InitPIN)
    /// `C_SetPIN`.
    public static let setPIN = Function(CCK_FUNCTION_C_SetPIN)
    /// `C_OpenSession`.
    public static let openSession = Function(CCK_FUNCTION_C_OpenSession)
    /// `C_CloseSession`.
    public static let closeSession = Function(CCK_FUNCTION_C_CloseSession)
    /// `C_CloseAllSessions`.
    public static let closeAllSessions = Function(CCK_FUNCTION_C_CloseAllSessions)
    /// `C_GetSessionInfo`.
    public static let getSessionInfo = Function(CCK_FUNCTION_C_GetSessionInfo)
    /// `C_SessionCancel`.
    public static let sessionCancel = Function(CCK_FUNCTION_C_SessionCancel)
    /// `C_Login`.
    public static let login = Function(CCK_FUNCTION_C_Login)
    /// `C_LoginUser`.
    public static let loginUser = Function(CCK_FUNCTION_C_LoginUser)
    /// `C_Logout`.
    public static let logout = Function(CCK_FUNCTION_C_Logout)
    /// `C_CreateObject`.
    public static let createObject = Function(CCK_FUNCTION_C_CreateObject)
    /// `C_CopyObject`.
    public static let copyObject = Function(CCK_FUNCTION_C_CopyObject)
    /// `C_DestroyObject`.
    public static let destroyObject = Function(CCK_FUNCTION_C_DestroyObject)
    /// `C_GetObjectSize`.
    public static let getObjectSize = Function(CCK_FUNCTION_C_GetObjectSize)
    /// `C_GetAttributeValue`.
    public static let getAttributeValue = Function(CCK_FUNCTION_C_GetAttributeValue)
    /// `C_SetAttributeValue`.
    public static let setAttributeValue = Function(CCK_FUNCTION_C_SetAttributeValue)
    /// `C_FindObjectsInit`.
    public static let findObjectsInit = Function(CCK_FUNCTION_C_FindObjectsInit)
    /// `C_FindObjects`.
    public static let findObjects = Function(CCK_FUNCTION_C_FindObjects)
    /// `C_FindObjectsFinal`.
    public static let findObjectsFinal = Function(CCK_FUNCTION_C_FindObjectsFinal)
    /// `C_EncryptInit`.
    public static let encryptInit = Function(CCK_FUNCTION_C_EncryptInit)
    /// `C_Encrypt`.
    public static let encrypt = Function(CCK_FUNCTION_C_Encrypt)
    /// `C_EncryptUpdate`.
    public static let encryptUpdate = Function(CCK_FUNCTION_C_EncryptUpdate)
    /// `C_EncryptFinal`.
    public static let encryptFinal = Function(CCK_FUNCTION_C_EncryptFinal)
    /// `C_DecryptInit`.
    public static let decryptInit = Function(CCK_FUNCTION_C_DecryptInit)
    /// `C_Decrypt`.
    public static let decrypt = Function(CCK_FUNCTION_C_Decrypt)
    /// `C_DecryptUpdate`.
    public static let decryptUpdate = Function(CCK_FUNCTION_C_DecryptUpdate)
    /// `C_DecryptFinal`.
    public static let decryptFinal = Function(CCK_FUNCTION_C_DecryptFinal)
    /// `C_DigestInit`.
    public static let digestInit = Function(CCK_FUNCTION_C_DigestInit)
    /// `C_Digest`.
    public static let digest = Function(CCK_FUNCTION_C_Digest)
    /// `C_DigestUpdate`.
    public static let digestUpdate = Function(CCK_FUNCTION_C_DigestUpdate)
    /// `C_DigestKey`.
    public static let digestKey = Function(CCK_FUNCTION_C_DigestKey)
    /// `C_DigestFinal`.
    public static let digestFinal = Function(CCK_FUNCTION_C_DigestFinal)
    /// `C_SignInit`.
    public static let signInit = Function(CCK_FUNCTION_C_SignInit)
    /// `C_Sign`.
    public static let sign = Function(CCK_FUNCTION_C_Sign)
    /// `C_SignUpdate`.
    public static let signUpdate = Function(CCK_FUNCTION_C_SignUpdate)
    /// `C_SignFinal`.
    public static let signFinal = Function(CCK_FUNCTION_C_SignFinal)
    /// `C_VerifyInit`.
    public static let verifyInit = Function(CCK_FUNCTION_C_VerifyInit)
    /// `C_Verify`.
    public static let verify = Function(CCK_FUNCTION_C_Verify)
    /// `C_VerifyUpdate`.
    public static let verifyUpdate = Function(CCK_FUNCTION_C_VerifyUpdate)
    /// `C_VerifyFinal`.
    public static let verifyFinal = Function(CCK_FUNCTION_C_VerifyFinal)
    /// `C_GenerateKey`.
    public static let generateKey = Function(CCK_FUNCTION_C_GenerateKey)
    /// `C_GenerateKeyPair`.
    public static let generateKeyPair = Function(CCK_FUNCTION_C_GenerateKeyPair)
    /// `C_WrapKey`.
    public static let wrapKey = Function(CCK_FUNCTION_C_WrapKey)
    /// `C_UnwrapKey`.
    public static let unwrapKey = Function(CCK_FUNCTION_C_UnwrapKey)
    /// `C_DeriveKey`.
    public static let deriveKey = Function(CCK_FUNCTION_C_DeriveKey)
    /// `C_SeedRandom`.
    public static let seedRandom = Function(CCK_FUNCTION_C_SeedRandom)
    /// `C_GenerateRandom`.
    public static let generateRandom = Function(CCK_FUNCTION_C_GenerateRandom)
    /// `C_MessageEncryptInit`.
    public static let messageEncryptInit = Function(CCK_FUNCTION_C_MessageEncryptInit)
    /// `C_EncryptMessage`.
    public static let encryptMessage = Function(CCK_FUNCTION_C_EncryptMessage)
    /// `C_EncryptMessageBegin`.
    public static let encryptMessageBegin = Function(CCK_FUNCTION_C_EncryptMessageBegin)
    /// `C_EncryptMessageNext`.
    public static let encryptMessageNext = Function(CCK_FUNCTION_C_EncryptMessageNext)
    /// `C_MessageEncryptFinal`.
    public static let messageEncryptFinal = Function(CCK_FUNCTION_C_MessageEncryptFinal)
    /// `C_MessageDecryptInit`.
    public static let messageDecryptInit = Function(CCK_FUNCTION_C_MessageDecryptInit)
    /// `C_DecryptMessage`.
    public static let decryptMessage = Function(CCK_FUNCTION_C_DecryptMessage)
    /// `C_DecryptMessageBegin`.
    public static let decryptMessageBegin = Function(CCK_FUNCTION_C_DecryptMessageBegin)
    /// `C_DecryptMessageNext`.
    public static let decryptMessageNext = Function(CCK_FUNCTION_C_DecryptMessageNext)
    /// `C_MessageDecryptFinal`.
    public static let messageDecryptFinal = Function(CCK_FUNCTION_C_MessageDecryptFinal)
    /// `C_MessageSignInit`.
    public static let messageSignInit = Function(CCK_FUNCTION_C_MessageSignInit)
    /// `C_SignMessage`.
    public static let signMessage = Function(CCK_FUNCTION_C_SignMessage)
    /// `C_SignMessageBegin`.
    public static let signMessageBegin = Function(CCK_FUNCTION_C_SignMessageBegin)
    /// `C_SignMessageNext`.
    public static let signMessageNext = Function(CCK_FUNCTION_C_SignMessageNext)
    /// `C_MessageSignFinal`.
    public static let messageSignFinal = Function(CCK_FUNCTION_C_MessageSignFinal)
    /// `C_MessageVerifyInit`.
    public static let messageVerifyInit = Function(CCK_FUNCTION_C_MessageVerifyInit)
    /// `C_VerifyMessage`.
    public static let verifyMessage = Function(CCK_FUNCTION_C_VerifyMessage)
    /// `C_VerifyMessageBegin`.
    public static let verifyMessageBegin = Function(CCK_FUNCTION_C_VerifyMessageBegin)
    /// `C_VerifyMessageNext`.
    public static let verifyMessageNext = Function(CCK_FUNCTION_C_VerifyMessageNext)
    /// `C_MessageVerifyFinal`.
    public static let messageVerifyFinal = Function(CCK_FUNCTION_C_MessageVerifyFinal)
    /// `C_EX_GetFunctionListExtended`.
    public static let extendedGetFunctionListExtended = Function(CCK_FUNCTION_C_EX_GetFunctionListExtended)
    /// `C_EX_InitToken`.
    public static let extendedInitToken = Function(CCK_FUNCTION_C_EX_InitToken)
    /// `C_EX_GetTokenInfoExtended`.
    public static let extendedGetTokenInfoExtended = Function(CCK_FUNCTION_C_EX_GetTokenInfoExtended)
    /// `C_EX_SetActivationPassword`.
    public static let extendedSetActivationPassword = Function(CCK_FUNCTION_C_EX_SetActivationPassword)
    /// `C_EX_SetTokenName`.
    public static let extendedSetTokenName = Function(CCK_FUNCTION_C_EX_SetTokenName)
    /// `C_EX_GetTokenName`.
    public static let extendedGetTokenName = Function(CCK_FUNCTION_C_EX_GetTokenName)
    /// `C_EX_UnblockUserPIN`.
    public static let extendedUnblockUserPIN = Function(CCK_FUNCTION_C_EX_UnblockUserPIN)
    /// `C_EX_GenerateActivationPassword`.
    public static let extendedGenerateActivationPassword = Function(CCK_FUNCTION_C_EX_GenerateActivationPassword)
    /// `C_EX_LoadActivationKey`.
    public static let extendedLoadActivationKey = Function(CCK_FUNCTION_C_EX_LoadActivationKey)
    /// `C_EX_TokenManage`.
    public static let extendedTokenManage = Function(CCK_FUNCTION_C_EX_TokenManage)
    /// `C_EX_SlotManage`.
    public static let extendedSlotManage = Function(CCK_FUNCTION_C_EX_SlotManage)

    /// Whether it is of Rutoken's extension, whose return values above `CKR_VENDOR_DEFINED` are known.
    var isExtended: Bool {
        (CCK_FUNCTION_C_EX_GetFunctionListExtended.rawValue..<CCK_FUNCTION_LOAD.rawValue).contains(rawValue)
    }
}
