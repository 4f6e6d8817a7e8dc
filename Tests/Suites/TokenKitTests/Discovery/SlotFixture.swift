import Cryptoki
import TestRig
import TokenKit

/// A module with one slot, as a test describes it.
struct SlotFixture {
    /// The flags of a token that is set up and has a user PIN.
    static let ready: UInt = 0x40C

    var path = "/usr/lib/vendor.so"
    /// What the module says of itself.
    var manufacturer = "Vendor"
    /// The description's bytes, at most 64.
    var description: [UInt8]
    var identifier: UInt = 1
    /// The token's label; nil for an empty slot.
    var label: String? = "anna"
    var serial = "0000002a"
    var flags = SlotFixture.ready
    var isUnpaired = false
    var tokenError: ReturnValue?

    init(_ description: String) { self.description = Array(description.utf8.prefix(64)) }

    init(octets: [UInt8]) { description = octets }

    /// A slot as Jeton's own module shows it.
    static func own(_ description: String, _ change: (inout SlotFixture) -> Void = { _ in }) -> SlotFixture {
        var fixture = SlotFixture(description)
        fixture.path = "/usr/lib/libjeton-pkcs11.so"
        fixture.manufacturer = "Jeton"
        change(&fixture)
        return fixture
    }

    /// A slot as OpenSC's module shows a PIV card.
    static func openSC(_ description: String, _ change: (inout SlotFixture) -> Void = { _ in }) -> SlotFixture {
        var fixture = SlotFixture(description)
        fixture.path = "/usr/lib/opensc-pkcs11.so"
        fixture.manufacturer = "OpenSC Project"
        fixture.label = "PIV_II"
        fixture.serial = "00000000"
        change(&fixture)
        return fixture
    }

    /// The module's survey with this slot alone.
    func entry() throws -> Inventory.ModuleEntry { try SlotFixture.entry([self]) }

    /// The survey of a module with several slots; the first one says which module.
    static func entry(_ slots: [SlotFixture]) throws -> Inventory.ModuleEntry {
        guard let first = slots.first,
            let module = ModuleInfo(
                octets: padded(
                    [2, 40] + text(first.manufacturer, 32) + [UInt8](repeating: 0, count: 6) + number(0)
                        + text("Library", 32) + [1, 0]
                )
            )
        else { throw TestRigError("the structures have another size here") }
        let survey = ModuleSurvey(
            realPath: first.path,
            interfaceVersion: Version(major: 2, minor: 40),
            interfaceOrigin: .functionList,
            extendedFunctionCount: first.manufacturer == "Jeton" ? 34 : 0,
            info: module,
            slots: try slots.map { try $0.slot() }
        )
        return Inventory.ModuleEntry(path: first.path, outcome: .success(survey))
    }

    private func slot() throws -> ModuleSurvey.SlotSurvey {
        let description = description + [UInt8](repeating: 0x20, count: 64 - description.count)
        let present: UInt = label == nil ? 6 : 7
        let octets = description + Self.text("Maker", 32) + Self.number(present) + [0, 0, 0, 0]
        guard let info = SlotInfo(octets: Self.padded(octets)) else {
            throw TestRigError("the structures have another size here")
        }
        return ModuleSurvey.SlotSurvey(
            id: SlotID(rawValue: identifier),
            info: info,
            token: label.flatMap(token),
            tokenError: tokenError,
            isUnpaired: isUnpaired
        )
    }

    private func token(_ label: String) -> TokenInfo? {
        let counts = [UInt](repeating: .max, count: 10)
        return TokenInfo(
            octets: Self.padded(
                Self.text(label, 32) + Self.text("Maker", 32) + Self.text("Model", 16) + Self.text(serial, 16)
                    + Self.number(flags) + counts.flatMap(Self.number) + [2, 0, 2, 0] + Self.text("", 16)
            )
        )
    }

    private static func text(_ text: String, _ length: Int) -> [UInt8] {
        Array((Array(text.utf8) + [UInt8](repeating: 0x20, count: length)).prefix(length))
    }

    private static func number(_ number: UInt) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func padded(_ octets: [UInt8]) -> [UInt8] {
        octets + [UInt8](repeating: 0, count: (8 - octets.count % 8) % 8)
    }
}
