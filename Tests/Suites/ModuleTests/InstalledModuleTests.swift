import Cryptoki
import TestRig
import Testing

@Suite("Modules of other vendors")
struct InstalledModuleTests {
    private static let directory = "/usr/lib/x86_64-linux-gnu"

    @Test(
        "Each is loaded, asked for its slots, looked at and asked for events",
        arguments: ["opensc-pkcs11.so", "pkcs11/p11-kit-trust.so"]
    )
    func looked(_ name: String) throws {
        let module = try Module(path: "\(Self.directory)/\(name)")
        #expect(try !module.info().manufacturer.isEmpty)
        for slot in try module.slots() {
            _ = try slot.info()
            _ = try? slot.tokenInfo()
        }
        let snapshot = try module.slotSnapshot()
        #expect(try snapshot.count == module.slots().count)
        #expect(try [.none, .unsupported].contains(module.pollSlotEvent()))
    }
}
