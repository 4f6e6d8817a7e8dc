import Foundation
import SecureChannel
import Testing

@Suite("Known answers of the secure channel")
struct KnownAnswerTests {
    @Test("Every value is that of an independent implementation")
    func knownAnswers() throws {
        let fixture = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/known-answers.txt")
        #expect(try KnownAnswers.text() == String(contentsOf: fixture, encoding: .utf8))
    }
}
