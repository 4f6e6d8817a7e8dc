import TestRig
import Testing

/// Two faults that are made at once.
@Suite("The fault laboratory, two faults at once")
struct SlowPairTests {
    @Test("The deeper fault is named first, and the other one is still reported", arguments: FaultPair.all)
    func pair(_ pair: FaultPair) async throws {
        let laboratory = try await Laboratory(pair.setup)
        let diagnosis = try await laboratory.examine()
        #expect(diagnosis.rootCause == pair.deeper, "\(diagnosis.findings)")
        #expect(diagnosis.findings.first?.id == pair.deeper)
        #expect(diagnosis.severity(of: pair.other) == "failure", "\(diagnosis.findings)")
    }
}
