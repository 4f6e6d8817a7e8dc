internal import AgentCore
internal import ArgumentParser
internal import JetonJSON

/// `jeton agent keys`.
struct AgentKeysCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "List the keys of all tokens as ssh names them.",
        discussion:
            "A guarded key signs documents or needs its PIN each time: it is offered only where a rule names it."
    )

    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        let answer = try AgentClient.ofThisUser().request("keys")
        var table = Table(["fingerprint", "type", "key", "state"], expendable: ["type"])
        for key in CanonicalJSON.object(answer).list("keys") {
            let state = [key.flag("guarded") ? "guarded" : "", key.flag("loggedIn") ? "logged in" : ""]
            table.add([
                key.text("fingerprint"), key.text("type"), key.text("name"),
                state.filter { !$0.isEmpty }.joined(separator: ", "),
            ])
        }
        return try self.answer(
            "jeton.agent.keys/1",
            JSON.Members(answer),
            table.isEmpty ? [] : table.lines(style: Console.style)
        )
    }
}
