import JetonOctets
import SmartCard
import Testing

@Suite("Command APDU")
struct CommandAPDUTests {
    typealias Row = (data: Int, expected: Int?, header: String, trailer: String)

    @Test(
        "Each case is written in its shortest form at each boundary, and read back",
        arguments: [
            (0, nil, "00A40400", ""),
            (0, 1, "00A40400", "01"),
            (0, 255, "00A40400", "FF"),
            (0, 256, "00A40400", "00"),
            (0, 257, "00A4040000", "0101"),
            (0, 65_535, "00A4040000", "FFFF"),
            (0, 65_536, "00A4040000", "0000"),
            (1, nil, "00A4040001", ""),
            (255, nil, "00A40400FF", ""),
            (256, nil, "00A40400000100", ""),
            (65_535, nil, "00A4040000FFFF", ""),
            (1, 1, "00A4040001", "01"),
            (255, 256, "00A40400FF", "00"),
            (255, 257, "00A404000000FF", "0101"),
            (1, 65_536, "00A40400000001", "0000"),
            (256, 1, "00A40400000100", "0001"),
            (256, 256, "00A40400000100", "0100"),
            (65_535, 65_536, "00A4040000FFFF", "0000"),
        ] as [Row]
    )
    func boundaries(row: Row) throws {
        let data = [UInt8](repeating: 0xDA, count: row.data)
        let command = CommandAPDU(0x00, 0xA4, 0x04, 0x00, data: data, expectedLength: row.expected)
        let octets = try command.encoded()
        #expect(octets == Hex.decode(row.header).map { $0 + data + (Hex.decode(row.trailer) ?? []) })
        #expect(try CommandAPDU(decoding: octets) == command)
    }

    @Test("The extended form can be asked for where the short one would do")
    func forcedExtended() throws {
        let command = CommandAPDU(0x00, 0xCB, 0x3F, 0xFF, data: [1], expectedLength: 256)
        #expect(Hex.encode(try command.encoded(as: .extended)) == "00cb3fff000001010100")
        #expect(try CommandAPDU(decoding: try command.encoded(as: .extended)) == command)
        let plain = CommandAPDU(0x00, 0x01, 0x00, 0x00)
        #expect(try plain.encoded(as: .extended) == [0, 1, 0, 0])
    }

    @Test(
        "A length outside the form is refused, not cut",
        arguments: [
            (256, nil, .short), (0, 257, .short), (0, 0, .short), (0, -1, .extended),
            (65_536, nil, .extended), (0, 65_537, .extended),
        ] as [(Int, Int?, CommandAPDU.LengthFormat)]
    )
    func outOfRange(data: Int, expected: Int?, format: CommandAPDU.LengthFormat) {
        let command = CommandAPDU(
            0x00,
            0x01,
            0x02,
            0x03,
            data: [UInt8](repeating: 0, count: data),
            expectedLength: expected
        )
        #expect(throws: CardError(.commandTooLong)) { try command.encoded(as: format) }
    }

    @Test(
        "A command with wrong lengths is refused with its kind",
        arguments: [
            ("", EncodingError.Code.truncated), ("00A404", .truncated),
            ("00A4040002AA", .truncated), ("00A4040001AA0000", .trailingOctets),
            ("00A404000000", .truncated), ("00A40400000002AA", .truncated),
            ("00A4040000000000", .malformedLength), ("00A40400000001AA00", .truncated),
            ("00A40400000001AA000000", .trailingOctets),
        ]
    )
    func malformed(hex: String, code: EncodingError.Code) throws {
        let octets = try #require(Hex.decode(hex))
        #expect(throws: EncodingError(code, at: 0)) { try CommandAPDU(decoding: octets) }
    }

    @Test("Every command of up to eight octets that is read is written back the same, in its form")
    func everyShortInput() throws {
        // The octets behind the header that decide the structure take the values that matter.
        let values: [UInt8] = [0, 1, 2, 3, 255]
        var read = 0
        for count in 0...5 {
            var indices = [Int](repeating: 0, count: count)
            repeat {
                let octets: [UInt8] = [0, 1, 2, 3] + indices.map { values[$0] }
                if let command = try? CommandAPDU(decoding: octets) {
                    read += 1
                    let isExtended = count > 2 && octets[4] == 0
                    #expect(try command.encoded(as: isExtended ? .extended : .short) == octets)
                }
            } while next(&indices, below: values.count)
        }
        #expect(read > 100)
    }

    private func next(_ indices: inout [Int], below limit: Int) -> Bool {
        for position in indices.indices.reversed() {
            indices[position] += 1
            if indices[position] < limit { return true }
            indices[position] = 0
        }
        return false
    }

    @Test("A description names the header and the lengths, and never the data")
    func description() {
        let secret = Secret(copying: Array("123456".utf8).span)
        var command = CommandAPDU(header: CommandHeader(0x00, 0x20, 0x00, 0x80), secret: secret)
        #expect(command.data == Array("123456".utf8))
        #expect("\(command)" == "00200080, 6 bytes of data")
        command.wipe()
        #expect(command.data.isEmpty)
    }
}
