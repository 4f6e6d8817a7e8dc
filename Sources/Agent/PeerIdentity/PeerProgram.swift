package import JetonOctets

/// The program of a process that is on a socket, at the time of a request.
package struct PeerProgram: Hashable, Sendable {
    /// Its file.
    package let file: FileIdentity
    /// The file's path as the process sees it, which a mount namespace can forge: for people, and not where
    /// ``isSandboxed`` is true.
    package let path: ForeignText
    /// Whether its mounts or users are not the session's: it is in a container or sandbox.
    package let isSandboxed: Bool
    /// The process.
    package let process: Int32

    /// Makes a program.
    package init(file: FileIdentity, path: ForeignText, isSandboxed: Bool, process: Int32) {
        self.file = file
        self.path = path
        self.isSandboxed = isSandboxed
        self.process = process
    }

    /// The last part of the path.
    package var name: String { path.unescaped.split(separator: "/").last.map(String.init) ?? "" }

    /// Whether the file runs whatever script it is given, so that it says nothing of what runs.
    package var isInterpreter: Bool {
        let stem = name.prefix { !$0.isNumber && $0 != "." && $0 != "-" }
        return PeerProgram.interpreters.contains(String(stem)) || PeerProgram.interpreters.contains(name)
    }

    /// Whether the file passes on what others ask, unless a bind says for which host.
    package var isRelay: Bool { PeerProgram.relays.contains(name) }

    private static let interpreters: Set = [
        "ash", "awk", "bash", "busybox", "csh", "dash", "deno", "electron", "emacs", "fish", "gawk", "guile", "java",
        "ksh",
        "lua", "mawk", "node", "nodejs", "perl", "php", "pwsh", "pypy", "python", "ruby", "sh", "tcsh", "tclsh", "wish",
        "zsh",
    ]

    private static let relays: Set = [
        "nc", "ncat", "netcat", "socat", "ssh", "ssh-agent", "sshd", "sshd-session", "systemd-socket-proxyd",
        "ssh-agent-filter",
    ]

    /// What a person is shown.
    package var shown: String {
        isSandboxed
            ? "a program in a container or sandbox, process \(process)" : "\(path.shown(limit: 60)), process \(process)"
    }
}
