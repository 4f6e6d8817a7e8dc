import Foundation
import TestRig
import Testing

@Suite("jeton job, killed at any time")
struct SlowJobKillTests {
    private let place: Workplace
    private let evidence: EvidenceServer
    private let jobs: JobPlace

    init() async throws {
        // A card of ours: SoftHSM changes its files in several steps, and a kill between them damages the token.
        place = try Workplace(modules: [try BuildProducts.path("libjeton-pkcs11.so")])
        try await place.jeton("virtual", "create", "alpha").exits(0)
        let initialize = ["token", "init", "--reader", "Jeton virtual card alpha", "--label", "alpha", "--yes"]
        try await place.jeton(initialize + Workplace.officerOption + Workplace.pinOption).exits(0)
        // It makes the authority that all other certificates are of.
        evidence = try await EvidenceServer(place)
        try await place.makeSigner("signer")
        jobs = try await JobPlace(place)
    }

    /// How often the kills come: more by hand.
    private var kills: Int { ProcessInfo.processInfo.environment["JETON_JOB_KILLS"].flatMap { Int($0) } ?? 20 }

    private func decisions() async throws -> [(job: String, decision: String)] {
        try await place.jeton("job", "log", "--json").exits(0).json()["entries"].list
            .map { ($0["job"].text ?? "", $0["decision"].text ?? "") }
    }

    @Test("Killed between the log and what it says, a job is not done again")
    func betweenLogAndWork() async throws {
        try await jobs.make("t", ["op": "timestamp", "params": ["form": "rfc3161"], "key": nil])
        let words = ["job", "run", "t.jeton-job", "--server-trust", "ca.pem", "--yes"]
        let process = try place.start(words + ["--tsa", "\(evidence.address)/hang"])
        // The authority, which never answers, is asked only after the decision is in the log.
        for _ in 0..<600 {
            if try await !decisions().isEmpty { break }
            try await Task.sleep(for: .milliseconds(100))
        }
        #expect(try await decisions().map(\.decision) == ["accepted"])
        process.signal(9)
        _ = try? await process.finish()
        try await jobs.run("t", ["--yes", "--tsa", evidence.tsa]).exits(1).says("already accepted")
        try await place.jeton("job", "log", "--verify").exits(0)
    }

    @Test("20 kills: no job is accepted twice, what was not taken is done later, and the chain of the log holds")
    func anywhere() async throws {
        for index in 0..<kills {
            try await jobs.make("k")
            let words = ["job", "run", "k.jeton-job", "--server-trust", "ca.pem", "--yes"] + Workplace.pinOption
            let process = try place.start(words)
            // From the program's start to its end, in steps.
            try await Task.sleep(for: .milliseconds(20 + index * 37 % 500))
            process.signal(9)
            _ = try? await process.finish()
            let again = try await jobs.run("k")
            #expect([0, 1].contains(again.code), "\(again.testDescription)")
            if again.code == 1 {
                // Either it was taken and is lost, or it was done, and its answer goes once more.
                let error = try again.json()["error"]
                let isSent = error["message"].text?.contains("was done before") == true
                #expect(isSent || error["reason"].text == "replay", "\(again.testDescription)")
            }
        }
        let accepted = try await decisions().filter { $0.decision == "accepted" }.map(\.job)
        #expect(Set(accepted).count == accepted.count)
        #expect(!accepted.isEmpty && accepted.count <= kills)
        try await place.jeton("job", "log", "--verify").exits(0)
    }
}
