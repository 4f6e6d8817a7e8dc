import Cryptoki
import TestRig
import Testing

@testable import TokenKit

/// How a person's words and a token are brought together.
@Suite("Which token is meant")
struct PairingTargetTests {
    private static func token(_ serial: String, label: String = "") -> TokenInfo? {
        var octets = [UInt8](repeating: 0x20, count: 208)
        func put(_ text: String, at offset: Int) {
            octets.replaceSubrange(offset..<offset + text.utf8.count, with: text.utf8)
        }
        put(label, at: 0)
        put("Aktiv Co.", at: 32)
        put("Rutoken ECP", at: 64)
        put(serial, at: 80)
        for index in 96..<208 { octets[index] = 0 }
        return TokenInfo(octets: octets)
    }

    @Test(
        "A token is named by its reader, by its serial number in either base, by its media, or by its label",
        arguments: [
            "Aktiv Rutoken ECP BT 1217688090", "aktiv rutoken ecp bt 1217688090",
            "Aktiv Rutoken ECP BT 1217688090 00 00",
            "rutoken-ecp-bt-1217688090-00-00", "1217688090", "4894721a", "4894721A", "0x4894721A",
            "ECP BT 1217688090", "Rutoken 4894721a", "rutoken_ecp_4894721a", "my token", "01217688090",
        ]
    )
    func names(name: String) throws {
        let token = try #require(Self.token("4894721a", label: "my token"))
        #expect(
            PairingTarget(name: name)
                .matches(token, in: SlotID(rawValue: 0), of: "Aktiv Rutoken ECP BT 1217688090 00 00")
        )
    }

    @Test(
        "A part of a name or of a number, and a number in another's place, name nothing",
        arguments: [
            "121768809", "217688090", "12176880901", "4894721", "894721a", "94721", "Aktiv Rutoken ECP BT",
            "Aktiv", "Aktiv Rutoken ECP BT 121768809", "Aktiv Rutoken ECP BT 12176880900", "00", "00 00", "0", "",
            "my", "rutoken_ecp_4894721", "ECP",
        ]
    )
    func partsOfNames(name: String) throws {
        let token = try #require(Self.token("4894721a", label: "my token"))
        #expect(
            !PairingTarget(name: name)
                .matches(token, in: SlotID(rawValue: 0), of: "Aktiv Rutoken ECP BT 1217688090 00 00")
        )
    }

    // A sign is not part of a number, and the numbers that pcscd appends to a reader's name change.
    @Test(
        "The whole number names the token, whatever sign or reader index stands beside it",
        arguments: ["-4894721a", "+1217688090", "Aktiv Rutoken ECP BT 1217688090 01 00"]
    )
    func wholeNumbers(name: String) throws {
        let token = try #require(Self.token("4894721a", label: "my token"))
        #expect(
            PairingTarget(name: name)
                .matches(token, in: SlotID(rawValue: 0), of: "Aktiv Rutoken ECP BT 1217688090 00 00")
        )
    }

    @Test("Digits that are a number in both bases name the tokens of both, so that neither is taken for the other")
    func bothBases() throws {
        let hexadecimal = try #require(Self.token("12345678"))
        let decimal = try #require(Self.token("00bc614e"))
        let target = PairingTarget(name: "12345678")
        #expect(target.matches(hexadecimal, in: SlotID(rawValue: 0), of: "slot"))
        #expect(target.matches(decimal, in: SlotID(rawValue: 1), of: "slot"))
        let prefixed = PairingTarget(name: "0x12345678")
        #expect(prefixed.matches(hexadecimal, in: SlotID(rawValue: 0), of: "slot"))
        #expect(!prefixed.matches(decimal, in: SlotID(rawValue: 1), of: "slot"))
    }

    @Test("A bare number finds the reader that has it in its name, as long as it is the whole number")
    func readers() {
        #expect(PairingTarget(name: "1217688090").matches(readerName: "Aktiv Rutoken ECP BT 1217688090"))
        #expect(PairingTarget(name: "0x4894721a").matches(readerName: "Aktiv Rutoken ECP BT 4894721a 00 00"))
        #expect(!PairingTarget(name: "121768809").matches(readerName: "Aktiv Rutoken ECP BT 1217688090"))
        #expect(!PairingTarget(name: "00").matches(readerName: "Reader 00 00"))
        #expect(PairingTarget().matches(readerName: "any"))
    }

    @Test("Slot and serial number must fit as well, where they are given")
    func conditions() throws {
        let token = try #require(Self.token("4894721a"))
        let slot = SlotID(rawValue: 3)
        #expect(PairingTarget(slot: slot).matches(token, in: slot, of: "x"))
        #expect(!PairingTarget(slot: SlotID(rawValue: 2)).matches(token, in: slot, of: "x"))
        #expect(PairingTarget(serial: token.serialNumber).matches(token, in: slot, of: "x"))
        #expect(!PairingTarget(serial: FixedText(Array("4894721b".utf8))).matches(token, in: slot, of: "x"))
    }

    @Test("A serial number that is no hexadecimal number is compared as text")
    func otherSerials() throws {
        let token = try #require(Self.token("SN-42"))
        #expect(PairingTarget(name: "SN-42").matches(token, in: SlotID(rawValue: 0), of: "x"))
        #expect(!PairingTarget(name: "42").matches(token, in: SlotID(rawValue: 0), of: "x"))
    }
}
