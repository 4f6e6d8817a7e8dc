import Foundation
import TestRig
import Testing

@Suite("NSS on the provider", .timeLimit(.minutes(5)))
struct NSSTests {
    private let place: ClientPlace

    init() async throws {
        place = try await ClientPlace()
        try place.directory.makeDirectory("nss")
        try await place.run("certutil", "-N", "-d", "sql:nss", "--empty-password")
        try await place.run("modutil", "-force", "-dbdir", "sql:nss", "-add", "jeton", "-libfile", place.module)
        try await place.run("dd", "if=/dev/urandom", "of=noise", "bs=64", "count=1")
    }

    private func certutil(_ arguments: String...) async throws -> String {
        try await place.run(["certutil", "-d", "sql:nss", "-h", "alpha", "-f", "pin"] + arguments)
    }

    @Test("modutil adds the provider and shows its token")
    func module() async throws {
        let list = try await place.run("modutil", "-dbdir", "sql:nss", "-list", "jeton")
        #expect(list.contains("Token Name: alpha") || list.contains("token: alpha"), "\(list)")
    }

    @Test(
        "certutil makes a key and a certificate on the token, which it signs by itself",
        arguments: [["-k", "rsa", "-g", "2048"], ["-k", "ec", "-q", "nistp256"], ["-k", "ec", "-q", "nistp384"]]
    )
    func generate(_ words: [String]) async throws {
        try await place.run(
            ["certutil", "-d", "sql:nss", "-h", "alpha", "-f", "pin", "-S", "-n", "made", "-s", "CN=made", "-x"]
                + ["-t", "u,u,u", "-z", "noise", "-v", "3"] + words
        )
        #expect(try await certutil("-L").contains("alpha:made"))
        // "< 0> ec       0123...   Key Management": the key has no label of its own.
        #expect(try await certutil("-K").split(separator: "\n").contains { $0.hasPrefix("< 0> \(words[1])") })
        try place.directory.write(try await certutil("-L", "-n", "alpha:made", "-a"), to: "made.pem")
        try await place.openssl("verify", "-CAfile", "made.pem", "made.pem")
    }

    @Test("pk12util puts a key and its certificate onto the token, and certutil signs a request with the key")
    func importing() async throws {
        try await place.makeSoftwareKey("other")
        try await place.openssl(
            "pkcs12",
            "-export",
            "-inkey",
            "other.key",
            "-in",
            "other.pem",
            "-name",
            "other",
            "-out",
            "other.p12",
            "-passout",
            "pass:secret"
        )
        let text = try await place.run(
            "pk12util",
            "-i",
            "other.p12",
            "-d",
            "sql:nss",
            "-h",
            "alpha",
            "-k",
            "pin",
            "-W",
            "secret"
        )
        #expect(text.contains("PKCS12 IMPORT SUCCESSFUL"))
        // "< 0> ec       0123...   alpha:other"
        let line = try #require(try await certutil("-K").split(separator: "\n").first { $0.hasSuffix("other") })
        let id = try #require(line.split(separator: " ").dropFirst(3).first)
        _ = try await certutil("-R", "-k", String(id), "-s", "CN=again", "-a", "-o", "again.csr")
        #expect(try await place.openssl("req", "-in", "again.csr", "-noout", "-verify").contains("verify OK"))
    }

    @Test(
        "selfserv and tstclnt prove keys on the token to each other in TLS 1.2 and 1.3",
        arguments: [("rsa:2048", "-n"), ("ec:p256", "-e")]
    )
    func tls(_ type: String, option: String) async throws {
        try await place.makeCertifiedKey("k", type, extensions: ["subjectAltName=DNS:localhost"])
        try await place.run("certutil", "-A", "-d", "sql:nss", "-n", "ca", "-t", "TC,C,C", "-i", "ca.pem")
        let text = try await place.runAlone(
            """
            printf 'GET /stop HTTP/1.0\\r\\n\\r\\n' >request
            for version in tls1.2 tls1.3; do
                selfserv -d sql:nss -p 4433 \(option) alpha:k -f pin -r -r -v >server.log 2>&1 &
                until ss --listening --tcp --numeric | grep -q ':4433 '; do sleep 0.05; done
                # Not by a pipe: tstclnt never ends once its standard input has hung up.
                tstclnt -h localhost -p 4433 -d sql:nss -V $version:$version -n alpha:k -W pin <request
                wait
                cat server.log
            done
            """
        )
        #expect(text.components(separatedBy: "HTTP/1.0 200 OK").count == 3, "\(text)")
        // What the server says of the client's certificate.
        #expect(text.components(separatedBy: "selfserv: -- SSL3: Certificate Validated.").count == 3, "\(text)")
        #expect(text.components(separatedBy: "selfserv: Subject: CN=k").count == 3, "\(text)")
        for version in ["SSL version 3.3", "SSL version 3.4"] { #expect(text.contains(version), "\(text)") }
    }
}
