/// The namespaces of signatures in XML.
package enum XMLNames {
    /// XMLDSig 1.0, which 1.1 keeps.
    package static let signature = "http://www.w3.org/2000/09/xmldsig#"
    /// The additions of XMLDSig 1.1.
    package static let signature11 = "http://www.w3.org/2009/xmldsig11#"
    /// The namespaces whose attributes may be on any element: of XML itself, and of XML Schema.
    package static let attributeNamespaces = [
        "http://www.w3.org/XML/1998/namespace", "http://www.w3.org/2001/XMLSchema-instance",
    ]
    /// Exclusive canonicalization, whose `InclusiveNamespaces` lists prefixes.
    package static let exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#"
    /// XPath Filter 2.0, as a namespace and as a transform.
    package static let filter = "http://www.w3.org/2002/06/xmldsig-filter2"
    /// The transform that leaves the signature itself out.
    package static let enveloped = "http://www.w3.org/2000/09/xmldsig#enveloped-signature"
    /// The transform that decodes base64.
    package static let base64 = "http://www.w3.org/2000/09/xmldsig#base64"
    /// The transform of XPath 1.0.
    package static let xpath = "http://www.w3.org/TR/1999/REC-xpath-19991116"
    /// The type of a reference to a manifest.
    package static let manifestType = "http://www.w3.org/2000/09/xmldsig#Manifest"
    /// XAdES 1.3.2, which later versions keep.
    package static let xades = "http://uri.etsi.org/01903/v1.3.2#"
    /// The additions of XAdES 1.4.1.
    package static let xades141 = "http://uri.etsi.org/01903/v1.4.1#"
    /// The additions of EN 319 132-1.
    static let xadesEN = "http://uri.etsi.org/19132/v1.1.1#"
    /// The type of the reference to a signature's own properties.
    package static let propertiesType = "http://uri.etsi.org/01903#SignedProperties"
    /// The type of a reference to another signature's value.
    package static let counterSignatureType = "http://uri.etsi.org/01903#CountersignedSignature"
}
