import JetonASN1
package import JetonX509

/// A request for a certificate as CMP has it besides PKCS #10.
///
/// - SeeAlso: RFC 4211, 3 to 5.
package enum CRMFRequest {
    /// Makes the body of a message that requests a first certificate (`ir`) or an update (`kur`), and proves the
    /// possession of the key by a signature.
    ///
    /// - Parameters:
    ///   - request: What is requested, with the public key.
    ///   - key: The private key of the request.
    ///   - former: The certificate that is updated; nil for a first one.
    /// - Returns: The body with its tag, DER.
    /// - Throws: What the key throws; `DocumentError`.
    package static func body(
        _ request: CertificationRequest,
        key: borrowing (some SigningKey & ~Copyable),
        updating former: Certificate? = nil
    ) throws -> [UInt8] {
        var template: [[UInt8]] = [DER.explicit(5, request.subject.derRepresentation)]
        // The module of RFC 4211 tags implicitly: the SEQUENCE of the key is named [6] instead.
        template.append(try retagged(request.publicKey.derRepresentation, 6))
        if !request.extensions.isEmpty {
            template.append(
                DER.element(.contextConstructed(9), Array(request.extensions.map(\.derRepresentation).joined()))
            )
        }
        var members = [DER.integer(0), DER.sequence(template)]
        if let former {
            let identifier = DER.sequence(
                DER.explicit(4, former.issuer.derRepresentation),
                DER.element(.integer, former.serialNumber)
            )
            members.append(DER.sequence(DER.sequence(DER.oid(.oldCertificateID), identifier)))
        }
        let certificateRequest = DER.sequence(members)
        let (signature, algorithm) = try key.signChecked(certificateRequest)
        let proof = DER.element(
            .contextConstructed(1),
            algorithm.algorithmIdentifier.derRepresentation + DER.bitString(signature)
        )
        let kind: CMPBody = former == nil ? .initializationRequest : .keyUpdateRequest
        return kind.encode(DER.sequence(DER.sequence(certificateRequest, proof)))
    }

    private static func retagged(_ sequence: [UInt8], _ number: UInt8) throws -> [UInt8] {
        DER.element(.contextConstructed(number), try ASN1Element.parse(sequence, rules: .basic).content)
    }
}
