internal import ArgumentParser
internal import CJetonSystem
internal import Glibc
internal import JetonDiagnostics
internal import JetonPrograms
internal import TokenKit

/// The safe repairs of a report: shown, confirmed, made.
struct DoctorRepair {
    let plan: [(id: CheckID, fix: Fix)]
    let isDryRun: Bool
    let yes: Bool
    /// Looks again whether what allowed a repair still holds.
    let allows: (Fix) throws(CommandError) -> Bool

    /// Shows the plan and carries it out.
    ///
    /// - Returns: What was done; empty if nothing was.
    func run() throws(CommandError) -> [(id: CheckID, fix: Fix)] {
        guard !plan.isEmpty else {
            Console.message(
                "there is nothing that --fix can repair by itself: it needs two independent proofs of a fault"
            )
            return []
        }
        for (id, fix) in plan { Console.message("\(id): \(fix.words)") }
        if isDryRun { return [] }
        guard getuid() == 0 else {
            throw CommandError(
                "these repairs need root",
                hints: ["`sudo jeton doctor --fix` makes them"],
                exitCode: .inputOutput
            )
        }
        try Confirmation.ask("Make \(plan.count == 1 ? "this change" : "these changes")?", yes: yes)
        for (id, fix) in plan {
            guard try allows(fix) else {
                throw CommandError(
                    "\(id) has changed since it was examined, so jeton did not do this: \(fix.words)",
                    hints: ["`jeton doctor` looks again"],
                    exitCode: .inputOutput
                )
            }
            try make(fix)
        }
        return plan
    }

    /// Moves files that repairs have set aside back to where they were.
    ///
    /// - Parameter paths: The files; nil for all.
    /// - Returns: The paths that are there again.
    /// - Throws: A ``CommandError`` if a file can't be moved back.
    static func undo(_ paths: [String]? = nil) throws(CommandError) -> [String] {
        var restored: [String] = []
        for directory in Fix.directories {
            let aside = Fix.directory(ofFilesFrom: directory)
            for name in (try? FileAccess.names(in: aside, limit: 1024)) ?? [] {
                let path = "\(directory)/\(name)"
                if let paths, !paths.contains(path) { continue }
                try move("\(aside)/\(name)", to: path)
                restored.append(path)
            }
            _ = unsafe rmdir(aside)
        }
        return restored
    }

    private func make(_ fix: Fix) throws(CommandError) {
        switch fix {
        case .run(let arguments):
            let code = try ProgramCall.run(arguments)
            guard code == 0 else {
                throw CommandError(
                    "`\(arguments.map(ShellWord.quote).joined(separator: " "))` failed with exit code \(code)",
                    exitCode: .inputOutput
                )
            }
        case .setAside(let path):
            let target = Fix.place(for: path)
            let directory = String(target[..<(target.lastIndex(of: "/") ?? target.endIndex)])
            guard unsafe mkdir(directory, 0o755) == 0 || errno == EEXIST else { throw DoctorRepair.failure(directory) }
            try DoctorRepair.move(path, to: target)
        case .removeStale(let path):
            guard unsafe unlink(path) == 0 || errno == ENOENT else { throw DoctorRepair.failure(path) }
        }
    }

    /// Moves a file, never over another: one that an earlier run has set aside, or a new one in its old place.
    private static func move(_ path: String, to target: String) throws(CommandError) {
        guard unsafe system_rename_to_new(path, target) != 0 else { return }
        guard errno == EEXIST else { throw failure(path) }
        throw CommandError(
            "\(ShellWord.quote(path)) can't be moved: \(ShellWord.quote(target)) exists",
            hints: ["compare the two, and move one of them away"],
            exitCode: .inputOutput
        )
    }

    private static func failure(_ path: String) -> CommandError {
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

extension Report {
    /// Whether a repair has made it worse, a module or token fails that did not before, or the same failure is still its
    /// root.
    func isWorse(than before: Report) -> Bool {
        let failures = findings.count { $0.severity == .failure }
        return failures > before.findings.count { $0.severity == .failure }
            || !failingModules.isSubset(of: before.failingModules)
            || rootCause != nil && rootCause?.id == before.rootCause?.id
                && rootCause?.summary == before.rootCause?.summary
    }

    /// The modules and tokens that failures are about.
    private var failingModules: Set<Subject> {
        let subjects = findings.filter { $0.severity == .failure }.flatMap(\.subjects)
        return Set(
            subjects.filter { subject in
                switch subject {
                case .module, .token: true
                case .service, .readers, .reader, .device: false
                }
            }
        )
    }
}

extension Fix {
    /// The file that it moves or removes; nil if it runs a program.
    var path: String? {
        switch self {
        case .run: nil
        case .setAside(let path), .removeStale(let path): path
        }
    }
}
