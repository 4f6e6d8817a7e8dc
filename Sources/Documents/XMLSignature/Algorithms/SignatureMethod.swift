import JetonASN1
package import JetonX509

/// A signature algorithm by its name in XML.
///
/// - SeeAlso: XMLDSig 1.1, 6.4; RFC 9231, 2.3.
package struct XMLSignatureMethod: Hashable, Sendable {
    /// The algorithm.
    package let scheme: SignatureScheme
    /// The name.
    package let uri: String

    private static let pkcs1: [(String, HashAlgorithm)] = [
        ("http://www.w3.org/2001/04/xmldsig-more#rsa-sha256", .sha256),
        ("http://www.w3.org/2001/04/xmldsig-more#rsa-sha384", .sha384),
        ("http://www.w3.org/2001/04/xmldsig-more#rsa-sha512", .sha512),
        ("http://www.w3.org/2001/04/xmldsig-more#rsa-sha224", .sha224),
        ("http://www.w3.org/2000/09/xmldsig#rsa-sha1", .sha1),
    ]
    private static let pss: [(String, HashAlgorithm)] = [
        ("http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1", .sha256),
        ("http://www.w3.org/2007/05/xmldsig-more#sha384-rsa-MGF1", .sha384),
        ("http://www.w3.org/2007/05/xmldsig-more#sha512-rsa-MGF1", .sha512),
        ("http://www.w3.org/2007/05/xmldsig-more#sha224-rsa-MGF1", .sha224),
        ("http://www.w3.org/2007/05/xmldsig-more#sha1-rsa-MGF1", .sha1),
        ("http://www.w3.org/2007/05/xmldsig-more#sha3-224-rsa-MGF1", .sha3Of224),
        ("http://www.w3.org/2007/05/xmldsig-more#sha3-256-rsa-MGF1", .sha3Of256),
        ("http://www.w3.org/2007/05/xmldsig-more#sha3-384-rsa-MGF1", .sha3Of384),
        ("http://www.w3.org/2007/05/xmldsig-more#sha3-512-rsa-MGF1", .sha3Of512),
    ]
    private static let ecdsa: [(String, HashAlgorithm)] = [
        ("http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256", .sha256),
        ("http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384", .sha384),
        ("http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha512", .sha512),
        ("http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha224", .sha224),
        ("http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha1", .sha1),
        ("http://www.w3.org/2021/04/xmldsig-more#ecdsa-sha3-224", .sha3Of224),
        ("http://www.w3.org/2021/04/xmldsig-more#ecdsa-sha3-256", .sha3Of256),
        ("http://www.w3.org/2021/04/xmldsig-more#ecdsa-sha3-384", .sha3Of384),
        ("http://www.w3.org/2021/04/xmldsig-more#ecdsa-sha3-512", .sha3Of512),
    ]
    private static let others: [(String, SignatureScheme)] = [
        ("http://www.w3.org/2021/04/xmldsig-more#eddsa-ed25519", .ed25519),
        ("http://www.w3.org/2021/04/xmldsig-more#eddsa-ed448", .ed448),
        ("http://www.w3.org/2000/09/xmldsig#dsa-sha1", .dsa(.sha1)),
        ("http://www.w3.org/2009/xmldsig11#dsa-sha256", .dsa(.sha256)),
        ("urn:ietf:params:xml:ns:cpxmlsec:algorithms:gostr34102001-gostr3411", .gost(.gost341194)),
        ("http://www.w3.org/2001/04/xmldsig-more#gostr34102001-gostr3411", .gost(.gost341194)),
        ("urn:ietf:params:xml:ns:cpxmlsec:algorithms:gostr34102012-gostr34112012-256", .gost(.streebog256)),
        ("urn:ietf:params:xml:ns:cpxmlsec:algorithms:gostr34102012-gostr34112012-512", .gost(.streebog512)),
    ]

    private static let names: [XMLSignatureMethod] =
        pkcs1.map { XMLSignatureMethod(scheme: .rsaPKCS1($0.1), uri: $0.0) }
        + pss.map { XMLSignatureMethod(scheme: SignatureScheme(.rsaPSS($0.1)), uri: $0.0) }
        + ecdsa.map { XMLSignatureMethod(scheme: .ecdsa($0.1), uri: $0.0) }
        + others.map { XMLSignatureMethod(scheme: $0.1, uri: $0.0) }

    private init(scheme: SignatureScheme, uri: String) {
        self.scheme = scheme
        self.uri = uri
    }

    /// The method of a SignatureMethod element; nil for one that is not known here, HMAC among them.
    package init?(uri: String) {
        guard let method = XMLSignatureMethod.names.first(where: { $0.uri == uri }) else { return nil }
        self = method
    }

    /// The method by which a key signs.
    ///
    /// - Throws: `DocumentError` for one that has no name in XML.
    package init(_ algorithm: SignatureAlgorithm) throws(DocumentError) {
        let scheme = SignatureScheme(algorithm)
        guard let method = XMLSignatureMethod.names.first(where: { $0.scheme == scheme }) else {
            throw DocumentError(.unsupportedAlgorithm, "\(algorithm) has no name in XML signatures")
        }
        self = method
    }

    /// A signature value as XML holds it: r and s of ECDSA one behind the other, not in DER.
    ///
    /// - SeeAlso: XMLDSig 1.1, 6.4.3.
    package func value(_ signature: [UInt8], by key: PublicKey) throws(DocumentError) -> [UInt8] {
        guard case .ecdsa = scheme else { return signature }
        guard let size = key.signatureOrderSize,
            let value = try? ECDSASignature(derRepresentation: signature, orderLength: size, rules: .basic),
            let octets = value.concatenated(orderLength: size)
        else { throw DocumentError(.malformedSignature, "the key's signature is not valid for its curve") }
        return octets
    }

    /// A signature value in the form of X.509; nil for one of another length than the key's.
    package func signature(_ value: [UInt8], by key: PublicKey) -> [UInt8]? {
        switch scheme {
        case .ecdsa, .dsa:
            guard let size = key.signatureOrderSize,
                let signature = try? ECDSASignature(concatenated: value, orderLength: size)
            else { return nil }
            return signature.derRepresentation
        default:
            // A signature of RSA is as long as the modulus, and no padding is taken for a part of it.
            if case .rsa(let modulus, _) = key.kind { return value.count == modulus.count ? value : nil }
            return value
        }
    }
}

extension PublicKey {
    /// Bytes of r and of s in a signature of ECDSA or DSA; nil for other keys.
    fileprivate var signatureOrderSize: Int? {
        switch kind {
        case .ellipticCurve(let curve, _): curve.orderSize
        case .dsa(_, let order, _, _): order.count
        default: nil
        }
    }
}
