public import JetonASN1
import JetonCMS
import JetonValidation
public import JetonX509
import JetonXML
public import SignatureLevels
public import XMLSignature

/// What a signer states in the signed properties of an XML signature.
///
/// - SeeAlso: ETSI EN 319 132-1 V1.3.1, 5.2 and 6.3.
public struct XAdESOptions: Sendable {
    /// When the signer says that it signs.
    public var signingTime: UniversalTime
    /// What kind of data is signed, as a media type.
    public var mediaType: String
    /// The signature policy; nil for none.
    public var policy: SignaturePolicy?
    /// What the signer states besides.
    public var statements = SignerStatements()
    /// Whose authority timestamps what is signed before it is signed; nil for no timestamp.
    public var contentTimestamps: SignatureExtender?

    /// Makes options.
    public init(signingTime: UniversalTime = .now, mediaType: String = "text/xml", policy: SignaturePolicy? = nil) {
        self.signingTime = signingTime
        self.mediaType = mediaType
        self.policy = policy
    }
}

extension XMLSigner {
    /// Makes a signer whose signatures have level B of XAdES.
    ///
    /// - Parameters:
    ///   - certificate: The one whose key signs.
    ///   - additionalCertificates: Put into the signature behind it.
    ///   - options: What the signer states.
    public init(certificate: Certificate, additionalCertificates: [Certificate] = [], xades options: XAdESOptions) {
        self.init(certificate: certificate, additionalCertificates: additionalCertificates)
        properties = { context throws(DocumentError) in
            try options.properties(of: certificate, context)
        }
        digestsContents = options.contentTimestamps != nil
    }
}

extension XAdESOptions {
    /// The Object with the properties.
    fileprivate func properties(
        of certificate: Certificate,
        _ context: XMLSigner.PropertiesContext
    ) throws(DocumentError) -> XMLSigner.SignatureProperties {
        let id = context.signatureID + "-properties"
        let opening =
            "<ds:Object><xades:QualifyingProperties xmlns:xades=\"\(XMLNames.xades)\" Target=\"#\(context.signatureID)\">"
        let formats = context.references.map { id, mediaType in
            let known = XMLText.escaped(mediaType ?? self.mediaType)
            return "<xades:DataObjectFormat ObjectReference=\"#\(id)\"><xades:MimeType>\(known)</xades:MimeType>"
                + "</xades:DataObjectFormat>"
        }
        let named = try XAdESOptions.signingCertificate(certificate)
        let policy = try policyIdentifier()
        let objects = formats.joined() + commitments + (try contentTimestamp(context))
        let list = "xades:SignedDataObjectProperties"
        let object =
            opening + "<xades:SignedProperties Id=\"\(id)\"><xades:SignedSignatureProperties>"
            + "<xades:SigningTime>\(signingTime)</xades:SigningTime>"
            + named + policy + place + roles + "</xades:SignedSignatureProperties>"
            + (objects.isEmpty ? "" : "<\(list)>\(objects)</\(list)>")
            + "</xades:SignedProperties></xades:QualifyingProperties></ds:Object>"
        return XMLSigner.SignatureProperties(object: object, offset: opening.utf8.count, id: id)
    }

    private static func digest(_ hash: HashAlgorithm, _ digest: [UInt8]) throws(DocumentError) -> String {
        guard let uri = hash.uri else {
            throw DocumentError(.unsupportedAlgorithm, "\(hash) has no name in XML signatures")
        }
        return "<ds:DigestMethod Algorithm=\"\(uri)\"></ds:DigestMethod>"
            + "<ds:DigestValue>\(Base64.encode(digest))</ds:DigestValue>"
    }

    /// SigningCertificateV2: the certificate by its SHA-256, its issuer and its serial number.
    private static func signingCertificate(_ certificate: Certificate) throws(DocumentError) -> String {
        // RFC 5035, 5.4.1.1: IssuerSerial, the issuer as a directoryName.
        let issuer = DER.sequence(DER.element(.contextConstructed(4), certificate.issuer.derRepresentation))
        let serial = DER.sequence(issuer, DER.element(.integer, certificate.serialNumber))
        let digest = try digest(.sha256, certificate.fingerprint(.sha256))
        return "<xades:SigningCertificateV2><xades:Cert><xades:CertDigest>" + digest
            + "</xades:CertDigest><xades:IssuerSerialV2>\(Base64.encode(serial))</xades:IssuerSerialV2></xades:Cert>"
            + "</xades:SigningCertificateV2>"
    }

    private func policyIdentifier() throws(DocumentError) -> String {
        guard let policy, let known = policy.digest else { return "" }
        let place = policy.url.map { url in
            "<xades:SigPolicyQualifiers><xades:SigPolicyQualifier><xades:SPURI>\(XMLText.escaped(url))</xades:SPURI>"
                + "</xades:SigPolicyQualifier></xades:SigPolicyQualifiers>"
        }
        let digest = try XAdESOptions.digest(known.hash, known.digest)
        return "<xades:SignaturePolicyIdentifier><xades:SignaturePolicyId><xades:SigPolicyId>"
            + "<xades:Identifier Qualifier=\"OIDAsURN\">urn:oid:\(policy.identifier)</xades:Identifier>"
            + "</xades:SigPolicyId><xades:SigPolicyHash>\(digest)"
            + "</xades:SigPolicyHash>\(place ?? "")</xades:SignaturePolicyId></xades:SignaturePolicyIdentifier>"
    }

    // MARK: - Statements

    /// An element with text in it; empty for no text.
    private static func element(_ name: String, _ text: String?) -> String {
        text.map { "<xades:\(name)>\(XMLText.escaped($0))</xades:\(name)>" } ?? ""
    }

    private var place: String {
        let members =
            XAdESOptions.element("City", statements.city) + XAdESOptions.element("CountryName", statements.country)
        guard !members.isEmpty else { return "" }
        return "<xades:SignatureProductionPlaceV2>\(members)</xades:SignatureProductionPlaceV2>"
    }

    private var roles: String {
        guard !statements.roles.isEmpty else { return "" }
        let claimed = statements.roles.map { XAdESOptions.element("ClaimedRole", $0) }.joined()
        return "<xades:SignerRoleV2><xades:ClaimedRoles>\(claimed)</xades:ClaimedRoles></xades:SignerRoleV2>"
    }

    private var commitments: String {
        statements.commitments.map { type in
            "<xades:CommitmentTypeIndication><xades:CommitmentTypeId>"
                + XAdESOptions.element("Identifier", type.uri)
                + "</xades:CommitmentTypeId><xades:AllSignedDataObjects></xades:AllSignedDataObjects>"
                + "</xades:CommitmentTypeIndication>"
        }.joined()
    }

    private func contentTimestamp(_ context: XMLSigner.PropertiesContext) throws(DocumentError) -> String {
        guard let contentTimestamps else { return "" }
        guard let digest = context.contentDigest else {
            throw DocumentError(.invalidArgument, "the content of this signature can't be timestamped")
        }
        let token = try contentTimestamps.token(over: MessageImprint(hash: context.hash, digest: digest))
        return try XAdESOptions.timestamp("AllDataObjectsTimeStamp", token)
    }

    /// A timestamp of the signed properties, in their namespaces.
    private static func timestamp(_ name: String, _ token: [UInt8]) throws(DocumentError) -> String {
        "<xades:\(name) Id=\"\(try XMLText.identifier("T"))\">"
            + "<ds:CanonicalizationMethod Algorithm=\"\(Canonicalization.exclusive.rawValue)\">"
            + "</ds:CanonicalizationMethod><xades:EncapsulatedTimeStamp>\(Base64.encode(token))"
            + "</xades:EncapsulatedTimeStamp></xades:\(name)>"
    }
}
