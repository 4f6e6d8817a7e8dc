internal import ArgumentParser
internal import Cryptoki
internal import JetonDiagnostics
internal import JetonX509
internal import PairingDesk
internal import SigningDesk
internal import TokenKit

extension ErrorReport {
    /// A choice that named no token or object, or several.
    static func describe(_ error: SelectionError) -> CommandError {
        let code: String? = error.code == .unpaired ? ReturnValue.functionNotSupported.description : nil
        return CommandError(
            error.description,
            hints: hints(error),
            exitCode: exitCode(error.code),
            candidates: error.candidates,
            code: code
        )
    }

    private static func exitCode(_ code: SelectionError.Code) -> ExitCode {
        switch code {
        case .severalTokens, .severalObjects, .indistinguishable, .severalCertificates, .keyHasCertificate: .ambiguous
        case .neverSetUp, .tokenChanged: .refused
        case .noUserPIN: .login
        case .unpaired, .noChannel: .keystore
        case .pinInURI, .conflictingURIs, .foreignURI: .usage
        default: .notFound
        }
    }

    private static func hints(_ error: SelectionError) -> [String] {
        switch error.code {
        case .noModule: return ["install your token's package, or OpenSC, or name a module with --module"]
        case .noToken: return hints(noToken: error)
        case .severalTokens: return ["name one with --token, --reader or its URI"]
        case .neverSetUp:
            return error.reader.map { ["`\(ListReport.initCommand(reader: $0).text)` sets it up"] } ?? []
        case .unpaired:
            guard let reader = error.reader else { return [] }
            let command: ShellCommand = "jeton pair --reader \(reader)"
            return ["`\(command.text)` sets it up"]
        case .noUserPIN:
            guard let reader = error.reader else { return [] }
            let command: ShellCommand = "jeton pin set --reader \(reader)"
            return ["`\(command.text)` sets the first PIN with the security officer's PIN"]
        case .noChannel:
            return [
                "--require-channel asks for the channel",
                "`jeton pair` sets up the channel of a token that has one; `jeton list` shows which do",
            ]
        case .tokenGone: return ["`jeton list` shows the tokens that are connected"]
        case .tokenChanged: return ["`jeton list` shows the tokens that are connected"]
        case .noObject:
            return [
                error.candidates.isEmpty
                    ? "`jeton object list` shows the objects on the token" : "choose one of these"
            ]
        case .severalObjects: return ["name one by its URI; `;type=` tells a certificate from its key"]
        case .indistinguishable: return [ObjectReport.indistinguishable]
        case .keyHasCertificate:
            return [
                "--replace replaces it",
                "--keep keeps both; signing takes the newest valid one that an authority issued",
            ]
        case .noCertificate:
            return [
                "`jeton csr create --subject CN=NAME` makes a request for one, and `jeton cert import FILE` stores it on the token"
            ]
        case .pinInURI: return ["leave it out, and use --pin-source prompt, fd:N, file:PATH or another source"]
        case .foreignURI:
            return ["give --module or --pin-source to the command, and leave the rest of the URI as it is"]
        default: return []
        }
    }

    /// A pairing that could not be chosen or changed.
    static func describe(_ error: PairingDeskError) -> CommandError {
        let (exit, hint): (ExitCode, String) =
            switch error.code {
            case .severalPairings: (.ambiguous, "name one by its media")
            case .severalGroups: (.ambiguous, "--group names the one to use")
            case .noKeys: (.notFound, "`jeton pair` makes one; vendors' modules keep theirs themselves")
            case .notAllowed: (.notFound, "`jeton unpair` ends a pairing; `jeton pairings show` lists who may use it")
            default: (.notFound, "`jeton pairings list` shows the existing ones")
            }
        return CommandError(error.description, hints: [hint], exitCode: exit, candidates: error.candidates)
    }

    /// A token that gets no PIN by its module.
    static func describe(_ error: PINRouteError) -> CommandError {
        let serial = error.pairedToken?.serial ?? ""
        let check = "the PIN would travel in clear: check the reader and the card"
        let once = "--in-clear sends it for this one command, if the card is another one that has no channel"
        let hints: [String]
        switch error.code {
        case .channelRequired:
            let command: ShellCommand = "jeton pair --reader \(error.reader)"
            hints = [
                "`\(command.text)` sets up the channel, unless that has been done",
                "without --module, Jeton's own module uses the channel",
            ]
        case .standsForPairedToken:
            hints = [
                "the PIN would travel in clear: leave out --module, so that jeton's own module is used",
                "`jeton unpair \(serial)` forgets a pairing that is over",
            ]
        case .readerPolicy:
            hints = [check, once, "`jeton pairings policy \(serial) --no-require-channel` allows other cards there"]
        case .pairedReader: hints = [check, once, "`jeton unpair \(serial)` forgets a pairing that is over"]
        case .pairingsDamaged:
            hints = [error.damage ?? "", "`jeton keystore verify` says what is damaged", once].filter { !$0.isEmpty }
        default: hints = [check]
        }
        return CommandError(
            error.description,
            hints: hints,
            exitCode: error.code == .channelRequired ? .keystore : .refused
        )
    }

    private static func hints(noToken error: SelectionError) -> [String] {
        let nearMiss: [String] =
            switch error.nearMiss {
            case .sharedReaderName(let name)?: [ListReport.sharedName(name)]
            case .otherModule(let path, let uri)?:
                ["\(path) shows this card under that name; here it is '\(uri)'. --module selects another module"]
            case nil: []
            }
        let next =
            error.hasNewToken
            ? ["there is a token that has never been set up; `jeton token init --label LABEL` sets it up"]
            : [
                error.isUnnamed && error.hasOtherTokens
                    ? "a token that is set up is never chosen by itself: `jeton list` shows the names of those that are there"
                    : error.candidates.isEmpty
                        ? "`jeton list` shows the tokens that are connected"
                        : "the tokens above are connected; `jeton list` shows more of them"
            ] + (error.hasOtherTokens ? [] : ["`jeton doctor` finds out why one is missing"])
        return nearMiss + next + unusable(error.unusableModules)
    }

    /// A hint that names the modules which could not be surveyed: the token may be one of theirs.
    private static func unusable(_ modules: [Inventory.ModuleEntry]) -> [String] {
        guard modules.count > 1 else {
            return modules.compactMap { if case .failure(let failure) = $0.outcome { "\(failure)" } else { nil } }
        }
        let names = modules.prefix(4).map { $0.path.split(separator: "/").last.map(String.init) ?? $0.path }
        let more = modules.count > 4 ? " and \(modules.count - 4) more" : ""
        return ["\(names.joined(separator: ", "))\(more) can't be used; `jeton modules show` says why"]
    }

    /// A login that the token refused, with the remaining tries.
    static func describe(_ error: LoginError) -> CommandError {
        var report = describe(error.cause)
        // A module that can't set a token up says nothing of the PIN that went with the call.
        if error.cause.function != .initToken || error.cause.code.isLoginProblem { report.exitCode = .login }
        if let tries = error.tries {
            let left: String =
                switch tries {
                case .left(0): "no try is left: the PIN is locked now"
                case .left(let count) where count > 1: "\(count) tries are left"
                case .last, .left: "one try is left; it is not sent without --last-try"
                case .low, .unknown: "the token does not report the remaining tries"
                }
            let once = error.isOnReader ? [] : ["jeton does not send this PIN to this token again"]
            report.hints = [left] + once + report.hints
        }
        if error.isOnReader {
            let option = error.role == .securityOfficer ? "--so-pin-source" : "--pin-source"
            report.hints += ReaderPINEntry.hints(error.cause, option)
        }
        return report
    }

    /// What to do about a key that can't sign.
    static func hints(_ error: TokenSigningKeyError) -> [String] {
        guard case .takesNoDigest = error else { return [] }
        return [
            "name the file in place of --hash: `jeton sign FILE --format raw`; "
                + "--data-out of `jeton sign prepare` writes one for a signature that is prepared elsewhere"
        ]
    }

    /// A document, a batch or a state that could not be taken or made.
    static func describe(_ error: DocumentSigningError) -> CommandError {
        let hints: [String] =
            switch error.code {
            case .takesNoFurther: ["sign an XML document again with --parallel if it was signed with --parallel"]
            case .messageForSignature: ["the file is a CMS message; `jeton sign --format raw` makes what fits"]
            case .invalidState: ["`jeton sign prepare` writes one"]
            case .unknownField: ["the fields are {directory}, {name} and {extension}, which has its dot"]
            default: []
            }
        let exit: ExitCode =
            switch error.code {
            case .notTaken, .takesNoFurther, .notRegular, .unknownField: .usage
            case .otherDocument, .otherSignature, .messageForSignature, .alteredState: .finding
            default: .inputOutput
            }
        var described = CommandError(error.description, hints: hints, exitCode: exit)
        described.isLasting = error.code == .reportNotWritten
        return described
    }

    /// A signature that was not made.
    static func describe(_ failure: SigningFailure) -> CommandError {
        switch failure {
        case .unsupportedHash(_, let offered):
            CommandError(
                failure.description,
                hints: ["it can do: " + offered.map(\.description).joined(separator: ", ")],
                exitCode: .refused
            )
        case .otherDigest, .noContent: .usage(failure.description)
        case .tooLarge: CommandError(failure.description, exitCode: .inputOutput)
        case .tooLargeForToken:
            CommandError(
                failure.description,
                hints: ["a CMS signature has no such limit: leave --format raw out"],
                exitCode: .inputOutput
            )
        case .notValid:
            CommandError(
                failure.description,
                hints: ["the token, its module or the disk is faulty"] + doctor(.module),
                exitCode: .refused
            )
        }
    }
}
