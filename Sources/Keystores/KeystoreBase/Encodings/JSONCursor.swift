import Octets

/// Goes through a text of JSON from outside, octet by octet.
struct JSONCursor {
    let text: [UInt8]
    var position: Int

    var isAtEnd: Bool { position >= text.count }

    /// The octet that comes next, which stays.
    var next: UInt8? { isAtEnd ? nil : text[position] }

    mutating func take() throws(EncodingError) -> UInt8 {
        guard let octet = next else { throw EncodingError(.truncated, at: position) }
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
            guard try take() == scalar else { throw EncodingError(.unexpectedValue, at: start) }
        }
    }

    /// Takes an integer in its shortest form that a double holds exactly.
    ///
    /// - SeeAlso: RFC 7493, 2.2.
    mutating func integer() throws(EncodingError) -> Int64 {
        let start = position
        _ = accept("-")
        while let octet = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(octet), position - start < 20 {
            position += 1
        }
        let digits = String(decoding: text[start..<position], as: UTF8.self)
        guard let value = Int64(digits), String(value) == digits, value.magnitude <= CanonicalJSON.largestInteger,
            next.map({ !".eE".utf8.contains($0) }) ?? true
        else { throw EncodingError(.unexpectedValue, at: start) }
        return value
    }
}
