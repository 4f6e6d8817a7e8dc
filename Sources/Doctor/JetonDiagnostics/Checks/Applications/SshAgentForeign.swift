internal import JetonOctets
internal import TokenKit

/// The agent that ssh uses does not support PKCS #11.
enum SshAgentForeign: Check {
    static let page = CheckPage(
        id: "ssh-agent-foreign",
        layer: .application,
        title: "the agent that ssh uses is not OpenSSH's, or its helper is missing",
        symptom: "`ssh-add -s`: \"agent refused operation\".",
        cause: "`SSH_AUTH_SOCK` belongs to gnome-keyring, gpg-agent or another agent without PKCS #11.",
        detection: """
            With `--app ssh`: the socket's path is one that such an agent creates, or `ssh-pkcs11-helper` is in none of \
            its usual directories.
            """,
        remedies: [
            Remedy("start OpenSSH's agent", commands: ["eval $(ssh-agent)"]),
            Remedy("use ssh without an agent: `ssh -I PATH`"),
        ]
    )

    private static let foreign = [
        ("/keyring/", "gnome-keyring"), ("S.gpg-agent.ssh", "gpg-agent"), ("1password", "1Password"),
        ("bitwarden", "Bitwarden"), ("kwallet", "KWallet"), ("/gcr/", "gcr-ssh-agent"),
    ]
    private static let helpers = [
        "/usr/lib/openssh/ssh-pkcs11-helper", "/usr/libexec/openssh/ssh-pkcs11-helper",
        "/usr/lib/ssh/ssh-pkcs11-helper", "/usr/libexec/ssh/ssh-pkcs11-helper",
    ]

    static func run(on machine: Machine) -> CheckOutcome {
        guard machine.isAskedAbout(.ssh) else { return .irrelevant }
        let socket = machine.probe.variables["SSH_AUTH_SOCK"] ?? ""
        if let (_, name) = foreign.first(where: { socket.contains($0.0) }) {
            return .found(
                "ssh uses \(name), which loads no PKCS #11 module",
                [Evidence("SSH_AUTH_SOCK", "\(socket)")],
                confidence: .likely
            )
        }
        if !socket.isEmpty, case .notConnected(let failure) = machine.probe.ask(socket: socket, [], answerLength: 0) {
            return .found(
                "no agent listens at \(socket)",
                [Evidence("SSH_AUTH_SOCK", "\(socket)"), Evidence("connect", "\(failure.description)")]
            )
        }
        guard !helpers.contains(where: machine.exists) else { return .passed }
        return .found(
            "OpenSSH's ssh-pkcs11-helper is missing",
            [Evidence("searched", "\(helpers.joined(separator: ", "))")],
            remedies: [
                .install(
                    Package(
                        "OpenSSH's client",
                        debian: "openssh-client",
                        fedora: "openssh-clients",
                        arch: "openssh",
                        suse: "openssh-clients",
                        alt: "openssh-clients"
                    )
                )
            ]
        )
    }
}
