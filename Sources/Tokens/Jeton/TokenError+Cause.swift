internal import Cryptoki
internal import SigningDesk
internal import TokenKit

extension TokenError {
    /// Tells a program what an error of the parts below means.
    init(_ cause: any Error) {
        switch cause {
        case let error as TokenError: self = error
        case let error as LoginError: self.init(login: error)
        case let error as PINError: self.init(Self.code(error.code), error.description)
        case let error as PINRouteError: self.init(.routeRefused, error.description)
        case let error as SelectionError:
            self.init(Self.code(error.code), error.description)
            candidates = error.candidates
        case let error as CryptokiError: self.init(Self.code(error.code), error.description)
        case let error as ModuleLoadError: self.init(.noModule, error.description)
        case let error as TokenSigningKeyError: self.init(.unsupported, error.description)
        case let error as PKCS11URIError: self.init(.notFound, error.description)
        default: self.init(.failed, "\(cause)")
        }
        if !(cause is TokenError) { self.cause = cause }
    }

    private init(login error: LoginError) {
        let isLocked = error.cause.code == .pinLocked || error.tries == .left(0)
        let code: Code =
            switch error.cause.code {
            case .pinIncorrect: isLocked ? .pinLocked : .wrongPIN
            case .pinLocked: .pinLocked
            case let code: code.isSessionLoss ? .tokenLost : .loginRefused
            }
        self.init(code, error.description)
        switch error.tries {
        case .left(let count): triesLeft = count
        case .last: triesLeft = 1
        case .low, .unknown, nil: break
        }
    }

    private static func code(_ code: PINError.Code) -> Code {
        switch code {
        case .locked: .pinLocked
        case .finalTry: .lastTry
        case .refusedBefore: .pinRefusedBefore
        case .guardUnavailable, .busy: .noGuard
        default: .noPIN
        }
    }

    private static func code(_ code: SelectionError.Code) -> Code {
        switch code {
        case .noModule: .noModule
        case .severalTokens, .severalObjects, .severalCertificates: .ambiguous
        case .tokenGone, .tokenChanged: .tokenLost
        case .noUserPIN: .loginRefused
        case .pinInURI, .foreignURI: .reservedURI
        case .noToken, .neverSetUp, .unpaired, .noObject, .noCertificate, .keyWithoutID: .notFound
        default: .failed
        }
    }

    private static func code(_ code: ReturnValue) -> Code {
        switch code {
        case .userNotLoggedIn: .loginRequired
        case .pinLocked: .pinLocked
        case .mechanismInvalid, .mechanismParamInvalid, .functionNotSupported, .keyFunctionNotPermitted,
            .keyTypeInconsistent:
            .unsupported
        default: code.isSessionLoss ? .tokenLost : .failed
        }
    }

    /// Runs work of the parts below, whose errors become this type.
    static func wrapping<Value: ~Copyable>(_ body: () throws -> Value) throws(TokenError) -> Value {
        do {
            return try body()
        } catch {
            throw TokenError(error)
        }
    }
}
