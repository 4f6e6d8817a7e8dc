import Foundation
import SecureChannel
import TestRig
import Testing

@Suite("Known answers of the secure channel")
struct KnownAnswerTests {
    @Test("Every value is that of an independent implementation")
    func knownAnswers() throws {
        let fixture = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/known-answers.txt")
        #expect(try KnownAnswers.text() == String(contentsOf: fixture, encoding: .utf8))
    }

    @Test("The independent implementation finds every value of the suite P-256, pairing included")
    func p256() async throws {
        let program = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Fixtures/independent-channel.py").path
        let output = try await ChildProcess.run(["python3", program, "known-answers"])
        let ours = try KnownAnswers.text()
        for section in output.text.split(separator: "[").map({ "[" + $0 }) { #expect(ours.contains(section)) }
        #expect(output.text.split(separator: "\n").count == 30, "\(output.errorText)")
    }
}
