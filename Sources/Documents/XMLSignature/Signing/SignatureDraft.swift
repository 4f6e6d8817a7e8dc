import JetonASN1
import JetonX509
import JetonXML

/// The text of a Signature element but its value.
struct SignatureDraft: Sendable {
    /// A reference to what is signed.
    struct DataReference: Sendable {
        let id: String
        let uri: String?
        /// The Transform elements, in exclusive canonical form.
        let transforms: String
        let digest: [UInt8]
        /// The kind of data, as a media type; nil for that of the signer.
        var mediaType: String?
        /// Whether it is the value of another signature.
        var isCountersigned = false
    }

    /// Everything up to the value.
    let head: String
    /// Everything behind the value.
    let tail: String
    /// The canonical form of SignedInfo: what is signed.
    let octetsToSign: [UInt8]
    /// The method of the signature.
    let method: XMLSignatureMethod
    /// The identifier of the signature.
    let id: String

    /// Writes the element.
    ///
    /// - Parameters:
    ///   - id: The signature's identifier.
    ///   - references: What is signed.
    ///   - signer: Who signs.
    ///   - algorithm: How.
    ///   - object: Another Object that holds what is signed; empty for none.
    ///   - contentDigest: The digest of all that is signed, one behind the other, if there are several references.
    /// - Throws: `DocumentError` for an algorithm that has no name in XML.
    init(
        id: String,
        references: [DataReference],
        signer: XMLSigner,
        algorithm: SignatureAlgorithm,
        object: String = "",
        contentDigest: [UInt8]? = nil
    ) throws(DocumentError) {
        let hash = algorithm.contentHash
        guard let digestMethod = hash.uri else {
            throw DocumentError(.unsupportedAlgorithm, "\(hash) has no name in XML signatures")
        }
        self.id = id
        method = try XMLSignatureMethod(algorithm)
        var list = references.map { data in
            let uri = data.uri.map { " URI=\"\(XMLText.escaped($0))\"" } ?? ""
            let type = data.isCountersigned ? " Type=\"\(XMLNames.counterSignatureType)\"" : ""
            return SignatureDraft.reference(
                " Id=\"\(data.id)\"\(type)\(uri)",
                data.transforms,
                digestMethod,
                data.digest
            )
        }.joined()
        let opening = "<ds:Signature xmlns:ds=\"\(XMLNames.signature)\" Id=\"\(id)\">"
        var properties = ""
        if let make = signer.properties {
            let made = try make(
                XMLSigner.PropertiesContext(
                    signatureID: id,
                    references: references.filter { !$0.isCountersigned }.map { ($0.id, $0.mediaType) },
                    hash: hash,
                    contentDigest: contentDigest ?? (references.count == 1 ? references[0].digest : nil)
                )
            )
            // Digested where it will stand: in the signature.
            let octets = try XMLText.canonical(
                Array((opening + made.object + "</ds:Signature>").utf8),
                at: UInt64(opening.utf8.count + made.offset),
                .exclusive
            )
            let attributes = " Type=\"\(XMLNames.propertiesType)\" URI=\"#\(made.id)\""
            let transform = SignatureDraft.transform(Canonicalization.exclusive.rawValue)
            list += SignatureDraft.reference(attributes, transform, digestMethod, try hash.hash(octets))
            properties = made.object
        }
        let signedInfo =
            "<ds:SignedInfo><ds:CanonicalizationMethod Algorithm=\"\(Canonicalization.exclusive.rawValue)\">"
            + "</ds:CanonicalizationMethod><ds:SignatureMethod Algorithm=\"\(method.uri)\"></ds:SignatureMethod>"
            + list + "</ds:SignedInfo>"
        octetsToSign = try XMLText.canonical(
            Array((opening + signedInfo + "</ds:Signature>").utf8),
            at: UInt64(opening.utf8.count),
            .exclusive
        )
        head = opening + signedInfo + "<ds:SignatureValue Id=\"\(id)-value\">"
        tail = "</ds:SignatureValue>" + SignatureDraft.keyInfo(signer) + object + properties + "</ds:Signature>"
    }

    /// A Reference element.
    private static func reference(
        _ attributes: String,
        _ transforms: String,
        _ digestMethod: String,
        _ digest: [UInt8]
    ) -> String {
        let list = transforms.isEmpty ? "" : "<ds:Transforms>\(transforms)</ds:Transforms>"
        return "<ds:Reference\(attributes)>\(list)<ds:DigestMethod Algorithm=\"\(digestMethod)\"></ds:DigestMethod>"
            + "<ds:DigestValue>\(Base64.encode(digest))</ds:DigestValue></ds:Reference>"
    }

    /// The KeyInfo element with the signer's certificates, each once.
    private static func keyInfo(_ signer: XMLSigner) -> String {
        var certificates: [Certificate] = []
        for certificate in [signer.certificate] + signer.additionalCertificates
        where !certificates.contains(certificate) {
            certificates.append(certificate)
        }
        let elements = certificates.map {
            "<ds:X509Certificate>\(Base64.encode($0.derRepresentation))</ds:X509Certificate>"
        }.joined()
        return "<ds:KeyInfo><ds:X509Data>\(elements)</ds:X509Data></ds:KeyInfo>"
    }

    /// A Transform element without parameters.
    static func transform(_ name: String) -> String { "<ds:Transform Algorithm=\"\(name)\"></ds:Transform>" }

    /// The whole element with a signature in the form of X.509.
    func element(_ signature: [UInt8], by key: PublicKey) throws(DocumentError) -> [UInt8] {
        Array((head + Base64.encode(try method.value(signature, by: key)) + tail).utf8)
    }
}
