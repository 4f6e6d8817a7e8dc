/// ssh offers more keys than servers accept.
enum SshTooManyKeys: Check {
    static let page = CheckPage(
        id: "ssh-too-many-keys",
        layer: .application,
        title: "ssh offers more keys than servers accept",
        symptom: "\"Too many authentication failures\".",
        cause: "ssh tries every key on the token, and servers give up after six (`MaxAuthTries`).",
        detection: "With `--app ssh`: the tokens show six or more public keys, and `IdentitiesOnly` is not set.",
        needs: [.token],
        remedies: [
            Remedy("in ~/.ssh/config, for the host: `IdentitiesOnly yes` and `IdentityFile KEY.pub`")
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard machine.isAskedAbout(.ssh) else { return .irrelevant }
        let count = machine.initializedTokens.map { Set($0.keys.map(\.publicKey)).subtracting([[]]).count }.reduce(0, +)
        let isLimited = machine.sshSettings.contains { $0.name == "identitiesonly" && $0.words.first == "yes" }
        guard count >= 6, !isLimited else { return .passed }
        return .found(
            "the tokens have \(count) keys, and ssh offers all of them",
            [Evidence("keys", "\(count)"), Evidence("IdentitiesOnly", "not set")],
            severity: .warning,
            confidence: .likely
        )
    }
}
