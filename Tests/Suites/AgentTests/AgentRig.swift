import Foundation
import TestRig

/// A running agent over a SoftHSM, with a pinentry of the test's.
final class AgentRig: Sendable {
    static let label = "agent"
    let softHSM: SoftHSM
    let directory: TemporaryDirectory
    let environment: [String: String]
    private let process: ChildProcess

    var sshSocket: String { directory.path("run/jeton/ssh") }
    var policyFile: String { directory.path("config/jeton/agent.policy") }
    var journal: String { (try? String(contentsOfFile: directory.path("data/agent/journal"), encoding: .utf8)) ?? "" }

    /// Starts an agent.
    ///
    /// - Parameters:
    ///   - keys: The types of keys, as pkcs11-tool has them.
    ///   - pin: What pinentry answers with.
    ///   - policy: The policy's text.
    ///   - hasDisplay: Whether the agent has a display to ask on.
    /// - Throws: `TestRigError`.
    init(keys: [String], pin: String = SoftHSM.defaultPIN, policy: String = "", hasDisplay: Bool = true) async throws {
        softHSM = try await SoftHSM.withToken(label: AgentRig.label)
        for (index, type) in keys.enumerated() {
            let made = try await ChildProcess.run(
                [
                    "pkcs11-tool", "--module", softHSM.modulePath, "--token-label", AgentRig.label, "--login", "--pin",
                    SoftHSM.defaultPIN, "--keypairgen", "--key-type", type, "--label", "key\(index)", "--id",
                    "0\(index + 1)",
                ],
                environment: softHSM.environment
            )
            guard made.exitStatus == 0 else { throw TestRigError("pkcs11-tool: \(made.errorText)") }
        }
        directory = try TemporaryDirectory()
        for name in ["run", "config/jeton", "home/.ssh"] {
            try FileManager.default.createDirectory(atPath: directory.path(name), withIntermediateDirectories: true)
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: directory.path("home/.ssh"))
        if !policy.isEmpty {
            try policy.write(toFile: directory.path("config/jeton/agent.policy"), atomically: true, encoding: .utf8)
        }
        let pinentry = try AgentRig.writePinentry(in: directory)
        try pin.write(toFile: directory.path("pin"), atomically: true, encoding: .utf8)
        var environment = softHSM.environment.filter {
            !["DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS"].contains($0.key)
        }
        environment["XDG_RUNTIME_DIR"] = directory.path("run")
        environment["XDG_CONFIG_HOME"] = directory.path("config")
        environment["JETON_DATA"] = directory.path("data")
        environment["HOME"] = directory.path("home")
        environment["JETON_AGENT_MODULES"] = softHSM.modulePath
        environment["JETON_AGENT_PINENTRY"] = pinentry
        if hasDisplay { environment["DISPLAY"] = ":none" }
        environment["SSH_AUTH_SOCK"] = directory.path("run/jeton/ssh")
        self.environment = environment
        process = try ChildProcess([try BuildProducts.path("jeton-agent")], environment: environment)
        for _ in 0..<3000 where !FileManager.default.fileExists(atPath: directory.path("run/jeton/control")) {
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// The number of the agent's process.
    var identifier: Int32 { process.processIdentifier }

    /// Runs a program at the agent's socket.
    func run(_ arguments: [String], input: String = "") async throws -> ChildProcess.Output {
        try await ChildProcess.run(arguments, environment: environment, input: Array(input.utf8))
    }

    /// What pinentry was asked, a line each.
    var questions: [String] {
        let text = (try? String(contentsOfFile: directory.path("asked"), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    /// How often pinentry was asked.
    func asked(_ word: String) -> Int { questions.filter { $0.hasPrefix(word) }.count }

    /// What pinentry answers to questions from now on: `yes` or `no`.
    func answer(_ word: String) throws {
        try word.write(toFile: directory.path("answer"), atomically: true, encoding: .utf8)
    }

    private static func writePinentry(in directory: TemporaryDirectory) throws -> String {
        let script = """
            #!/bin/sh
            # Answers as a person would, and notes what was shown.
            here=\(directory.path("."))
            echo "OK ready"
            while read -r line; do
                case $line in
                    SETDESC*) echo "$line" >>"$here/asked"; echo OK ;;
                    GETPIN)
                        echo GETPIN >>"$here/asked"
                        while [ -e "$here/slow" ]; do sleep 0.1; done
                        echo "D $(cat "$here/pin")"
                        echo OK
                        ;;
                    CONFIRM)
                        echo CONFIRM >>"$here/asked"
                        if [ "$(cat "$here/answer" 2>/dev/null)" = no ]; then echo "ERR 83886194 Not confirmed"; else echo OK; fi
                        ;;
                    BYE) echo OK; exit 0 ;;
                    *) echo OK ;;
                esac
            done

            """
        let path = try directory.write(script, to: "pinentry")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        return path
    }
}
