internal import Glibc
internal import TokenKit

extension Machine {
    /// The program of a command that is in no directory of `PATH`; nil if it was started.
    func missingProgram(of use: UseTrace) -> Suspect? {
        // The exit code of a command that is not found, by execvp(3) and every shell.
        guard use.trace.end == .exited(127), let name = use.arguments.first, !name.contains("/") else { return nil }
        let tries = use.trace.calls.filter { $0.kind == .execute && $0.path.hasSuffix("/\(name)") }
        guard tries.allSatisfy({ $0.error == ENOENT || $0.error == ENOTDIR }) else { return nil }
        return Suspect(
            path: name,
            fault: "is not in any directory of PATH",
            evidence: [Evidence("PATH", probe.variables["PATH"].map { "\($0)" } ?? "not set")],
            weight: .missing,
            remedies: [
                Remedy("correct the name, or install the program; to run a program outside PATH, give its full path")
            ]
        )
    }
}
