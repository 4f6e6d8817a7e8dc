import JetonPCSC
import Testing

@Suite("Reader name")
struct ReaderNameTests {
    struct Row: Sendable {
        let text: String
        let model: String
        var interface: String?
        var serialNumber: String?
        var index: UInt8?
        var slot: UInt8?
    }

    @Test(
        "A name is taken apart from the right",
        arguments: [
            Row(text: "Aktiv Rutoken ECP 00 00", model: "Aktiv Rutoken ECP", index: 0, slot: 0),
            Row(
                text: "Aktiv Rutoken ECP BT 1217688090 0A 01",
                model: "Aktiv Rutoken ECP BT 1217688090",
                index: 10,
                slot: 1
            ),
            Row(text: "ifd-nfcd-handler 00 00", model: "ifd-nfcd-handler", index: 0, slot: 0),
            Row(
                text: "HID Global OMNIKEY 5422 [OMNIKEY 5422CL Smartcard Reader] (KT0A1B) 00 01",
                model: "HID Global OMNIKEY 5422",
                interface: "OMNIKEY 5422CL Smartcard Reader",
                serialNumber: "KT0A1B",
                index: 0,
                slot: 1
            ),
            Row(
                text: "Gemalto PC Twin Reader (B4AF4101) 01 00",
                model: "Gemalto PC Twin Reader",
                serialNumber: "B4AF4101",
                index: 1,
                slot: 0
            ),
            Row(
                text: "Yubico YubiKey FIDO+CCID [CCID] FF 00",
                model: "Yubico YubiKey FIDO+CCID",
                interface: "CCID",
                index: 255,
                slot: 0
            ),
            // The Windows form, and texts that only look like pcsc-lite's.
            Row(text: "Aktiv Co. ruToken 0", model: "Aktiv Co. ruToken 0"),
            Row(text: "Aktiv Rutoken ECP BT 1", model: "Aktiv Rutoken ECP BT 1"),
            Row(text: "Reader 0 00", model: "Reader 0 00"),
            Row(text: "Reader +0 00", model: "Reader +0 00"),
            Row(text: "Reader 00 +1", model: "Reader 00 +1"),
            Row(text: "Reader(1) 00 00", model: "Reader(1)", index: 0, slot: 0),
            Row(text: "(1) 00 00", model: "(1)", index: 0, slot: 0),
            Row(text: "A () 00 00", model: "A", serialNumber: "", index: 0, slot: 0),
            Row(text: " 00 00", model: " 00 00"),
            Row(text: "", model: ""),
            Row(text: "Считыватель 00 00", model: "Считыватель", index: 0, slot: 0),
        ]
    )
    func parts(row: Row) {
        let name = ReaderName(row.text)
        #expect(name.description == row.text)
        #expect(name.model == row.model)
        #expect(name.interface == row.interface)
        #expect(name.serialNumber == row.serialNumber)
        #expect(name.index == row.index && name.slot == row.slot)
    }

    @Test("Octets that are not UTF-8 are kept, and shown replaced")
    func otherEncodings() {
        let name = ReaderName(octets: [0xC0, 0x41, 0x1B, 0x20, 0x30, 0x30, 0x20, 0x30, 0x31, 0x00, 0x41])
        #expect(name.octets == [0xC0, 0x41, 0x1B, 0x20, 0x30, 0x30, 0x20, 0x30, 0x31])
        #expect(name.description == "\u{FFFD}A\u{FFFD} 00 01")
        #expect(name.index == 0 && name.slot == 1)
    }
}
