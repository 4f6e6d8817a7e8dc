internal import ArgumentParser
internal import JetonJobs
internal import JobDesk

/// `jeton job log`.
struct JobLogCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "Show the decisions about jobs, or verify their chain.",
        discussion: """
            Each line has the hash of the one before it. Missing lines at the end show only when compared with a later \
            hash: every answer to an issuer has one.
            """
    )

    @Flag(help: "Only verify that no line was changed or removed.")
    var verify = false

    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        let entries: [JobLog.Entry]
        let isTorn: Bool
        do {
            (entries, isTorn) = try JobRecords.ofThisUser().log.entries()
        } catch let error as JobStorageError where error.isDamage {
            throw CommandError("the log does not hold: \(error)", exitCode: .finding)
        } catch let error as JobStorageError {
            throw CommandError("the log can't be opened: \(error)", exitCode: .inputOutput)
        }
        let last = entries.last?.hash
        if isTorn { Console.note("warning: the last line is incomplete and was ignored") }
        return try answer(
            "jeton.job.log/1",
            [
                "entries": verify ? [] : entries.map { JobReport.json($0) }, "count": entries.count,
                "last": last,
            ],
            verify
                ? ["\(entries.count) lines, unchanged" + (last.map { "; the last is \($0)" } ?? "")]
                : entries.map { entry in
                    let reason = entry.reason.isEmpty ? "" : " (\(entry.reason))"
                    let name = entry.job.isEmpty ? "a job" : "\(entry.job) of \(entry.issuer), \(entry.operation)"
                    return "\(entry.number) \(JobReport.time(entry.time)) \(entry.decision): \(name)\(reason)"
                }
        )
    }
}
