import Foundation
import TestRig
import Testing

@Suite("Refused jobs, with OpenSC's spy between jeton and the token")
struct JobRefusalTests {
    private let place: Workplace
    private let jobs: JobPlace

    init() async throws {
        let softHSM = try await SoftHSM.withToken(
            label: "alpha",
            pin: Workplace.pin,
            securityOfficerPIN: Workplace.securityOfficerPIN
        )
        let record = try TemporaryDirectory()
        place = try Workplace(
            modules: [try Workplace.installed("pkcs11-spy.so", package: "opensc")],
            environment: [
                SoftHSM.configurationVariable: softHSM.configurationPath, "PKCS11SPY": softHSM.modulePath,
                "PKCS11SPY_OUTPUT": record.path("spy"),
            ],
            holding: [softHSM, record]
        )
        spy = record.path("spy")
        try await place.makeSigner("signer")
        jobs = try await JobPlace(place)
    }

    private let spy: String

    /// How many calls of the token's module the spy has seen.
    private func calls() -> Int {
        let text = FileManager.default.contents(atPath: spy).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return text.components(separatedBy: ": C_").count - 1
    }

    @Test("Each refusal has its reason and is logged; the token sees no call, and a job that holds is seen by the spy")
    func refusals() async throws {
        try await place.issue("stranger", ["subjectAltName=DNS:localhost"])
        try await place.issue("elsewhere", ["subjectAltName=DNS:other.example", "extendedKeyUsage=\(JobPlace.usage)"])
        let later = Int(Date().timeIntervalSince1970) + 7_200
        var moved = JobPlace.letter
        moved["url"] = "https://evil.example/letter.txt"
        var changed = JobPlace.letter
        changed["url"] = "\(jobs.server.address)/files/changed.txt"
        try place.directory.write("hellp", to: "changed.txt")
        let members: [(reason: String, members: [String: Any?])] = [
            ("time", ["iat": 1_000_000_000, "nbf": 1_000_000_000, "exp": 1_000_000_300]),
            ("time", ["iat": later, "nbf": later, "exp": later + 300]),
            ("audience", ["aud": ["11111111-2222-4333-8444-555555555555"]]),
            ("content", ["more": true]), ("content", ["typ": "jeton.job/2"]), ("content", ["params": ["form": "pdf"]]),
            ("text", ["display": ["title": "a\u{202E}b", "text": ""]]),
            ("text", ["display": ["title": "a", "text": "\u{1B}[2J"]]), ("operation", ["op": "run"]),
            ("issuer", ["iss": "https://other.example"]), ("url", ["reply": ["url": "https://evil.example/"]]),
            ("url", ["documents": [moved]]), ("document", ["documents": [changed]]),
        ]
        var expected: [(name: String, reason: String)] = []
        for (index, item) in members.enumerated() {
            try await jobs.make("m\(index)", item.members)
            expected.append(("m\(index)", item.reason))
        }
        try await jobs.make("stranger", signer: "stranger")
        try await jobs.make("elsewhere", signer: "elsewhere")
        try await jobs.make("letter", type: "1.2.840.113549.1.7.1")
        try await jobs.make("unnamed", how: [])
        try await jobs.make("two", how: ["-cades", "-signer", "web.pem", "-inkey", "web.key"])
        expected += [
            ("stranger", "signer"), ("elsewhere", "signer"), ("letter", "contentType"), ("unnamed", "signature"),
            ("two", "form"),
        ]
        // OpenSSL's own signature, and one byte of what it signed.
        try await jobs.make("good")
        var octets = place.contents("good.jeton-job") ?? []
        let title = try #require(octets.firstRange(of: Array("Sign the letter".utf8)))
        octets[title.lowerBound] ^= 0x20
        try place.directory.write(octets, to: "changed.jeton-job")
        try place.directory.write([UInt8](repeating: 0x30, count: 3 << 20), to: "large.jeton-job")
        expected += [("changed", "signature"), ("large", "size")]

        let before = calls()
        for (name, reason) in expected {
            let answer = try await jobs.run(name)
            #expect(answer.code == 1, "\(name): \(answer.testDescription)")
            #expect(try answer.json()["error"]["reason"].text == reason, "\(name)")
        }
        #expect(calls() == before)
        try await jobs.run("good").exits(0)
        let after = calls()
        #expect(after > before)
        #expect(try await jobs.run("good").exits(1).json()["error"]["reason"].text == "replay")
        #expect(calls() == after)
        let log = try await place.jeton("job", "log", "--json").exits(0).json()["entries"].list
        #expect(log.count == expected.count + 3)
        #expect(log.filter { $0["decision"].text == "refused" }.count == expected.count + 1)
    }
}
