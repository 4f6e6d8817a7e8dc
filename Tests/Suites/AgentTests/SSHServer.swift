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
        port = Int(try LoopbackPort.closed())
        let hostKey = settings.contains("HostKey ") ? "" : "HostKey \(hostKeyFile)"
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
            AuthorizedKeysFile \(try directory.write(authorized, to: "authorized"))
            \(settings)

            """,
            to: "sshd_config"
        )
        process = try ChildProcess(["/usr/sbin/sshd", "-D", "-e", "-f", configuration], environment: environment)
        for _ in 0..<1000 where !SSHServer.answers(port) { try await Task.sleep(for: .milliseconds(10)) }
    }

    private static func answers(_ port: Int) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = UInt16(port).bigEndian
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
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
