import TestRig
import Testing

/// Each fault is made for real, and the doctor is asked.
@Suite("The fault laboratory, from the bus to the service")
struct SlowFaultTests {
    @Test("A fault that is made is found, and named as the one root cause", arguments: Faults.all)
    func rootCause(_ fault: Fault) async throws {
        let laboratory = try await Laboratory(fault.setup)
        let diagnosis = try await laboratory.examine()
        #expect(diagnosis.severity(of: fault.id) == fault.severity, "\(diagnosis.findings)")
        if fault.severity == "failure" {
            #expect(diagnosis.rootCause == fault.rootCause, "\(diagnosis.findings)")
            #expect(diagnosis.roots == [fault.rootCause], "\(diagnosis.findings)")
        }
    }
}
