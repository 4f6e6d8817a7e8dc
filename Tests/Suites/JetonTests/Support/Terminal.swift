import TestRig

/// A terminal for `jeton`, made by `script` of util-linux; what it shows comes on standard output.
enum Terminal {
    /// Starts `jeton` on a terminal of its own.
    static func start(
        _ place: Workplace,
        _ arguments: [String],
        environment: [String: String] = [:]
    ) throws -> ChildProcess {
        let command = try place.words(arguments).map { "'\($0)'" }.joined(separator: " ")
        let variables = ["TERM": "xterm-256color"].merging(environment) { $1 }
        return try ChildProcess(
            ["script", "--quiet", "--return", "--flush", "--command", command, "/dev/null"],
            environment: place.variables(variables),
            workingDirectory: place.directory.path
        )
    }

    /// Waits until a text is on the screen.
    static func expect(_ text: String, on screen: ChildProcess) async throws {
        for _ in 0..<2_000 {
            if screen.collectedOutput.contains(text) { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw TestRigError("'\(text)' did not come: \(screen.collectedOutput) \(screen.collectedError)")
    }
}
