internal import Cryptoki

extension ErrorReport {
    /// What to do where a token failed in the middle of a change, or waited for a person.
    ///
    /// Only a return value comes out of a module. `CKR_DEVICE_ERROR` does not say whether the change was made, whichever
    /// module answers it.
    static func outcomeHints(_ error: CryptokiError) -> [String] {
        guard error.fault == nil else { return [] }
        switch error.code {
        case .deviceError, .deviceRemoved:
            return proof(of: error.function).map { ["it is unknown whether the command was carried out: \($0)"] } ?? []
        case .functionRejected where keyFunctions.contains(error.function):
            return ["run the command again, and touch the token while it waits"]
        default: return []
        }
    }

    private static let keyFunctions: Set<Function> = [
        .sign, .signUpdate, .signFinal, .decrypt, .decryptUpdate, .decryptFinal, .deriveKey,
    ]

    /// The command that shows what became of a change; nil for a function that changes nothing.
    private static func proof(of function: Function) -> String? {
        switch function {
        case .setPIN, .initPIN, .extendedUnblockUserPIN:
            "`jeton pin status` shows the tries that are left; the old PIN or the new one is in force"
        case .initToken, .extendedInitToken: "`jeton token show` shows the token; it can be initialized again"
        case .generateKeyPair, .createObject, .destroyObject: "`jeton object list` shows what the token has"
        default: nil
        }
    }
}
