internal import ArgumentParser
internal import Cryptoki
internal import TokenKit

/// `jeton modules`.
struct ModulesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "modules",
        abstract: "Show the PKCS #11 modules of this machine.",
        subcommands: [List.self, Show.self]
    )

    /// `jeton modules list`.
    struct List: ReportingSubcommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the modules that are used, and those that are left out with the reason.",
            discussion: "Nothing is loaded."
        )

        @OptionGroup var modules: ModuleOptions
        @OptionGroup var output: OutputOptions

        var loadsModules: Bool { false }

        func execute() throws -> ExitCode {
            let registry = modules.choice.registry()
            if output.json {
                try Console.print(json(registry))
                return .success
            }
            var table = Table(["name", "path", "source", "left out because"])
            for module in registry.modules + registry.leftOut {
                table.add([
                    module.name, module.path, module.source.description, module.reason?.description ?? "",
                ])
            }
            if table.isEmpty {
                Console.note("no module was found")
                Console.note("hint: install your token's package, or OpenSC, or name a module with --module")
            } else {
                try Console.print(table.lines(style: Console.style))
            }
            for problem in registry.problems { Console.note("warning: \(problem)") }
            return .success
        }

        private func json(_ registry: ModuleRegistry) -> JSON {
            .object([
                ("schema", .string("jeton.modules.list/1")),
                (
                    "modules",
                    .array(
                        (registry.modules + registry.leftOut).map { module in
                            .object([
                                ("name", .string(module.name)), ("path", .string(module.path)),
                                ("source", .string(module.source.description)),
                                ("priority", .number(module.priority)), ("critical", .bool(module.isCritical)),
                                ("used", .bool(module.reason == nil)),
                                ("reason", .text(module.reason?.description)),
                            ])
                        }
                    )
                ),
                ("problems", .array(registry.problems.map { .string($0.description) })),
            ])
        }
    }

    /// `jeton modules show`.
    struct Show: ReportingSubcommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Load the modules and show what each is: versions, interface, extension, slots."
        )

        @OptionGroup var modules: ModuleOptions
        @OptionGroup var output: OutputOptions

        // A module that crashes or hangs does not stop jeton: each one is loaded in its own child process.
        var loadsModules: Bool { false }

        func execute() throws -> ExitCode {
            let requests = try modules.choice.requests()
            let outcomes = Array(zip(requests, try modules.choice.surveyor().survey(requests)))
            if modules.module.count == 1, case .failure(let failure)? = outcomes.first?.1 { throw failure }
            if output.json {
                try Console.print(
                    .object([
                        ("schema", .string("jeton.modules.show/1")),
                        ("modules", .array(outcomes.map { json($0.path, $1) })),
                    ])
                )
            } else {
                for (request, outcome) in outcomes { try show(request.path, outcome) }
            }
            // As in `list`, an installed module that fails is information; one that was named is an error.
            let failed = outcomes.contains { if case .failure = $0.1 { true } else { false } }
            return failed && !modules.module.isEmpty ? .refused : .success
        }

        private func show(_ path: String, _ outcome: SurveyOutcome) throws(CommandError) {
            try Console.print(Console.style.bold(path))
            switch outcome {
            case .failure(let failure): try Console.print("  failed: \(failure)")
            case .success(let survey):
                let info = survey.info
                try Console.print([
                    "  file:        \(survey.realPath)",
                    "  description: \(info.libraryDescription) \(info.libraryVersion), by \(info.manufacturer)",
                    "  PKCS #11:    \(info.cryptokiVersion); table of \(survey.interfaceVersion)"
                        + " by \(survey.interfaceOrigin.rawValue)",
                    "  extension:   "
                        + (survey.extendedFunctionCount == 0
                            ? "none" : "Rutoken's, \(survey.extendedFunctionCount) functions"),
                    "  slots:       \(survey.slots.count), \(survey.slots.count { $0.token != nil }) with a token",
                ])
            }
        }

        private func json(_ path: String, _ outcome: SurveyOutcome) -> JSON {
            switch outcome {
            case .failure(let failure):
                .object([("path", .string(path)), ("error", .string(failure.description))])
            case .success(let survey):
                .object([
                    ("path", .string(path)), ("realPath", .string(survey.realPath)), ("error", .null),
                    ("description", .string(survey.info.libraryDescription.description)),
                    ("manufacturer", .string(survey.info.manufacturer.description)),
                    ("libraryVersion", .string(survey.info.libraryVersion.description)),
                    ("cryptokiVersion", .string(survey.info.cryptokiVersion.description)),
                    ("interfaceVersion", .string(survey.interfaceVersion.description)),
                    ("interfaceOrigin", .string(survey.interfaceOrigin.rawValue)),
                    ("extendedFunctions", .number(survey.extendedFunctionCount)),
                    ("slots", .number(survey.slots.count)),
                    ("tokens", .number(survey.slots.count { $0.token != nil })),
                ])
            }
        }
    }
}
