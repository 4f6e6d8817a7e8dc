import PIVCard
import SmartCard

extension TokenFault {
    /// What an error of the card means to a caller of PKCS #11.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - refusal: What it means here that the card does not find or take something.
    init(_ error: PIVError, _ refusal: ReturnValue) {
        let code: ReturnValue =
            switch error.code {
            case .pinIncorrect: .pinIncorrect
            case .pinBlocked: .pinLocked
            case .pinMalformed: .pinIncorrect
            case .pinEntryCanceled, .pinEntryTimedOut: .functionCanceled
            case .pinEntryMismatch: .pinInvalid
            case .notAuthenticated: .userNotLoggedIn
            case .managementKeyIncorrect, .cardNotProved: .userNotLoggedIn
            case .touchMissing: .functionRejected
            case .noMemory: .deviceMemory
            case .noApplication: .tokenNotRecognized
            case .notFound, .unsupported, .conditionsNotMet, .inputMalformed: refusal
            case .cryptography: .generalError
            default: error.card?.isRemoval == true ? .deviceRemoved : .deviceError
            }
        self.init(code, error.description)
    }
}
