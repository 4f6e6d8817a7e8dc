import JetonOctets
import SmartCard
import Testing
import VirtualCard

@Suite("Status words of the virtual card")
struct StatusWordTests {
    /// What has happened before the command in the table.
    enum Before: CaseIterable {
        case nothing, selected, pinVerified, managementProved
    }

    static let pin = "313233343536FFFF"
    static let puk = "3132333435363738"

    static let table: [(Before, String, String)] = [
        // Classes and commands of the operating system.
        (.nothing, "00", "6F00"),
        (.nothing, "00A404", "6F00"),
        (.nothing, "80A4040005A000000308", "6E00"),
        (.nothing, "FF A4 04 00 00", "6E00"),
        (.nothing, "20A4040005A000000308", "6E00"),
        (.nothing, "01A4040005A000000308", "6881"),
        (.nothing, "41A4040005A000000308", "6881"),
        (.nothing, "0CA4040005A000000308", "6882"),
        (.nothing, "00A4040005A0000003", "6700"),
        (.nothing, "00A40400 00000001", "6700"),
        (.nothing, "00CB3FFF055C035FC102", "6985"),
        // SELECT: whole, without version, cut; P2 without answer; others.
        (.nothing, "00A404000BA000000308000010000100", "9000"),
        (.nothing, "00A4040009A00000030800001000", "9000"),
        (.nothing, "00A4040005A00000030800", "9000"),
        (.nothing, "00A4040C05A000000308", "9000"),
        (.nothing, "00A4040004A0000003", "6A82"),
        (.nothing, "00A404000BA000000308000010000200", "6A82"),
        (.nothing, "00A404000CA00000030800001000010000", "6A82"),
        (.nothing, "00A4040005A000000309", "6A82"),
        (.nothing, "00A40400", "6A82"),
        (.nothing, "00A4000005A000000308", "6A86"),
        (.nothing, "00A4040205A000000308", "6A86"),
        // GET RESPONSE without anything that waits; unknown instructions.
        (.selected, "00C0000000", "6985"),
        (.selected, "00C0000100", "6A86"),
        (.selected, "00840000 08", "6D00"),
        (.selected, "00B0000000", "6D00"),
        (.selected, "00F6FF9A", "6982"),
        (.managementProved, "00F6FF9A", "6A88"),
        (.managementProved, "00F6FF00", "6A86"),
        (.managementProved, "00F6F99A", "6A86"),
        (.managementProved, "00F6FF9A0101", "6700"),
        // VERIFY.
        (.selected, "00200080", "63C3"),
        (.pinVerified, "00200080", "9000"),
        (.selected, "0020008008" + pin, "9000"),
        (.selected, "0020008008313233343537FFFF", "63C2"),
        (.selected, "0020008006313233343536", "6A80"),
        (.selected, "00200080083132333435FFFFFF", "6A80"),
        (.selected, "0020008008313233343536FF37", "6A80"),
        (.selected, "0020008008313233343536AAAA", "6A80"),
        (.selected, "0020018008" + pin, "6A86"),
        (.selected, "0020000008" + pin, "6A88"),
        (.selected, "00200081", "6A88"),
        (.pinVerified, "0020FF80", "9000"),
        (.pinVerified, "0020FF8008" + pin, "6A86"),
        // CHANGE REFERENCE DATA.
        (.selected, "0024008010" + pin + "363534333231FFFF", "9000"),
        (.selected, "0024008110" + puk + "3837363534333231", "9000"),
        (.selected, "0024008010" + "303030303030FFFF" + pin, "63C2"),
        (.selected, "0024008110" + "3030303030303030" + puk, "63C2"),
        (.selected, "0024008010" + pin + "31323334FFFFFFFF", "6A80"),
        (.selected, "0024008110" + puk + "3132333435FFFFFF", "6A80"),
        (.selected, "0024008008" + pin, "6A80"),
        (.selected, "0024018010" + pin + pin, "6A86"),
        (.selected, "0024009B10" + pin + pin, "6A88"),
        // RESET RETRY COUNTER.
        (.selected, "002C008010" + puk + pin, "9000"),
        (.selected, "002C008010" + "3030303030303030" + pin, "63C2"),
        (.selected, "002C008010" + puk + "31FFFFFFFFFFFFFF", "6A80"),
        (.selected, "002C008008" + puk, "6A80"),
        (.selected, "002C018010" + puk + pin, "6A80"),
        (.selected, "002C018008" + puk, "9000"),
        (.selected, "002C018008" + "3030303030303030", "63C2"),
        (.selected, "002C018108" + puk, "6A88"),
        (.selected, "002C028008" + puk, "6A86"),
        (.selected, "002C008110" + puk + pin, "6A88"),
        // GET DATA.
        (.selected, "00CB3FFF055C035FC10200", "9000"),
        (.selected, "00CB3FFF055C035FC10700", "9000"),
        (.selected, "00CB3FFF035C017E00", "9000"),
        (.selected, "00CB3FFF055C035FC10500", "6A82"),
        (.selected, "00CB3FFF045C027F6100", "6A82"),
        (.selected, "00CB3FFF055C035FC10900", "6982"),
        (.selected, "00CB3FFF055C035FC10300", "6982"),
        (.pinVerified, "00CB3FFF055C035FC10900", "6A82"),
        (.selected, "00CB3F00055C035FC10200", "6A86"),
        (.selected, "00CB3FFF055D035FC10200", "6A80"),
        (.selected, "00CB3FFF055C045FC10200", "6A80"),
        (.selected, "00CB3FFF025C0000", "6A80"),
        (.selected, "00CB3FFF00", "6A80"),
        // PUT DATA.
        (.selected, "00DB3FFF095C035FC10553020102", "6982"),
        (.pinVerified, "00DB3FFF095C035FC10553020102", "6982"),
        (.managementProved, "00DB3FFF095C035FC10553020102", "9000"),
        (.managementProved, "00DB3FFF075C035FC1055300", "9000"),
        (.managementProved, "00DB3FFF057F61020203", "9000"),
        (.managementProved, "00DB3FFF047E024F00", "6A81"),
        (.managementProved, "00DB3FFF095C035FC20553020102", "6A81"),
        (.managementProved, "00DB3FFF055C035FC105", "6A80"),
        (.managementProved, "00DB3FFF095C035FC10553030102", "6A80"),
        (.managementProved, "00DB3F00095C035FC10553020102", "6A86"),
        // GENERAL AUTHENTICATE.
        (.selected, "0087039B047C02800000", "9000"),
        (.selected, "0087009B047C02800000", "9000"),
        (.selected, "0087039B047C02810000", "9000"),
        (.selected, "00870A9B047C02800000", "6A86"),
        (.selected, "0087039B0C7C0A8208000000000000000000", "6982"),
        (.selected, "0087039B167C148008000000000000000081080000000000000000", "6982"),
        (.selected, "0087039B047D02800000", "6A80"),
        (.selected, "0087039B027C0000", "6A80"),
        (.selected, "0087039B057C0280000000", "6A80"),
        (.selected, "0087119A047C02800000", "6A88"),
        (.selected, "008711FF047C02800000", "6A86"),
        (.selected, "008711F9047C02800000", "6A86"),
        // GENERATE ASYMMETRIC KEY PAIR.
        (.selected, "0047009A05AC0380011100", "6982"),
        (.managementProved, "0047009A05AC0380011100", "9000"),
        (.managementProved, "0047009A05AC0380010600", "6A80"),
        (.managementProved, "0047009A05AC0380011000", "6A80"),
        (.managementProved, "0047009A02AC0000", "6A80"),
        (.managementProved, "0047009A08AC06800111AA010400", "6A80"),
        (.managementProved, "0047009A08AC06800111AB010200", "6A81"),
        (.managementProved, "0047009A08AC06800111AB010100", "9000"),
        (.managementProved, "0047009A08AC06800107810103 00", "6A80"),
        (.managementProved, "004700F905AC038001E000", "6A80"),
        (.managementProved, "0047009B05AC0380011100", "6A86"),
        (.managementProved, "0047019A05AC0380011100", "6A86"),
        // Yubico's extensions.
        (.selected, "00FD000000", "9000"),
        (.selected, "00FD010000", "6A86"),
        (.selected, "00F8000000", "9000"),
        (.selected, "00F7008000", "9000"),
        (.selected, "00F7008100", "9000"),
        (.selected, "00F7009B00", "9000"),
        (.selected, "00F700F900", "9000"),
        (.selected, "00F7009A00", "6A88"),
        (.selected, "00F7019B00", "6A86"),
        (.selected, "00F99A0000", "6A88"),
        (.selected, "00F9F900000000", "9000"),
        (.selected, "00F99B0000", "6A86"),
        (.selected, "00FA0505", "6982"),
        (.managementProved, "00FA0505", "6982"),
        (.managementProved, "00FA0005", "6A86"),
        (.selected, "00FB0000", "6985"),
        (.selected, "00FB0001", "6A86"),
        (.selected, "00FFFFFF1B089B10" + "000102030405060708090A0B0C0D0E0F" + "0001020304050607", "6982"),
        (.managementProved, "00FFFFFF13089B10" + "000102030405060708090A0B0C0D0E0F", "9000"),
        (.managementProved, "00FFFFFE13089B10" + "000102030405060708090A0B0C0D0E0F", "6A81"),
        (.managementProved, "00FFFFFF130A9B10" + "000102030405060708090A0B0C0D0E0F", "6A80"),
        (.managementProved, "00FFFFFF13089A10" + "000102030405060708090A0B0C0D0E0F", "6A80"),
        (.managementProved, "00FFFF0013089B10" + "000102030405060708090A0B0C0D0E0F", "6A86"),
        (.selected, "00FE119A03060101", "6982"),
        (.managementProved, "00FE119A03060101", "9000"),
        (.managementProved, "00FE119A03060100", "6A80"),
        (.managementProved, "00FE119A03070101", "6A80"),
        (.managementProved, "00FEE09A03070101", "6A80"),
        (.managementProved, "00FE079A0601010302010500", "6A80"),
        (.managementProved, "00FE109A03060101", "6A86"),
    ]

    @Test("Each command is answered with its status word", arguments: table.indices)
    func answers(_ index: Int) throws {
        let (before, command, expected) = Self.table[index]
        let exchange = Exchange(try SoftwareCard(inMemory: VirtualCardOptions()))
        if before != .nothing { try exchange.select() }
        if before == .pinVerified { #expect(try exchange.verify() == "9000") }
        if before == .managementProved { try exchange.authenticate() }
        #expect(try exchange.status(command) == expected, "\(before) \(command)")
    }

    @Test("Each instruction that is not defined is unknown")
    func unknownInstructions() throws {
        let exchange = try Exchange()
        let known: Set<UInt8> = [
            0x20, 0x24, 0x2C, 0x47, 0x87, 0xA4, 0xC0, 0xCB, 0xDB, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFD, 0xFE, 0xFF,
        ]
        for instruction in UInt8.min...UInt8.max where !known.contains(instruction) {
            #expect(try exchange.status("00" + Hex.encode([instruction]) + "0000") == "6D00")
        }
    }
}
