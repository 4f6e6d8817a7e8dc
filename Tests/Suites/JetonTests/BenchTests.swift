import Foundation
import TestRig
import Testing

@Suite("jeton bench")
struct BenchTests {
    private let pin = ["--pin-source", "file:pin"]

    private func place(withKey options: String...) async throws -> Workplace {
        let place = try await Workplace.withSoftHSM()
        let words = ["key", "generate", "--type", "ec:p256", "--label", "sig"]
        try await place.jeton(words + options + pin).exits(0)
        return place
    }

    @Test("Signatures, percentiles and the calls beside are told for each number of threads")
    func measures() async throws {
        let place = try await place()
        let words = ["bench", "--key", "sig", "--seconds", "0.2", "--threads", "2,1,2", "--json"]
        let answer = try await place.jeton(words + pin).exits(0)
        let document = try answer.json()
        #expect(document["schema"].text == "jeton.bench/1")
        let rounds = document["signing"].list
        #expect(rounds.map { $0["threads"].number } == [2, 1])
        for round in rounds {
            #expect((round["signatures"].number ?? 0) > 0)
            #expect(round["microseconds"].names == ["max", "p50", "p90", "p99"])
        }
        #expect(document["calls"].list.map { $0["name"].text } == ["find", "read", "session"])
        #expect(document["calls"].list.allSatisfy { ($0["times"].number ?? 0) > 0 })
    }

    @Test("The table for people names the key and has a line for each number of threads")
    func showsATable() async throws {
        let place = try await place()
        let words = ["bench", "--seconds", "0.1", "--threads", "1"]
        try await place.jeton(words + pin).exits(0)
            .prints("key 'sig' (ec:p256)", "PER SECOND", "P99", "open and close a session")
    }

    @Test("A key that wants its PIN for every signature is refused with a hint")
    func refusesAlwaysAuthenticate() async throws {
        let place = try await place(withKey: "--pin-policy", "always")
        try await place.jeton(["bench", "--key", "sig"] + pin).exits(5)
            .says("requires the PIN for every signature", "hint: ")
    }

    @Test(
        "Numbers out of range are usage errors before a PIN is asked for",
        arguments: [["--seconds", "0"], ["--threads", "0"], ["--threads", "1,"], ["--threads", "65"]]
    )
    func refusesNumbers(words: [String]) async throws {
        let place = try await Workplace.withSoftHSM()
        try await place.jeton(["bench"] + words).exits(2).says(words[0])
    }

    @Test(
        "list gives the same answer whichever of its two parsers reads the arguments",
        arguments: [[], ["--json"], ["--all"], ["--all", "--json"]]
    )
    func listParsesAlike(words: [String]) async throws {
        let place = try await Workplace.withSoftHSM()
        // The plain one takes --module and a path as two words only, so the other gets them joined.
        let plain = try await place.jeton(["list"] + words).exits(0)
        let module = try #require(place.options.last)
        let output = try await ChildProcess.run(
            [BuildProducts.path("jeton"), "list", "--module=\(module)"] + words,
            environment: place.variables(),
            input: [],
            workingDirectory: place.directory.path,
            deadline: .seconds(60)
        )
        #expect(output.exitStatus == 0)
        #expect(output.text == plain.text)
        #expect(output.text.contains("alpha"))
    }
}
