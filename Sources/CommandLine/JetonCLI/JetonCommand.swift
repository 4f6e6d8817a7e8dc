internal import ArgumentParser
internal import Glibc
internal import JetonDiagnostics
internal import JetonFiles
internal import JetonLibcrypto
internal import JetonOctets
internal import TokenKit

/// The command `jeton`.
struct JetonCommand: ParsableCommand {
    /// The commands and the words on top of the help.
    static let configuration = CommandConfiguration(
        commandName: "jeton",
        abstract: "List hardware tokens, set them up, and sign with them.",
        discussion: """
            Tokens and what is on them are named by PKCS #11 URIs (RFC 7512), or by --token, --reader and --key. \
            If several match, jeton never picks one: it lists them and exits with 6.

            Exit codes: 0 done, 1 not valid or not healthy, 2 usage, 3 not found, 4 PIN or login, 5 refused by token \
            or module, 6 ambiguous, 7 input or output, 8 keystore or pairing, 70 internal error.
            """,
        version: "0.2.0",
        subcommands: [ChannelCommand.self],
        groupedSubcommands: [
            CommandGroup(name: "See", subcommands: [ListCommand.self, ModulesCommand.self, TokenCommand.self]),
            CommandGroup(name: "Pair", subcommands: [PairCommand.self, UnpairCommand.self, PairingsCommand.self]),
            CommandGroup(
                name: "Manage",
                subcommands: [
                    SetupCommand.self, PINCommand.self, KeyCommand.self, CertCommand.self, EnrollCommand.self,
                    ObjectCommand.self,
                ]
            ),
            CommandGroup(
                name: "Sign",
                subcommands: [
                    SignCommand.self, SignPrepareCommand.self, SignCompleteCommand.self, VerifyCommand.self,
                    TimestampCommand.self, ExtendCommand.self, RenewCommand.self,
                    PDFCommand.self, XMLCommand.self, CSRCommand.self, JobCommand.self,
                ]
            ),
            CommandGroup(
                name: "Keep",
                subcommands: [KeystoreCommand.self, GitCredentialCommand.self, EntitlementsCommand.self]
            ),
            CommandGroup(name: "Reach", subcommands: [AgentCommand.self, RelayCommand.self]),
            CommandGroup(name: "Repair", subcommands: [DoctorCommand.self, ATSCommand.self, TLSCommand.self]),
            CommandGroup(name: "Settings", subcommands: [ConfigCommand.self, CompletionCommand.self]),
            CommandGroup(name: "Try", subcommands: [VirtualCommand.self, DemoCommand.self, BenchCommand.self]),
        ]
    )

    /// Commands of two words whose first word is a command that takes files.
    static let twoWords = [["sign", "prepare"], ["sign", "complete"]]

    /// The arguments with the two words of such a command as one, which is its name; a file is `./prepare`.
    static func joined(_ arguments: [String]) -> [String] {
        let start = arguments.first == "help" ? 1 : 0
        let words = arguments.dropFirst(start).prefix(2)
        guard twoWords.contains(Array(words)) else { return arguments }
        return arguments[..<start] + [words.joined(separator: " ")] + arguments.dropFirst(start + 2)
    }

    static func run(_ words: [String]) -> ExitCode {
        let arguments = joined(words)
        // The child's half of a survey: not a command for people, and ahead of all parsing, for speed.
        if let name = arguments.first, ["module-survey", "token-contents", "module-conduct"].contains(name),
            (2...3).contains(arguments.count)
        {
            let request = ModuleSurveyor.Request(
                path: arguments[1],
                initializationString: arguments.count == 3 ? arguments[2] : nil
            )
            return switch name {
            case "module-survey": ExitCode(ModuleSurveyor.serve(request, to: 1))
            case "module-conduct": ExitCode(ModuleConduct.serve(request, to: 1))
            default: ExitCode(TokenContents.serve(request, to: 1))
            }
        }
        if arguments.first == "---complete" { return CompletionCommand.serve(Array(arguments.dropFirst())) }
        if arguments.first == CompletionCache.command {
            return CompletionCache(modules: Array(arguments.dropFirst())).refresh()
        }
        if arguments == ["pcsc-survey"] { return ExitCode(PCSCSurvey.serve(to: 1)) }
        let asked = Array(arguments.dropFirst())
        if arguments.first == "help", asked.first?.hasPrefix("-") == false, let error = unknownWord(asked) {
            return ErrorReport.show(error, json: asked.contains("--json"))
        }
        var command: any JetonSubcommand
        do {
            let parsed = try directly(arguments) ?? parseAsRoot(arguments)
            guard let subcommand = parsed as? any JetonSubcommand else { return show(helpOf: parsed, arguments) }
            command = subcommand
        } catch {
            return report(parsing: error, arguments)
        }
        if let undecoded = arguments.first(where: UndecodedPath.isOne), !command.fileArguments.contains(undecoded) {
            return ErrorReport.show(
                CommandError.usage("the argument '\(undecoded)' is not UTF-8"),
                json: command.wantsJSON
            )
        }
        if !command.readsOpenSSLConfiguration { SystemConfiguration.ignore() }
        command.general.apply()
        if command.wantsJSON { Progress.forbid() }
        guard command.loadsModules else { return finish(&command) }
        do {
            let ended = try Supervisor.run(Process.deadlines(), goesOn: command.goesOn) { finish(&command).rawValue }
            return end(ended, command)
        } catch {
            return ErrorReport.show(error, json: command.wantsJSON)
        }
    }

    /// Lets the command that the first words name parse the rest by itself.
    ///
    /// Building the tree of all commands takes longer than looking at a token does. Nil if the words name no command, or
    /// the rest is not as it should be or asks for help: the whole tree then finds the words for it.
    private static func directly(_ arguments: [String]) -> (any JetonSubcommand)? {
        let named = CommandWords(arguments)
        guard named.commands.isEmpty, arguments.first != "help" else { return nil }
        return (try? named.command.parseAsRoot(Array(named.rest))) as? any JetonSubcommand
    }

    private static func finish(_ command: inout any JetonSubcommand) -> ExitCode {
        if command.asksLate { QuietTerminal.begin() }
        defer { QuietTerminal.end() }
        do {
            try Process.checkEnvironment()
            return try command.execute()
        } catch {
            return ErrorReport.show(error, json: command.wantsJSON)
        }
    }

    private static func end(_ end: ChildEnd, _ command: any JetonSubcommand) -> ExitCode {
        switch end {
        case .exited(let code): return ExitCode(code)
        case .crashed(let signal) where [SIGINT, SIGTERM, SIGHUP, SIGQUIT].contains(signal):
            return ExitCode(128 + signal)
        case .crashed, .hung:
            let error = CommandError(
                "jeton failed: \(end.explanation ?? "")",
                hints: ["this is a bug in jeton; please report it"],
                exitCode: .internalError
            )
            return ErrorReport.show(error, json: command.wantsJSON)
        case .hungInModule(_, "C_EX_SetActivationPassword", _):
            let error = CommandError(
                "the token did not pair in time: \(end.explanation ?? "")",
                hints: ["bring the token near, wake it, put it into pairing mode, and try again; nothing was stored"],
                exitCode: .keystore
            )
            return ErrorReport.show(error, json: command.wantsJSON)
        case .crashedInModule, .hungInModule, .exitedInModule:
            let error = CommandError(end.explanation ?? "", hints: ErrorReport.hints(end), exitCode: .refused)
            return ErrorReport.show(error, json: command.wantsJSON)
        }
    }

    private static func report(parsing error: any Error, _ arguments: [String]) -> ExitCode {
        let text = fullMessage(for: error)
        guard exitCode(for: error) != .success else {
            // Help, version and completion scripts.
            printHelp(text, arguments)
            return .success
        }
        if let error = unknownWord(arguments) {
            return ErrorReport.show(error, json: arguments.contains("--json"))
        }
        var lines = ForeignText(text).lines()
        let first = ForeignText(lines.isEmpty ? "the command line can't be read" : lines.removeFirst())
        // The usage is a line of up to 270 characters, and is in the help.
        let below = lines.filter { !$0.hasPrefix("Help:") && !$0.hasPrefix("Usage:") }
        return ErrorReport.show(
            parserError(
                first.hasPrefix("Error: ") ? ForeignText(first.unescaped.dropFirst(7)) : first,
                below.map { hint(String($0.drop { $0 == " " })) }
            ),
            json: arguments.contains("--json")
        )
    }

    /// The parser's way to the help in the words of all hints.
    private static func hint(_ line: String) -> String {
        let start = "See '"
        guard line.hasPrefix(start), let end = line.dropFirst(start.count).firstIndex(of: "'") else { return line }
        return "`\(line.dropFirst(start.count)[..<end])` lists the options"
    }

    /// The parser's sentence and the lines below it as an error; the allowed values become one hint.
    ///
    /// The parser puts up to five of them in quotes behind the sentence, and more in lines of their own.
    private static func parserError(_ sentence: ForeignText, _ below: [String]) -> CommandError {
        func quoted(_ text: Substring) -> [String] {
            text.split(separator: "'", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset % 2 == 1 }.map { String($0.element) }
        }
        let list = sentence.firstRange(of: ". Please provide one of ")
        let error = sentence[..<(list?.lowerBound ?? sentence.endIndex)]
        let listed = below.filter { $0.hasPrefix("- ") }.map { String($0.dropFirst(2)) }
        let allowed = listed.isEmpty ? list.map { quoted(sentence[$0.upperBound...]) } ?? [] : listed
        return .usage(
            error.prefix(1).lowercased() + error.dropFirst(),
            hints: (allowed.isEmpty ? [] : Suggestion.hints(like: quoted(error).first ?? "", among: allowed))
                + (allowed.isEmpty ? [] : ["use one of \(allowed.joined(separator: ", "))"])
                + below.filter { !$0.hasPrefix("- ") }
        )
    }

    /// The error for a word where the name of a command should be, or an option that the command does not have.
    private static func unknownWord(_ arguments: [String]) -> CommandError? {
        let named = CommandWords(arguments)
        let help = "`\((["jeton"] + named.names).joined(separator: " ")) --help` lists the "
        if !named.commands.isEmpty, let word = named.rest.first, !word.hasPrefix("-") {
            let path = named.names.map { $0 + " " }.joined()
            let names = named.commands.filter { $0.configuration.shouldDisplay }
                .compactMap { $0.configuration.commandName }
            return .usage(
                "unknown command '\(path)\(word)'",
                hints: Suggestion.hints(like: word, among: Set(names).sorted(), prefix: "jeton \(path)")
                    + [help + "commands"]
            )
        }
        let syntax = CommandSyntax(of: named.command)
        guard let unknown = syntax.unknownOption(in: named.rest) else { return nil }
        var hints = Suggestion.hints(like: unknown, among: syntax.options.flatMap(\.names).sorted())
        if !unknown.hasPrefix("--") { hints.append("for a file whose name starts with '-', write './\(unknown)'") }
        return .usage("unknown option '\(unknown)'", hints: hints + [help + "options"])
    }

    /// Shows the help of a group of commands: on the output if it was asked for, else as a usage error.
    private static func show(helpOf command: any ParsableCommand, _ arguments: [String]) -> ExitCode {
        var command = command
        do {
            try command.run()
            return .success
        } catch {
            let isWanted = arguments.contains { ["--help", "-h", "help"].contains($0) }
            let text = fullMessage(for: error)
            guard isWanted else {
                for line in HelpText.wrapped(text).lines(keepsEmpty: true) {
                    Console.message(String(line))
                }
                return .usage
            }
            printHelp(text, arguments)
            return .success
        }
    }

    private static func printHelp(_ text: String, _ arguments: [String]) {
        let text = HelpText.wrapped(text)
        if arguments.contains("--json") {
            try? Console.print(.object(["schema": "jeton.help/1", "text": text]))
        } else {
            try? Console.print(verbatim: text)
        }
    }
}
