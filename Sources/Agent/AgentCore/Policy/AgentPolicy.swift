internal import Glibc
internal import JetonFiles
internal import JetonOctets
internal import SSHWire

/// The rules of a user, which are a file of lines.
package struct AgentPolicy: Hashable, Sendable {
    /// The rules, in the order of the file.
    package private(set) var rules: [PolicyRule]

    /// Takes rules.
    package init(_ rules: [PolicyRule] = []) { self.rules = rules }

    /// Reads a policy.
    ///
    /// - Parameter text: Lines; empty ones and those that begin with `#` do not count.
    /// - Throws: ``AgentPolicyError`` for a line that is not a rule: half a policy would allow what the other half refuses.
    package init(text: String) throws(AgentPolicyError) {
        rules = []
        for (index, line) in text.lines(keepsEmpty: true).enumerated() {
            let words = line.split(separator: " ")
            guard let first = words.first, !first.hasPrefix("#") else { continue }
            guard let rule = PolicyRule(line) else { throw AgentPolicyError(line: index + 1) }
            rules.append(rule)
        }
    }

    /// Reads the file of a policy; a file that is missing has no rules.
    ///
    /// - Throws: ``AgentPolicyError``; also for a file that can't be read or that others can change.
    package init(file: String) throws(AgentPolicyError) {
        guard FileSource.exists(file) else {
            self.init()
            return
        }
        guard FileTrust.weakness(of: file, trusting: geteuid()) == nil,
            let octets = try? FileSource.contents(of: InputFile(file), limit: 1_048_576)
        else { throw AgentPolicyError(line: 0) }
        try self.init(text: String(decoding: octets, as: UTF8.self))
    }

    /// What the rules say of a request before anybody is asked.
    ///
    /// A rule that refuses comes before one that asks, and that before one that allows. Raw data and certificates need a
    /// rule that names the key and the purpose; a key for documents needs one that names program, key and purpose, and is
    /// asked for each time all the same.
    ///
    /// - Returns: The verdict, and whether a rule led to it.
    package func verdict(of request: SignRequest) -> (verdict: PolicyRule.Verdict, isByRule: Bool) {
        let fitting = rules.filter { $0.fits(request) }
        if fitting.contains(where: { $0.verdict == .refuse }) { return (.refuse, true) }
        let named = fitting.filter { $0.key != nil && $0.purpose != nil }
        if request.isGuarded { return (named.contains { $0.program != nil } ? .ask : .refuse, false) }
        switch request.data.purpose {
        case .raw, .certificate: return named.isEmpty ? (.refuse, false) : strictest(named)
        case .login, .message: return fitting.isEmpty ? (.ask, false) : strictest(fitting)
        }
    }

    private func strictest(_ rules: [PolicyRule]) -> (verdict: PolicyRule.Verdict, isByRule: Bool) {
        (rules.contains { $0.verdict == .ask } ? .ask : .allow, true)
    }
}

/// That a policy can't be used; nothing is allowed by it then.
package struct AgentPolicyError: Error, Hashable, Sendable {
    /// The line, from 1; 0 if the file can't be read, or others can change it.
    package let line: Int

    /// Names a line.
    package init(line: Int) { self.line = line }
}
