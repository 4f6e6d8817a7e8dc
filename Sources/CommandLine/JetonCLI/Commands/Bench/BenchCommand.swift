internal import ArgumentParser
internal import SigningDesk
internal import Synchronization
internal import TokenKit

/// `jeton bench`.
struct BenchCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Measure how fast a key on a token signs.",
        discussion: """
            Signs random digests for a while, with one thread and with several, each in its own session; the \
            signatures are discarded. Nothing on the token is changed. Also measured: finding the key, reading its \
            attributes, and opening and closing a session.
            """
    )

    @OptionGroup var key: KeyOptions
    @OptionGroup var tokens: TokenOptions
    @OptionGroup var pin: PINOptions
    @OptionGroup var output: OutputOptions

    @Option(help: "How long to sign with each number of threads, in seconds.")
    var seconds = 3.0

    @Option(
        help: ArgumentHelp(
            "The numbers of threads to try, in order.",
            discussion: "Limited by the number of sessions that the token allows.",
            valueName: "n,n..."
        )
    )
    var threads = "1,2,4"

    func execute() throws -> ExitCode {
        guard (0.1...3600).contains(seconds) else {
            throw CommandError.usage("--seconds must be between 0.1 and 3600, not \(seconds)")
        }
        let numbers = threads.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        guard numbers.allSatisfy({ (1...64).contains($0) }) else {
            throw CommandError.usage(
                "--threads must be a list of numbers between 1 and 64, not '\(threads)'",
                hints: ["such as --threads 1,2,4"]
            )
        }
        let use = try Desk.sign(tokens.query(), key: key.name(), pin: pin)
        guard !use.key.alwaysAuthenticates else {
            throw CommandError(
                "key '\(use.record.label)' requires the PIN for every signature, so it can't be measured",
                hints: ["generate another key for the measurement with `jeton key generate`"],
                exitCode: .refused
            )
        }
        guard let algorithm = use.key.algorithms.first else {
            throw CommandError("the key supports no known signature mechanism", exitCode: .refused)
        }
        let line = Mutex(Progress())
        let benchmark = SigningBenchmark(use, algorithm, for: .seconds(seconds), note: Console.note) { text in
            line.withLock { $0.show(text) }
        }
        let (rounds, calls) = try benchmark.run(threads: numbers)
        line.withLock { $0.finish() }
        let report = BenchReport(use: use, algorithm: algorithm, rounds: rounds, calls: calls)
        return try answer("jeton.bench/1", report.members, report.lines(style: Console.style))
    }
}
