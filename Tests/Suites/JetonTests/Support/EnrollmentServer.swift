import Foundation
import TestRig

/// An authority on the loopback that issues certificates by EST and through a mailbox; its files are a workplace's.
final class EnrollmentServer: Sendable {
    let port: UInt16
    private let isSecure: Bool
    private let process: ChildProcess

    var address: String { "\(isSecure ? "https://localhost" : "http://127.0.0.1"):\(port)" }

    /// Starts a server in a place, whose authority `ca` is made if it is missing.
    init(_ place: Workplace, _ options: [String] = []) async throws {
        isSecure = options.contains("--tls")
        if place.contents("ca.pem") == nil { try await place.makeAuthority() }
        if isSecure, place.contents("web.pem") == nil {
            try await place.issue("web", ["subjectAltName=DNS:localhost", "extendedKeyUsage=serverAuth"])
        }
        let script = BuildProducts.packageDirectory.appending(path: "Tests/TestRig/enrollment-server.py").path
        process = try ChildProcess(
            ["python3", script, place.directory.path] + options,
            environment: place.variables(),
            workingDirectory: place.directory.path
        )
        guard let line = try await process.nextLine(), let port = UInt16(line) else {
            throw TestRigError("enrollment-server.py: \(process.collectedError)")
        }
        self.port = port
    }

    /// The next request that was made.
    func next() async throws -> String { try await process.nextLine() ?? "" }
}

/// OpenSSL's mock server of CMP on the loopback, which hands out one certificate.
final class CMPServer: Sendable {
    let port: UInt16
    private let process: ChildProcess

    var address: String { "http://127.0.0.1:\(port)/pkix/" }

    /// Starts a server in a place.
    init(_ place: Workplace, _ options: [String]) async throws {
        process = try ChildProcess(
            ["openssl", "cmp", "-config", "", "-port", "0"] + options,
            environment: place.variables(),
            workingDirectory: place.directory.path
        )
        while let line = try await process.nextLine() {
            guard line.hasPrefix("ACCEPT"), let text = line.split(separator: " ").dropFirst().first,
                let port = text.split(separator: ":").last.flatMap({ UInt16($0) })
            else { continue }
            self.port = port
            return
        }
        throw TestRigError("openssl cmp: \(process.collectedError)")
    }
}
