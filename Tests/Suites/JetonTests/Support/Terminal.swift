import TestRig

/// A terminal for `jeton`, made by `script` of util-linux; what it shows comes on standard output.
enum Terminal {
    /// Starts `jeton` on a terminal of its own; the standard output goes to the file `output` if it is given.
    static func start(
        _ place: Workplace,
        _ arguments: [String],
        environment: [String: String] = [:],
        output: String? = nil
    ) throws -> ChildProcess {
        let words = try place.words(arguments).map { "'\($0)'" }.joined(separator: " ")
        return try start(place, line: words + (output.map { " >'\($0)'" } ?? ""), environment: environment)
    }

    /// Starts a line of the shell on a terminal of its own.
    static func start(
        _ place: Workplace,
        line command: String,
        environment: [String: String] = [:]
    ) throws -> ChildProcess {
        let variables = ["TERM": "xterm-256color"].merging(environment) { $1 }
        return try ChildProcess(
            place.command(["script", "--quiet", "--return", "--flush", "--command", command, "/dev/null"]),
            environment: place.variables(variables),
            workingDirectory: place.directory.path
        )
    }

    /// Waits until a text is on the screen.
    static func expect(_ text: String, on screen: ChildProcess) async throws {
        try await converse(screen, [(text, nil)])
    }

    /// Waits for questions in their order, each after the one before, and types the answers.
    static func converse(_ screen: ChildProcess, _ answers: [(question: String, answer: String?)]) async throws {
        var offset = 0
        for (question, answer) in answers {
            var isThere = false
            for _ in 0..<3_000 where !isThere {
                let text = screen.collectedOutput
                if let range = text.dropFirst(offset).firstRange(of: question) {
                    offset = text.distance(from: text.startIndex, to: range.upperBound)
                    isThere = true
                } else {
                    try await Task.sleep(for: .milliseconds(10))
                }
            }
            guard isThere else {
                throw TestRigError("'\(question)' did not come: \(screen.collectedOutput) \(screen.collectedError)")
            }
            if let answer { screen.send(line: answer) }
        }
    }
}
