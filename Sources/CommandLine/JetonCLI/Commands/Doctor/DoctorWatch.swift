internal import ArgumentParser
internal import JetonDiagnostics
internal import TokenKit

/// Runs the doctor in a child process, so that its own end in the middle of a check is a line of the report.
///
/// A check during which the child ended, or did not come back, is left out in the next run and reported as cut off.
/// After three such checks, the fourth and all that follow it are left out.
struct DoctorWatch {
    /// Whether the output is a document.
    let json: Bool

    /// How long a check may go on without waiting for one of its own children, which have deadlines.
    private static let stallMilliseconds = 30_000
    private static let limit = 3

    /// Runs the doctor until it comes to its end.
    ///
    /// - Parameter body: Looks, prints, and gives the exit code; with the checks to be left out and why.
    /// - Returns: What the body gave, or 128 and the signal that interrupted the doctor.
    /// - Throws: ``CommandError`` if the doctor could not finish.
    func watch(_ body: ([CheckID: String], SteppedWork.Reporter) throws -> ExitCode) throws(CommandError) -> ExitCode {
        let steps = Doctor().steps
        var cutOff: [CheckID: String] = [:]
        var isLast = false
        while true {
            let outcome = SteppedWork.run(stallingAtMost: Self.stallMilliseconds) { reporter in
                do {
                    return try body(cutOff, reporter).rawValue
                } catch {
                    return ErrorReport.show(error, json: json).rawValue
                }
            }
            switch outcome.end {
            case .exited(let code): return ExitCode(code)
            case .crashed(let signal) where Self.interruptions.contains(signal): return ExitCode(128 + signal)
            default: break
            }
            let end = outcome.end.explanation ?? ""
            let index = Int(outcome.step) - 1
            guard !isLast, steps.indices.contains(index), cutOff[steps[index]] == nil else {
                return try giveUp(end, isExamining: outcome.step != 0)
            }
            if cutOff.count < Self.limit {
                cutOff[steps[index]] = end
            } else {
                isLast = true
                for id in steps[index...] where cutOff[id] == nil {
                    cutOff[id] = "not run, as the doctor ended \(Self.limit + 1) times"
                }
            }
        }
    }

    // SIGHUP, SIGINT, SIGTERM: somebody wants it to end.
    private static let interruptions: Set<Int32> = [1, 2, 15]

    private func giveUp(_ end: String, isExamining: Bool) throws(CommandError) -> ExitCode {
        let error = CommandError(
            "the doctor could not finish: \(end)",
            hints: ["this is a bug in jeton; please report it, with what `jeton doctor --verbose` shows"],
            exitCode: .unfinished
        )
        guard json, isExamining else { throw error }
        try Console.print(DoctorDocument.empty)
        return ErrorReport.show(error, json: false)
    }
}
