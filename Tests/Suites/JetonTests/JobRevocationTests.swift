import Foundation
import TestRig
import Testing

@Suite("Jobs of a signer whose certificate was revoked")
struct JobRevocationTests {
    @Test("Online, a revoked signer is refused, and one of whom nothing can be learned; offline nobody is asked")
    func online() async throws {
        let place = try await Workplace.withSoftHSM()
        let evidence = try await EvidenceServer(place)
        try await place.makeSigner("signer")
        let jobs = try await JobPlace(place)
        let names = ["subjectAltName=DNS:localhost", "extendedKeyUsage=\(JobPlace.usage)"]
        try await place.issue("agent", names + evidence.extensions)
        try await place.jeton("job", "trust", jobs.server.address, "--certificate", "ca.pem").exits(0)
        func run(_ name: String, _ more: [String] = ["--online", "--allow-private-hosts"]) async throws -> Answer {
            try await jobs.make(name, signer: "agent")
            return try await jobs.run(name, ["--yes"] + more)
        }
        try await evidence.register(["agent"])
        try await run("good").exits(0)
        try await jobs.make("shown", signer: "agent")
        try await place.jeton("job", "show", "shown.jeton-job", "--online", "--allow-private-hosts").exits(0)

        try FileManager.default.removeItem(atPath: place.directory.path("data/evidence"))
        try await evidence.register(["agent"], revoked: ["agent": "keyCompromise"])
        let revoked = try await run("revoked").exits(1)
        #expect(try revoked.json()["error"]["reason"].text == "signer")
        revoked.says("was revoked")
        try await place.jeton("job", "show", "shown.jeton-job", "--online", "--allow-private-hosts").exits(1)

        try FileManager.default.removeItem(atPath: place.directory.path("data/evidence"))
        try await evidence.register([])
        try place.directory.write("<html>", to: "ca.crl")
        try await run("silent").exits(1).says("is unknown")
        try await run("offline", []).exits(0)
        // The token was used for the jobs that were done, and their decisions are in the log.
        let log = try await place.jeton("job", "log", "--json").exits(0).json()["entries"].list
        #expect(log.map { $0["decision"].text }.filter { $0 == "refused" }.count == 3)
    }
}
