internal import ArgumentParser
internal import JetonDiagnostics
internal import JetonFiles
internal import JetonNetwork
internal import TokenKit
internal import VerificationDesk

/// `jeton doctor`.
struct DoctorCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Find out why a token does not work, and how to fix it.",
        discussion: """
            Examines everything between the USB bus and the applications, names the root cause first, and shows the \
            proof. The network is used only with --url, --network or --app. Nothing is changed without --fix; no PIN \
            is ever asked for or sent, and no card is reset.

            With a command behind `--`, such as one that failed, the command runs once more, as if typed, while the \
            doctor observes which files and sockets it uses; only what it uses can then be the cause. If it could send \
            a PIN, confirm with --run-again or on the terminal. If a PIN has fewer than all its tries, the command is \
            not run. The other checks always run.

            --json and --report replace names of people, tokens and directories, as in '<subject 1>'.

            Exit codes: 0 nothing fails, 1 something fails, 2 usage, 3 the command was not run, or the doctor could \
            not finish and found nothing that fails, 7 the report can't be written.
            """
    )

    @Option(
        help: ArgumentHelp(
            "Also examine how this program reaches tokens; may be repeated.",
            discussion: "One of \(Application.allCases.map(\.rawValue).joined(separator: ", ")).",
            valueName: "name"
        )
    )
    var app: [Application] = []

    @Option(help: ArgumentHelp("Also examine the connection to this server; may be repeated.", valueName: "url"))
    var url: [String] = []

    @Flag(name: .customLong("network"), help: "Also examine the connections to the servers in the settings.")
    var looksAtNetwork = false

    @OptionGroup var network: NetworkOptions

    @Option(
        help: ArgumentHelp("Run only this check, or the checks of this layer; may be repeated.", valueName: "id"),
        completion: .list(Catalogue.pages.map(\.id.rawValue))
    )
    var only: [String] = []

    @Option(
        help: ArgumentHelp("Leave out this check, or the checks of this layer; may be repeated.", valueName: "id"),
        completion: .list(Catalogue.pages.map(\.id.rawValue))
    )
    var skip: [String] = []

    @Flag(help: "List all checks and run none.")
    var listChecks = false

    @Flag(help: "Write only ASCII characters.")
    var ascii = false

    @Option(
        help: ArgumentHelp("Write a full report without private data to a file, for a bug tracker.", valueName: "file"),
        completion: .file()
    )
    var report: String?

    @Flag(help: "Make the safe repairs, after asking.")
    var fix = false

    @Flag(help: "With --fix: show what would be done without doing it.")
    var dryRun = false

    @Flag(help: "With --fix: do not ask.")
    var yes = false

    @Flag(help: "Restore the files that --fix moved away.")
    var undo = false

    @Flag(help: "With --report: overwrite an existing file.")
    var force = false

    @Flag(help: "Run the command although it could send a PIN.")
    var runAgain = false

    @Argument(
        parsing: .postTerminator,
        help: ArgumentHelp("A command that fails, after `--`; it runs once.", valueName: "command")
    )
    var command: [String] = []

    @OptionGroup var modules: ModuleOptions
    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        if listChecks { return try list() }
        if undo { return try restore() }
        if dryRun || yes, !fix { throw CommandError.usage("--dry-run and --yes belong to --fix") }
        if runAgain, command.isEmpty { throw CommandError.usage("--run-again belongs to a command after --") }
        let run = try makeRun()
        return try DoctorWatch(json: output.json).watch { cutOff, reporter in
            var run = run
            run.cutOff = cutOff
            return try perform(run, reporter)
        }
    }

    private func perform(_ run: DoctorRun, _ reporter: SteppedWork.Reporter) throws -> ExitCode {
        let first = try run.examine(reporter)
        // One document: with --fix the last state.
        if !output.json || !fix { try show(first) }
        if let report {
            var text = DoctorText(report: first, style: .plain, isASCII: true, isVerbose: true, isPrivate: true)
            try FileOutput.write(Array((text.lines().joined(separator: "\n") + "\n").utf8), to: report, force: force)
        }
        guard fix else { return exitCode(first) }
        let made: [(id: CheckID, fix: Fix)]
        do {
            made = try DoctorRepair(plan: first.fixes, isDryRun: dryRun, yes: yes, allows: run.allows).run()
        } catch {
            // The error is told on the other stream; the document is the only one on this.
            guard output.json else { throw error }
            try show(first)
            return ErrorReport.show(error, json: false)
        }
        guard !made.isEmpty else {
            if output.json { try show(first) }
            return exitCode(first)
        }
        let second = try run.examine(reporter)
        guard second.isWorse(than: first) else {
            try show(second, repairs: made.map { ($0.id, $0.fix, false) })
            return exitCode(second)
        }
        let moved = made.compactMap { if case .setAside(let path) = $0.fix { path } else { nil } }
        let restored = try DoctorRepair.undo(moved)
        for path in restored { Console.note("undone, as it did not help: \(ShellWord.quote(path)) is there again") }
        let third = restored.isEmpty ? second : try run.examine(reporter)
        let repairs = made.map { ($0.id, $0.fix, restored.contains($0.fix.path ?? "")) }
        try show(third, repairs: repairs)
        return exitCode(third)
    }

    private func restore() throws -> ExitCode {
        let restored = try DoctorRepair.undo()
        return try answer("jeton.doctor.undo/1", ["restored": restored]) {
            if restored.isEmpty { Console.note("no file was set aside by --fix") }
            try Console.print(restored.map { "\(ShellWord.quote($0)) is there again" })
        }
    }

    private func exitCode(_ report: Report) -> ExitCode {
        if report.commandRefusal != nil { return .unfinished }
        return !report.isHealthy ? .finding : report.isComplete ? .success : .unfinished
    }

    private func makeRun() throws -> DoctorRun {
        var selection = Doctor.Selection()
        selection.only = try ids(only)
        selection.skipped = try ids(skip)
        var run = DoctorRun(
            selection: selection,
            applications: Set(app),
            modules: modules.choice,
            command: command,
            runsAgain: runAgain
        )
        if !url.isEmpty || looksAtNetwork || !app.isEmpty {
            // A file that can't be used is an error of the command line, not of the network.
            _ = try TrustFiles.store(network.serverTrust)
            let named = try targets()
            if looksAtNetwork, named.isEmpty {
                Console.note("note: the settings name no server, so none was asked")
                Console.note("hint: --url names a server")
            }
            run.network = NetworkSurveyor(urls: named, options: network)
        }
        return run
    }

    /// The servers to look at: those named, or else those of the settings.
    private func targets() throws(CommandError) -> [HTTPURL] {
        var targets: [HTTPURL] = []
        for text in url.isEmpty ? try Settings.value(.timestampServer)?.values ?? [] : url {
            do throws(NetworkError) {
                targets.append(try HTTPURL(text))
            } catch {
                throw .usage("'\(text)' is not a valid URL: \(error.context)")
            }
        }
        return targets
    }

    private func ids(_ names: [String]) throws(CommandError) -> Set<CheckID> {
        var ids: Set<CheckID> = []
        for name in names {
            let pages = Catalogue.pages.filter { $0.id.rawValue == name || $0.layer.name == name }
            guard !pages.isEmpty else {
                throw .usage(
                    "unknown check '\(name)'",
                    hints: ["`jeton doctor --list-checks` lists the checks and their layers"]
                )
            }
            ids.formUnion(pages.map(\.id))
        }
        return ids
    }

    private func show(_ report: Report, repairs: [(id: CheckID, fix: Fix, isUndone: Bool)] = []) throws(CommandError) {
        if output.json {
            var document = DoctorDocument(report: report, repairs: repairs)
            return try Console.print(document.json())
        }
        let isASCII = ascii || !Console.takesUnicode
        var text = DoctorText(
            report: report,
            style: Console.style,
            isASCII: isASCII,
            isVerbose: output.general.verbose,
            isPrivate: false
        )
        try Console.print(text.lines())
    }

    private func list() throws -> ExitCode {
        let pages = Catalogue.pages
        var table = Table(["id", "layer", "finds that"])
        for page in pages { table.add([page.id.rawValue, page.layer.name, page.title]) }
        let checks = JSON.array(pages) { page in
            .object(["id": page.id.rawValue, "layer": page.layer.name, "title": page.title])
        }
        return try answer("jeton.doctor.checks/1", ["checks": checks], table.lines(style: Console.style))
    }
}
