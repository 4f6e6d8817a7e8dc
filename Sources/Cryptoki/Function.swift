/// A function of PKCS #11, or of a vendor's extension table, that an error or a log line names.
///
/// - SeeAlso: PKCS #11 Specification Version 3.2, section 5.
public enum Function: UInt32, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// Loading the library, which runs its constructors: `dlopen`. Numbers start at 1; 0 stands for none.
    case load = 1
    // General purpose, slots and tokens.
    case initialize, finalize, getInfo, getFunctionList, getInterface
    case getSlotList, getSlotInfo, getTokenInfo, waitForSlotEvent, getMechanismList, getMechanismInfo
    case initToken, initPIN, setPIN
    // Sessions.
    case openSession, closeSession, closeAllSessions, getSessionInfo, sessionCancel, login, loginUser, logout
    // Objects.
    case createObject, copyObject, destroyObject, getObjectSize, getAttributeValue, setAttributeValue
    case findObjectsInit, findObjects, findObjectsFinal
    // Operations.
    case encryptInit, encrypt, encryptUpdate, encryptFinal
    case decryptInit, decrypt, decryptUpdate, decryptFinal
    case digestInit, digest, digestUpdate, digestKey, digestFinal
    case signInit, sign, signUpdate, signFinal, verifyInit, verify, verifyUpdate, verifyFinal
    case generateKey, generateKeyPair, wrapKey, unwrapKey, deriveKey, seedRandom, generateRandom
    // Message operations of 3.0.
    case messageEncryptInit, encryptMessage, encryptMessageBegin, encryptMessageNext, messageEncryptFinal
    case messageDecryptInit, decryptMessage, decryptMessageBegin, decryptMessageNext, messageDecryptFinal
    case messageSignInit, signMessage, signMessageBegin, signMessageNext, messageSignFinal
    case messageVerifyInit, verifyMessage, verifyMessageBegin, verifyMessageNext, messageVerifyFinal
    // Rutoken's extension.
    case extendedGetTokenInfoExtended, extendedSetActivationPassword, extendedUnblockUserPIN

    /// The function's name in C, such as `C_Login` or `C_EX_SetActivationPassword`.
    public var description: String {
        if self == .load { return "dlopen" }
        let name = caseName
        if name.hasPrefix("extended") { return "C_EX_" + name.dropFirst(8) }
        return "C_" + name.prefix(1).uppercased() + name.dropFirst()
    }

    private var caseName: String {
        var text = ""
        debugPrint(self, terminator: "", to: &text)
        return String(text.drop { $0 != "." }.dropFirst().drop { $0 != "." }.dropFirst())
    }
}
