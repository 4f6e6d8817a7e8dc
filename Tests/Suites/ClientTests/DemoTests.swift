import Foundation
import TestRig
import Testing

@Suite("jeton demo", .timeLimit(.minutes(5)))
struct DemoTests {
    @Test("The whole way on a virtual card ends well, touches no card of the user's, and leaves nothing behind")
    func demo() async throws {
        let place = try await ClientPlace(cards: ["mine"])
        let before = try await place.jeton("virtual", "show", "mine")
        let text = try await place.run([BuildProducts.path("jeton"), "demo"])
        for words in [
            "# The certificate goes onto the token", "CMS Verification successful", "$ jeton virtual create demo",
        ] {
            #expect(text.contains(words), "\(text)")
        }
        #expect(try await place.jeton("virtual", "show", "mine") == before)
        let folder = try #require(text.firstMatch(of: #//tmp/jeton-demo-[A-Za-z0-9]{6}/#)).output
        #expect(!FileManager.default.fileExists(atPath: String(folder)))
    }
}
