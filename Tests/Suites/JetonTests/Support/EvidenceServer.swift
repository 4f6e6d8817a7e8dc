import Foundation
import TestRig

/// OpenSSL as an authority that gives timestamps, OCSP responses and revocation lists on the loopback.
///
/// Its files are those of a workplace: `ca.pem` issues everything.
final class EvidenceServer: Sendable {
    let place: Workplace
    let port: UInt16
    private let isSecure: Bool
    private let process: ChildProcess

    var address: String { "\(isSecure ? "https://localhost" : "http://127.0.0.1"):\(port)" }
    var tsa: String { "\(address)/tsa" }

    /// Starts a server in a place; makes the authorities of the place if they are missing.
    init(_ place: Workplace, _ options: [String] = []) async throws {
        self.place = place
        isSecure = options.contains("--tls")
        if place.contents("tsa.cnf") == nil { try await Self.makeAuthorities(place) }
        let script = BuildProducts.packageDirectory.appending(path: "Tests/TestRig/evidence-server.py").path
        process = try ChildProcess(
            ["python3", script, place.directory.path] + options,
            environment: place.variables(),
            workingDirectory: place.directory.path
        )
        guard let line = try await process.nextLine(), let port = UInt16(line) else {
            throw TestRigError("evidence-server.py: \(process.collectedError)")
        }
        self.port = port
    }

    /// The next request that was made.
    func next() async throws -> String { try await process.nextLine() ?? "" }

    /// Makes the authority `ca`, its timestamping authority `tsa`, its responder `ocsp` and a server `web`.
    private static func makeAuthorities(_ place: Workplace) async throws {
        try place.directory.write(
            """
            [tsa]
            default_tsa = one
            [one]
            serial = serial
            signer_cert = tsa.pem
            signer_key = tsa.key
            signer_digest = sha256
            default_policy = 1.2.3.4
            other_policies = 1.2.3.5
            digests = sha256, sha384, sha512
            ess_cert_id_alg = sha256
            accuracy = secs:1
            [ca]
            default_ca = authority
            [authority]
            database = index.txt
            default_md = sha256
            default_crl_days = 1

            """,
            to: "tsa.cnf"
        )
        try place.directory.write("01\n", to: "serial")
        try place.directory.write("", to: "index.txt")
        try await place.makeAuthority()
        try await place.issue("tsa", ["extendedKeyUsage=critical,timeStamping", "keyUsage=critical,digitalSignature"])
        try await place.issue("ocsp", ["extendedKeyUsage=OCSPSigning", "noCheck=ignored"])
        try await place.issue("web", ["subjectAltName=DNS:localhost", "extendedKeyUsage=serverAuth"])
    }

    /// Extensions of a certificate that names this server.
    var extensions: [String] {
        [
            "authorityInfoAccess=OCSP;URI:\(address)/ocsp",
            "crlDistributionPoints=URI:\(address)/ca.crl",
        ]
    }

    /// Writes the authority's revocation list, `ca.crl`.
    func publishList() async throws {
        try await place.openssl(
            "ca",
            "-config",
            "tsa.cnf",
            "-gencrl",
            "-cert",
            "ca.pem",
            "-keyfile",
            "ca.key",
            "-out",
            "list.pem"
        )
        try await place.openssl("crl", "-in", "list.pem", "-outform", "DER", "-out", "ca.crl")
    }

    /// Puts certificates into the responder's index: good, or revoked a day ago with a reason.
    func register(_ names: [String], revoked: [String: String] = [:]) async throws {
        var lines = ""
        for name in names {
            let output = try await place.openssl("x509", "-in", "\(name).pem", "-noout", "-serial")
            let serial = output.text.split(separator: "=").last.map { $0.trimmingCharacters(in: .newlines) } ?? ""
            if let reason = revoked[name] {
                lines += "R\t350101000000Z\t\(Self.time(.now - 3600)),\(reason)\t\(serial)\tunknown\t/CN=\(name)\n"
            } else {
                lines += "V\t350101000000Z\t\t\(serial)\tunknown\t/CN=\(name)\n"
            }
        }
        try place.directory.write(lines, to: "index.txt")
    }

    private static func time(_ date: Date) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "UTC")
        formatter.dateFormat = "yyMMddHHmmss'Z'"
        return formatter.string(from: date)
    }
}

extension Workplace {
    /// Makes the authority `ca`, with extensions as RFC 5280 asks for.
    func makeAuthority() async throws {
        try await openssl(
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:P-256",
            "-nodes",
            "-keyout",
            "ca.key",
            "-out",
            "ca.pem",
            "-days",
            "20",
            "-subj",
            "/CN=Test Authority",
            "-addext",
            "keyUsage=critical,keyCertSign,cRLSign",
            "-batch"
        )
    }

    /// Makes a key and a certificate below `ca`, in `NAME.key` and `NAME.pem`.
    func issue(_ name: String, _ extensions: [String], days: Int = 10) async throws {
        try await openssl(
            "req",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:P-256",
            "-nodes",
            "-keyout",
            "\(name).key",
            "-out",
            "\(name).csr",
            "-subj",
            "/CN=\(name)",
            "-batch"
        )
        try await certify(name, extensions, days: days)
    }

    /// Makes `NAME.pem` from `NAME.csr` with extensions.
    func certify(_ name: String, _ extensions: [String], days: Int = 10) async throws {
        try directory.write(extensions.map { $0 + "\n" }.joined(), to: "extensions")
        try await openssl(
            "x509",
            "-req",
            "-in",
            "\(name).csr",
            "-CA",
            "ca.pem",
            "-CAkey",
            "ca.key",
            "-CAcreateserial",
            "-days",
            "\(days)",
            "-extfile",
            "extensions",
            "-out",
            "\(name).pem"
        )
    }
}
