internal import Cryptoki
internal import Octets

/// One object of a token with the attributes that lists show.
struct ObjectRecord {
    let handle: ObjectHandle
    let values: AttributeValues

    /// What is read of each object, in one call.
    static let types: [AttributeType] = [
        .class, .label, .id, .keyType, .private, .certificateType, .subject, .application, .modulus, .ecParams,
        .sign, .decrypt, .derive, .alwaysAuthenticate, .sensitive, .extractable, .modifiable,
    ]

    /// Reads the objects that match a template.
    static func read(
        _ session: inout Session,
        _ template: [Attribute] = []
    ) throws(CryptokiError) -> [ObjectRecord] {
        var records: [ObjectRecord] = []
        for handle in try session.find(template) {
            records.append(ObjectRecord(handle: handle, values: try session.attributes(types, of: handle)))
        }
        return records
    }

    var objectClass: ObjectClass? { values.objectClass }
    var label: String { values.label ?? "" }
    var idHex: String { values.id.map { Hex.encode($0) } ?? "" }
    var type: PKCS11URI.ObjectType? { objectClass?.uriType.flatMap { PKCS11URI.ObjectType(rawValue: $0) } }

    /// The full URI on a token.
    func fullURI(on token: SelectedToken) -> PKCS11URI {
        token.fullURI(label: values.octets(.label), id: values.id, type: type)
    }

    /// The kind of key in the words of `--type`, or of the certificate.
    var kind: String {
        switch values.keyType {
        case .rsa:
            let modulus = (values.octets(.modulus) ?? []).drop { $0 == 0 }
            return modulus.isEmpty ? "rsa" : "rsa:\(modulus.count * 8)"
        case .ec:
            let curve = KeySpecification.Curve.allCases.first { $0.parameters == values.octets(.ecParams) }
            return curve.map { "ec:\($0.rawValue)" } ?? "ec"
        case .ecEdwards: return "ed25519"
        case let type?: return type.description
        case nil: return objectClass == .certificate ? "x509" : ""
        }
    }

    /// The class in a word.
    var className: String {
        switch objectClass {
        case .privateKey: "private"
        case .publicKey: "public"
        case .certificate: "cert"
        case .secretKey: "secret"
        case .data: "data"
        case .profile: "profile"
        case let other?: other.description
        case nil: "unknown"
        }
    }
}
