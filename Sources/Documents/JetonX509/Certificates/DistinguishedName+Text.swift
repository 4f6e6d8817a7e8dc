import JetonASN1
import JetonOctets

extension DistinguishedName {
    /// Reads the text of RFC 4514: `CN=Alice,O=Example,C=DE`, most specific name first.
    ///
    /// Values may be escaped with a backslash before a special character or before two hexadecimal digits of UTF-8,
    /// or be `#` and the hexadecimal digits of an encoded value. Types are short names of either case or dotted object
    /// identifiers; `+` joins the attributes of one relative name. Values are written as UTF8String, country, serial
    /// number and qualifier as PrintableString, `emailAddress` and `DC` as IA5String, and the numbers of the Russian profile
    /// (`INN`, `INNLE`, `OGRN`, `OGRNIP`, `SNILS`) as NumericString.
    ///
    /// - Throws: ``DocumentError/Code/malformedName``; text in OpenSSL's form `/CN=…` is refused, with a hint.
    public init(_ text: String) throws(DocumentError) {
        if text.hasPrefix("/") {
            throw DocumentError(.malformedName, "'/' at the start: write it as CN=…,O=…,C=… (RFC 4514)")
        }
        var scanner = NameScanner(text)
        var names: [[(type: OID, derValue: [UInt8])]] = []
        while !scanner.isAtEnd {
            var attributes = [try scanner.attribute()]
            while scanner.take("+") { attributes.append(try scanner.attribute()) }
            names.append(attributes)
            if scanner.isAtEnd { break }
            guard scanner.take(",") || scanner.take(";"), !scanner.isAtEnd else {
                throw DocumentError(.malformedName, "an attribute is missing after a comma")
            }
        }
        guard names.count <= DistinguishedName.attributeLimit else {
            throw DocumentError(.limitExceeded, "a name of \(names.count) attributes")
        }
        try self.init(relativeNames: names.reversed())
    }
}

/// Reads the parts of a name's text.
private struct NameScanner {
    private var rest: ArraySlice<UInt8>

    init(_ text: String) { rest = Array(text.utf8)[...] }

    var isAtEnd: Bool { rest.allSatisfy { $0 == 0x20 } }

    /// Takes one character if it comes next, spaces before it passed over.
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        let trimmed = rest.drop { $0 == 0x20 }
        guard trimmed.first == UInt8(ascii: character) else { return false }
        rest = trimmed.dropFirst()
        return true
    }

    /// Takes `type=value`.
    mutating func attribute() throws(DocumentError) -> (type: OID, derValue: [UInt8]) {
        guard let equals = rest.firstIndex(of: UInt8(ascii: "=")) else {
            throw DocumentError(.malformedName, "'=' is missing in '\(String(decoding: rest, as: UTF8.self))'")
        }
        let name = String(decoding: rest[..<equals].filter { $0 != 0x20 }, as: UTF8.self)
        guard let type = NameAttributeType.oid(named: name) else {
            throw DocumentError(.malformedName, "unknown attribute type '\(name)'")
        }
        rest = rest[(equals + 1)...].drop { $0 == 0x20 }
        if rest.first == UInt8(ascii: "#") { return (type, try encodedValue()) }
        return (type, try DistinguishedName.encode(try value(), type: type, named: name))
    }

    /// Takes `#` and the digits of an encoded value.
    private mutating func encodedValue() throws(DocumentError) -> [UInt8] {
        let digits = rest.dropFirst().prefix { Hex.value(ofDigit: $0) != nil }
        rest = rest[digits.endIndex...]
        guard let octets = Hex.decode(String(decoding: digits, as: UTF8.self)),
            (try? ASN1Element.parse(octets)) != nil
        else { throw DocumentError(.malformedName, "the value after '#' is not one DER element in hexadecimal") }
        return octets
    }

    /// Takes a value up to an unescaped separator, without the spaces around it.
    private mutating func value() throws(DocumentError) -> String {
        var octets: [UInt8] = []
        var keep = 0
        loop: while let octet = rest.first {
            switch octet {
            case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "+"): break loop
            case UInt8(ascii: "\\"):
                rest = rest.dropFirst()
                octets.append(try escaped())
                keep = octets.count
            case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), 0x00:
                throw DocumentError(.malformedName, "a character that must be escaped with a backslash is not escaped")
            default:
                rest = rest.dropFirst()
                octets.append(octet)
                if octet != 0x20 { keep = octets.count }
            }
        }
        guard let text = String(validating: octets.prefix(keep), as: UTF8.self) else {
            throw DocumentError(.malformedName, "a value is not UTF-8")
        }
        return text
    }

    /// Takes what stands behind a backslash.
    private mutating func escaped() throws(DocumentError) -> UInt8 {
        guard let first = rest.first else { throw DocumentError(.malformedName, "the name ends with a backslash") }
        rest = rest.dropFirst()
        if let high = Hex.value(ofDigit: first), let second = rest.first, let low = Hex.value(ofDigit: second) {
            rest = rest.dropFirst()
            return high << 4 | low
        }
        guard " \"#+,;<=>\\".utf8.contains(first) else {
            throw DocumentError(.malformedName, "a backslash is before a character that must not be escaped")
        }
        return first
    }
}

extension DistinguishedName {
    /// Encodes a value in the string type of its attribute.
    fileprivate static func encode(_ text: String, type: OID, named name: String) throws(DocumentError) -> [UInt8] {
        guard !text.isEmpty else { throw DocumentError(.malformedName, "the value of \(name) is empty") }
        let tag = NameAttributeType.stringTag(for: type)
        let isAllowed =
            switch tag {
            case .printableString: text.utf8.allSatisfy { isPrintable($0) }
            case .numericString: text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x20 }
            case .ia5String: text.utf8.allSatisfy { $0 < 0x80 }
            default: true
            }
        guard isAllowed else {
            throw DocumentError(.malformedName, "\(name) has a character that its type does not allow")
        }
        if type == NameAttributeType.countryName, text.utf8.count != 2 {
            throw DocumentError(.malformedName, "C is not a two-letter country code")
        }
        return DER.string(tag, text)
    }

    /// The alphabet of PrintableString (X.680, 41.4).
    private static func isPrintable(_ octet: UInt8) -> Bool {
        switch octet {
        case 0x41...0x5A, 0x61...0x7A, 0x30...0x39: true
        default: " '()+,-./:=?".utf8.contains(octet)
        }
    }
}
