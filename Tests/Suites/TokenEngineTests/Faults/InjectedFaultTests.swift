import Foundation
import Testing

@Suite("Resets, lost answers and false status words")
struct InjectedFaultTests {
    /// Every command of that number gets a fault; `JETON_FAULT_STRIDE=1` tries all of them, which takes long.
    static let stride = ProcessInfo.processInfo.environment["JETON_FAULT_STRIDE"].flatMap(Int.init) ?? 5

    @Test(
        "Nothing on a card is done twice, and tries spent are tries meant",
        arguments: CardScene.Link.allCases,
        FaultOperation.all
    )
    func faults(_ link: CardScene.Link, _ operation: FaultOperation) throws {
        var matrix = FaultMatrix(link, operation)
        try matrix.run(stride: Self.stride)
        print("injected faults: \(matrix.summary)")
        #expect(matrix.runs > 0)
        #expect(matrix.harms.isEmpty, "\(matrix.summary)")
    }
}
