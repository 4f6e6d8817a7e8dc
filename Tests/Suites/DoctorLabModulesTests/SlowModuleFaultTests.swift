import TestRig
import Testing

/// Faults of modules that are made for real, and what the doctor says of each.
@Suite("The fault laboratory, modules")
struct SlowModuleFaultTests {
    static func check(_ fault: ModuleFault) async throws {
        let laboratory = try await ModuleLaboratory()
        let directory = try TemporaryDirectory()
        var setup = ModuleLaboratory.Setup()
        let kept = try await fault.make(&setup, directory)
        let diagnosis = try await laboratory.examine(setup, in: directory)
        withExtendedLifetime(kept) {}
        if fault.severity == "failure" {
            #expect(diagnosis.rootCause == fault.id, "\(diagnosis.findings)")
            #expect(diagnosis.roots == [fault.id], "\(diagnosis.findings)")
        } else {
            #expect(diagnosis.rootCause == nil, "\(diagnosis.findings)")
            #expect(diagnosis.complaints == (fault.severity == "info" ? [] : [fault.id]), "\(diagnosis.findings)")
            #expect(diagnosis.ids.contains(fault.id), "\(diagnosis.findings)")
        }
    }

    @Test("A module's file that can't be loaded is named", arguments: ModuleFaults.files)
    func files(_ fault: ModuleFault) async throws { try await Self.check(fault) }

    @Test("A module that misbehaves is named", arguments: ModuleFaults.behaviour)
    func behaviour(_ fault: ModuleFault) async throws { try await Self.check(fault) }

    @Test("A fault of SoftHSM's files is named", arguments: ModuleFaults.softHSM)
    func softHSM(_ fault: ModuleFault) async throws { try await Self.check(fault) }

    @Test("A damaged store, an unknown setting or a low limit is named", arguments: ModuleFaults.stores)
    func stores(_ fault: ModuleFault) async throws { try await Self.check(fault) }

    @Test("A fault of the TPM's surroundings is named", arguments: ModuleFaults.trustedPlatform)
    func trustedPlatform(_ fault: ModuleFault) async throws { try await Self.check(fault) }

    @Test("A fault of p11-kit's configuration is named", arguments: ModuleFaults.registration)
    func registration(_ fault: ModuleFault) async throws { try await Self.check(fault) }
}
