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
    struct List: ReportingSubcommand, LocalSubcommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the modules in use, and those left out with the reason.",
            discussion: "No module is loaded."
        )

        @OptionGroup var modules: ModuleOptions
        @OptionGroup var output: OutputOptions

        func execute() throws -> ExitCode {
            let registry = modules.choice.registry()
            return try answer("jeton.modules.list/1", members(registry)) {
                var table = Table(["name", "path", "source", "left out because"])
                for module in registry.modules + registry.leftOut {
                    table.add([module.name, module.path, module.source.description, module.reason?.description ?? ""])
                }
                if table.isEmpty {
                    Console.note("no module was found")
                    Console.note("hint: install your token's package, or OpenSC, or name a module with --module")
                } else {
                    try Console.print(table.lines(style: Console.style))
                }
                for problem in registry.problems { Console.note("warning: \(problem)") }
            }
        }

        private func members(_ registry: ModuleRegistry) -> JSON.Members {
            [
                "modules": JSON.array(registry.modules + registry.leftOut) { module in
                    .object([
                        "name": module.name, "path": module.path, "source": module.source.description,
                        "priority": module.priority, "critical": module.isCritical, "used": module.reason == nil,
                        "reason": module.reason?.description,
                    ])
                }, "problems": registry.problems.map { $0.description },
            ]
        }
    }

    /// `jeton modules show`.
    struct Show: ReportingSubcommand, LocalSubcommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Load the modules and show versions, interface, extensions and slots."
        )

        @OptionGroup var modules: ModuleOptions
        @OptionGroup var output: OutputOptions

        func execute() throws -> ExitCode {
            let requests = try modules.choice.requests()
            let outcomes = Array(zip(requests, try modules.choice.surveyor().survey(requests)))
            if modules.module.count == 1, case .failure(let failure)? = outcomes.first?.1 { throw failure }
            try answer("jeton.modules.show/1", ["modules": outcomes.map { json($0.path, $1) }]) {
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
                .object(["path": path, "error": failure.description])
            case .success(let survey):
                .object([
                    "path": path, "realPath": survey.realPath, "error": JSON.null,
                    "description": survey.info.libraryDescription.description,
                    "manufacturer": survey.info.manufacturer.description,
                    "libraryVersion": survey.info.libraryVersion.description,
                    "cryptokiVersion": survey.info.cryptokiVersion.description,
                    "interfaceVersion": survey.interfaceVersion.description,
                    "interfaceOrigin": survey.interfaceOrigin.rawValue,
                    "extendedFunctions": survey.extendedFunctionCount, "slots": survey.slots.count,
                    "tokens": survey.slots.count { $0.token != nil },
                ])
            }
        }
    }
}
