public import Cryptoki
internal import Octets

/// The name of an object on a token: a label, an id in hexadecimal, or a PKCS #11 URI.
public enum ObjectName: Sendable {
    /// A URI, whose other attributes name the token.
    case uri(PKCS11URI)
    /// A label, or an id in hexadecimal.
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

    /// Templates that find the object, each to be tried.
    func templates(_ objectClass: ObjectClass?) -> [[Attribute]] {
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
            return templates
        }
    }
}
