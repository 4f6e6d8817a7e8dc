import Foundation
import TestRig
import Testing

@Suite("jeton job, with OpenSSL as the issuer")
struct JobTests {
    private let place: Workplace
    private let server: EnrollmentServer
    private let installation: String
    private static let usage = "2.25.245673358858021840847124040467570385224"

    init() async throws {
        place = try await Workplace.withSoftHSM()
        try await place.makeSigner("signer")
        // The signer's authority, made above, becomes that of the server too.
        try await place.issue("web", ["subjectAltName=DNS:localhost", "extendedKeyUsage=serverAuth"])
        try await place.issue("portal", ["subjectAltName=DNS:localhost", "extendedKeyUsage=\(Self.usage)"])
        server = try await EnrollmentServer(place, ["--tls", "web.pem", "web.key"])
        try place.directory.write("hello", to: "letter.txt")
        let trust = try await place.jeton(
            "job",
            "trust",
            server.address,
            "--certificate",
            "portal.pem",
            "--operation",
            "sign-data",
            "--operation",
            "sign-digest",
            "--blind-digests",
            "--json"
        ).exits(0).json()
        installation = trust["installation"].text ?? ""
    }

    /// Makes `NAME.jeton-job` from members.
    private func job(_ name: String, _ more: [String: Any] = [:], signer: String = "portal") async throws {
        let now = Int(Date().timeIntervalSince1970)
        let document: [String: Any] = [
            "name": "letter.txt", "mediaType": "text/plain", "size": 5, "url": "\(server.address)/files/letter.txt",
            "digest": [
                "alg": "sha256", "value": "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
            ],
        ]
        let members: [String: Any] = [
            "typ": "jeton.job/1", "jti": UUID().uuidString.lowercased(), "iss": server.address,
            "aud": [installation], "iat": now, "nbf": now, "exp": now + 300, "op": "sign-data",
            "params": ["form": "cms-detached"], "documents": [document], "key": ["issuer": "CN=Test Authority"],
            "display": ["title": "Sign the letter", "text": "Please"], "reply": ["url": "\(server.address)/reply"],
        ]
        let all = members.merging(more) { $1 }
        let octets = Array(try JSONSerialization.data(withJSONObject: all))
        try place.directory.write(octets, to: "job.json")
        try await place.openssl(
            "cms",
            "-sign",
            "-binary",
            "-nodetach",
            "-cades",
            "-in",
            "job.json",
            "-signer",
            "\(signer).pem",
            "-inkey",
            "\(signer).key",
            "-econtent_type",
            "2.25.147607797994757774504504869572682161680",
            "-outform",
            "DER",
            "-out",
            "\(name).jeton-job"
        )
    }

    private func run(_ name: String, _ more: [String] = ["--yes"]) async throws -> Answer {
        try await place.jeton(
            ["job", "run", "\(name).jeton-job", "--server-trust", "ca.pem", "--json"] + more + Workplace.pinOption
        )
    }

    @Test("A document is fetched, compared, signed once, and the answer has a signature that OpenSSL verifies")
    func sign() async throws {
        try await job("a")
        try await place.jeton("job", "show", "a.jeton-job").exits(0)
            .prints(server.address, "letter.txt", "the issuer says, unchecked")
        let document = try await run("a").exits(0).json()
        #expect(document["replied"].flag == true)
        let reply = try JSONNode(place.contents("reply.json") ?? [])
        #expect(reply["status"].text == "done" && reply["log"].text == document["log"].text)
        let signature = Data(base64Encoded: reply["results"][0]["signature"].text ?? "") ?? Data()
        try place.directory.write(Array(signature), to: "letter.p7s")
        try await place.checkCMS("letter.p7s", of: "letter.txt")

        try await run("a").exits(1).says("taken before")
        try await place.jeton("job", "show", "a.jeton-job", "--json").exits(1).says("taken before")
        let log = try await place.jeton("job", "log", "--json").exits(0).json()
        #expect(log["entries"].list.map { $0["decision"].text } == ["accepted", "done", "refused", "refused"])
        try await place.jeton("job", "log", "--verify").exits(0).prints("4 lines, unchanged")
        let text = String(decoding: place.contents("data/jobs/log") ?? [], as: UTF8.self)
        try place.directory.write(text.replacingOccurrences(of: "accepted", with: "declined"), to: "data/jobs/log")
        try await place.jeton("job", "log", "--verify").exits(1).says("line 1", "changed")
    }

    @Test("A digest is signed for an issuer who may; files get the signatures of an issuer who wants no answer")
    func digest() async throws {
        let given: [String: Any] = [
            "name": "letter.txt", "mediaType": "text/plain", "size": 5,
            "digest": [
                "alg": "sha256", "value": "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
            ],
        ]
        try await job("d", ["op": "sign-digest", "documents": [given]])
        _ = try place.directory.makeDirectory("signed")
        try await run("d", ["--yes", "--out", "signed"]).exits(0).says()
        try await place.checkCMS("signed/letter.txt.p7s", of: "letter.txt")
        try await job("e", ["documents": [given], "params": ["form": "cms-attached"]])
        try await run("e", ["--yes", "--out", "signed"]).exits(2).says("--document letter.txt")
        try await run("e", ["--yes", "--out", "signed", "--document", "letter.txt"]).exits(0)
        #expect(place.contents("signed/letter.txt.p7m") != nil)
    }

    @Test("A refused job names its reason, and the token is not touched: a module that breaks is not even loaded")
    func refusals() async throws {
        try await place.issue("stranger", ["subjectAltName=DNS:localhost"])
        try await job("stranger", signer: "stranger")
        try await job("late", ["iat": 1_000_000_000, "nbf": 1_000_000_000, "exp": 1_000_000_300])
        try await job("other", ["aud": ["11111111-2222-4333-8444-555555555555"]])
        try await job("unknown", ["more": true])
        try await job("text", ["display": ["title": "a\u{202E}b", "text": ""]])
        try await job("elsewhere", ["reply": ["url": "https://evil.example/"]])
        let reasons = [
            "stranger": "signer", "late": "time", "other": "audience", "unknown": "content", "text": "text",
            "elsewhere": "url",
        ]
        for (name, reason) in reasons {
            // No PIN's source that exists: a login would end with exit code 4.
            let answer = try await place.jeton(
                "job",
                "run",
                "\(name).jeton-job",
                "--yes",
                "--json",
                "--pin-source",
                "file:missing",
                "--server-trust",
                "ca.pem"
            )
            #expect(try answer.exits(1).json()["error"]["reason"].text == reason, "\(name)")
        }
        try place.directory.write("hellp", to: "letter.txt")
        try await job("document")
        let answer = try await place.jeton(
            "job",
            "run",
            "document.jeton-job",
            "--yes",
            "--json",
            "--pin-source",
            "file:missing",
            "--server-trust",
            "ca.pem"
        )
        #expect(try answer.exits(1).json()["error"]["reason"].text == "document")
        let log = try await place.jeton("job", "log", "--json").exits(0).json()["entries"].list
        #expect(log.count == reasons.count + 1 && log.allSatisfy { $0["decision"].text == "refused" })
    }

    @Test("Without agreement nothing is signed; another key than the job's is refused")
    func consent() async throws {
        try await job("a")
        try await run("a", []).exits(2).says("Sign the letter", "requires a terminal")
        try await job("k", ["key": ["skid": String(repeating: "ab", count: 20)]])
        try await run("k").exits(3).says("does not have the key")
        // Neither was done, so the first can still be.
        try await run("a").exits(0)
    }
}
