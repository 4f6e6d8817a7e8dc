import JetonX509
import Testing

@testable import ASiC

@Suite("Files that go into containers")
struct SurveyedFileTests {
    /// One block over and over.
    private struct Repeated: ContainerContent {
        let name = "content"
        let block: [UInt8]
        let count: Int

        func forEachPiece(_ body: (Span<UInt8>) throws -> Void) throws {
            for _ in 0..<count { try body(block.span) }
        }
    }

    @Test("A large file that shrinks to almost nothing is stored, so that no reader takes the container for a bomb")
    func compressed() throws {
        let zeros = [UInt8](repeating: 0, count: 1 << 20)
        var state: UInt32 = 1
        let digits = zeros.map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(ascii: "0") + UInt8(state >> 24) % 10
        }
        #expect(try SurveyedFile(Repeated(block: zeros, count: 1), .sha256).deflates)
        #expect(try !SurveyedFile(Repeated(block: zeros, count: 2), .sha256).deflates)
        #expect(try SurveyedFile(Repeated(block: digits, count: 2), .sha256).deflates)
    }
}
