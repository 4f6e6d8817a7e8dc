internal import JetonOctets
internal import PeerIdentity
package import SSHWire

/// One line of a policy: what is done with requests that fit all of it.
///
/// `allow program=/usr/bin/ssh key=SHA256:… purpose=login destination=SHA256:…`; a word that is left out fits anything.
package struct PolicyRule: Hashable, Sendable {
    /// What is done.
    package enum Verdict: String, Hashable, Sendable, CaseIterable {
        /// It is signed.
        case allow
        /// A person is asked.
        case ask
        /// It is refused.
        case refuse
    }

    /// What is done.
    package let verdict: Verdict
    /// The program's path, as this machine has it; nil for any.
    package let program: String?
    /// The key's fingerprint; nil for any.
    package let key: String?
    /// The purpose; nil for any.
    package let purpose: SignedData.Purpose?
    /// The destination: a host key's fingerprint or a namespace; nil for any.
    package let destination: String?

    /// Makes a rule.
    package init(
        _ verdict: Verdict,
        program: String? = nil,
        key: String? = nil,
        purpose: SignedData.Purpose? = nil,
        destination: String? = nil
    ) {
        self.verdict = verdict
        self.program = program
        self.key = key
        self.purpose = purpose
        self.destination = destination
    }

    /// Reads a line; nil for one that is not a rule.
    package init?(_ line: some StringProtocol) {
        let words = line.split(separator: " ")
        guard let first = words.first, let verdict = Verdict(rawValue: String(first)) else { return nil }
        var values: [String: String] = [:]
        for word in words.dropFirst() {
            let parts = word.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, values.updateValue(String(parts[1]), forKey: String(parts[0])) == nil else {
                return nil
            }
        }
        let purpose = values["purpose"].map { SignedData.Purpose(rawValue: $0) }
        guard purpose != .some(nil), Set(values.keys).isSubset(of: ["program", "key", "purpose", "destination"]),
            values["program"].map({ $0.hasPrefix("/") }) ?? true
        else { return nil }
        self.init(
            verdict,
            program: values["program"],
            key: values["key"],
            purpose: purpose ?? nil,
            destination: values["destination"]
        )
    }

    /// The rule as a line.
    package var line: String {
        let words = [
            verdict.rawValue, program.map { "program=\($0)" }, key.map { "key=\($0)" },
            purpose.map { "purpose=\($0.rawValue)" }, destination.map { "destination=\($0)" },
        ]
        return words.compactMap { $0 }.joined(separator: " ")
    }

    /// Whether a request fits; a program fits by its file, and none in a sandbox does.
    func fits(_ request: SignRequest) -> Bool {
        if let key, key != request.key { return false }
        if let purpose, purpose != request.data.purpose { return false }
        if let destination {
            guard destination == request.destination.text else { return false }
            if request.data.purpose == .login, !request.isHostProven { return false }
        }
        guard let program else { return true }
        return !request.program.isSandboxed && FileIdentity(path: program) == request.program.file
    }
}
