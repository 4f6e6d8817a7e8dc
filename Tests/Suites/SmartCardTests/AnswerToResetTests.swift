import JetonOctets
import SmartCard
import Testing

@Suite("Answer to reset")
struct AnswerToResetTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let hex: String
        let name: String
        var protocols: [UInt8] = [1]
        var checkIsCorrect: Bool? = true
        var excess: [UInt8] = []
        var testDescription: String { name }
    }

    static let corpus = [
        Row(hex: "3B8B015275746F6B656E20445320C1", name: "Aktiv Rutoken ECP"),
        Row(hex: "3B8B015275746F6B656E20454350A0", name: "Aktiv Rutoken ECP"),
        Row(hex: "3B8B015275746F6B656E44534254D7", name: "Aktiv Rutoken ECP Bluetooth"),
        Row(hex: "3B8B015275746F6B656E6C697465C2", name: "Aktiv Rutoken Lite"),
        Row(
            hex: "3B8B005275746F6B656E6C745344E3",
            name: "Aktiv Rutoken Lite SD",
            protocols: [0],
            checkIsCorrect: nil,
            excess: [0xE3]
        ),
        Row(hex: "3B8B01527450494E5061642020329C", name: "Aktiv Rutoken PINPad"),
        Row(
            hex: "3B9C96005275746F6B656E4543507363",
            name: "Aktiv Rutoken ECP SC",
            protocols: [0],
            checkIsCorrect: nil
        ),
        Row(hex: "3B9C948011405275746F6B656E4543507363C3", name: "Aktiv Rutoken ECP SC", protocols: [0, 1]),
        Row(hex: "3B9C978011405275746F6B656E4543507363C0", name: "Aktiv Rutoken ECP SC", protocols: [0, 1]),
        Row(hex: "3B88800152745343778183206A", name: "Aktiv Rutoken ECP 3.0 NFC", protocols: [0, 1]),
        Row(hex: "3B8C8001505C4B71A152745343778183D9", name: "Aktiv Rutoken ECP 3.0 NFC", protocols: [0, 1]),
        Row(hex: "3B88800152744D430081C10061", name: "Aktiv Rutoken 2151", protocols: [0, 1]),
        Row(
            hex: "3B9E96005275746F6B656E4C697465534332",
            name: "Aktiv Rutoken Lite SC",
            protocols: [0],
            checkIsCorrect: nil
        ),
        Row(hex: "3B781300007275746F6B656E6D", name: "Aktiv Rutoken Mikron", protocols: [0], checkIsCorrect: nil),
        Row(
            hex: "3B7A1300007275746F6B656E6D7363",
            name: "Aktiv Rutoken Mikron SC",
            protocols: [0],
            checkIsCorrect: nil
        ),
        Row(
            hex: "3B6F00FF00567275546F6B6E73302000009000",
            name: "Aktiv Rutoken S",
            protocols: [0],
            checkIsCorrect: nil
        ),
        Row(hex: "3B9896008031C072F7418107", name: "Aktiv Rutoken Magistra", protocols: [0], checkIsCorrect: nil),
        Row(hex: "3BD5180081313A7D8073C8211030", name: "Thales SafeNet eToken 5110"),
        Row(hex: "3BD518008131FE7D8073C82110F4", name: "Thales SafeNet eToken 5100"),
        Row(
            hex: "3B7C95000045534D415254474F53543130",
            name: "ISBC ESMART Token GOST",
            protocols: [0],
            checkIsCorrect: nil
        ),
        Row(hex: "3BFE1800008131FE458031815448534D31738021408107FA", name: "Nitrokey Nitrokey HSM"),
        Row(hex: "3B9813400AA503010101AD1311", name: "Zetes Belgian eID", protocols: [0], checkIsCorrect: nil),
        Row(
            hex: "3B7F960000006A444E4965200101550410039000",
            name: "FNMT Spanish DNIe",
            protocols: [0],
            checkIsCorrect: nil
        ),
        Row(hex: "3BFD1300008131FE158073C021C057597562694B657940", name: "Yubico YubiKey 4 or 5"),
    ]

    @Test("Answers of known tokens are read whole and named", arguments: corpus)
    func knownTokens(row: Row) throws {
        let octets = try #require(Hex.decode(row.hex))
        let answer = try AnswerToReset(octets)
        #expect(answer.octets == octets)
        #expect(answer.excess == row.excess)
        #expect(answer.protocols == row.protocols)
        #expect(answer.isCheckByteCorrect == row.checkIsCorrect)
        #expect(!answer.isCheckByteMissing)
        #expect(KnownToken(answer)?.description == row.name)
    }

    @Test(
        "Each shorter beginning of a known answer is refused as truncated, or lacks its check byte",
        arguments: corpus
    )
    func truncated(row: Row) throws {
        let octets = try #require(Hex.decode(row.hex))
        for count in 0..<octets.count - row.excess.count {
            do throws(EncodingError) {
                let answer = try AnswerToReset(Array(octets.prefix(count)))
                #expect(answer.checkByte == nil && count == octets.count - 1)
            } catch {
                #expect(error.code == .truncated)
            }
        }
    }

    @Test(
        "A flipped bit in the octets under the check byte is noticed",
        arguments: corpus.filter { $0.protocols.contains(1) }
    )
    func checkByte(row: Row) throws {
        let octets = try #require(Hex.decode(row.hex))
        let good = try AnswerToReset(octets)
        for position in (octets.count - 1 - good.historicalBytes.count)..<octets.count {
            var broken = octets
            broken[position] ^= 0x04
            #expect(try AnswerToReset(broken).isCheckByteCorrect == false)
        }
    }

    @Test(
        "What is no answer to reset is refused with its kind",
        arguments: [
            ("", EncodingError.Code.truncated), ("3B", .truncated), ("3C00", .unexpectedValue),
            ("FFFF", .unexpectedValue), ("3B0F", .truncated), ("3B80", .truncated),
            ("3B" + String(repeating: "80", count: 32), .truncated),
            ("3B" + String(repeating: "00", count: 33), .limitExceeded),
        ]
    )
    func refused(hex: String, code: EncodingError.Code) throws {
        let octets = try #require(Hex.decode(hex))
        #expect(throws: EncodingError(code, at: 0)) { try AnswerToReset(octets) }
    }

    @Test("Octets behind the end are kept apart")
    func excess() throws {
        let answer = try AnswerToReset([0x3B, 0x02, 0x14, 0x50, 0xAA])
        #expect(answer.historicalBytes == [0x14, 0x50])
        #expect(answer.excess == [0xAA])
        #expect(answer.protocols == [0] && answer.checkByte == nil)
    }

    @Test("Any octets are read or refused, and never trap")
    func neverTraps() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...40, using: &generator)
            var octets = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            if count > 0 { octets[0] = Bool.random() ? 0x3B : 0x3F }
            guard let answer = try? AnswerToReset(octets) else { continue }
            _ = (answer.protocols, answer.isCheckByteCorrect, answer.historical.capabilities, KnownToken(answer))
            #expect(octets.count <= 33)
        }
    }

    @Test("Interface bytes stand in their groups")
    func interfaceBytes() throws {
        let octets = try #require(Hex.decode("3BFD1300008131FE158073C021C057597562694B657940"))
        let answer = try AnswerToReset(octets)
        #expect(answer.convention == .direct)
        #expect(answer.interfaceGroups.map(\.td) == [0x81, 0x31, nil])
        #expect(answer.interfaceGroups.map(\.ta) == [0x13, nil, 0xFE])
        #expect(answer.interfaceGroups.map(\.tb) == [0x00, nil, 0x15])
        #expect(answer.checkByte == 0x40)
    }
}

@Suite("Historical bytes")
struct HistoricalBytesTests {
    private func historical(_ hex: String) throws -> HistoricalBytes {
        HistoricalBytes(try #require(Hex.decode(hex)))
    }

    @Test("A YubiKey says that it takes extended lengths and chains")
    func capabilities() throws {
        let bytes = try historical("8073C021C057597562694B6579")
        #expect(bytes.category == .compactTLV)
        let capabilities = try #require(bytes.capabilities)
        #expect(capabilities.supportsExtendedLength && capabilities.supportsCommandChaining)
        #expect(capabilities.selectsByFullName && capabilities.selectsByPartialName)
        #expect(capabilities.maximumLogicalChannels == 1)
        #expect(bytes.dataObjects.last.map { $0.tag } == 5)
        #expect(bytes.dataObjects.last.map { String(decoding: $0.value, as: UTF8.self) } == "YubiKey")
    }

    @Test("A status stands at the end of form 00, and as tag 8 in form 80")
    func status() throws {
        let fixed = try historical("0031C0059000")
        #expect(fixed.category == .compactTLVWithStatus)
        #expect(fixed.lifeCycleStatus == 0x05 && fixed.status == .success)
        #expect(fixed.dataObjects.map { $0.tag } == [3])
        let tagged = try historical("8031C08107")
        #expect(tagged.lifeCycleStatus == 0x07 && tagged.status == nil)
        let word = try historical("80829000")
        #expect(word.lifeCycleStatus == nil && word.status == .success)
    }

    @Test("Text, references and broken objects are told apart")
    func forms() throws {
        #expect(HistoricalBytes([]).category == .none)
        #expect(HistoricalBytes([]).text == nil)
        let text = HistoricalBytes(Array("RutokenDSBT".utf8))
        #expect(text.category == .proprietary && text.text == "RutokenDSBT" && text.dataObjects.isEmpty)
        #expect(try historical("1001").category == .directoryReference)
        #expect(try historical("0001").category == .proprietary)
        #expect(try historical("807301").dataObjects.isEmpty)
    }
}
