/// The elements that a signature may hold outside of its Objects' content, by their names.
///
/// Where a schema allows any element, such as in KeyInfo, another one is named as not covered; an element with a name that
/// the schemas of signatures do not have is never taken for a part of the signature.
///
/// - SeeAlso: XMLDSig 1.1, 4.5; ETSI EN 319 132-1 V1.3.1, annex C; ETSI TS 101 903 V1.4.2, annex D.
enum SignatureVocabulary {
    /// Whether an element is a known part of a signature.
    static func contains(_ element: XMLElement) -> Bool {
        switch element.namespace {
        case XMLNames.signature: signature.contains(element.name)
        case XMLNames.signature11: signature11.contains(element.name)
        case XMLNames.xades, XMLNames.xades141, XMLNames.xadesEN: properties.contains(element.name)
        default: false
        }
    }

    /// KeyInfo and what it holds, and what properties use of XMLDSig.
    private static let signature: Set<String> = [
        "KeyInfo", "KeyName", "KeyValue", "DSAKeyValue", "P", "Q", "G", "Y", "J", "Seed", "PgenCounter", "RSAKeyValue",
        "Modulus", "Exponent", "RetrievalMethod", "X509Data", "X509IssuerSerial", "X509IssuerName", "X509SerialNumber",
        "X509SKI", "X509SubjectName", "X509Certificate", "X509CRL", "PGPData", "PGPKeyID", "PGPKeyPacket", "SPKIData",
        "SPKISexp", "MgmtData", "CanonicalizationMethod", "DigestMethod", "DigestValue", "Transforms", "Transform",
        "XPath",
    ]

    private static let signature11: Set<String> = [
        "DEREncodedKeyValue", "ECKeyValue", "NamedCurve", "PublicKey", "ECParameters", "X509Digest", "KeyInfoReference",
        "OCSPResponse",
    ]

    /// The unsigned properties of all editions, and what they hold.
    private static let properties: Set<String> = [
        "UnsignedProperties", "UnsignedSignatureProperties", "UnsignedDataObjectProperties",
        "UnsignedDataObjectProperty",
        "CounterSignature", "SignatureTimeStamp", "SigAndRefsTimeStamp", "SigAndRefsTimeStampV2", "RefsOnlyTimeStamp",
        "RefsOnlyTimeStampV2", "ArchiveTimeStamp", "Include", "ReferenceInfo", "EncapsulatedTimeStamp", "XMLTimeStamp",
        "CompleteCertificateRefs", "CompleteCertificateRefsV2", "AttributeCertificateRefs",
        "AttributeCertificateRefsV2",
        "CertRefs", "Cert", "CertDigest", "IssuerSerial", "IssuerSerialV2", "CompleteRevocationRefs",
        "AttributeRevocationRefs", "CRLRefs", "CRLRef", "CRLIdentifier", "Issuer", "IssueTime", "Number", "OCSPRefs",
        "OCSPRef", "OCSPIdentifier", "ResponderID", "ByName", "ByKey", "ProducedAt", "DigestAlgAndValue", "OtherRefs",
        "OtherRef", "CertificateValues", "AttrAuthoritiesCertValues", "EncapsulatedX509Certificate", "OtherCertificate",
        "RevocationValues", "AttributeRevocationValues", "CRLValues", "EncapsulatedCRLValue", "OCSPValues",
        "EncapsulatedOCSPValue", "OtherValues", "OtherValue", "TimeStampValidationData", "AnyValidationData",
        "SignaturePolicyStore", "SPDocSpecification", "Identifier", "Description", "DocumentationReferences",
        "DocumentationReference", "SignaturePolicyDocument", "SigPolDocLocalURI", "RenewedDigests", "RenewedDigestsV2",
        "RecomputedDigestValue", "EncapsulatedPKIData",
    ]
}
