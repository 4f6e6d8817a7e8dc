import JetonASN1
package import JetonX509
package import JetonXML

/// A Signature element taken apart.
///
/// - SeeAlso: XMLDSig 1.1, 4.
package struct ParsedSignature: Sendable {
    /// How many references one signature may have.
    private static let referenceLimit = 30
    /// How many it may have if each leads to another file.
    private static let fileLimit = 4_096
    /// How many certificates of one signature are read.
    private static let certificateLimit = 64

    /// The element.
    package let element: XMLElement
    /// SignedInfo.
    package let signedInfo: XMLElement
    /// How SignedInfo becomes octets.
    package let method: Canonicalization
    /// The prefixes of the method.
    package let methodPrefixes: [String]
    /// The name of the signature's algorithm.
    package let signatureMethod: String
    /// The references, or why one is refused, in order.
    package let references: [Result<XMLReference, DocumentError>]
    /// SignatureValue.
    package let valueElement: XMLElement
    /// The octets of SignatureValue.
    package let value: [UInt8]
    /// KeyInfo; nil if there is none.
    package let keyInfo: XMLElement?
    /// The certificates of KeyInfo, in order.
    package let certificates: [Certificate]
    /// How many certificates could not be read.
    package let unreadableCertificates: Int
    /// How many certificates of KeyInfo were not looked at.
    package let furtherCertificates: Int
    /// The keys that KeyInfo states besides certificates.
    package let keys: [PublicKey]
    /// What breaks the rules for the parts of a signature; empty if nothing does.
    package private(set) var faults: [String] = []

    /// The signature's own identifier.
    package var id: String? { element.attribute("Id") }

    /// Takes a signature apart.
    ///
    /// - Throws: `DocumentError` for one without the parts that make a signature.
    package init(_ element: XMLElement) throws(DocumentError) {
        self.element = element
        func fault(_ words: String) -> DocumentError { DocumentError(.malformed, words) }
        guard let signedInfo = element.only("SignedInfo") else {
            throw fault("the signature has \(element.all("SignedInfo").count) SignedInfo elements instead of one")
        }
        guard let valueElement = element.only("SignatureValue"), let value = valueElement.base64 else {
            throw fault("the signature does not have exactly one valid base64 SignatureValue")
        }
        let keyInfos = element.all("KeyInfo")
        guard keyInfos.count <= 1 else { throw fault("the signature has \(keyInfos.count) KeyInfo elements") }
        guard let canonicalization = signedInfo.only("CanonicalizationMethod"),
            let name = canonicalization.attribute("Algorithm")
        else { throw fault("SignedInfo does not name exactly one canonicalization") }
        guard let method = Canonicalization(rawValue: name) else {
            throw DocumentError(.unsupportedAlgorithm, "the canonicalization '\(name.shown)' is not supported")
        }
        guard let signatureMethod = signedInfo.only("SignatureMethod")?.attribute("Algorithm") else {
            throw fault("SignedInfo does not name exactly one signature method")
        }
        let found = signedInfo.all("Reference")
        guard !found.isEmpty else { throw fault("the signature has no reference") }
        if let words = ParsedSignature.excess(found) {
            throw DocumentError(.limitExceeded, "the signature has \(words)")
        }
        self.signedInfo = signedInfo
        self.method = method
        methodPrefixes = XMLReference.prefixes(canonicalization)
        self.signatureMethod = signatureMethod
        references = ParsedSignature.references(found)
        self.valueElement = valueElement
        self.value = value
        keyInfo = keyInfos.first
        (certificates, unreadableCertificates, furtherCertificates) = ParsedSignature.certificates(keyInfos.first)
        keys = ParsedSignature.keys(keyInfos.first)
        let known = ["SignedInfo", "SignatureValue", "KeyInfo", "Object"]
        for child in element.children where child.namespace != XMLNames.signature || !known.contains(child.name) {
            faults.append("the element '\(child.name)' is not allowed in a signature")
        }
        if signedInfo.children.count != found.count + 2 {
            faults.append("SignedInfo has elements other than methods and references")
        }
        // XMLDSig 1.1, 4.1: a schema has their order.
        let order = ["SignedInfo", "SignatureValue"] + keyInfos.map(\.name) + element.all("Object").map(\.name)
        let methods = ["CanonicalizationMethod", "SignatureMethod"]
        if faults.isEmpty, element.children.map(\.name) != order || signedInfo.children.prefix(2).map(\.name) != methods
        {
            faults.append("the parts of the signature are in the wrong order")
        }
        if keyInfos.first?.only("RetrievalMethod") != nil {
            faults.append("KeyInfo refers to a key elsewhere (RetrievalMethod), which is not followed")
        }
    }

    /// How a signature or manifest has more references than are read; nil if it does not.
    static func excess(_ references: [XMLElement]) -> String? {
        guard references.count > referenceLimit, !leadToFiles(references) else { return nil }
        return "\(references.count) references, and jeton supports at most \(referenceLimit)"
    }

    /// References, or why one is refused, in order.
    static func references(_ elements: [XMLElement]) -> [Result<XMLReference, DocumentError>] {
        elements.map { element in
            do throws(DocumentError) {
                return .success(try XMLReference(element))
            } catch {
                return .failure(error)
            }
        }
    }

    /// The signatures of others over this one's value, which stand among its unsigned properties.
    ///
    /// - SeeAlso: ETSI EN 319 132-1 V1.3.1, 5.2.7.2.
    var countersignatures: [XMLElement] {
        let found = element.all("Object").flatMap { $0.all("QualifyingProperties", XMLNames.xades) }
        guard found.count == 1, let unsigned = found[0].only("UnsignedProperties", XMLNames.xades) else { return [] }
        let properties = unsigned.only("UnsignedSignatureProperties", XMLNames.xades)
        return (properties?.all("CounterSignature", XMLNames.xades) ?? []).compactMap { $0.only("Signature") }
    }

    /// Whether many references are those of a container's files, each of which is read once; one besides is that to the
    /// properties.
    private static func leadToFiles(_ references: [XMLElement]) -> Bool {
        let uris = references.map { $0.attribute("URI") ?? "" }
        let inside = uris.filter { $0.isEmpty || $0.hasPrefix("#") }
        return uris.count <= fileLimit && inside.count <= 2 && Set(uris).count == uris.count
    }

    private static func certificates(
        _ keyInfo: XMLElement?
    ) -> (certificates: [Certificate], unreadable: Int, further: Int) {
        var certificates: [Certificate] = []
        var unreadable = 0
        let elements = (keyInfo?.all("X509Data") ?? []).flatMap { $0.all("X509Certificate") }
        for element in elements.prefix(certificateLimit) {
            guard let octets = element.base64, let certificate = try? Certificate(derRepresentation: octets) else {
                unreadable += 1
                continue
            }
            if !certificates.contains(certificate) { certificates.append(certificate) }
        }
        return (certificates, unreadable, max(0, elements.count - certificateLimit))
    }

    /// The keys of KeyValue and DEREncodedKeyValue.
    private static func keys(_ keyInfo: XMLElement?) -> [PublicKey] {
        var keys: [PublicKey] = []
        for value in keyInfo?.all("KeyValue") ?? [] {
            if let rsa = value.only("RSAKeyValue"), let modulus = rsa.only("Modulus")?.base64,
                let exponent = rsa.only("Exponent")?.base64,
                let key = try? PublicKey.rsa(modulus: modulus, exponent: exponent)
            {
                keys.append(key)
            } else if let ec = value.only("ECKeyValue", XMLNames.signature11),
                let name = ec.only("NamedCurve", XMLNames.signature11)?.attribute("URI"), name.hasPrefix("urn:oid:"),
                let oid = OID(String(name.dropFirst(8))),
                let point = ec.only("PublicKey", XMLNames.signature11)?.base64,
                let key = try? PublicKey.ellipticCurve(NamedCurve(oid: oid), point: point)
            {
                keys.append(key)
            } else if let dsa = value.only("DSAKeyValue"), let prime = dsa.only("P")?.base64,
                let order = dsa.only("Q")?.base64, let generator = dsa.only("G")?.base64,
                let number = dsa.only("Y")?.base64,
                let key = PublicKey.dsa(prime: prime, order: order, generator: generator, publicValue: number)
            {
                keys.append(key)
            }
        }
        for value in keyInfo?.all("DEREncodedKeyValue", XMLNames.signature11) ?? [] {
            if let octets = value.base64, let key = try? PublicKey(derRepresentation: octets) { keys.append(key) }
        }
        return Array(keys.prefix(8))
    }
}

extension PublicKey {
    /// A key of DSA from its numbers; nil if they do not make one.
    fileprivate static func dsa(
        prime: [UInt8],
        order: [UInt8],
        generator: [UInt8],
        publicValue: [UInt8]
    ) -> PublicKey? {
        let parameters = DER.sequence([prime, order, generator].map { DER.integer(magnitude: $0) })
        let algorithm = DER.sequence(DER.oid(.dsa), parameters)
        return try? PublicKey(
            derRepresentation: DER.sequence(algorithm, DER.bitString(DER.integer(magnitude: publicValue)))
        )
    }
}
