import JetonOctets

/// Goes through a text of JSON from outside, octet by octet.
struct JSONCursor {
    let text: [UInt8]
    var position: Int

    var isAtEnd: Bool { position >= text.count }

    /// The octet that comes next, which stays.
    var next: UInt8? { isAtEnd ? nil : text[position] }

    mutating func take() throws(EncodingError) -> UInt8 {
        guard let octet = next else { throw EncodingError(.truncated, at: position, "the text ends early") }
        position += 1
        return octet
    }

    /// Takes a character if it is there.
    mutating func accept(_ token: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: token) else { return false }
        position += 1
        return true
    }

    mutating func expect(_ token: StaticString) throws(EncodingError) {
        for scalar in "\(token)".utf8 {
            let start = position
            guard try take() == scalar else {
                let name = token.utf8CodeUnitCount == 1 && scalar > 0x20 ? "'\(token)'" : "a value"
                throw EncodingError(.unexpectedValue, at: start, "\(name) is missing")
            }
        }
    }

    /// Takes the text of a number, at most 32 characters.
    ///
    /// - SeeAlso: RFC 8259, 6.
    mutating func number() throws(EncodingError) -> String {
        let start = position
        func digits() -> Int {
            let first = position
            while let octet = next, (0x30...0x39).contains(octet), position - start < 32 { position += 1 }
            return position - first
        }
        _ = accept("-")
        let hasZero = next == UInt8(ascii: "0")
        let count = digits()
        var isNumber = count > 0 && (count == 1 || !hasZero)
        if accept(".") { isNumber = digits() > 0 && isNumber }
        if accept("e") || accept("E") {
            _ = accept("+") || accept("-")
            isNumber = digits() > 0 && isNumber
        }
        if isNumber { return String(decoding: text[start..<position], as: UTF8.self) }
        guard position == start else { throw EncodingError(.unexpectedValue, at: start, "invalid number") }
        throw EncodingError(isAtEnd ? .truncated : .unexpectedValue, at: start, "a value is missing, or is null")
    }
}
