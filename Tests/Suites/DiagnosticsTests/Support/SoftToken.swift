import Cryptoki
import TestRig
import TokenKit

/// A module in software with one token, as its survey would show it.
enum SoftToken {
    /// A token that is set up and has a user PIN.
    static let ready: UInt = 0x40C

    static func entry(
        path: String = "/usr/lib/pkcs11/vendor.so",
        label: String = "Annas Karte",
        serial: String = "4894721a",
        flags: UInt = ready,
        slotDescription: String = "SoftHSM slot ID 0x1"
    ) throws -> Inventory.ModuleEntry {
        let token =
            text(label, 32) + text("Maker", 32) + text("Model", 16) + text(serial, 16) + number(flags)
            + [UInt8](repeating: 0, count: 80) + [2, 0, 2, 0] + [UInt8](repeating: 0x20, count: 16)
        let slot = text(slotDescription, 64) + text("Maker", 32) + number(1) + [0, 0, 0, 0]
        let module =
            [2, 40] + text("Maker", 32) + [UInt8](repeating: 0, count: 6) + number(0) + text("Library", 32) + [1, 0]
        guard let token = TokenInfo(octets: padded(token)), let slot = SlotInfo(octets: padded(slot)),
            let module = ModuleInfo(octets: padded(module))
        else { throw TestRigError("the structures have another size here") }
        let survey = ModuleSurvey(
            realPath: path,
            interfaceVersion: Version(major: 2, minor: 40),
            interfaceOrigin: .functionList,
            extendedFunctionCount: 0,
            info: module,
            slots: [.init(id: SlotID(rawValue: 1), info: slot, token: token)]
        )
        return Inventory.ModuleEntry(path: path, outcome: .success(survey))
    }

    private static func text(_ text: String, _ length: Int) -> [UInt8] {
        Array((Array(text.utf8) + [UInt8](repeating: 0x20, count: length)).prefix(length))
    }

    private static func number(_ number: UInt) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// Structures end on a multiple of eight octets.
    private static func padded(_ octets: [UInt8]) -> [UInt8] {
        octets + [UInt8](repeating: 0, count: (8 - octets.count % 8) % 8)
    }
}
