/// What `jeton doctor --json` said.
struct Diagnosis: Decodable {
    struct Finding: Decodable {
        let id: String
        let severity: String
        let summary: String
        let followsFrom: String?
        let evidence: [Fact]

        /// The sentence and what proves it.
        var text: String { ([summary] + evidence.map { "\($0.name): \($0.value)" }).joined(separator: "\n") }
    }

    struct Fact: Decodable {
        let name: String
        let value: String
    }

    struct Check: Decodable {
        let id: String
        let result: String
        let reason: String?
    }

    let rootCause: String?
    let findings: [Finding]
    let checks: [Check]
    let complete: Bool

    /// The ids of the failures that follow from nothing, the root cause first.
    var roots: [String] { findings.filter { $0.severity == "failure" && $0.followsFrom == nil }.map(\.id) }

    /// The ids of all failures and warnings.
    var complaints: [String] { findings.filter { $0.severity != "info" }.map(\.id) }

    /// The ids of all that was found.
    var ids: [String] { findings.map(\.id) }
}
