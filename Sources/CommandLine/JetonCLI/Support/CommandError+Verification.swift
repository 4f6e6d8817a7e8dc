internal import ArgumentParser
internal import EvidenceFetching
internal import JetonDiagnostics
internal import JetonFiles
internal import JetonPDF
internal import JetonValidation
internal import JetonX509
internal import VerificationDesk

extension CommandError {
    /// A file that could not be verified, extended or taken as what it is meant to be.
    init(_ error: VerificationError) {
        if let cause = error.cause as? PDFError {
            self.init(cause, error.path)
            return
        }
        if error.code == .replacesInput {
            let message = "--extract would replace the input '\(error.path)'"
            self.init(message, hints: ["name another directory with --extract"], exitCode: .usage)
            return
        }
        if error.code == .otherDigest {
            self.init("--hash is not \(error.context) in hexadecimal", exitCode: .usage)
            return
        }
        let cause = error.cause as? DocumentError
        let exit: ExitCode =
            switch error.code {
            case .contentMissing, .contentNotBeside: .usage
            case .damaged, .invalidContainer: .finding
            case .invalidMessage, .invalidTrustList: error.isUnreadable ? .inputOutput : .finding
            case .nameClash: .refused
            case .notExtended where error.isNotIntact || cause?.code == .notTrusted: .finding
            case .notExtended where !error.isUnreadable && cause?.code != .unreachable: .refused
            default: .inputOutput
            }
        self.init(error.description, hints: CommandError.hints(error, cause), exitCode: exit)
    }

    private static func hints(_ error: VerificationError, _ cause: DocumentError?) -> [String] {
        let path = error.path
        switch error.code {
        case .empty where path.hasSuffix(".p7s") || path.hasSuffix(".p7m"):
            return ["`jeton sign FILE` makes a signature"]
        case .empty: return [verifyHint(path)]
        case .notSigned where path.hasSuffix(".sig"):
            return ["--format raw with --public-key or --certificate verifies a raw signature"]
        case .notSigned: return [verifyHint(path)]
        case .mail:
            let command: ShellCommand = "openssl cms -cmsout -print -in \(path)"
            return ["docs/verify.md says which mail is verified; `\(command.text)` shows what this one is"]
        case .certificate:
            let command: ShellCommand = "jeton verify SIGNATURE --trust \(path)"
            return ["`\(command.text)` verifies a signature whose signer it vouches for"]
        case .contentMissing:
            let command: ShellCommand = "jeton verify \(path) FILE"
            return ["name the signed file: `\(command.text)`"]
        case .contentNotBeside: return ["a detached signature is named as its file with .p7s"]
        case .trustListUnavailable where (error.cause as? FetchError)?.code == .notAllowed:
            return ["`jeton verify --online` fetches it"]
        case .notExtended where cause?.code == .unreachable: return ErrorReport.wayHints
        default: return []
        }
    }

    private static func verifyHint(_ path: String) -> String {
        let beside = path + ".p7s"
        let command: ShellCommand = "jeton verify \(FileSource.exists(beside) ? beside : "SIGNATURE") \(path)"
        return "`\(command.text)` verifies the signature of the file"
    }
}
