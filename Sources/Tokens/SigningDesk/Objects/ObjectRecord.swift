public import Cryptoki
internal import JetonOctets

/// One object of a token with the attributes that lists show.
public struct ObjectRecord: Sendable {
    /// The object in the session that read it.
    public let handle: ObjectHandle
    /// The attributes that the token gave.
    public let values: AttributeValues

    /// The attributes that are read of each object, in one call.
    public static let types: [AttributeType] = [
        .class, .label, .id, .keyType, .private, .certificateType, .subject, .application, .modulus, .ecParams,
        .gostr3410Params, .gostr3411Params,
        .sign, .decrypt, .derive, .alwaysAuthenticate, .sensitive, .extractable, .modifiable,
    ]

    /// Describes an object by attributes that were read.
    public init(handle: ObjectHandle, values: AttributeValues) {
        self.handle = handle
        self.values = values
    }

    /// Reads the objects that match a template; all that the session sees by default.
    public static func read(
        _ session: inout Session,
        _ template: [Attribute] = []
    ) throws(CryptokiError) -> [ObjectRecord] {
        var records: [ObjectRecord] = []
        for handle in try session.find(template) {
            records.append(ObjectRecord(handle: handle, values: try session.attributes(types, of: handle)))
        }
        return records
    }

    /// The object's class; nil if the token does not give it.
    public var objectClass: ObjectClass? { values.objectClass }
    /// The label; empty if there is none.
    public var label: String { values.label ?? "" }
    /// The id in hexadecimal; empty if there is none.
    public var idHex: String { values.id.map { Hex.encode($0) } ?? "" }
    /// The class as URIs name it.
    public var type: PKCS11URI.ObjectType? {
        objectClass?.uriType.flatMap { PKCS11URI.ObjectType(rawValue: $0) }
    }

    /// The full URI on a token.
    public func fullURI(on token: SelectedToken) -> PKCS11URI {
        token.fullURI(label: values.octets(.label), id: values.id, type: type)
    }

    /// The kind of key, such as `rsa:2048` or `ec:p256`, or of certificate; empty for other objects.
    public var kind: String {
        switch values.keyType {
        case .rsa:
            let modulus = (values.octets(.modulus) ?? []).drop { $0 == 0 }
            return modulus.isEmpty ? "rsa" : "rsa:\(modulus.count * 8)"
        case .ec:
            let curve = KeySpecification.Curve.allCases.first { $0.parameters == values.octets(.ecParams) }
            return curve.map { "ec:\($0.rawValue)" } ?? "ec"
        case .ecEdwards: return "ed25519"
        case .gostr3410, .gostr3410_512:
            let set = GOSTParameterSet(
                parameters: values.octets(.gostr3410Params) ?? [],
                hashParameters: values.octets(.gostr3411Params)
            )
            return set.map { "gost:\($0.rawValue)" } ?? "gost"
        case let type?: return type.description
        case nil: return objectClass == .certificate ? "x509" : ""
        }
    }

    /// The class in a word, such as `private` or `cert`.
    public var className: String {
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
