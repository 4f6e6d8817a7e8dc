import TestRig
import Testing

/// States of tokens that no software token can be brought to, and what the doctor says of each.
@Suite("The fault laboratory, tokens")
struct SlowTokenFaultTests {
    @Test("A token's state is named", arguments: TokenFaults.all)
    func states(_ fault: ModuleFault) async throws { try await SlowModuleFaultTests.check(fault) }
}
