import JetonOctets

/// The part of CBOR that metadata uses: one map of short text keys to unsigned integers, octets, texts and booleans.
///
/// Only the deterministic encoding is written and read: shortest lengths, keys in ascending order of their encoding,
/// definite lengths, no tags.
///
/// - SeeAlso: RFC 8949, 4.2.1.
enum CBOR {
    enum Value: Hashable, Sendable {
        case unsigned(UInt64)
        case octets([UInt8])
        case text(String)
        case boolean(Bool)
    }

    private enum Major {
        static let unsigned: UInt8 = 0
        static let octets: UInt8 = 2
        static let text: UInt8 = 3
        static let map: UInt8 = 5
    }

    private static let falseOctet: UInt8 = 0xF4
    private static let trueOctet: UInt8 = 0xF5
    private static let maximumMembers = 64
    private static let maximumOctets = 65536

    static func encode(_ map: [String: Value]) -> [UInt8] {
        let members = map.map { (key: encode(.text($0.key)), value: encode($0.value)) }
            .sorted { $0.key.lexicographicallyPrecedes($1.key) }
        return head(Major.map, UInt64(members.count)) + members.flatMap { $0.key + $0.value }
    }

    private static func encode(_ value: Value) -> [UInt8] {
        switch value {
        case .unsigned(let number): head(Major.unsigned, number)
        case .octets(let octets): head(Major.octets, UInt64(octets.count)) + octets
        case .text(let text): head(Major.text, UInt64(text.utf8.count)) + Array(text.utf8)
        case .boolean(let value): [value ? trueOctet : falseOctet]
        }
    }

    private static func head(_ major: UInt8, _ argument: UInt64) -> [UInt8] {
        switch argument {
        case 0..<24: [major << 5 | UInt8(argument)]
        case 24...0xFF: [major << 5 | 24, UInt8(argument)]
        case 0x100...0xFFFF: [major << 5 | 25] + UInt16(argument).bigEndianOctets
        case 0x1_0000...0xFFFF_FFFF: [major << 5 | 26] + UInt32(argument).bigEndianOctets
        default: [major << 5 | 27] + argument.bigEndianOctets
        }
    }

    static func decodeMap(_ octets: [UInt8]) throws(EncodingError) -> [String: Value] {
        var cursor = ByteCursor(octets)
        let (major, count) = try readHead(&cursor)
        guard major == Major.map else { throw EncodingError(.unexpectedValue, at: cursor.offset) }
        guard count <= maximumMembers else { throw EncodingError(.limitExceeded, at: cursor.offset) }
        var map: [String: Value] = [:]
        var previous: [UInt8] = []
        for _ in 0..<count {
            let start = cursor.offset
            guard case .text(let key) = try readValue(&cursor) else {
                throw EncodingError(.unexpectedValue, at: start)
            }
            let encoded = Array(octets[start..<cursor.offset])
            guard previous.lexicographicallyPrecedes(encoded) else {
                throw EncodingError(.unexpectedValue, at: start)
            }
            previous = encoded
            map[key] = try readValue(&cursor)
        }
        try cursor.finish()
        return map
    }

    private static func readValue(_ cursor: inout ByteCursor) throws(EncodingError) -> Value {
        let start = cursor.offset
        if let octet = cursor.peek, octet == falseOctet || octet == trueOctet {
            _ = try cursor.readByte()
            return .boolean(octet == trueOctet)
        }
        let (major, argument) = try readHead(&cursor)
        switch major {
        case Major.unsigned: return .unsigned(argument)
        case Major.octets, Major.text:
            guard argument <= maximumOctets else { throw EncodingError(.limitExceeded, at: start) }
            let content = Array(try cursor.read(Int(argument)))
            if major == Major.octets { return .octets(content) }
            guard let text = String(validating: content, as: UTF8.self) else {
                throw EncodingError(.unexpectedValue, at: start)
            }
            return .text(text)
        default: throw EncodingError(.unexpectedValue, at: start)
        }
    }

    private static func readHead(_ cursor: inout ByteCursor) throws(EncodingError) -> (major: UInt8, argument: UInt64) {
        let start = cursor.offset
        let first = try cursor.readByte()
        let argument: UInt64
        let smallest: UInt64
        switch first & 0x1F {
        case let short where short < 24: return (first >> 5, UInt64(short))
        case 24: (argument, smallest) = (UInt64(try cursor.readByte()), 24)
        case 25: (argument, smallest) = (UInt64(try cursor.readBigEndian(UInt16.self)), 0x100)
        case 26: (argument, smallest) = (UInt64(try cursor.readBigEndian(UInt32.self)), 0x1_0000)
        case 27: (argument, smallest) = (try cursor.readBigEndian(UInt64.self), 0x1_0000_0000)
        default: throw EncodingError(.malformedLength, at: start)
        }
        guard argument >= smallest else { throw EncodingError(.malformedLength, at: start) }
        return (first >> 5, argument)
    }
}
