internal import AgentCore
internal import ArgumentParser
internal import JetonJSON
internal import JetonOctets
internal import TokenKit

/// `jeton agent unlock`.
struct AgentUnlockCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "unlock",
        abstract: "Log in to a token, with the PIN asked here.",
        discussion: "For an agent without a display. Each use of a key is still judged by the policy."
    )

    @Option(help: ArgumentHelp("Label of the token (default: the only one).", valueName: "label"))
    var token: String?

    @Option(
        help: ArgumentHelp(
            "Where the PIN comes from: prompt, pinentry, fd:N, file:PATH, env:NAME, credential:NAME, keystore:NAME.",
            valueName: "source"
        )
    )
    var pinSource: String?

    @Flag(help: "Send the PIN even if the token has refused it before.")
    var sendRefused = false

    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        let client = try AgentClient.ofThisUser()
        // Whether the agent runs, before a person types.
        _ = try client.request("keys")
        let source = try PINSource.option(pinSource) ?? .prompt
        let prompt = PINPrompt(role: .user, tokenLabel: token)
        guard case .pin(let secret) = try PINReader.ofThisProcess(for: source).read(source, for: prompt) else {
            throw CommandError.usage("the PIN of an agent's token can't be entered on a reader from here")
        }
        var members: [String: CanonicalJSON] = ["sendRefused": .boolean(sendRefused)]
        if let token { members["token"] = .string(token) }
        let answer: [String: CanonicalJSON]
        do throws(AgentClient.Failure) {
            answer = try client.ask("unlock", members, pin: SharedSecret(secret))
        } catch {
            throw CommandError(error)
        }
        let label = CanonicalJSON.object(answer).text("token")
        return try self.answer(
            "jeton.agent.unlock/1",
            JSON.Members(answer),
            ["logged in to '\(ForeignText(label).shown(limit: 64))'"]
        )
    }
}
