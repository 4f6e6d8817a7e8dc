import Foundation
import TestRig
import Testing

@Suite("Jobs that take a document to a server that knows the person")
struct JobRelayTests {
    private let place: Workplace
    private let jobs: JobPlace
    private let target: EnrollmentServer

    init() async throws {
        place = try await Workplace.withSoftHSM()
        try await place.makeSigner("anna", subject: "CN=Anna")
        jobs = try await JobPlace(place)
        target = try await EnrollmentServer(place, ["--tls", "web.pem", "web.key"])
        try place.directory.write([UInt8](repeating: 7, count: 300_000), to: "form.bin")
        try await trust(target.address)
    }

    private func trust(_ address: String) async throws {
        try await place.jeton(
            "job",
            "trust",
            jobs.server.address,
            "--certificate",
            "portal.pem",
            "--operation",
            "relay",
            "--relay-target",
            address
        ).exits(0).prints("relay, to \(address)")
    }

    /// Makes `NAME.jeton-job`; an empty answer leaves the member out.
    private func make(
        _ name: String,
        to url: String,
        answer: String = "/answer",
        _ more: [String: Any?] = [:]
    ) async throws {
        var parameters = ["form": "https", "method": "POST", "to": url]
        if !answer.isEmpty { parameters["answer"] = jobs.server.address + answer }
        let members: [String: Any?] = [
            "op": "relay", "params": parameters, "documents": [try await jobs.document("form.bin")],
        ]
        try await jobs.make(name, members.merging(more) { $1 })
    }

    /// What the target has read: length, digest, type, password, and the certificate's name.
    private func taken(_ file: String) throws -> [String] {
        try JSONNode(place.contents(file) ?? []).list.map { $0.text ?? $0.number.map { "\($0)" } ?? "" }
    }

    @Test("The target gets the document and the certificate; the issuer gets the answer, and no certificate")
    func certificate() async throws {
        try await make("a", to: "\(target.address)/take")
        try await place.jeton("job", "show", "a.jeton-job").exits(0).prints(
            "from:       \(jobs.server.address)/files/form.bin",
            "to:         by POST, \(target.address)/take",
            "the issuer receives it, at \(jobs.server.address)/answer"
        )
        let run = try await jobs.run("a").exits(0).json()
        let digest = try await place.openssl("dgst", "-sha256", "-r", "form.bin").text.prefix(64)
        let expected = ["300000", String(digest), "application/octet-stream", "", "Anna"]
        #expect(try taken("answer") == expected)
        #expect(run["results"][0]["status"].number == 200 && run["results"][0]["kind"].text == "answer")
        let fields = try JSONNode(place.contents("answer.json") ?? [])
        #expect(fields["jeton-relay-status"].text == "200")
        #expect(fields["cookie"].text == nil && fields["set-cookie"].text == nil && fields["authorization"].text == nil)
        let result = try JSONNode(place.contents("reply.json") ?? [])["results"][0]
        #expect(result["status"].number == 200 && result["up"].number == 300_000)
        // The issuer's server asks for a certificate too, and is shown none.
        #expect(try await jobs.server.next() == "GET /files/form.bin")
        #expect(try await jobs.server.next() == "POST /answer")
        try await jobs.run("a").exits(1).says("already accepted")
        let log = try await place.jeton("job", "log", "--json").exits(0).json()["entries"].list
        #expect(log.first?["reason"].text == "a relay to \(target.address)")

        // Without an address for it, the answer stays here; without a key, the target is shown no certificate.
        _ = try place.directory.makeDirectory("answers")
        try await make("b", to: "\(target.address)/take", answer: "", ["key": nil, "reply": nil])
        try await jobs.run("b", pin: []).exits(2).says("--out")
        let kept = try await jobs.run("b", ["--yes", "--out", "answers"], pin: []).exits(0).json()
        #expect(kept["results"][0]["out"].text == "answers/form.bin.answer" && kept["replied"].flag == false)
        #expect(try taken("answers/form.bin.answer") == Array(expected.dropLast()))
        try await make("c", to: "\(target.address)/status/403", ["key": nil])
        let refused = try await jobs.run("c", pin: []).exits(1).json()
        #expect(refused["results"][0]["status"].number == 403)
    }

    @Test("A password goes to the target alone; one that belongs to another operation is refused")
    func password() async throws {
        let guarded = try await EnrollmentServer(place, ["--tls", "web.pem", "web.key", "--password", "anna:Pa55word"])
        try await trust(guarded.address)
        try place.directory.write("Pa55word\n", to: "password", mode: 0o600)
        let user = ["--yes", "--user", "anna", "--password-source", "file:password", "--auth", "basic"]
        try await make("p", to: "\(guarded.address)/take", ["key": nil])
        try await jobs.run("p", user, pin: []).exits(0)
        #expect(try taken("answer")[3] == "Basic YW5uYTpQYTU1d29yZA==")
        #expect(try JSONNode(place.contents("answer.json") ?? [])["authorization"].text == nil)
        try place.directory.write("wrong\n", to: "password", mode: 0o600)
        try await make("w", to: "\(guarded.address)/take", ["key": nil])
        try await jobs.run("w", user, pin: []).exits(5).says("did not answer")
        // The other operations have no target for it.
        try await place.jeton(
            ["job", "trust", jobs.server.address, "--certificate", "portal.pem", "--operation", "sign-data"]
        ).exits(0)
        try await jobs.make("s")
        try await jobs.run("s", user).exits(2).says("require a relay job")
    }

    @Test("Another document than the job's is cut off; a target that is not allowed is refused before a fetch")
    func refusals() async throws {
        try await make("d", to: "\(target.address)/take")
        var octets = place.contents("form.bin") ?? []
        octets[octets.count - 1] ^= 1
        try place.directory.write(octets, to: "form.bin")
        let error = try await jobs.run("d").exits(1).json()["error"]
        #expect(error["reason"].text == "document")
        #expect(try await target.next() == "cut")
        #expect(try await jobs.server.next() == "GET /files/form.bin")
        let log = try await place.jeton("job", "log", "--json").exits(0).json()["entries"].list
        #expect(log.map { $0["decision"].text } == ["accepted", "failed"])

        try await trust("https://other.example")
        try await make("e", to: "\(target.address)/take")
        #expect(try await jobs.run("e").exits(1).json()["error"]["reason"].text == "operation")
        let words = ["job", "trust", jobs.server.address, "--certificate", "portal.pem", "--operation"]
        for more in [["relay"], ["sign-data", "--relay-target", target.address], ["relay", "--relay-target", "x"]] {
            try await place.jeton(words + more).exits(2)
        }
    }
}
