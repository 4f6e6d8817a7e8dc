package import Cryptoki
package import JetonPCSC
package import TokenKit

/// The check, or the layer of checks, that finds out why something else failed: the way from an error to the doctor.
package enum DoctorHint: String, CaseIterable, Sendable {
    /// All checks of the PC/SC service.
    case service = "pcscd"
    /// All checks of programs that hold a card.
    case access = "exclusive-access"
    /// All checks of cards in readers.
    case card
    /// All checks of modules.
    case module = "pkcs11-module"
    /// All checks of tokens' states.
    case token = "token-state"
    /// A module's file is not there.
    case modulePath = "mod-path-missing"
    /// A module's file must not be read.
    case moduleForbidden = "mod-no-permission"
    /// A module's file is not a library.
    case moduleFile = "mod-not-elf"
    /// A module is for programs of another word size.
    case moduleClass = "mod-elf-class"
    /// A module is for another processor.
    case moduleMachine = "mod-elf-machine"
    /// A library that a module needs is missing.
    case moduleNeeds = "mod-missing-needed"
    /// A library is not a module.
    case moduleEntryPoint = "mod-no-getfunctionlist"
    /// A module does not start.
    case moduleStart = "mod-init-general-error"
    /// A module crashes.
    case moduleCrash = "mod-crashes"
    /// A module does not come back.
    case moduleHang = "mod-hangs"
    /// A token is not paired.
    case unpaired = "token-secure-channel"
    /// A library no longer pairs tokens.
    case libraryTooNew = "channel-library-too-new"
    /// The user PIN is locked.
    case pinLocked = "token-user-pin-locked"
    /// There is no user PIN yet.
    case pinUnset = "token-user-pin-unset"
    /// The PIN must be changed first.
    case pinChange = "token-pin-change-required"
    /// The token is full.
    case memory = "token-memory-full"
    /// The token can't be written to.
    case writeProtected = "token-write-protected"
    /// The token says that it is broken.
    case tokenError = "token-error-state"

    /// The command that runs the check.
    ///
    /// - Parameter module: The path of the module that the trouble is about; nil if it is about none, or is not known.
    /// - Returns: The command, to be shown or run.
    package func command(module: String? = nil) -> ShellCommand {
        let only: ShellCommand = "jeton doctor --only \(rawValue)"
        guard let module else { return only }
        return "\(only) --module \(module)"
    }

    /// The check of what keeps a module from being loaded; nil if there is none.
    package init?(_ error: ModuleLoadError) {
        let hints: [ModuleLoadError.Code: DoctorHint] = [
            .notFound: .modulePath, .danglingLink: .modulePath, .notReadable: .moduleForbidden, .notAFile: .moduleFile,
            .notELF: .moduleFile, .notSharedObject: .moduleFile, .wrongClass: .moduleClass,
            .wrongMachine: .moduleMachine, .missingDependency: .moduleNeeds, .noEntryPoint: .moduleEntryPoint,
            .foreignEntryPoint: .moduleEntryPoint, .functionListFailed: .moduleStart, .interfaceFailed: .moduleStart,
            .badFunctionList: .moduleCrash,
            .refusedByLinker: .module,
        ]
        guard let hint = hints[error.code] else { return nil }
        self = hint
    }

    /// The check of what a module's answer comes from; nil if there is none.
    package init?(_ error: CryptokiError) {
        let hints: [ReturnValue: DoctorHint] = [
            .pinLocked: .pinLocked, .userPINNotInitialized: .pinUnset, .pinExpired: .pinChange,
            .deviceMemory: .memory, .tokenWriteProtected: .writeProtected, .deviceError: .tokenError,
            .tokenNotRecognized: .card, .tokenNotPresent: .card, .deviceRemoved: .card, .generalError: .module,
            .functionFailed: .module,
        ]
        if error.function == .initialize {
            self = .moduleStart
        } else if error.function == .openSession, error.code == .functionNotSupported {
            self = .unpaired
        } else if let hint = hints[error.code] {
            self = hint
        } else {
            return nil
        }
    }

    /// The check of what keeps a token from being paired; nil if there is none.
    package init?(_ error: PairingError) {
        let hints: [PairingError.Code: DoctorHint] = [
            .noToken: .card, .unreadable: .card, .noExtension: .module, .libraryTooNew: .libraryTooNew,
            .faulty: .token, .tokenGone: .card, .unknownAnswer: .module, .ineffective: .unpaired,
        ]
        guard let hint = hints[error.code] else { return nil }
        self = hint
    }

    /// The layer of what keeps PC/SC from working.
    package init(_ error: PCSCError) {
        self =
            error.isServiceUnavailable || error.code == .libraryUnavailable
            ? .service : error.code == .sharingViolation ? .access : .card
    }

    /// The check of how a child that ran a module ended; nil if no module is to blame.
    package init?(_ end: ChildEnd) {
        switch end {
        case .crashedInModule, .exitedInModule: self = .moduleCrash
        case .hungInModule: self = .moduleHang
        case .exited, .crashed, .hung: return nil
        }
    }

    /// The check of what keeps a module from being looked at; nil if there is none.
    package init?(_ failure: SurveyFailure) {
        let hint: DoctorHint? =
            switch failure {
            case .notLoaded(let error): DoctorHint(error)
            case .failed(let error): DoctorHint(error)
            case .ended(let end): DoctorHint(end)
            case .garbled: .moduleCrash
            }
        guard let hint else { return nil }
        self = hint
    }
}
