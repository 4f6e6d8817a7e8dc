internal import AgentCore
internal import ArgumentParser
internal import JetonJSON

extension AgentClient {
    /// The agent of this user.
    static func ofThisUser() throws(CommandError) -> AgentClient {
        guard let directory = Process.variable("XDG_RUNTIME_DIR"), directory.hasPrefix("/") else {
            throw CommandError(
                "cannot locate the agent's socket: XDG_RUNTIME_DIR is not set",
                hints: ["it is set where you are logged in, such as `export XDG_RUNTIME_DIR=/run/user/$(id -u)`"],
                exitCode: .inputOutput
            )
        }
        return AgentClient(path: directory + "/jeton/control")
    }

    /// Asks the agent; its refusal is an error of the command.
    func request(
        _ name: String,
        _ members: [String: CanonicalJSON] = [:]
    ) throws(CommandError) -> [String: CanonicalJSON] {
        do throws(Failure) { return try ask(name, members) } catch { throw CommandError(error) }
    }
}

extension CommandError {
    /// An error of the agent.
    init(_ failure: AgentClient.Failure) {
        let hint: String? =
            switch failure.code {
            case .notRunning: "`jeton agent run` starts it, or `systemctl --user enable --now jeton-agent.socket`"
            case .broken: nil
            case .refused:
                switch failure.reason {
                case "no-pin": "a PIN that the token refused is sent again only with --send-refused"
                case "ambiguous": "`jeton agent status` lists the tokens"
                default: nil
                }
            }
        let exitCode: ExitCode =
            switch (failure.code, failure.reason) {
            case (.notRunning, _), (_, "token-gone"): .notFound
            case (_, "ambiguous"): .ambiguous
            case (_, "wrong-pin"), (_, "spent-pin"), (_, "no-pin"): .login
            case (.broken, _): .inputOutput
            default: .refused
            }
        self.init(failure.description, hints: hint.map { [$0] } ?? [], exitCode: exitCode)
    }
}

extension CanonicalJSON {
    /// The value as commands print it.
    var printed: JSON {
        switch self {
        case .string(let text): .string(text)
        case .integer(let number): .number(Int(number))
        case .boolean(let flag): .bool(flag)
        case .array(let values): .array(values.map(\.printed))
        case .object(let members):
            .object(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value.printed) })
        case .deferred: .null
        }
    }

    /// The text of a member; empty without one.
    func text(_ name: String) -> String {
        guard case .object(let members) = self, case .string(let text)? = members[name] else { return "" }
        return text
    }

    /// A number that a member has; 0 without one.
    func number(_ name: String) -> Int64 {
        guard case .object(let members) = self, case .integer(let number)? = members[name] else { return 0 }
        return number
    }

    /// Whether a member is true.
    func flag(_ name: String) -> Bool {
        guard case .object(let members) = self, case .boolean(let flag)? = members[name] else { return false }
        return flag
    }

    /// The values of a member that is a list.
    func list(_ name: String) -> [CanonicalJSON] {
        guard case .object(let members) = self, case .array(let values)? = members[name] else { return [] }
        return values
    }
}

extension JSON.Members {
    /// The members of an answer of the agent.
    init(_ answer: [String: CanonicalJSON]) {
        self.init(answer.sorted { $0.key < $1.key }.map { ($0.key, $0.value.printed) })
    }
}
