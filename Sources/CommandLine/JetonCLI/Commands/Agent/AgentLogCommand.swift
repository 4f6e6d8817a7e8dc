internal import AgentCore
internal import ArgumentParser
internal import JetonEntitlements
internal import JetonJSON

/// `jeton agent log`.
struct AgentLogCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "List the last requests and what became of them.",
        discussion: "The journal tells where you were and when; --forget removes it."
    )

    @Flag(help: "Remove the journal.")
    var forget = false

    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        let client = try AgentClient.ofThisUser()
        let answer = try client.request("log")
        if forget { _ = try client.request("forget") }
        var table = Table(["time", "request", "outcome", "program", "for", "key"], expendable: ["key"])
        for entry in CanonicalJSON.object(answer).list("entries") {
            table.add([
                UTCTime(secondsSince1970: entry.number("time"))?.description ?? "", entry.text("operation"),
                entry.text("outcome"), entry.text("program"),
                [entry.text("purpose"), entry.text("destination")].filter { !$0.isEmpty }.joined(separator: " "),
                entry.text("key"),
            ])
        }
        return try self.answer(
            "jeton.agent.log/1",
            JSON.Members(answer),
            table.isEmpty ? [] : table.lines(style: Console.style)
        )
    }
}

/// `jeton agent why`.
struct AgentWhyCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "Explain the last refusal."
    )

    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        let log = CanonicalJSON.object(try AgentClient.ofThisUser().request("log"))
        guard let entry = log.list("entries").last(where: { $0.text("outcome") != "done" }) else {
            return try answer("jeton.agent.why/1", [:], ["nothing was refused"])
        }
        let time = UTCTime(secondsSince1970: entry.number("time"))?.description ?? ""
        var lines = [
            "\(time): \(entry.text("operation")) refused (\(entry.text("outcome")))", entry.text("explanation"),
        ]
        if !entry.text("program").isEmpty { lines.append("program: \(entry.text("program"))") }
        if !entry.text("key").isEmpty { lines.append("key:     \(entry.text("key"))") }
        if !entry.text("hint").isEmpty { lines.append("hint: \(entry.text("hint"))") }
        return try answer("jeton.agent.why/1", ["entry": entry.printed], lines)
    }
}
