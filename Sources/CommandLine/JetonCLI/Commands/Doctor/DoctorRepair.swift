internal import ArgumentParser
internal import Diagnostics
internal import Glibc

/// The safe repairs of a report: shown, confirmed, made.
struct DoctorRepair {
    let plan: [(id: CheckID, fix: Fix)]
    let isDryRun: Bool
    let yes: Bool

    /// Shows the plan and carries it out.
    ///
    /// - Returns: Whether anything was done.
    func run() throws(CommandError) -> Bool {
        guard !plan.isEmpty else {
            Console.message("there is nothing that --fix can repair by itself")
            return false
        }
        for (id, fix) in plan { Console.message("\(id): \(fix.words)") }
        if isDryRun { return false }
        guard getuid() == 0 else {
            throw CommandError(
                "these repairs need root",
                hints: ["`sudo jeton doctor --fix` makes them"],
                exitCode: .inputOutput
            )
        }
        try Confirmation.ask("Make \(plan.count == 1 ? "this change" : "these changes")?", yes: yes)
        for (_, fix) in plan { try make(fix) }
        return true
    }

    private func make(_ fix: Fix) throws(CommandError) {
        switch fix {
        case .run(let arguments):
            let code = try ProgramRunner.run(arguments)
            guard code == 0 else {
                throw CommandError(
                    "`\(arguments.map(ShellWord.quote).joined(separator: " "))` failed with exit code \(code)",
                    exitCode: .inputOutput
                )
            }
        case .setAside(let path):
            let target = path + ".jeton-disabled"
            // Never over what an earlier run has set aside.
            guard unsafe access(target, F_OK) != 0 else {
                throw CommandError("\(ShellWord.quote(target)) exists", exitCode: .inputOutput)
            }
            guard unsafe rename(path, target) == 0 else { throw failure(path) }
        case .removeStale(let path):
            guard unsafe unlink(path) == 0 || errno == ENOENT else { throw failure(path) }
        }
    }

    private func failure(_ path: String) -> CommandError {
        CommandError("\(ShellWord.quote(path)) can't be changed: \(Process.reason(errno))", exitCode: .inputOutput)
    }
}

extension Report {
    /// The repairs that need no interaction, the root cause's first; each once.
    var fixes: [(id: CheckID, fix: Fix)] {
        var fixes: [(id: CheckID, fix: Fix)] = []
        for finding in findings where finding.severity == .failure && finding.followsFrom == nil {
            guard let fix = finding.remedies.lazy.compactMap(\.fix).first, !fixes.contains(where: { $0.fix == fix })
            else { continue }
            fixes.append((finding.id, fix))
        }
        return fixes
    }
}
