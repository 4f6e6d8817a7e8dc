import Foundation
import Testing

@testable import PKCS11Names

/// The C headers are the oracle: each constant there is one literal.
@Suite("Every constant has the number that the C headers give it")
struct ConstantTests {
    /// The constants of some C headers by their names.
    private static func header(_ names: [String]) -> [String: UInt] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources/PKCS11/CCryptoki/include")
        var numbers: [String: UInt] = [:]
        for name in names {
            let text = (try? String(contentsOf: folder.appending(path: "cryptoki_\(name).h"), encoding: .utf8)) ?? ""
            for line in text.split(separator: "\n") where line.hasPrefix("#define CK") {
                let words = line.split(separator: " ")
                guard words.count > 2, words[2].hasPrefix("0x"), words[2].hasSuffix("UL") else { continue }
                numbers[String(words[1])] = UInt(words[2].dropFirst(2).dropLast(2), radix: 16)
            }
        }
        return numbers
    }

    private static let standard = header(["constants", "attributes", "mechanisms"])
    private static let vendor = header(["rutoken"])

    /// A family of constants.
    struct Family: CustomTestStringConvertible {
        /// What the names in C begin with.
        let prefix: String
        /// Number and name of each.
        let table: [(number: UInt, name: String)]
        /// Whether every constant of the standard with that prefix is in the table.
        let isWhole: Bool

        init<Constant: RawRepresentable<UInt>>(
            _ prefix: String,
            _ table: [(Constant, String)],
            isWhole: Bool = true
        ) {
            self.prefix = prefix
            self.table = table.map { ($0.rawValue, $1) }
            self.isWhole = isWhole
        }

        var testDescription: String { prefix }
    }

    private static let families = [
        Family("CKA_", AttributeType.table), Family("CKK_", KeyType.table), Family("CKM_", MechanismType.table),
        Family("CKO_", ObjectClass.table), Family("CKR_", ReturnValue.table), Family("CKU_", UserType.table),
        Family("CKG_MGF1_", MaskGeneration.table), Family("CKS_R", SessionState.table),
        Family("CKD_", KeyDerivationFunction.table, isWhole: false),
        Family("CKF_", TokenFlags.table, isWhole: false), Family("CKF_", MechanismFlags.table, isWhole: false),
        Family("CKK_", KeyType.tc26Table, isWhole: false), Family("CKM_", MechanismType.tc26Table, isWhole: false),
        Family("CKA_VENDOR_", AttributeType.rutokenTable, isWhole: false),
    ]

    @Test("The number of a constant is the header's", arguments: families)
    func numbers(_ family: Family) throws {
        #expect(!family.table.isEmpty)
        for (number, name) in family.table {
            #expect(number == Self.standard[name] ?? Self.vendor[name], "\(name)")
            #expect(name.hasPrefix(family.prefix))
        }
    }

    @Test("No constant of the standard is without a name", arguments: families)
    func whole(_ family: Family) {
        let known = Set(family.table.map(\.name))
        let missing = Self.standard.keys.filter { name in
            name.hasPrefix(family.prefix) && !known.contains(name) && !name.hasSuffix("_VENDOR_DEFINED")
        }
        #expect(!family.isWhole || missing.isEmpty, "\(missing.sorted())")
    }

    @Test("The own values of Rutoken's extension are the header's")
    func vendorValues() {
        #expect(!ReturnValue.rutokenTable.isEmpty)
        for (number, words) in ReturnValue.rutokenTable { #expect(Self.vendor[words.name] == number) }
        let named: [(ReturnValue, String)] = [
            (.rutokenPasswordInvalid, "CKR_SM_PASSWORD_INVALID"), (.rutokenInappropriatePIN, "CKR_INAPPROPRIATE_PIN"),
            (.rutokenPINInHistory, "CKR_PIN_IN_HISTORY"),
        ]
        for (value, name) in named { #expect(value.rutokenWords?.name == name) }
    }

    @Test("A number is shown by its name, and one without a name by itself")
    func descriptions() {
        #expect(ReturnValue.pinLocked.description == "CKR_PIN_LOCKED, 0xA4")
        #expect(ReturnValue(rawValue: 0x8000_1234).name == "CKR_VENDOR_0x80001234")
        #expect(KeyType.ec.description == "CKK_EC" && KeyType(rawValue: 0x77).description == "CKK_0x77")
        #expect(AttributeType.class.description == "CKA_CLASS")
    }
}
