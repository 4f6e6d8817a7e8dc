internal import ArgumentParser
internal import JetonJobs
internal import JobDesk

extension ErrorReport {
    /// A job that one of its checks refused.
    static func describe(_ refusal: JobRefusal) -> CommandError {
        let hints: [String] =
            switch refusal.code {
            case .signer, .issuer, .operation: ["`jeton job trust` shows which issuers may give jobs, and for what"]
            case .replay: ["ask for a new job; `jeton job log` shows what became of this one"]
            case .time: ["`date -u` shows the clock of this machine"]
            case .key: ["--token names the token that has the key"]
            default: []
            }
        var error = CommandError(
            "the job is refused: \(refusal)",
            hints: hints,
            exitCode: refusal.code == .key ? .notFound : .finding
        )
        error.members = ["reason": refusal.code.rawValue]
        return error
    }

    /// A job that failed after it was taken.
    static func describe(_ failure: JobFailure) -> CommandError {
        var error = describe(failure.cause)
        error.hints.append("the job counts as taken: ask the issuer for a new one")
        return error
    }

    /// A job that could not be read, done or answered.
    static func describe(_ error: JobDeskError) -> CommandError {
        let (exit, hints): (ExitCode, [String]) =
            switch error.code {
            case .insecureURL, .notShown, .noDestination: (.usage, [])
            case .noDocument: (.usage, ["`--document \(error.path)` gives it"])
            case .noDirectory: (.notFound, ["--out must be an existing directory"])
            case .oneFile: (.inputOutput, ["without --out, the results go to the issuer only"])
            case .severalKeys:
                (.ambiguous, ["ask the issuer for a job that names one of these keys by its identifier (key, skid)"])
            case .answerRefused: (.inputOutput, ["run the same job again while it is valid: its answer is sent again"])
            case .answeredAgain: (.finding, ["nothing was done a second time"])
            case .targetRefused: (.refused, [])
            case .notPicked: (.usage, ["--attach names a file for each, in the order of `jeton job show`"])
            case .secretPlace: (.usage, ["--any-file attaches it all the same"])
            case .otherType: (.usage, ["`jeton job show` says what the job asks for"])
            case .otherDocument: (.finding, ["ask for a new job; the target got no whole document"])
            default: (.inputOutput, [])
            }
        var described = CommandError(
            error.description,
            hints: hints,
            exitCode: exit,
            candidates: error.candidates
        )
        if error.code == .otherDocument { described.members = ["reason": JobRefusal.Code.document.rawValue] }
        return described
    }
}
