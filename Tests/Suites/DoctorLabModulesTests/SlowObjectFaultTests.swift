import TestRig
import Testing

/// Keys, certificates and applications whose faults are made for real, and what the doctor says of each.
@Suite("The fault laboratory, objects and applications")
struct SlowObjectFaultTests {
    @Test("A fault of keys and certificates is named", arguments: ObjectFaults.all)
    func objects(_ fault: ModuleFault) async throws { try await SlowModuleFaultTests.check(fault) }

    @Test("A fault of an application's configuration is named", arguments: ApplicationFaults.all)
    func applications(_ fault: ModuleFault) async throws { try await SlowModuleFaultTests.check(fault) }

    @Test("A token as it should be gives no failure and no warning", arguments: ObjectFaults.healthy)
    func healthy(_ setupOfToken: ModuleFault) async throws {
        let laboratory = try await ModuleLaboratory()
        let directory = try TemporaryDirectory()
        var setup = ModuleLaboratory.Setup()
        let kept = try await setupOfToken.make(&setup, directory)
        let diagnosis = try await laboratory.examine(setup, in: directory)
        withExtendedLifetime(kept) {}
        #expect(diagnosis.rootCause == nil, "\(diagnosis.findings)")
        #expect(diagnosis.complaints.isEmpty, "\(diagnosis.findings)")
    }
}
