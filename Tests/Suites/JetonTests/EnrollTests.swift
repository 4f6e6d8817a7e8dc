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
        let again = try await request(["--out", "other.csr"]).exits(6)
        let pendingName = try #require(try await pending().first?["identifier"].text?.prefix(8))
        again.says("is already pending", "`jeton enroll import FILE`", "`jeton enroll cancel \(pendingName)`")
        let told = try await place.jeton(["enroll", "collect", String(pendingName)] + Workplace.pinOption).exits(0)
        told.prints("written to a file for the authority")
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

    @Test("The token in the file of a pending request names no module and no PIN's source")
    func foreignToken() async throws {
        try await request(["--out", "work.csr"]).exits(0)
        try await place.makeAuthority()
        try await place.certify("work", ["keyUsage=digitalSignature"])
        let name = try #require(
            try FileManager.default.contentsOfDirectory(
                atPath: place.directory.path("data/enroll")
            ).first { $0.hasSuffix(".request") }
        )
        let file = "data/enroll/" + name
        let text = String(decoding: try #require(place.contents(file)), as: UTF8.self)
        #expect(text.contains("pkcs11:"))
        for attribute in ["module-path=/m.so", "pin-source=env:X"] {
            // The URI is a string of JSON: its end is the next quotation mark.
            let changed = text.replacing(/pkcs11:[^"]*/) { "\($0.output)?\(attribute)" }
            try place.directory.write(changed, to: file)
            try await place.jeton(["enroll", "import", "work.pem"] + Workplace.pinOption).exits(2)
                .says("can't have '\(attribute.split(separator: "=")[0])'")
        }
        #expect(try await certificates().isEmpty)
        try place.directory.write(text, to: file)
        try await place.jeton(["enroll", "import", "work.pem"] + Workplace.pinOption).exits(0)
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
        try await request(["--est", server.address + "/wrong"] + trust).exits(5).says("another key", "is saved")
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

    @Test("EST renews, waits, and asks as the renewal that it is, without being told the key again")
    func estWaitingRenewal() async throws {
        let first = try await EnrollmentServer(place, ["--tls", "web.pem", "web.key"])
        let trust = ["--server-trust", "ca.pem"]
        try await request(["--est", first.address] + trust).exits(0)
        let server = try await EnrollmentServer(place, ["--tls", "web.pem", "web.key", "--wait", "1"])
        let renewal = ["enroll", "renew", "--key", "work", "--est", server.address, "--json"] + trust
        try await place.jeton(renewal + Workplace.pinOption).exits(0)
        #expect(try await pending().map { $0["state"].text } == ["waiting"])
        #expect(try await collect(trust).exits(0).json()["requests"].list.map { $0["state"].text } == ["stored"])
        for _ in 0..<2 { #expect(try await server.next() == "POST /.well-known/est/simplereenroll Anna Muster") }
        #expect(try await certificates().count == 1)

        // The successor of another key leaves the present certificate where it is.
        try await place.makeKey("second")
        let other = ["enroll", "renew", "--key", "work", "--new-key", "second", "--est", first.address] + trust
        try await place.jeton(other + Workplace.pinOption).exits(0)
        #expect(try await certificates().count == 2)
        for _ in 0..<2 { _ = try await first.next() }
        #expect(try await first.next() == "POST /.well-known/est/simplereenroll Anna Muster")
    }

    @Test("A certificate that does not take the place of the present one costs nothing")
    func imposedCertificate() async throws {
        let server = try await EnrollmentServer(place, ["--tls", "web.pem", "web.key"])
        let trust = ["--server-trust", "ca.pem"]
        try await request(["--est", server.address] + trust).exits(0)
        let renewal = ["enroll", "renew", "--key", "work", "--out", "again.csr"] + Workplace.pinOption
        try await place.jeton(renewal).exits(0)
        // Somebody who only knows the request issues a certificate for the key.
        try await place.openssl(
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-keyout",
            "eve.key",
            "-out",
            "eve.pem",
            "-subj",
            "/CN=Eve",
            "-days",
            "3650"
        )
        try await place.openssl(
            "x509",
            "-req",
            "-in",
            "again.csr",
            "-CA",
            "eve.pem",
            "-CAkey",
            "eve.key",
            "-CAcreateserial",
            "-days",
            "3000",
            "-out",
            "imposed.pem"
        )
        let imported = try await place.jeton(["enroll", "import", "imposed.pem", "--json"] + Workplace.pinOption)
        let warnings = try imported.exits(0).json()["requests"][0]["warnings"].list.map { $0.text ?? "" }
        #expect(warnings.contains { $0.contains("is kept") })
        #expect(try await certificates().count == 2)
    }

    @Test("certmonger's local-submit issues a certificate; another helper is asked again by its cookie")
    func helper() async throws {
        _ = try place.directory.makeDirectory("authority")
        let local = "/usr/lib/certmonger/local-submit -d \(place.directory.path("authority"))"
        try await request(["--helper", local]).exits(0)
        #expect(try await certificates().count == 1)

        try await place.makeKey("second")
        try await place.makeAuthority()
        try await place.withPIN("csr", "create", "--key", "second", "--subject", "CN=B", "--out", "second.csr").exits(0)
        try await place.certify("second", [])
        let script = """
            #!/bin/sh
            cd '\(place.directory.path)'
            echo "$CERTMONGER_OPERATION $CERTMONGER_CA_COOKIE" >> helper.log
            [ "$CERTMONGER_OPERATION" = POLL ] && [ "$CERTMONGER_CA_COOKIE" = "ticket 7" ] && exec cat second.pem
            printf '0\\nticket 7\\n'
            exit 5

            """
        let path = try place.directory.write(script, to: "helper")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        try await request(["--helper", path], key: "second").exits(0)
        let waiting = try await pending()
        #expect(waiting.map { $0["state"].text } == ["waiting"] && waiting[0]["protocol"].text == "helper")
        try await collect().exits(0)
        #expect(String(decoding: place.contents("helper.log") ?? [], as: UTF8.self) == "SUBMIT \nPOLL ticket 7\n")
        #expect(try await certificates().count == 2)
        try await request(["--helper", "local-submit"]).exits(2).says("absolute path")
    }

    @Test("A card's attestation goes to a web service that has a place for it; another key's is refused")
    func attestation() async throws {
        try await place.makeAuthority()
        try await place.issue("stranger", ["1.3.6.1.4.1.41482.3.3=DER:05:04:03"])
        try await place.withPIN("csr", "create", "--key", "work", "--subject", "CN=A", "--out", "work.csr").exits(0)
        try await place.certify("work", ["1.3.6.1.4.1.41482.3.3=DER:05:04:03"])
        let server = try await EnrollmentServer(place)
        try place.directory.write(
            #"{"contentType":"application/json","submit":"{\"identifier\":\"{{identifier}}\","#
                + #"\"request\":\"{{request}}\",\"evidence\":\"{{attestation}}\"}","collect":"[{{identifiers}}]","#
                + #""item":"\"{{identifier}}\"","separator":","}"#,
            to: "form.json"
        )
        let form = ["--mailbox", server.address, "--mailbox-form", "form.json"]
        try await request(form + ["--attestation", "stranger.pem"]).exits(1).says("another key")
        try await request(["--mailbox", server.address, "--attestation", "work.pem"]).exits(2).says("no field")
        try await request(form + ["--attestation", "work.pem"]).exits(0)
        let mail = try JSONNode(place.contents("mail") ?? [])
        let evidence = Array(Data(base64Encoded: mail["evidence"].text ?? "") ?? Data())
        try place.directory.write(evidence, to: "evidence.pem")
        let check = ["cert", "verify", "work.csr", "--attestation", "evidence.pem", "--trust", "ca.pem"]
        try await place.jeton(check).exits(0)
        // A certificate below the same root that no card has made proves nothing.
        try await place.certify("work", [])
        try await place.jeton("cert", "verify", "work.csr", "--attestation", "work.pem", "--trust", "ca.pem").exits(7)
    }

    @Test("A request that could never be sent is not kept, and a damaged one is named")
    func neverSent() async throws {
        let cmp = ["--cmp", "http://127.0.0.1:1/pki"]
        try await request(cmp).exits(2).says("CMP requires a user", "--client-key")
        #expect(try await pending().isEmpty)
        _ = try place.directory.makeDirectory("data/enroll")
        try place.directory.write("x", to: "data/enroll/\(String(repeating: "ab", count: 20)).request")
        try await collect().exits(0).says("is damaged and can't be read")
        try await place.jeton(
            ["enroll", "renew", "--key", "work", "--est", "https://127.0.0.1:1/"] + Workplace.pinOption
        ).exits(3).says("has no certificate")
    }

    @Test("EST renews: the present key opens the connection, the successor is for the same key")
    func estRenewal() async throws {
        let server = try await EnrollmentServer(place, ["--tls", "web.pem", "web.key"])
        let trust = ["--server-trust", "ca.pem"]
        let answer = try await request(["--est", server.address] + trust).exits(0).json()
        // The root is shown, and neither on the token nor trusted.
        let digest = try await place.openssl("x509", "-in", "ca.pem", "-outform", "DER", "-out", "ca.der")
        #expect(digest.exitStatus == 0)
        let sum = try await place.openssl("dgst", "-sha256", "-r", "ca.der").text.prefix(64)
        let roots = answer["request"]["roots"].list
        #expect(roots.map { $0["subject"].text } == ["CN=Test Authority"] && roots[0]["sha256"].text == String(sum))
        #expect(try await certificates().count == 1)
        #expect(try await server.next().hasPrefix("POST /.well-known/est/simpleenroll"))
        #expect(try await server.next() == "GET /.well-known/est/cacerts")
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
        #expect(early.allSatisfy { $0["reason"].text?.contains("no certificate") == true })
        try place.directory.write("", to: "ready")
        let late = try await collect().exits(0).json()["requests"].list
        #expect(late.map { $0["state"].text } == ["stored", "stored"])
        for _ in 0..<2 {
            #expect(try await server.next() == "POST /")
            #expect(try await server.next() == "identifiers 2")
        }
        #expect(try await certificates().count == 2)
    }

    @Test("A request that can't be written to its file does not stay pending")
    func fullDisk() async throws {
        // Nothing can be written to the standard output, and the request is not kept either.
        let words = ["enroll", "request", "--key", "work", "--subject", "CN=Anna"] + Workplace.pinOption
        let command = try place.words(words).map { "'\($0)'" }.joined(separator: " ")
        let output = try await ChildProcess.run(
            ["sh", "-c", "\(command) > /dev/full"],
            environment: place.variables(),
            workingDirectory: place.directory.path
        )
        #expect(output.exitStatus == 7, "\(output.errorText)")
        #expect(try await pending().isEmpty)
        try await request(["--out", "work.csr"]).exits(0)
    }

    @Test("A wrong PIN when a certificate is collected names the request once, and the certificate is kept for later")
    func wrongPINAtCollection() async throws {
        let server = try await EnrollmentServer(place)
        try await request(["--mailbox", server.address]).exits(0)
        try place.directory.write("", to: "ready")
        try place.secret("999999", "wrong")
        let refused = try await place.jeton("enroll", "collect", "--pin-source", "file:wrong").exits(4)
        refused.says("CKR_PIN_INCORRECT")
        #expect(refused.all.components(separatedBy: "'CN=Anna Muster': ").count == 2, "\(refused.all)")
        #expect(try await pending().map { $0["state"].text } == ["issued"])
        #expect(try await collect().exits(0).json()["requests"].list.map { $0["state"].text } == ["stored"])
    }

    @Test("CMP: p10cr and ir are polled for and confirmed", arguments: ["p10cr", "ir"], [0, 2])
    func cmp(message: String, polls: Int) async throws {
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
        try await request(["--cmp", server.address, "--user", "1234", "--cmp-message", message] + password).exits(0)
        for _ in 0..<polls {
            #expect(try await pending().map { $0["state"].text } == ["waiting"])
            let collected = try await collect(password).exits(0).json()["requests"][0]
            guard collected["state"].text == "stored" else { continue }
            // What CMP calls a trust anchor is shown and not trusted; OpenSSL sends caPubs in answers to ir alone.
            let roots = collected["roots"].list.map { $0["subject"].text ?? "" }
            #expect(roots == (message == "ir" ? ["CN=Test Authority"] : []))
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

    @Test("A mailbox elsewhere is asked by http only if that is allowed")
    func mailboxScheme() async throws {
        let far = ["--mailbox", "http://mailbox.invalid/"]
        try await request(far).exits(2).says("plain http", "--allow-http")
        try await request(["--mailbox", "http://127.0.0.1.nip.invalid/"]).exits(2).says("plain http")
        #expect(try await pending().isEmpty)
        try await request(far + ["--allow-http"]).exits(7).says("mailbox.invalid", "is saved")
    }

    @Test("CMP renews by a key update that the present key signs; another user does not answer it", arguments: [0, 2])
    func cmpKeyUpdate(polls: Int) async throws {
        try await place.makeSigner("signer")
        try await place.issue("server", ["extendedKeyUsage=1.3.6.1.5.5.7.3.27"])
        try await place.issue("bob", ["extendedKeyUsage=emailProtection"])
        func server(_ name: String) async throws -> CMPServer {
            try await CMPServer(
                place,
                [
                    "-srv_cert", "\(name).pem", "-srv_key", "\(name).key", "-srv_trusted", "ca.pem", "-rsp_cert",
                    "signer.pem", "-poll_count", "\(polls)", "-check_after", "0",
                ]
            )
        }
        // Another user of the same authority does not speak for it.
        let bob = try await server("bob")
        let asked = ["enroll", "renew", "--key", "signer", "--cmp", bob.address, "--server-trust", "ca.pem"]
        try await place.jeton(asked + Workplace.pinOption).exits(5).says("may not act for an authority")
        let forged = try await pending()[0]["identifier"].text ?? ""
        try await place.jeton("enroll", "cancel", forged, "--yes").exits(0)
        func renewal(_ server: CMPServer) -> [String] {
            ["enroll", "renew", "--key", "signer", "--cmp", server.address, "--json"] + Workplace.pinOption
        }
        // Without --server-trust no signature of an authority is accepted, the system's neither.
        let distrusted = try await server("server")
        try await place.jeton(renewal(distrusted)).exits(5).says("not trusted")
        let identifier = try await pending()[0]["identifier"].text ?? ""
        try await place.jeton("enroll", "cancel", identifier, "--yes").exits(0)
        let trust = ["--server-trust", "ca.pem"]
        let trusted = try await server("server")
        var entry = try await place.jeton(renewal(trusted) + trust).exits(0).json()["request"]
        for _ in 0..<polls {
            #expect(entry["state"].text == "waiting")
            entry = try await collect(trust).exits(0).json()["requests"][0]
        }
        #expect(entry["state"].text == "stored")
        #expect(entry["certificates"].list.first?["wasStored"].flag == true)
    }

    @Test("A damaged file of the list is named and harms no other request; cancel asks first")
    func damage() async throws {
        try await request(["--out", "work.csr"]).exits(0)
        let name = String(repeating: "ab", count: 20)
        try place.directory.write("{}", to: "data/enroll/\(name).request")
        let link = String(repeating: "cd", count: 20)
        try FileManager.default.createSymbolicLink(
            atPath: place.directory.path("data/enroll/\(link).request"),
            withDestinationPath: "/dev/zero"
        )
        let answer = try await place.jeton("enroll", "list", "--json").exits(0)
        #expect(
            try Set(answer.json()["damaged"].list.map { $0.text }) == ["\(name).request", "\(link).request"]
        )
        #expect(try await pending().count == 1)
        let identifier = try await pending()[0]["identifier"].text ?? ""
        try await place.jeton("enroll", "cancel", identifier).exits(2)
        try await place.jeton("enroll", "cancel", "abcd", "--yes").exits(3)
        try await place.jeton("enroll", "cancel", identifier, "--yes", "--json").exits(0)
        #expect(try await pending().isEmpty)
        // The hint of a damaged one leads out.
        try await place.jeton("enroll", "collect", name).exits(7).says("is damaged", "`jeton enroll cancel abababab`")
        try await place.jeton("enroll", "cancel", "abababab", "--yes").exits(0)
        try await place.jeton("enroll", "collect", name).exits(3)
    }
}
