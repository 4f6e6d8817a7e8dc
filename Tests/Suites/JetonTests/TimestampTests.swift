import Foundation
import TestRig
import Testing

@Suite("jeton timestamp, with OpenSSL as the authority")
struct TimestampTests {
    let place: Workplace

    init() throws {
        place = try Workplace(modules: [])
        try place.directory.write("content", to: "letter")
    }

    @Test("A request goes out, OpenSSL answers, the response is taken in and verified; another file's is not")
    func offline() async throws {
        _ = try await EvidenceServer(place)
        try await place.jeton("timestamp", "letter", "--request-out", "letter.tsq", "--tsa-policy", "1.2.3.5").exits(0)
        try await place.openssl("ts", "-reply", "-config", "tsa.cnf", "-queryfile", "letter.tsq", "-out", "reply.tsr")
        let taking = ["--request", "letter.tsq", "--response", "reply.tsr", "--trust", "ca.pem"]
        let taken = try await place.jeton(["timestamp", "letter"] + taking).exits(0)
        taken.prints("letter.tsr: valid", "policy:     1.2.3.5")
        try await place.openssl("ts", "-verify", "-data", "letter", "-in", "letter.tsr", "-CAfile", "ca.pem")

        let verified = try await place.jeton("verify", "letter.tsr", "--trust", "ca.pem", "--json").exits(0).json()
        #expect(verified["valid"].flag == true)
        #expect(verified["file"].text == "letter")
        // The file alone stands for the timestamp beside it.
        try await place.jeton("verify", "letter", "--trust", "ca.pem").exits(0).prints("letter.tsr: valid")
        try await place.jeton("verify", "letter.tsr").exits(1).prints("the authority is not trusted")
        try await place.jeton("verify", "letter.tsr", "--trust", "ca.pem", "--at", "2044-01-01").exits(1)
        try place.directory.write("other", to: "other")
        try await place.jeton("verify", "letter.tsr", "other", "--trust", "ca.pem").exits(1)
            .prints("it covers other data")
        try await place.jeton("timestamp", "other", "--request", "letter.tsq", "--response", "reply.tsr").exits(1)
            .says("it covers other data")
        try await place.jeton("timestamp", "letter").exits(2).says("--request-out")
        try await place.jeton("timestamp", "letter", "--tsa", "ftp://a/").exits(2).says("not a valid URL")
    }

    @Test("An authority that the given anchors deny is none: the next one is asked, and the last ends with 1")
    func denied() async throws {
        let liar = try await EvidenceServer(place)
        let honest = try Workplace(modules: [])
        let server = try await EvidenceServer(honest)
        let anchor = "\(honest.directory.path)/ca.pem"
        let asking = ["timestamp", "letter", "--tsa", liar.tsa]
        let refused = try await place.jeton(asking + ["--trust", anchor]).exits(1)
        refused.says("no timestamp was given", "config set trust")
        #expect(place.contents("letter.tsr") == nil)
        let both = try await place.jeton(asking + ["--tsa", server.tsa, "--trust", anchor, "--json"]).exits(0).json()
        #expect(both["server"].text == server.tsa && both["trusted"].flag == true)
        // Without anchors it is a warning.
        try await place.jeton(asking + ["--force"]).exits(0).says("warning: ", "is not trusted")
        // Anchors of the settings count as those of the command.
        try await place.jeton("config", "set", "trust", anchor).exits(0)
        try await place.jeton(asking + ["--force"]).exits(1)
        // The same for responses in files, and for what extends signatures.
        try await place.jeton("timestamp", "letter", "--request-out", "r.tsq").exits(0)
        try await place.openssl("ts", "-reply", "-config", "tsa.cnf", "-queryfile", "r.tsq", "-out", "r.tsr")
        let taking = ["timestamp", "letter", "--request", "r.tsq", "--response", "r.tsr", "--out", "x.tsr"]
        try await place.jeton(taking).exits(1).says("is not accepted")
        #expect(place.contents("x.tsr") == nil)
        try await place.jeton(taking + ["--trust", "ca.pem"]).exits(0)
        try await place.issue("anna", [])
        try await place.openssl(
            "cms",
            "-sign",
            "-in",
            "letter",
            "-binary",
            "-signer",
            "anna.pem",
            "-inkey",
            "anna.key",
            "-outform",
            "DER",
            "-out",
            "letter.p7s"
        )
        let former = place.contents("letter.p7s")
        let extending = ["extend", "letter.p7s", "--level", "T", "--tsa", liar.tsa]
        try await place.jeton(extending).exits(1)
        #expect(place.contents("letter.p7s") == former)
        try await place.jeton("config", "unset", "trust").exits(0)
        try await place.jeton(extending).exits(0).says("warning: letter.p7s: the signature would not be valid")
        #expect(place.contents("letter.p7s") != former)
    }

    @Test("The next authority is asked when one fails; each is named with its reason, and so is each host")
    func failOver() async throws {
        let server = try await EvidenceServer(place)
        try await place.jeton("timestamp", "letter", "--tsa", server.tsa, "--out", "stale.tsr").exits(0)
        let bad = [
            "http://127.0.0.1:1/tsa", "\(server.address)/html", "\(server.address)/huge", "\(server.address)/short",
        ]
        let urls = (bad + ["\(server.address)/stale", server.tsa]).flatMap { ["--tsa", $0] }
        let answer = try await place.jeton(["timestamp", "letter", "--trust", "ca.pem", "--json", "-v"] + urls).exits(0)
        answer.says("can't be reached", "text/html", "limit exceeded", "connection closed", "nonce")
        answer.says("contacted 127.0.0.1")
        let document = try answer.json()
        #expect(document["server"].text == server.tsa && document["trusted"].flag == true)
        #expect(document["failures"].list.count == 5)
        #expect(document["contacts"].list.map { $0["port"].number } == [Int(server.port)])
        let judged = try await place.openssl(
            "ts",
            "-verify",
            "-data",
            "letter",
            "-in",
            "letter.tsr",
            "-CAfile",
            "ca.pem"
        )
        #expect(judged.text.contains("Verification: OK"))
        let none = try await place.jeton("timestamp", "letter", "--force", "--tsa", bad[1]).exits(5)
        none.says("no timestamp was given", "text/html")
    }

    @Test("A digest is timestamped without its file")
    func digest() async throws {
        let server = try await EvidenceServer(place)
        let digest = try await place.openssl("dgst", "-sha384", "-r", "letter").text.prefix(96)
        let hash = ["--hash", String(digest)]
        let ask = [
            "timestamp", "--hash-algorithm", "sha384", "--tsa", server.tsa, "--trust", "ca.pem", "--out", "t.tsr",
        ]
        try await place.jeton(ask + hash).exits(0)
        try await place.openssl("ts", "-verify", "-data", "letter", "-in", "t.tsr", "-CAfile", "ca.pem")
        try await place.jeton(["verify", "t.tsr", "--trust", "ca.pem"] + hash).exits(0).prints("t.tsr: valid")
        let other = ["--hash", String(repeating: "00", count: 48)]
        try await place.jeton(["verify", "t.tsr", "--trust", "ca.pem"] + other).exits(1).prints("other data")
        try await place.jeton(["timestamp", "--tsa", server.tsa, "--out", "u.tsr"] + hash).exits(2)
    }

    @Test("A password goes to an authority over TLS alone, and once if it is wrong")
    func password() async throws {
        let plain = try await EvidenceServer(place, ["--password", "anna:right"])
        let server = try await EvidenceServer(
            place,
            ["--password", "anna:right", "--tls", "web.pem", "web.key"]
        )
        try place.secret("right", "password")
        try place.secret("wrong", "wrong")
        let ask = ["timestamp", "letter", "--server-trust", "ca.pem", "--tsa-user", "anna", "--tsa"]
        try await place.jeton(ask + [server.tsa, "--tsa-password-source", "file:password"]).exits(0)
        #expect(place.contents("letter.tsr") != nil)
        let refused = try await place.jeton(ask + [server.tsa, "--force", "--tsa-password-source", "file:wrong"])
        refused.exits(5).says("password")
        try await place.jeton(ask + [plain.tsa, "--force", "--tsa-password-source", "file:password"]).exits(5)
            .says("only over https")
        // Without its authority the server is not trusted.
        try await place.jeton("timestamp", "letter", "--force", "--tsa", server.tsa).exits(5).says("certificate")
    }

    @Test("An authority that asks for a client certificate gets that of a key on a token")
    func clientCertificate() async throws {
        let place = try await Workplace.withSoftHSM()
        try place.directory.write("content", to: "letter")
        _ = try await EvidenceServer(place)
        try await place.makeSigner("signer")
        let server = try await EvidenceServer(
            place,
            ["--tls", "web.pem", "web.key", "--client-authority", "ca.pem"]
        )
        let ask = ["timestamp", "letter", "--tsa", server.tsa, "--server-trust", "ca.pem"]
        try await place.jeton(ask + place.options + ["--tsa-key", "signer"] + Workplace.pinOption).exits(0)
        #expect(try await server.next() == "POST /tsa Anna Muster")
        try await place.jeton(ask + ["--force"]).exits(5)
    }
}
