internal import Cryptoki
internal import Glibc
internal import JetonOctets

/// ssh-agent does not load modules from this one's directory.
enum SshAgentAllowlist: Check {
    static let page = CheckPage(
        id: "ssh-agent-allowlist",
        layer: .application,
        title: "ssh-agent refuses modules from the directory of a module",
        symptom: "`ssh-add -s`: \"Could not add card: agent refused operation\".",
        cause: "ssh-agent loads only modules under /usr/lib and /usr/local/lib, unless it was started with `-P`.",
        detection: """
            The module's path, with symbolic links resolved, is compared with the patterns of the running \
            agent's `-P`, or with `/usr/lib*/*,/usr/local/lib*/*`. This is a failure with `--app ssh`.
            """,
        needs: [.token],
        remedies: [
            Remedy("start the agent with the module's directory", commands: ["ssh-agent -P 'DIRECTORY/*'"]),
            Remedy("use ssh without the agent: `ssh -I PATH`"),
        ]
    )

    private static let standard = "/usr/lib*/*,/usr/local/lib*/*"

    static func run(on machine: Machine) -> CheckOutcome {
        let agent = machine.sshAgent
        guard machine.isAskedAbout(.ssh) || agent != nil && !machine.sshMentions.isEmpty else { return .irrelevant }
        let patterns = (agent.flatMap(\.patterns) ?? standard).split(separator: ",").map(String.init)
        let paths = Set(machine.initializedTokens.map(\.module) + machine.sshMentions.map(\.path)).sorted()
        let refused = paths.map { ($0, machine.realPath($0)) }.filter { _, real in
            !patterns.contains { unsafe fnmatch($0, real, 0) == 0 }
        }
        // One way that works is enough.
        guard let (path, real) = refused.first, refused.count == paths.count || !machine.sshMentions.isEmpty else {
            return .passed
        }
        let folder = real.split(separator: "/").dropLast().map { "/\($0)" }.joined()
        return .found(
            "ssh-agent does not load \(path)",
            [
                Evidence("resolved path", "\(real)"),
                Evidence("allowed", "\(patterns.joined(separator: ", "))"),
                Evidence("agent", agent.map { "process \($0.id)" } ?? "none runs"),
            ],
            severity: machine.severity(for: .ssh),
            remedies: [
                Remedy("start the agent with the module's directory", commands: ["ssh-agent -P \("\(folder)/*")"]),
                Remedy("use ssh without the agent", commands: ["ssh -I \(path) HOST"]),
            ]
        )
    }
}

extension Machine {
    /// This user's ssh-agent: its process and the patterns of its `-P`; nil if none runs.
    var sshAgent: (id: Int, patterns: String?)? {
        let named = probe.variables["SSH_AGENT_PID"].flatMap { Int($0) }
        let agents = processes.filter { $0.name == "ssh-agent" && $0.userID == probe.identity.userID }
        guard let agent = agents.first(where: { $0.id == named }) ?? agents.first else { return nil }
        let words = (text("/proc/\(agent.id)/cmdline")?.split(separator: "\0") ?? []).map(String.init)
        for (index, word) in words.enumerated() where word.hasPrefix("-P") {
            if word.utf8.count > 2 { return (agent.id, String(word.dropFirst(2))) }
            if index + 1 < words.count { return (agent.id, words[index + 1]) }
        }
        return (agent.id, nil)
    }

    /// A path with its links followed, at most 16 of them.
    func realPath(_ path: String) -> String {
        var done = ""
        var rest = path.split(separator: "/").map(String.init)
        var links = 0
        while !rest.isEmpty {
            let name = rest.removeFirst()
            if name == "." { continue }
            if name == ".." {
                done = done.split(separator: "/").dropLast().map { "/\($0)" }.joined()
                continue
            }
            guard links < 16, let target = try? probe.target(ofLink: "\(done)/\(name)") else {
                done += "/\(name)"
                continue
            }
            links += 1
            rest = target.split(separator: "/").map(String.init) + rest
            if target.hasPrefix("/") { done = "" }
        }
        return done
    }
}
