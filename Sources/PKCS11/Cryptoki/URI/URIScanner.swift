internal import JetonOctets

/// Reads the parts of a PKCS #11 URI in place, so that a PIN in it is not copied on the way.
struct URIScanner {
    /// The side of the `?` on which an attribute stands.
    enum Component {
        case path
        case query

        /// Whether an octet ends an attribute here.
        func isDelimiter(_ octet: UInt8) -> Bool {
            switch self {
            case .path: octet == UInt8(ascii: ";") || octet == UInt8(ascii: "?")
            case .query: octet == UInt8(ascii: "&")
            }
        }

        /// Whether an octet stands for itself in a value here (`pk11-pchar` and `pk11-qchar` of RFC 7512, 2.3).
        func allows(_ octet: UInt8) -> Bool {
            switch octet {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"),
                // unreserved of RFC 3986
                UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"),
                // pk11-res-avail
                UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "@"), UInt8(ascii: "!"),
                UInt8(ascii: "$"), UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"),
                UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: "="):
                true
            case UInt8(ascii: "&"): self == .path
            case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "|"): self == .query
            default: false
            }
        }
    }

    private var rest: Substring.UTF8View
    private(set) var offset = 0

    init(_ text: String) { rest = text[...].utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    var next: UInt8? { rest.first }

    /// Takes an octet if it comes next.
    mutating func skip(_ octet: UInt8) -> Bool {
        guard rest.first == octet else { return false }
        advance()
        return true
    }

    /// Takes the scheme and its colon; letters may be of either case (RFC 3986, 3.1).
    mutating func skipScheme() throws(PKCS11URIError) {
        for expected in "pkcs11:".utf8 {
            guard let octet = rest.first, octet == expected || (octet | 0x20 == expected && expected >= 0x61) else {
                throw PKCS11URIError(.wrongScheme, at: offset)
            }
            advance()
        }
    }

    /// Takes an attribute's name and the equals sign behind it.
    mutating func readName(in component: Component) throws(PKCS11URIError) -> String {
        let start = offset
        var name: [UInt8] = []
        while let octet = rest.first, octet != UInt8(ascii: "=") {
            guard !component.isDelimiter(octet) else {
                throw PKCS11URIError(name.isEmpty ? .emptyAttribute : .missingEqualsSign, at: start)
            }
            guard AttributeName.isCharacter(octet) else { throw PKCS11URIError(.malformedName, at: offset) }
            name.append(octet)
            advance()
        }
        guard !isAtEnd else {
            throw PKCS11URIError(name.isEmpty ? .emptyAttribute : .missingEqualsSign, at: start)
        }
        guard !name.isEmpty else { throw PKCS11URIError(.malformedName, at: start) }
        advance()
        return String(decoding: name, as: UTF8.self)
    }

    /// Takes and decodes an attribute's value, and leaves the delimiter behind it.
    mutating func readValue(in component: Component, of name: String) throws(PKCS11URIError) -> [UInt8] {
        var value: [UInt8] = []
        while let octet = try readOctet(in: component, of: name) { value.append(octet) }
        return value
    }

    /// Takes and decodes an attribute's value straight into a secret.
    mutating func readSecret(of name: String) throws(PKCS11URIError) -> Secret {
        try Secret(capacity: rest.count) { (target: inout MutableSpan<UInt8>) throws(PKCS11URIError) in
            var count = 0
            while let octet = try readOctet(in: .query, of: name) {
                target[count] = octet
                count += 1
            }
            return count
        }
    }

    /// Takes and decodes one octet of a value, or gives nil at its end.
    private mutating func readOctet(in component: Component, of name: String) throws(PKCS11URIError) -> UInt8? {
        guard let octet = rest.first, !component.isDelimiter(octet) else { return nil }
        guard octet == UInt8(ascii: "%") else {
            guard component.allows(octet) else {
                throw PKCS11URIError(.forbiddenCharacter, at: offset, attribute: name)
            }
            advance()
            return octet
        }
        let start = offset
        advance()
        var value: UInt8 = 0
        for _ in 0..<2 {
            guard let digit = rest.first.flatMap(Hex.value(ofDigit:)) else {
                throw PKCS11URIError(.malformedPercentEncoding, at: start, attribute: name)
            }
            value = value << 4 | digit
            advance()
        }
        return value
    }

    private mutating func advance() {
        rest.removeFirst()
        offset += 1
    }
}
