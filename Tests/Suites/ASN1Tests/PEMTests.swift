import JetonASN1
import JetonOctets
import Testing

@Suite("PEM")
struct PEMTests {
    private static let octets = (0..<100).map { UInt8($0) }

    @Test("A block is written in lines of 64 characters and read again")
    func roundTrip() throws {
        let text = PEM.encode(PEMTests.octets, label: "CERTIFICATE")
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.map(\.count) == [27, 64, 64, 8, 25, 0])
        #expect(try PEM.parse(text) == [PEM.Block(label: "CERTIFICATE", octets: PEMTests.octets)])
        #expect(try PEM.parse(text)[0].text == text)
        #expect(try PEM.parse("") == [])
    }

    @Test("Text outside the blocks is skipped or given, with any line ends")
    func outside() throws {
        let block = PEM.encode([1, 2, 3], label: "A B")
        let text = "Bag Attributes\n  x: y\n\n" + block + "between\n" + block + "-- after --\n"
        for text in [text, text.replacing("\n", with: "\r\n"), text.replacing("\n", with: "\r")] {
            let (blocks, other) = try PEM.split(text)
            #expect(blocks.map(\.label) == ["A B", "A B"])
            #expect(blocks.allSatisfy { $0.octets == [1, 2, 3] })
            #expect(other == ["Bag Attributes", "x: y", "between", "-- after --"])
        }
    }

    static let broken: [(String, PEMError.Code)] = [
        ("-----BEGIN A-----\nAQID\n", .unclosed),
        ("-----BEGIN A-----\nAQID\n-----END B-----\n", .unopened),
        ("-----END A-----\n", .unopened),
        ("-----BEGIN A-----\n-----BEGIN A-----\nAQID\n-----END A-----\n", .nested),
        ("-----BEGIN A-----\nAQI\n-----END A-----\n", .malformedBody),
        ("-----BEGIN A-----\nAQI*\n-----END A-----\n", .malformedBody),
        ("-----BEGIN A-----\nAR==\n-----END A-----\n", .malformedBody),
        ("-----BEGIN A-----\nAQ==\nAQID\n-----END A-----\n", .malformedBody),
        ("-----BEGIN A-----\nAQID\n-----END A---- -\n-----END A-----\n", .malformedBody),
        ("-----BEGIN -----\nAQID\n-----END -----\n", .malformedLabel),
        ("-----BEGIN \u{E9}-----\nAQID\n-----END \u{E9}-----\n", .malformedLabel),
        ("-----BEGIN " + String(repeating: "A", count: 65) + "-----\n", .malformedLabel),
    ]

    @Test("Malformed blocks are refused, each for its reason", arguments: broken)
    func refused(text: String, reason: PEMError.Code) {
        #expect(throws: PEMError(reason, label: "")) { try PEM.parse(text) }
    }

    @Test("Header lines are skipped or refused, by the rules")
    func headers() throws {
        let text = "-----BEGIN A-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES\n\nAQID\n-----END A-----\n"
        #expect(try PEM.parse(text, rules: .withHeaders).first?.octets == [1, 2, 3])
        #expect(throws: PEMError(.unexpectedHeader, label: "")) { try PEM.parse(text, rules: .strict) }
    }

    @Test("More blocks than the limit are refused")
    func limit() throws {
        let text = String(repeating: PEM.encode([1], label: "A"), count: 3)
        #expect(try PEM.parse(text, limit: 3).count == 3)
        #expect(throws: PEMError(.limitExceeded, label: "")) { try PEM.parse(text, limit: 2) }
    }

    @Test("An error names the block, cut to 64 characters")
    func description() {
        let error = PEMError(.unclosed, label: String(repeating: "A", count: 100))
        #expect(error.description == "block '\(String(repeating: "A", count: 64))' has no END line")
    }

    @Test("PEM is told from DER by the first byte")
    func isPresent() {
        #expect(PEM.isPresent(in: Array(("text\n" + PEM.encode([1], label: "A")).utf8)))
        #expect(!PEM.isPresent(in: [0x30] + Array("-----BEGIN A-----".utf8)))
        #expect(!PEM.isPresent(in: [UInt8](repeating: 0x20, count: 70_000) + Array("-----BEGIN A-----".utf8)))
    }
}
