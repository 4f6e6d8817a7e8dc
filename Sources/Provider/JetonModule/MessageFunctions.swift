import CCryptoki
import TokenEngine

/// Functions of 3.0 for messages, which no mechanism of a PIV card has.
enum MessageFunctions {
    static func install(_ table: inout CK_FUNCTION_LIST_3_2) {
        unsafe table.C_MessageEncryptInit = { session, _, _ in notSupported(session) }
        unsafe table.C_EncryptMessage = { session, _, _, _, _, _, _, _, _ in notSupported(session) }
        unsafe table.C_EncryptMessageBegin = { session, _, _, _, _ in notSupported(session) }
        unsafe table.C_EncryptMessageNext = { session, _, _, _, _, _, _, _ in notSupported(session) }
        table.C_MessageEncryptFinal = { session in notSupported(session) }
        unsafe table.C_MessageDecryptInit = { session, _, _ in notSupported(session) }
        unsafe table.C_DecryptMessage = { session, _, _, _, _, _, _, _, _ in notSupported(session) }
        unsafe table.C_DecryptMessageBegin = { session, _, _, _, _ in notSupported(session) }
        unsafe table.C_DecryptMessageNext = { session, _, _, _, _, _, _, _ in notSupported(session) }
        table.C_MessageDecryptFinal = { session in notSupported(session) }
        unsafe table.C_MessageSignInit = { session, _, _ in notSupported(session) }
        unsafe table.C_SignMessage = { session, _, _, _, _, _, _ in notSupported(session) }
        unsafe table.C_SignMessageBegin = { session, _, _ in notSupported(session) }
        unsafe table.C_SignMessageNext = { session, _, _, _, _, _, _ in notSupported(session) }
        table.C_MessageSignFinal = { session in notSupported(session) }
        unsafe table.C_MessageVerifyInit = { session, _, _ in notSupported(session) }
        unsafe table.C_VerifyMessage = { session, _, _, _, _, _, _ in notSupported(session) }
        unsafe table.C_VerifyMessageBegin = { session, _, _ in notSupported(session) }
        unsafe table.C_VerifyMessageNext = { session, _, _, _, _, _, _ in notSupported(session) }
        table.C_MessageVerifyFinal = { session in notSupported(session) }
    }
}
