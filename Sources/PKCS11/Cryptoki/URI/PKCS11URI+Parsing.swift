internal import JetonOctets

extension PKCS11URI {
    /// How many octets a text to be parsed may have.
    public static let maximumLength = 8192

    /// Parses a PKCS #11 URI, strictly by the grammar of RFC 7512.
    ///
    /// Refused beyond the grammar: a standard path attribute in the query and the reverse, which would otherwise
    /// pass for vendors' attributes and be overlooked; and `pin-source` beside `pin-value`, as clause 2.4 asks.
    ///
    /// - Parameter text: At most ``maximumLength`` octets. The caller's copy is not wiped if it holds a `pin-value`.
    /// - Throws: ``PKCS11URIError`` with the octet at which the failure was noticed.
    /// - SeeAlso: RFC 7512, 2.3 and 2.4.
    public init(parsing text: String) throws(PKCS11URIError) {
        guard text.utf8.count <= PKCS11URI.maximumLength else {
            throw PKCS11URIError(.tooLong, at: PKCS11URI.maximumLength)
        }
        self.init()
        var scanner = URIScanner(text)
        try scanner.skipScheme()
        if !scanner.isAtEnd, scanner.next != UInt8(ascii: "?") {
            repeat { try parsePathAttribute(&scanner) } while scanner.skip(UInt8(ascii: ";"))
        }
        if scanner.skip(UInt8(ascii: "?")), !scanner.isAtEnd {
            repeat { try parseQueryAttribute(&scanner) } while scanner.skip(UInt8(ascii: "&"))
        }
    }

    private mutating func parsePathAttribute(_ scanner: inout URIScanner) throws(PKCS11URIError) {
        let start = scanner.offset
        let name = try scanner.readName(in: .path)
        guard let attribute = PathAttribute(rawValue: name) else {
            throw PKCS11URIError(.misplacedAttribute, at: start, attribute: name)
        }
        guard pathValues[attribute] == nil else {
            throw PKCS11URIError(.duplicateAttribute, at: start, attribute: name)
        }
        let valueStart = scanner.offset
        guard let value = attribute.canonicalValue(try scanner.readValue(in: .path, of: name)) else {
            throw PKCS11URIError(.malformedValue, at: valueStart, attribute: name)
        }
        pathValues[attribute] = value
    }

    private mutating func parseQueryAttribute(_ scanner: inout URIScanner) throws(PKCS11URIError) {
        let start = scanner.offset
        let name = try scanner.readName(in: .query)
        guard let attribute = QueryAttribute(rawValue: name) else {
            throw PKCS11URIError(.misplacedAttribute, at: start, attribute: name)
        }
        let isPresent =
            attribute == .pinValue ? hasPINValue : queryFields.contains { $0.attribute == attribute }
        guard !isPresent || attribute.isVendorDefined else {
            throw PKCS11URIError(.duplicateAttribute, at: start, attribute: name)
        }
        if attribute == .pinValue {
            pinValueHolder = PINValueHolder(try scanner.readSecret(of: name))
        } else {
            insert(QueryField(attribute: attribute, value: try scanner.readValue(in: .query, of: name)))
        }
        guard !hasPINValue || pinSource == nil else {
            throw PKCS11URIError(.conflictingAttributes, at: start, attribute: name)
        }
    }
}
