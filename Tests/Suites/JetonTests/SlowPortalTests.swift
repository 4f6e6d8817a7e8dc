import Foundation
import TestRig
import Testing

@Suite("A portal that gives jobs in both forms, whose user's program is killed, and whose answers are lost")
struct SlowPortalTests {
    private let place: Workplace
    private let portal: ChildProcess
    private let address: String
    private let installation: String
    private let key: String

    init() async throws {
        // A card of ours: SoftHSM changes its files in several steps, and a kill between them damages the token.
        place = try Workplace(modules: [try BuildProducts.path("libjeton-pkcs11.so")])
        try await place.jeton("virtual", "create", "alpha").exits(0)
        let initialize = ["token", "init", "--reader", "Jeton virtual card alpha", "--label", "alpha", "--yes"]
        try await place.jeton(initialize + Workplace.officerOption + Workplace.pinOption).exits(0)
        try await place.makeAuthority()
        try await place.issue("web", ["subjectAltName=DNS:localhost", "extendedKeyUsage=serverAuth"])
        try await place.issue("portal", ["subjectAltName=DNS:localhost", "extendedKeyUsage=\(JobPlace.usage)"])
        try await place.makeSigner("signer")
        let script = BuildProducts.packageDirectory.appending(path: "Tests/TestRig/portal.py").path
        portal = try ChildProcess(
            ["python3", script, place.directory.path],
            environment: place.variables(),
            workingDirectory: place.directory.path
        )
        address = "https://localhost:\(try await portal.nextLine() ?? "")"
        let trust = ["job", "trust", address, "--certificate", "portal.pem", "--older-form", "--json"]
        installation = try await place.jeton(trust).exits(0).json()["installation"].text ?? ""
        let text = try await place.openssl("x509", "-in", "signer.pem", "-noout", "-pubkey").text
        try place.directory.write(text, to: "signer.pub")
        try await place.openssl("pkey", "-pubin", "-in", "signer.pub", "-outform", "DER", "-out", "signer.spki")
        // The identifier of the key: SHA-1 of its bits, which end the SubjectPublicKeyInfo of P-256: 65 bytes.
        try place.directory.write(Array((place.contents("signer.spki") ?? []).suffix(65)), to: "signer.bits")
        key = String(try await place.openssl("dgst", "-sha1", "-r", "signer.bits").text.prefix(40))
    }

    /// How often the kills come: 500 by hand.
    private var kills: Int { ProcessInfo.processInfo.environment["JETON_PORTAL_KILLS"].flatMap { Int($0) } ?? 20 }

    private func tell(_ command: String) async throws -> String {
        portal.send(line: command)
        return try await portal.nextLine() ?? ""
    }

    private func make(_ name: String, _ form: String) async throws -> String {
        try await tell("make \(name) \(form) \(installation) \(key)")
    }

    /// How many different answers the portal has for each job.
    private func answers() async throws -> [String: Int] {
        let text = try await tell("answers")
        return try JSONDecoder().decode([String: Int].self, from: Data(text.utf8))
    }

    private func decisions() async throws -> [(job: String, decision: String)] {
        try await place.jeton("job", "log", "--json").exits(0).json()["entries"].list
            .map { ($0["job"].text ?? "", $0["decision"].text ?? "") }
    }

    /// Runs a job again until nothing more can come of it; the portal loses an answer now and then.
    private func finish(_ name: String) async throws {
        for _ in 0..<4 {
            let again = try await place.jeton(
                ["job", "run", "\(name).jeton-job", "--server-trust", "ca.pem", "--json", "--yes"] + Workplace.pinOption
            )
            #expect([0, 1, 7].contains(again.code), "\(again.testDescription)")
            if again.code != 7 { return }
        }
        Issue.record("the portal never gets the answer")
    }

    @Test("20 kills and lost answers: no job is done twice, and what was done is with the portal")
    func killed() async throws {
        for index in 0..<kills {
            _ = try await make("k", "present")
            _ = try await tell("lose \(index % 3 == 0 ? 1 : 0)")
            let words = ["job", "run", "k.jeton-job", "--server-trust", "ca.pem", "--yes"] + Workplace.pinOption
            let process = try place.start(words)
            // From the program's start to its end, in steps.
            try await Task.sleep(for: .milliseconds(20 + index * 37 % 700))
            process.signal(9)
            _ = try? await process.finish()
            try await finish("k")
        }
        let all = try await decisions()
        let accepted = all.filter { $0.decision == "accepted" }.map(\.job)
        #expect(Set(accepted).count == accepted.count && !accepted.isEmpty)
        let answers = try await answers()
        #expect(answers.values.allSatisfy { $0 == 1 }, "\(answers)")
        for job in all.filter({ $0.decision == "done" }).map(\.job) { #expect(answers[job] == 1, "\(job)") }
        try await place.jeton("job", "log", "--verify").exits(0)
        // What has arrived is kept no longer.
        let kept = place.directory.path("data/jobs/answers")
        let left = try FileManager.default.contentsOfDirectory(atPath: kept)
        // A kill in the middle of a write leaves a file without the name of an answer.
        #expect(!left.contains { $0.hasSuffix(".answer") }, "\(left)")
    }

    @Test(
        "An answer that is lost goes again, the same, and the job is not done again",
        arguments: ["present", "older"]
    )
    func lost(form: String) async throws {
        _ = try await make("l", form)
        _ = try await tell("lose 2")
        let words = ["job", "run", "l.jeton-job", "--server-trust", "ca.pem"] + Workplace.pinOption
        let screen = try Terminal.start(place, words)
        try await Terminal.converse(screen, [("Type 'yes'", "yes")])
        #expect(try await screen.finish().exitStatus == 7)
        #expect(try await answers().values.map { $0 } == [1])
        // Lost once more, then taken; nobody is asked, and no PIN is needed.
        let again = ["job", "run", "l.jeton-job", "--server-trust", "ca.pem"]
        try await place.jeton(again).exits(7)
        try await place.jeton(again).exits(1).says("was done before, and its answer went to \(address)/reply now")
        try await place.jeton(again).exits(1).says("already accepted")
        #expect(try await answers().values.map { $0 } == [1])
        #expect(try await decisions().count { $0.decision == "accepted" } == 1)
    }
}
