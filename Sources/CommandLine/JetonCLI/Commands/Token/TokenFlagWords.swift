internal import Cryptoki

/// The flags of a token in words, as JSON and `token show` give them.
enum TokenFlagWords {
    static func words(_ flags: TokenFlags) -> [String] {
        table.filter { flags.contains($0.0) }.map(\.1)
    }

    private static let table: [(TokenFlags, String)] = [
        (.randomNumberGenerator, "randomNumberGenerator"), (.writeProtected, "writeProtected"),
        (.loginRequired, "loginRequired"), (.userPINInitialized, "userPINInitialized"),
        (.clockOnToken, "clockOnToken"), (.protectedAuthenticationPath, "protectedAuthenticationPath"),
        (.tokenInitialized, "tokenInitialized"), (.userPINCountLow, "userPINCountLow"),
        (.userPINFinalTry, "userPINFinalTry"), (.userPINLocked, "userPINLocked"),
        (.userPINToBeChanged, "userPINToBeChanged"), (.securityOfficerPINCountLow, "securityOfficerPINCountLow"),
        (.securityOfficerPINFinalTry, "securityOfficerPINFinalTry"),
        (.securityOfficerPINLocked, "securityOfficerPINLocked"),
        (.securityOfficerPINToBeChanged, "securityOfficerPINToBeChanged"), (.errorState, "errorState"),
    ]
}
