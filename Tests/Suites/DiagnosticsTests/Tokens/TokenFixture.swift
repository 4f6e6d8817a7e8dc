import Cryptoki
import JetonDiagnostics
import TestRig
import TokenKit

/// A module with one token, as a test describes it.
struct TokenFixture {
    var path = "/usr/lib/pkcs11/module.so"
    var label = "Annas Karte"
    var serial = "4894721a"
    /// Set up, with a user PIN, and a login asked for.
    var flags: UInt = 0x40C
    var reader = "Reader 00 00"
    var isUnpaired = false
    /// What C_OpenSession answers to a program that may not use the token's channel.
    var refusal: ReturnValue?
    /// What the module reports of the token's channel.
    var channel: TokenChannel?
    var libraryVersion: (UInt8, UInt8) = (1, 0)
    var libraryManufacturer = "Maker"
    /// Octets of public memory, in all and left.
    var memory: (UInt, UInt) = (65_536, 32_768)

    /// The module's survey.
    func entry() throws -> Inventory.ModuleEntry {
        let unavailable = UInt.max
        let counts = [
            unavailable, unavailable, unavailable, unavailable, 32, 4, memory.0, memory.1, unavailable, unavailable,
        ]
        let token =
            text(label, 32) + text("Maker", 32) + text("Model", 16) + text(serial, 16) + number(flags)
            + counts.flatMap(number) + [2, 0, 2, 0] + text("", 16)
        let slot = text(reader, 64) + text("Maker", 32) + number(1) + [0, 0, 0, 0]
        let module =
            [2, 40] + text(libraryManufacturer, 32) + [UInt8](repeating: 0, count: 6) + number(0) + text("Library", 32)
            + [libraryVersion.0, libraryVersion.1]
        guard let token = TokenInfo(octets: padded(token)), let slot = SlotInfo(octets: padded(slot)),
            let module = ModuleInfo(octets: padded(module))
        else { throw TestRigError("the structures have another size here") }
        let survey = ModuleSurvey(
            realPath: path,
            interfaceVersion: Version(major: 2, minor: 40),
            interfaceOrigin: .functionList,
            extendedFunctionCount: isUnpaired ? 34 : 0,
            info: module,
            slots: [
                .init(
                    id: SlotID(rawValue: 1),
                    info: slot,
                    token: token,
                    tokenError: refusal,
                    isUnpaired: isUnpaired,
                    channel: channel
                )
            ]
        )
        return Inventory.ModuleEntry(path: path, outcome: .success(survey))
    }

    private func text(_ text: String, _ length: Int) -> [UInt8] {
        Array((Array(text.utf8) + [UInt8](repeating: 0x20, count: length)).prefix(length))
    }

    private func number(_ number: UInt) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }

    private func padded(_ octets: [UInt8]) -> [UInt8] {
        octets + [UInt8](repeating: 0, count: (8 - octets.count % 8) % 8)
    }
}

extension FixtureProbe {
    /// A machine with a module that shows a token; the module's file is there.
    convenience init(_ token: TokenFixture) throws {
        self.init()
        moduleEntries = [try token.entry()]
        write("", to: token.path)
    }
}
