internal import ArgumentParser
internal import Glibc
internal import JetonOctets

/// `jeton agent run`.
struct AgentRunCommand: LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run the agent in the foreground.",
        discussion:
            "With systemd, `systemctl --user enable --now jeton-agent.socket` starts it when a program needs it."
    )

    @OptionGroup var general: GeneralOptions

    func execute() throws -> ExitCode {
        let own = Process.executable.map { path in String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }
        let beside = own.map { $0 + "/jeton-agent" }
        let program: String
        if let beside, unsafe access(beside, X_OK) == 0 {
            program = beside
        } else {
            program = try Process.path(ofProgram: "jeton-agent")
        }
        let name = unsafe strdup(program)
        var words = unsafe [name, nil]
        unsafe execv(program, &words)
        throw CommandError("\(program) can't be started: \(SystemMessage.text(errno))", exitCode: .inputOutput)
    }
}
