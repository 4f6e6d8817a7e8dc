internal import AgentCore
internal import ArgumentParser
internal import SSHWire
internal import UserFiles

/// What a rule of the agent's policy fits.
struct AgentRuleOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Path of the program (default: any).", valueName: "path"))
    var program: String?

    @Option(help: ArgumentHelp("Fingerprint of the key, SHA256:... (default: any).", valueName: "fingerprint"))
    var key: String?

    @Option(help: ArgumentHelp("One of login, message, certificate, raw (default: any).", valueName: "purpose"))
    var purpose: String?

    @Option(
        help: ArgumentHelp("Fingerprint of a host's key, or a namespace such as git (default: any).", valueName: "name")
    )
    var destination: String?

    /// The rule.
    func rule(_ verdict: PolicyRule.Verdict) throws(CommandError) -> PolicyRule {
        guard [program, key, purpose, destination].contains(where: { $0 != nil }) else {
            throw .usage("name at least one of --program, --key, --purpose and --destination")
        }
        let known = purpose.map { SignedData.Purpose(rawValue: $0) }
        guard known != .some(nil) else {
            throw .usage("--purpose: one of \(SignedData.Purpose.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        let rule = PolicyRule(verdict, program: program, key: key, purpose: known ?? nil, destination: destination)
        guard PolicyRule(rule.line) == rule else {
            throw .usage("a rule takes an absolute path, and no value with a blank in it")
        }
        return rule
    }
}

extension PolicyFile {
    /// The policy of this user's agent.
    static func ofThisUser() throws(CommandError) -> PolicyFile {
        guard let directory = Process.directories.configuration else {
            throw CommandError("cannot locate the settings: HOME is not set", exitCode: .inputOutput)
        }
        return PolicyFile(path: directory + "/agent.policy")
    }
}

extension CommandError {
    /// An error of a policy that can't be used.
    init(_ error: AgentPolicyError, _ file: PolicyFile) {
        let place = error.line == 0 ? "can't be read, or others can change it" : "line \(error.line) is not a rule"
        self.init("\(file.path): \(place)", hints: ["edit the file: it is text, a rule a line"], exitCode: .inputOutput)
    }
}
