import Foundation
import TestRig
import Testing

@Suite("jeton enroll, with OpenSSL's CMP server, an EST server, a mailbox, and files")
struct EnrollTests {
    let place: Workplace

    init() async throws {
        place = try await Workplace.withSoftHSM()
        try await place.makeKey("work")
    }

    private func request(_ more: [String], key: String = "work") async throws -> Answer {
        try await place.jeton(
            ["enroll", "request", "--key", key, "--subject", "CN=Anna Muster", "--json"] + more + Workplace.pinOption
        )
    }

    private func collect(_ more: [String] = []) async throws -> Answer {
        try await place.jeton(["enroll", "collect", "--json"] + more + Workplace.pinOption)
    }

    private func certificates() async throws -> [String] {
        try await place.jeton("cert", "list", "--json").exits(0).json()["certificates"].list.map { $0["id"].text ?? "" }
    }

    private func pending() async throws -> [JSONNode] {
        try await place.jeton("enroll", "list", "--json").exits(0).json()["requests"].list
    }

    @Test("A request on a file waits, is not made twice, and its certificate is imported by its key, issuers too")
    func file() async throws {
        try await request(["--out", "work.csr"]).exits(0)
        try await place.openssl("req", "-in", "work.csr", "-verify", "-noout")
        try await request(["--out", "other.csr"]).exits(6).says("is pending")
        let listed = try await pending()
        #expect(listed.count == 1 && listed[0]["protocol"].text == "file" && listed[0]["state"].text == "waiting")
        try await place.jeton("enroll", "list").exits(0).prints("Anna Muster", "work")

        // The certificate of another key changes nothing.
        try await place.makeAuthority()
        try await place.issue("stranger", [])
        try await place.jeton(["enroll", "import", "stranger.pem"] + Workplace.pinOption).exits(3)
        #expect(try await certificates().isEmpty)

        // Another label: the key is found by itself.
        let name = "pkcs11:object=work;type=private"
        try await place.jeton(["object", "set", name, "--label", "moved"] + Workplace.pinOption).exits(0)
        try await place.certify("work", ["keyUsage=digitalSignature"])
        try await place.openssl(
            "crl2pkcs7",
            "-nocrl",
            "-certfile",
            "ca.pem",
            "-certfile",
            "work.pem",
            "-outform",
            "DER",
            "-out",
            "all.p7b"
        )
        let imported = try await place.jeton(["enroll", "import", "all.p7b", "--json"] + Workplace.pinOption).exits(0)
        let entry = try imported.json()["requests"].list[0]
        #expect(entry["state"].text == "stored" && entry["certificates"].list.count == 1)
        #expect(entry["warnings"].list.map { $0.text ?? "" }.contains { $0.contains("expires soon") })
        #expect(try await certificates().count == 1)
        #expect(try await pending().isEmpty)
    }

    @Test("EST: a request that waits is sent again with the same octets; the password goes to the server alone")
    func est() async throws {
        let server = try await EnrollmentServer(
            place,
            ["--tls", "web.pem", "web.key", "--password", "anna:secret", "--wait", "1"]
        )
        try place.secret("secret", "password")
        let trust = ["--server-trust", "ca.pem", "--password-source", "file:password"]
        try await request(["--est", server.address, "--user", "anna"] + trust).exits(0)
        #expect(try await pending()[0]["state"].text == "waiting")
        let collected = try await collect(trust).exits(0).json()["requests"].list
        #expect(collected.map { $0["state"].text } == ["stored"])
        #expect(try await certificates().count == 1)
        #expect(try await pending().isEmpty)
        try await place.jeton(
            ["enroll", "request", "--key", "work", "--subject", "CN=A", "--est", "http://localhost"]
                + Workplace.pinOption
        ).exits(2).says("https")
    }

    @Test("EST: a refusal is kept with its words, a certificate for another key is not taken")
    func estRefusal() async throws {
        let server = try await EnrollmentServer(place, ["--tls", "web.pem", "web.key"])
        let trust = ["--server-trust", "ca.pem"]
        try await request(["--est", server.address + "/wrong"] + trust).exits(5).says("another key", "is kept")
        try await place.jeton(
            "enroll",
            "cancel",
            String(pending()[0]["identifier"].text?.prefix(8) ?? ""),
            "--yes"
        ).exits(0)
        try await request(["--est", server.address + "/reject"] + trust).exits(5)
        #expect(try await pending()[0]["state"].text == "rejected")
        // A rejected request does not stand in the way of the next one.
        try await request(["--est", server.address] + trust).exits(0)
        #expect(try await certificates().count == 1)
        let untrusted = try await place.jeton(
            ["enroll", "renew", "--key", "work", "--est", server.address] + Workplace.pinOption
        )
        untrusted.exits(7).says("not trusted")
    }

    @Test("EST renews: the present key opens the connection, the successor is for the same key")
    func estRenewal() async throws {
        let server = try await EnrollmentServer(place, ["--tls", "web.pem", "web.key"])
        let trust = ["--server-trust", "ca.pem"]
        try await request(["--est", server.address] + trust).exits(0)
        _ = try await server.next()
        let renewal = ["enroll", "renew", "--key", "work", "--est", server.address] + trust + Workplace.pinOption
        try await place.jeton(renewal + ["--within", "3"]).exits(0).prints("not due")
        try await place.jeton(renewal + ["--within", "3650"]).exits(0)
        #expect(try await server.next() == "POST /.well-known/est/simplereenroll Anna Muster")
        // The successor took the place of the certificate, so the key goes on to have one.
        #expect(try await certificates().count == 1)
    }

    @Test("A mailbox takes requests one by one and gives all certificates in one answer", arguments: ["json", "soap"])
    func mailbox(form: String) async throws {
        try await place.makeKey("second")
        let server = try await EnrollmentServer(place)
        for key in ["work", "second"] {
            try await request(["--mailbox", server.address, "--mailbox-form", form], key: key).exits(0)
            #expect(try await server.next() == "POST /")
        }
        let early = try await collect().exits(0).json()["requests"].list
        #expect(early.map { $0["state"].text } == ["waiting", "waiting"])
        try place.directory.write("", to: "ready")
        let late = try await collect().exits(0).json()["requests"].list
        #expect(late.map { $0["state"].text } == ["stored", "stored"])
        for _ in 0..<2 {
            #expect(try await server.next() == "POST /")
            #expect(try await server.next() == "identifiers 2")
        }
        #expect(try await certificates().count == 2)
    }

    @Test("CMP: a request in PKCS #10 is polled for and confirmed", arguments: [0, 2])
    func cmp(polls: Int) async throws {
        try await place.makeAuthority()
        try await place.withPIN("csr", "create", "--key", "work", "--subject", "CN=Anna Muster", "--out", "work.csr")
            .exits(0)
        try await place.certify("work", [])
        let server = try await CMPServer(
            place,
            [
                "-srv_ref", "1234", "-srv_secret", "pass:secret", "-rsp_cert", "work.pem", "-rsp_capubs", "ca.pem",
                "-poll_count", "\(polls)", "-check_after", "0",
            ]
        )
        try place.secret("secret", "password")
        let password = ["--password-source", "file:password"]
        try await request(["--cmp", server.address, "--user", "1234"] + password).exits(0)
        for _ in 0..<polls {
            #expect(try await pending().map { $0["state"].text } == ["waiting"])
            try await collect(password).exits(0)
        }
        #expect(try await pending().isEmpty)
        #expect(try await certificates().count == 1)
    }

    @Test("CMP: a wrong password, an unprotected answer and an error are refused, and nothing is stored")
    func cmpRefusals() async throws {
        try await place.makeAuthority()
        try await place.withPIN("csr", "create", "--key", "work", "--subject", "CN=Anna Muster", "--out", "work.csr")
            .exits(0)
        try await place.certify("work", [])
        try place.secret("secret", "password")
        try place.secret("wrong", "wrong")
        let common = ["-srv_ref", "1234", "-rsp_cert", "work.pem"]
        let cases: [(server: [String], password: String, words: String)] = [
            (["-srv_secret", "pass:secret"], "wrong", "refused the message"),
            (["-srv_secret", "pass:secret", "-send_unprotected"], "password", "not protected"),
            (["-srv_secret", "pass:secret", "-send_error"], "password", "refused the message"),
        ]
        for item in cases {
            let server = try await CMPServer(place, common + item.server)
            let answer = try await request([
                "--cmp", server.address, "--user", "1234", "--password-source", "file:\(item.password)",
            ])
            answer.exits(5).says(item.words)
            #expect(try await certificates().isEmpty)
            let identifier = try await pending()[0]["identifier"].text ?? ""
            try await place.jeton("enroll", "cancel", identifier, "--yes").exits(0)
        }
    }

    @Test("CMP renews by a key update that the present key signs")
    func cmpKeyUpdate() async throws {
        try await place.makeSigner("signer")
        try await place.issue("server", [])
        let server = try await CMPServer(
            place,
            [
                "-srv_cert", "server.pem", "-srv_key", "server.key", "-srv_trusted", "ca.pem", "-rsp_cert",
                "signer.pem",
            ]
        )
        let renewal = ["enroll", "renew", "--key", "signer", "--cmp", server.address, "--json"] + Workplace.pinOption
        // Without --server-trust no signature of an authority is accepted, the system's neither.
        try await place.jeton(renewal).exits(5).says("not trusted")
        let identifier = try await pending()[0]["identifier"].text ?? ""
        try await place.jeton("enroll", "cancel", identifier, "--yes").exits(0)
        let answer = try await place.jeton(renewal + ["--server-trust", "ca.pem"])
        let entry = try answer.exits(0).json()["request"]
        #expect(entry["state"].text == "stored")
        #expect(entry["certificates"].list.first?["wasStored"].flag == true)
    }

    @Test("A damaged file of the list is named and harms no other request; cancel asks first")
    func damage() async throws {
        try await request(["--out", "work.csr"]).exits(0)
        let name = String(repeating: "ab", count: 20)
        try place.directory.write("{}", to: "data/enroll/\(name).request")
        let answer = try await place.jeton("enroll", "list", "--json").exits(0)
        #expect(try answer.json()["damaged"].list.map { $0.text } == ["\(name).request"])
        #expect(try await pending().count == 1)
        let identifier = try await pending()[0]["identifier"].text ?? ""
        try await place.jeton("enroll", "cancel", identifier).exits(2)
        try await place.jeton("enroll", "cancel", "abcd", "--yes").exits(3)
        try await place.jeton("enroll", "cancel", identifier, "--yes", "--json").exits(0)
        #expect(try await pending().isEmpty)
    }
}
