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
}
