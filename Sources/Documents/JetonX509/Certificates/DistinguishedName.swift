public import JetonASN1
package import JetonOctets

/// A distinguished name, as it was encoded and as text.
///
/// - SeeAlso: RFC 5280, 4.1.2.4; RFC 4514.
public struct DistinguishedName: Hashable, Sendable, CustomStringConvertible {
    /// One attribute: its type, its value as text if it is a string, and its value as it was encoded.
    public struct Attribute: Hashable, Sendable {
        /// The attribute's type, such as 2.5.4.3 for CN.
        public let type: OID
        /// The value read leniently from any string type; nil if it is none.
        public let text: String?
        /// The encoded value, one element.
        public let derValue: [UInt8]
    }

    /// How many attributes one name may have.
    static let attributeLimit = 256

    /// The Name as it was encoded.
    public let derRepresentation: [UInt8]
    /// The relative distinguished names in encoding order (the country usually first), each of one attribute or more.
    public let relativeNames: [[Attribute]]

    /// Reads a Name leniently.
    package init(_ element: ASN1Element) throws(EncodingError) {
        derRepresentation = Array(element.encoded)
        var names: [[Attribute]] = []
        var reader = try element.members(of: .sequence)
        while !reader.isAtEnd {
            var attributes: [Attribute] = []
            for member in try reader.next(.set).members().restOfSet(limit: DistinguishedName.attributeLimit) {
                var pair = try member.members(of: .sequence)
                let type = try pair.next().oid()
                let value = try pair.next()
                attributes.append(Attribute(type: type, text: value.text, derValue: Array(value.encoded)))
            }
            guard names.count < DistinguishedName.attributeLimit else {
                throw EncodingError(.limitExceeded, at: element.offset)
            }
            names.append(attributes)
        }
        relativeNames = names
    }

    /// Reads a Name in DER or BER.
    ///
    /// - Throws: ``DocumentError/Code/malformed``, ``DocumentError/Code/limitExceeded``.
    public init(derRepresentation: [UInt8]) throws(DocumentError) {
        self = try reading("name") { () throws(EncodingError) in
            try DistinguishedName(ASN1Element.parse(derRepresentation, rules: .basic))
        }
    }

    /// Makes a name of attributes in encoding order, each a relative name of its own.
    init(relativeNames: [[(type: OID, derValue: [UInt8])]]) throws(DocumentError) {
        let sets = relativeNames.map { attributes in
            DER.set(of: attributes.map { DER.sequence(DER.oid($0.type), $0.derValue) })
        }
        try self.init(derRepresentation: DER.element(.sequence, Array(sets.joined())))
    }

    /// Whether there are no attributes.
    public var isEmpty: Bool { relativeNames.isEmpty }

    /// The last common name, which is the most specific one; nil if there is none.
    public var commonName: String? {
        relativeNames.joined().last { $0.type == NameAttributeType.commonName }?.text
    }

    /// Whether both name the same: octet by octet, or with letter case and runs of spaces not counted.
    ///
    /// - SeeAlso: RFC 5280, 7.1.
    public func matches(_ other: DistinguishedName) -> Bool {
        derRepresentation == other.derRepresentation || canonicalForm == other.canonicalForm
    }

    // MARK: - Text

    /// The text of RFC 4514, most specific name first: `CN=Alice,O=Example,C=DE`.
    ///
    /// Types beyond those of RFC 4514 that have a usual short name are printed by it. Control characters and those
    /// that reorder text are written as hexadecimal pairs, so that a name cannot disturb a terminal.
    public var description: String {
        var text = ""
        for attributes in relativeNames {
            var name = ""
            for attribute in attributes {
                if !name.isEmpty { name += "+" }
                if let type = NameAttributeType.name(of: attribute.type), let value = attribute.text {
                    name += "\(type)=\(DistinguishedName.escape(value))"
                } else {
                    name += "\(attribute.type)=#\(Hex.encode(attribute.derValue))"
                }
            }
            text = text.isEmpty ? name : name + "," + text
        }
        return text
    }

    /// Escapes a value as RFC 4514, 2.4 says.
    private static func escape(_ text: String) -> String {
        var result = ""
        let scalars = Array(text.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            let isEdge = index == 0 || index == scalars.count - 1
            switch scalar {
            case "\"", "+", ",", ";", "<", ">", "\\": result += "\\\(scalar)"
            case " " where isEdge, "#" where index == 0: result += "\\\(scalar)"
            default:
                if isDisturbing(scalar) {
                    for octet in String(scalar).utf8 { result += "\\" + Hex.encode([octet], uppercase: true) }
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result
    }

    private static func isDisturbing(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
        default: false
        }
    }
}

extension ASN1Reader {
    /// The members of a SET OF that must not be empty.
    func restOfSet(limit: Int) throws(EncodingError) -> [ASN1Element] {
        var reader = self
        let elements = try reader.rest(limit: limit)
        guard !elements.isEmpty else { throw EncodingError(.truncated, at: 0) }
        return elements
    }
}
