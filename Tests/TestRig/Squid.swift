import Foundation

/// Squid on a free port of the loopback, with Basic authentication by a script of ours.
public struct Squid: Sendable {
    /// The port.
    public let port: UInt16
    private let process: ChildProcess
    private let directory: TemporaryDirectory

    /// Starts it, and waits until it listens; the one user is anyone with the password `right`.
    public init() async throws {
        directory = try TemporaryDirectory()
        let path = directory.path
        // Squid runs as a user of its own when root starts it.
        for place in [path] {
            try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: place)
        }
        try directory.write(
            """
            #!/bin/sh
            while read -r user password; do
                echo "$user $password" >> \(path)/attempts
                if [ "$password" = right ]; then echo OK; else echo ERR; fi
            done

            """,
            to: "helper",
            mode: 0o755
        )
        // Squid has no way to say which port the system chose. One that was free a moment ago may be taken by now, and
        // connecting to find out could take it: the log tells.
        var report = ""
        for attempt in 0..<10 {
            let port = try LoopbackPort.closed()
            let configuration = try directory.write(
                Self.configuration(port, in: path, log: "cache-\(attempt).log"),
                to: "squid.conf",
                mode: 0o644
            )
            let process = try ChildProcess(["/usr/sbin/squid", "-N", "-f", configuration])
            for _ in 0..<3000 {
                report = (try? directory.read("cache-\(attempt).log")).map { String(decoding: $0, as: UTF8.self) } ?? ""
                if report.contains("Accepting HTTP Socket connections") {
                    (self.port, self.process) = (port, process)
                    return
                }
                if report.contains("FATAL") { break }
                try await Task.sleep(for: .milliseconds(20))
            }
        }
        throw TestRigError("squid does not listen: \(report)")
    }

    private static func configuration(_ port: UInt16, in path: String, log: String) -> String {
        """
        http_port 127.0.0.1:\(port)
        auth_param basic program \(path)/helper
        auth_param basic children 1
        auth_param basic credentialsttl 1 hour
        acl users proxy_auth REQUIRED
        http_access allow users
        http_access deny all
        cache deny all
        access_log none
        cache_log \(path)/\(log)
        pid_filename none
        coredump_dir \(path)
        pinger_enable off
        shutdown_lifetime 0 seconds
        visible_hostname squid.test

        """
    }

    /// The names and passwords that the helper was asked about.
    public func attempts() throws -> [String] {
        String(decoding: try directory.read("attempts"), as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
