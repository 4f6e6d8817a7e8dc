import Foundation
import TestRig

/// An sshd on the loopback, with a host key and a configuration of its own, to which root may log in with a key.
final class SSHServer: Sendable {
    let port: Int
    let hostKeyFile: String
    private let directory: TemporaryDirectory
    private let process: ChildProcess

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - authorized: The lines of authorized_keys.
    ///   - settings: Further lines of its configuration.
    ///   - environment: The environment of the server; nil for the test's.
    /// - Throws: `TestRigError`.
    init(authorized: String, settings: String = "", environment: [String: String]? = nil) async throws {
        directory = try TemporaryDirectory()
        try FileManager.default.createDirectory(atPath: "/run/sshd", withIntermediateDirectories: true)
        let made = try await ChildProcess.run([
            "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", directory.path("host"),
        ])
        guard made.exitStatus == 0 else { throw TestRigError("ssh-keygen: \(made.errorText)") }
        hostKeyFile = directory.path("host")
        let hostKey = settings.contains("HostKey ") ? "" : "HostKey \(hostKeyFile)"
        let authorizedKeys = try directory.write(authorized, to: "authorized")
        // Another program may take a free port before sshd does: only what sshd says itself counts.
        for _ in 0..<8 {
            let port = Int(try LoopbackPort.closed())
            let configuration = try directory.write(
                """
                ListenAddress 127.0.0.1
                Port \(port)
                \(hostKey)
                PidFile none
                UsePAM no
                StrictModes no
                PermitRootLogin yes
                PasswordAuthentication no
                AuthorizedKeysFile \(authorizedKeys)
                \(settings)

                """,
                to: "sshd_config"
            )
            let words = ["/usr/sbin/sshd", "-D", "-e", "-f", configuration]
            let process = try ChildProcess(words, environment: environment)
            for _ in 0..<1000 {
                if process.collectedError.contains("Server listening on 127.0.0.1 port \(port).") {
                    self.port = port
                    self.process = process
                    return
                }
                if process.collectedError.contains("Cannot bind any address") { break }
                try await Task.sleep(for: .milliseconds(10))
            }
        }
        throw TestRigError("sshd finds no port")
    }

    /// The arguments of an ssh that logs in.
    func login(knownHosts: String, forwards: Bool = false, _ command: [String]) -> [String] {
        [
            "ssh", "-F", "none", "-p", "\(port)", "-o", "StrictHostKeyChecking=accept-new", "-o", "HashKnownHosts=no",
            "-o",
            "UserKnownHostsFile=\(knownHosts)", "-o", "BatchMode=yes", forwards ? "-A" : "-a", "root@127.0.0.1",
        ] + command
    }
}
