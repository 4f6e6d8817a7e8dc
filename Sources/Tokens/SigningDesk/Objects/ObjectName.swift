public import Cryptoki
internal import JetonOctets
internal import JetonX509

/// The name of an object on a token: a label, an id in hexadecimal, or a PKCS #11 URI.
///
/// Text that is neither a label nor an id may be a certificate's SHA-256, serial number or subject.
public enum ObjectName: Sendable {
    /// A URI, whose other attributes name the token.
    case uri(PKCS11URI)
    /// A label, an id in hexadecimal, or what tells a certificate.
    case text(String)

    /// Reads a name; text that begins with `pkcs11:` is a URI.
    ///
    /// - Throws: `PKCS11URIError`.
    public init(_ text: String) throws(PKCS11URIError) {
        self = text.hasPrefix("pkcs11:") ? .uri(try PKCS11URI(parsing: text)) : .text(text)
    }

    /// The name in an error message.
    var words: String {
        switch self {
        case .uri(let uri): "\(uri)"
        case .text(let text): "'\(text)'"
        }
    }

    /// The id that modules for PIV give the key in a slot: the slot's place in the standard's order, from 1.
    ///
    /// - Parameter text: The slot's reference, one of 9a, 9c, 9d, 9e and 82 to 95.
    /// - Returns: One byte; nil for any other text.
    /// - SeeAlso: NIST SP 800-73-5, part 1, 5.1, table 5.
    static func id(ofPIVSlot text: String) -> [UInt8]? {
        guard text.utf8.count == 2, let slot = UInt8(text, radix: 16) else { return nil }
        switch slot {
        case 0x9A: return [1]
        case 0x9C: return [2]
        case 0x9D: return [3]
        case 0x9E: return [4]
        case 0x82...0x95: return [slot - 0x82 + 5]
        default: return nil
        }
    }

    /// Whether a text is a certificate's SHA-256, serial number (both in hexadecimal, with or without colons) or subject.
    static func names(_ text: String, _ certificate: Certificate) -> Bool {
        if text == certificate.subject.description { return true }
        guard let octets = Hex.decode(text.filter { $0 != ":" }), !octets.isEmpty else { return false }
        return octets.drop { $0 == 0 } == certificate.serialNumber.drop { $0 == 0 }
            || octets == (try? certificate.fingerprint())
    }

    /// Templates that find the object, each to be tried.
    ///
    /// - Parameters:
    ///   - objectClass: The class of the object; nil for any.
    ///   - isPIV: Whether the token is a PIV card, whose slots have names.
    /// - Returns: One template for a URI; for text, that of the label before those of the ids that it may be.
    func templates(_ objectClass: ObjectClass?, isPIV: Bool = false) -> [[Attribute]] {
        let base = objectClass.map { [Attribute.objectClass($0)] } ?? []
        switch self {
        case .uri(let uri):
            var template = base
            if let label = uri.object { template.append(Attribute(.label, label)) }
            if let id = uri.id { template.append(.id(id)) }
            return [template]
        case .text(let text):
            var templates = [base + [.label(text)]]
            if let id = Hex.decode(text), !id.isEmpty { templates.append(base + [.id(id)]) }
            if isPIV, let id = ObjectName.id(ofPIVSlot: text) { templates.append(base + [.id(id)]) }
            return templates
        }
    }
}
