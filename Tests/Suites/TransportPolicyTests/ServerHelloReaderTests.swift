import Testing
import TransportPolicy

@Suite("What a server answers to a hello")
struct ServerHelloReaderTests {
    private static func record(_ type: UInt8, _ content: [UInt8]) -> [UInt8] {
        [type, 3, 3, UInt8(content.count >> 8), UInt8(content.count & 255)] + content
    }

    private static func message(_ type: UInt8, _ body: [UInt8]) -> [UInt8] {
        [type, UInt8(body.count >> 16), UInt8(body.count >> 8 & 255), UInt8(body.count & 255)] + body
    }

    /// ServerHello of TLS 1.2 with ECDHE, a certificate of three bytes, a key of secp384r1, a request, the end.
    private static let flight: [UInt8] = {
        let random = [UInt8](repeating: 7, count: 32)
        let hello = message(2, [3, 3] + random + [0, 0xC0, 0x2F, 0])
        let certificate = message(11, [0, 0, 6, 0, 0, 3, 1, 2, 3])
        let key = message(12, [3, 0, 24, 1, 4])
        let request = message(13, [1, 1, 0, 2, 4, 1, 0, 4, 0, 2, 0x30, 0])
        return record(22, hello + certificate + key + request + message(14, []))
    }()

    @Test("An answer is read whatever pieces it comes in", arguments: [1, 2, 5, 7, 64, 1000])
    func pieces(size: Int) {
        var reader = ServerHelloReader()
        for start in stride(from: 0, to: Self.flight.count, by: size) {
            #expect(!reader.isComplete)
            reader.read(Self.flight[start..<min(start + size, Self.flight.count)])
        }
        #expect(reader.isComplete && !reader.answer.isMalformed)
        #expect(reader.answer.version == 0x0303 && reader.answer.suite == 0xC02F && reader.answer.group == 24)
        #expect(reader.answer.certificates == [[1, 2, 3]])
        #expect(reader.answer.certificateRequest?.types == [1])
        #expect(reader.answer.certificateRequest?.signatureSchemes == [0x0401])
        #expect(reader.answer.certificateRequest?.authorities == [[0x30, 0]])
    }

    @Test(
        "What is not TLS, or larger than it may be, is malformed",
        arguments: [
            Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8), [22, 3, 3, 255, 255], [22, 3, 3, 0, 0], [22, 2, 0, 0, 4],
            record(22, [11, 0, 0, 3, 0, 0, 9]), record(22, [2, 0, 0, 2, 3, 3]), record(22, [11, 255, 255, 255]),
            record(22, message(11, [0, 0, 99] + Array(repeating: [0, 0, 0], count: 33).joined())),
            record(21, [2]),
        ]
    )
    func malformed(bytes: [UInt8]) {
        var reader = ServerHelloReader()
        reader.read(bytes[...])
        #expect(reader.isComplete && reader.answer.isMalformed)
    }

    @Test("Warnings without end are malformed: a server could send them for ever")
    func warnings() {
        var reader = ServerHelloReader()
        let warning = Self.record(21, [1, 112])
        var count = 0
        while !reader.isComplete, count < 200_000 {
            reader.read(warning[...])
            count += 1
        }
        #expect(reader.isComplete && reader.answer.isMalformed && count == 1 << 17 + 1)
    }

    @Test("An alert ends the answer, a warning does not")
    func alerts() {
        var reader = ServerHelloReader()
        reader.read(Self.record(21, [1, 112])[...])
        #expect(!reader.isComplete)
        reader.read(Self.record(21, [2, 40])[...])
        #expect(reader.isComplete && reader.answer.alert == 40)
    }

    @Test("More than 256 KiB of messages are not taken")
    func limit() {
        var reader = ServerHelloReader()
        let record = Self.record(22, Self.message(22, [UInt8](repeating: 0, count: 16_000)))
        for _ in 0..<20 { reader.read(record[...]) }
        #expect(reader.isComplete && reader.answer.isMalformed)
    }
}
