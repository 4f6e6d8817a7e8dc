import TestRig
import Testing

/// Faults of what is around modules and tokens, made for real, and what the doctor says of each.
@Suite("The fault laboratory, surroundings")
struct SlowSurroundingFaultTests {
    @Test("A fault of the environment is named", arguments: SurroundingFaults.environment)
    func environment(_ fault: ModuleFault) async throws { try await SlowModuleFaultTests.check(fault) }

    @Test("A fault of a module's service, registration or token is named", arguments: SurroundingFaults.modules)
    func modules(_ fault: ModuleFault) async throws { try await SlowModuleFaultTests.check(fault) }

    @Test("What opencryptoki's module lacks is named")
    func openCryptoki() async throws {
        for fault in SurroundingFaults.openCryptoki { try await SlowModuleFaultTests.check(fault) }
    }

    @Test("A fault of a program that uses tokens is named", arguments: SurroundingFaults.applications)
    func applications(_ fault: ModuleFault) async throws { try await SlowModuleFaultTests.check(fault) }
}
