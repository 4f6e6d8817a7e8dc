import Foundation
import TestRig
import Testing

/// Relays and their targets.
extension Workplace {
    /// A place with a virtual card in the provider's directory, whose key `anna` and certificate are for `CN=Anna`.
    static func withVirtualCard() async throws -> Workplace {
        let place = try Workplace(modules: [try BuildProducts.path("libjeton-pkcs11.so")])
        try await place.jeton("virtual", "create", "alpha").exits(0)
        let initialize = ["token", "init", "--reader", "Jeton virtual card alpha", "--label", "alpha", "--yes"]
        try await place.jeton(initialize + officerOption + pinOption).exits(0)
        try await place.makeSigner("anna", subject: "CN=Anna")
        return place
    }

    /// Makes the certificate of a server, `server.pem` and `server.key`, and the directory of the relay's socket.
    func makeRelayTarget() async throws {
        let curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-batch"]
        let names = ["-subj", "/CN=localhost", "-days", "2", "-addext", "subjectAltName=DNS:localhost"]
        let made = try await run(
            "openssl",
            and: ["req", "-x509", "-keyout", "server.key", "-out", "server.pem"] + names + curve
        )
        try #require(made.exitStatus == 0, "\(made.errorText)")
        try FileManager.default.createDirectory(
            atPath: directory.path("run"),
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
    }

    /// Starts a relay at the socket `run/r`, and waits until it listens.
    func listen(
        _ target: String,
        _ more: [String],
        _ variables: [String: String] = [:],
        by program: [String] = []
    ) async throws -> (ChildProcess, JSONNode) {
        let relay = try start(
            ["relay", "listen", "--to", target, "--socket", directory.path("run/r"), "--json", "--server-trust"]
                + ["server.pem", "--verbose"] + more,
            by: program,
            environment: variables
        )
        let lines = try await relay.lines { $0 == "}" }
        let document = lines.joined(separator: "\n")
        #expect(JSONSchema.faults(inOutput: Array(document.utf8)) == [], "\(relay.collectedError)")
        return (relay, try JSONNode(Array(document.utf8)))
    }

    /// Asks the relay.
    func curl(_ arguments: String...) async throws -> ChildProcess.Output {
        try await run(
            "curl",
            and: ["--silent", "--show-error", "--unix-socket", "run/r", "--header", "@run/r.secret"] + arguments
        )
    }

    /// nginx at a free port, which demands a certificate of the place's authority.
    func nginx() async throws -> (ChildProcess, UInt16) {
        let found = try LoopbackPort.closed()
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
            "\($0)_temp_path \(directory.path($0));"
        }
        let text = """
            daemon off;
            master_process off;
            pid \(directory.path("nginx.pid"));
            error_log \(directory.path("error.log"));
            events {}
            http {
            access_log off;
            \(temporary.joined(separator: "\n"))
            server {
                listen 127.0.0.1:\(found) ssl;
                client_max_body_size 1m;
                ssl_certificate \(directory.path("server.pem"));
                ssl_certificate_key \(directory.path("server.key"));
                ssl_client_certificate \(directory.path("ca.pem"));
                ssl_verify_client on;
                location / { return 200 "$ssl_client_s_dn $request_method $content_length"; }
                location /files/ { root \(directory.path); }
            }
            }

            """
        let file = try directory.write(text, to: "nginx.conf")
        let process = try ChildProcess([
            "nginx", "-e", directory.path("error.log"), "-p", directory.path, "-c", file,
        ])
        for _ in 0..<3000 {
            let probe = try await run("curl", "--silent", "--insecure", "https://localhost:\(found)/")
            if probe.exitStatus == 0 { return (process, found) }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw TestRigError("nginx does not listen: \(process.collectedError)")
    }
}
