internal import ASiC
internal import ArgumentParser
internal import Cryptoki
internal import EnrollmentDesk
internal import JetonDiagnostics
internal import JetonEnrollment
internal import JetonFiles
internal import JetonJobs
internal import JetonKeystoreBase
internal import JetonNetwork
internal import JetonPCSC
internal import JetonPDF
internal import JetonPrograms
internal import JetonThreads
internal import JetonX509
internal import JetonZlib
internal import JobDesk
internal import PIVCard
internal import PairingDesk
internal import SecureChannel
internal import SigningDesk
internal import SmartCard
internal import TokenKit
internal import TrustLists
internal import VerificationDesk
internal import VirtualCard

/// Turns any error into a sentence with hints and an exit code, and prints it.
enum ErrorReport {
    /// Prints an error and gives its exit code.
    ///
    /// - Parameters:
    ///   - error: What was thrown.
    ///   - json: Whether the output gets the error as a document; the sentence goes to the error stream anyway.
    /// - Returns: The exit code to end with.
    static func show(_ error: any Error, json: Bool) -> ExitCode {
        if let code = error as? ExitCode { return code }
        let error = describe(error)
        let style = Console.noteStyle
        // Names of files and tokens may be in any of them.
        Console.message("\(style.red("error:")) \(error.message)")
        for candidate in error.candidates { Console.message("  \(candidate)") }
        for hint in error.hints { Console.message("\(style.bold("hint:")) \(hint)") }
        if json { try? Console.print(error.json) }
        return error.exitCode
    }

    /// The error as the user sees it.
    static func describe(_ error: any Error) -> CommandError {
        var described = sentence(error)
        switch error {
        // What the token or its login refused once it refuses again, and a PIN is not tried on the next file.
        case is CryptokiError, is LoginError, is PINError, is PINRouteError, is SelectionError, is SurveyFailure:
            described.isLasting = true
        default: described.isLasting = described.isLasting || described.exitCode == .login
        }
        return described
    }

    private static func sentence(_ error: any Error) -> CommandError {
        switch error {
        case let error as CommandError: error
        case let error as FileError: CommandError(error)
        case let error as VerificationError: CommandError(error)
        case let error as DocumentSigningError: describe(error)
        case let error as ThreadError:
            CommandError("can't start another thread: \(Process.reason(error.number))", exitCode: .inputOutput)
        case let error as CryptokiError: describe(error)
        case let error as ModuleLoadError:
            CommandError(
                error.description,
                hints: hints(error),
                exitCode: error.code == .notFound ? .notFound : .refused
            )
        case let error as SurveyFailure: describe(error)
        case let error as SelectionError: describe(error)
        case let error as LoginError: describe(error)
        case let error as PINRouteError: describe(error)
        case let error as SigningFailure: describe(error)
        case let error as PKCS11URIError: .usage("the URI can't be read: \(error)")
        case let error as PINError:
            CommandError(
                "\(error)",
                hints: error.hints + CommandError.missingHints(error.missingFile),
                exitCode: error.isUsage ? .usage : .login
            )
        case let error as PairingError: describe(error)
        case let error as PairingDeskError: describe(error)
        case let error as TokenSigningKeyError: CommandError("\(error)", hints: hints(error), exitCode: .refused)
        case let error as DocumentError where error.code == .unreachable:
            CommandError(error.context, hints: wayHints, exitCode: .inputOutput)
        case let error as DocumentError:
            CommandError("\(error)", exitCode: error.code == .notTrusted ? .finding : .refused)
        case let error as ContainerError:
            CommandError("\(error)", hints: [error.hint].compactMap(\.self), exitCode: .refused)
        case let error as TrustListError:
            CommandError("\(error)", hints: [error.hint].compactMap(\.self), exitCode: .refused)
        case let error as PDFError: CommandError("\(error)", exitCode: .inputOutput)
        case let error as KeystoreError: describe(error)
        case let error as ZlibError:
            CommandError("\(error)", hints: ["on Debian: apt-get install zlib1g"], exitCode: .inputOutput)
        case let error as PCSCError:
            CommandError("\(error)", hints: doctor(DoctorHint(error)), exitCode: .inputOutput, code: error.code.name)
        case let error as VirtualCardError: describe(error)
        case let error as NetworkError: describe(error)
        case let error as ProgramError: CommandError(error)
        case let error as EnrollmentError: describe(error)
        case let error as EnrollmentDeskError: describe(error)
        case let error as PIVError: CommandError("\(error)", exitCode: .refused)
        case let error as CardError: CommandError("\(error)", exitCode: .inputOutput)
        case let error as JobRefusal: describe(error)
        case let error as JobFailure: describe(error)
        case let error as JobDeskError: describe(error)
        case let error as JobStorageError: CommandError("\(error)", exitCode: .inputOutput)
        case let error as ChannelError: CommandError("\(error)", exitCode: .keystore)
        default: CommandError("\(error)", exitCode: .internalError)
        }
    }

    private static func describe(_ error: KeystoreError) -> CommandError {
        var hints = error.hint.map { [$0] } ?? []
        if error.code == .interactionNotAllowed {
            hints.insert("run `jeton keystore unlock` to unlock it for a while", at: 0)
        }
        return CommandError(
            error.description,
            hints: hints,
            exitCode: error.code == .itemNotFound ? .notFound : .keystore,
            code: "\(error.code.name), \(error.code.rawValue)"
        )
    }

    static func describe(_ error: CryptokiError) -> CommandError {
        let code = error.code
        let exit: ExitCode =
            if code.isLoginProblem { .login } else if code == .tokenNotPresent || code == .slotIDInvalid {
                .notFound
            } else { .refused }
        return CommandError(
            error.description,
            hints: hints(code) + outcomeHints(error) + doctor(visible(error), error.context.module),
            exitCode: exit,
            code: error.fault == nil ? code.description : nil
        )
    }

    /// The check that sees the trouble too; nil for what only shows in a call that the doctor does not make, such as one
    /// that changes the token.
    private static func visible(_ error: CryptokiError) -> DoctorHint? {
        if error.code == .tokenNotRecognized { return .card }
        let seen: Set<DoctorHint> = [.pinLocked, .pinUnset, .pinChange, .moduleStart, .unpaired]
        return DoctorHint(error).flatMap { seen.contains($0) ? $0 : nil }
    }

    private static func describe(_ error: PairingError) -> CommandError {
        let exit: ExitCode =
            switch error.code {
            case .notFound, .noToken: .notFound
            case .ambiguous: .ambiguous
            case .indexUnavailable: .inputOutput
            case .channelMissing: .refused
            default: .keystore
            }
        var described = CommandError(
            "\(error)",
            // A module that can't pair is not broken.
            hints: error.hints
                + (error.code == .noExtension ? [] : doctor(DoctorHint(error), error.cause?.context.module)),
            exitCode: exit,
            candidates: error.candidates.map(\.description),
            code: error.cause.flatMap { $0.fault == nil ? $0.codeDescription : nil }
        )
        described.members = [
            "reason": error.code.rawValue, "triesLeft": error.triesLeft, "secondsToWait": error.secondsToWait,
            "status": error.keystoreStatus.map { JSON.number($0) },
        ]
        return described
    }

    private static func describe(_ failure: SurveyFailure) -> CommandError {
        switch failure {
        case .notLoaded(let error): describe(error)
        case .failed(let error): describe(error)
        case .ended(let end): CommandError(failure.description, hints: hints(end), exitCode: .refused)
        case .garbled(let path):
            CommandError(
                failure.description,
                hints: [moduleFault] + doctor(DoctorHint(failure), path),
                exitCode: .refused
            )
        }
    }

    /// What to do about a server that can't be reached.
    static let wayHints = ["`jeton doctor --url URL` looks at the way to a server: proxy, name, clock, TLS"]

    private static func describe(_ error: NetworkError) -> CommandError {
        if error.code == .keyFailed, let underlying = error.underlying { return describe(underlying) }
        let hints: [String] =
            switch error.code {
            case .certificateNotTrusted:
                ["--server-trust names the file with the authority of the server's certificate"]
            case .tlsUnavailable: ["install libssl3"]
            case .hostNotFound, .unreachable, .proxyRefused, .timedOut: wayHints
            case .authenticationRequired: ["--user names the user, and --password-source where the password comes from"]
            default: []
            }
        let isLogin = error.code == .authenticationRequired || error.code == .authenticationFailed
        return CommandError("\(error)", hints: hints, exitCode: isLogin ? .login : .inputOutput)
    }

    private static func describe(_ error: EnrollmentError) -> CommandError {
        switch error.code {
        case .alreadyPending:
            CommandError("\(error)", hints: ["`jeton enroll list` shows it"], exitCode: .ambiguous)
        case .notPending:
            CommandError("\(error)", hints: ["`jeton enroll list` shows the requests"], exitCode: .notFound)
        case .unauthorized:
            CommandError(
                "\(error)",
                hints: ["--user names the user, and --password-source where the password comes from"],
                exitCode: .login
            )
        case .invalidService: .usage("\(error)")
        case .damaged:
            CommandError(
                "\(error)",
                hints: error.request.isEmpty ? [] : ["`jeton enroll cancel \(error.request)` gives the request up"],
                exitCode: .inputOutput
            )
        case .notStored: CommandError("\(error)", exitCode: .inputOutput)
        default: CommandError("\(error)", exitCode: .refused)
        }
    }

    private static func describe(_ error: EnrollmentDeskError) -> CommandError {
        let (exit, hints): (ExitCode, [String]) =
            switch error.code {
            case .invalidIdentifier: (.usage, ["`jeton enroll list` shows the requests"])
            case .severalRequests: (.ambiguous, [])
            case .notIssued: (.notFound, [])
            case .otherKey: (.refused, ["--token names the token that has the key"])
            case .noCredentials: (.usage, ["--client-key names the key"])
            case .helperEnded: (.inputOutput, [])
            default: (.refused, [])
            }
        return CommandError(error.description, hints: hints, exitCode: exit, candidates: error.candidates)
    }

    /// What to do about a module that crashed, hung or ended the process.
    static func hints(_ end: ChildEnd) -> [String] { [moduleFault] + doctor(DoctorHint(end), end.modulePath) }

    private static let moduleFault =
        "this is a fault of the module, not of the token: update it, or report it to its vendor"

    /// The way to the doctor.
    ///
    /// - Parameters:
    ///   - hint: The check that explains the error; nil if none does.
    ///   - module: The path of the module that the trouble is about, if that is known.
    /// - Returns: One line, or none.
    static func doctor(_ hint: DoctorHint?, _ module: String? = nil) -> [String] {
        hint.map { ["`\($0.command(module: module).text)` finds out why"] } ?? []
    }

    private static func describe(_ error: VirtualCardError) -> CommandError {
        let hints: [String] =
            switch error.code {
            case .notFound: ["`jeton virtual list` shows the virtual cards"]
            case .channelUnavailable:
                [
                    "on Debian: apt-get install libengine-gost-openssl",
                    "`--channel p256` makes a card that does not need it",
                ]
            case .alreadyExists: ["choose another name, or delete the card by `jeton virtual delete NAME`"]
            case .cryptography: ["libcrypto 3 with its default provider is needed (package libssl3)"]
            default: []
            }
        let reason = error.systemError.map { ": \(Process.reason($0))" } ?? ""
        return CommandError(
            "\(error)\(reason)",
            hints: hints,
            exitCode: error.code == .notFound ? .notFound : .inputOutput
        )
    }

    private static func hints(_ code: ReturnValue) -> [String] {
        switch code {
        case .pinLocked: ["`jeton pin unblock` sets a new PIN with the security officer's PIN, if the token has one"]
        case .pinLenRange: ["`jeton token show` shows how long a PIN may be"]
        case .userPINNotInitialized: ["`jeton pin set` sets the first PIN with the security officer's PIN"]
        case .tokenWriteProtected:
            [
                "an administrator has changed the management key of this PIV card: --management-key-source gives it, "
                    + "and with --protect-management-key the card keeps it under the PIN"
            ]
        case .sessionReadOnly: ["the token can't be changed as it is"]
        case .mechanismInvalid, .keySizeRange, .curveNotSupported:
            ["`jeton token show --mechanisms` lists what the token can do"]
        case .keyTypeInconsistent, .keyFunctionNotPermitted:
            ["`jeton object show KEY` shows what the key may be used for"]
        case .deviceRemoved, .tokenNotPresent: ["put the token back and try again"]
        case .deviceMemory: ["`jeton object list` shows what fills it"]
        case .functionNotSupported: ["`jeton token show` shows what the token is"]
        default: []
        }
    }

    private static func hints(_ error: ModuleLoadError) -> [String] {
        let hints: [String] =
            switch error.code {
            case .notFound: ["`jeton modules list` shows the modules that are installed"]
            case .missingDependency: ["install the package that has \(error.detail)"]
            case .wrongMachine, .wrongClass: ["install the vendor's package for this processor"]
            default: ["`jeton modules list` shows the modules that are installed"]
            }
        return hints + doctor(DoctorHint(error), error.path)
    }
}
