import JetonASN1
import JetonOctets
import JetonX509

/// One SignerInfo as it was read.
///
/// - SeeAlso: RFC 5652, 5.3.
struct SignerInfo: Sendable {
    /// How many attributes of each kind one signer may have.
    static let attributeLimit = 128

    let identifier: SignerIdentifier
    let digestAlgorithm: AlgorithmIdentifier
    /// nil if there are no signed attributes at all, so that the content itself was signed.
    let signedAttributes: [CMSAttribute]?
    /// The signed attributes under the tag SET, which were signed; empty without signed attributes.
    let signedOctets: [UInt8]
    let signatureAlgorithm: AlgorithmIdentifier
    let signature: [UInt8]
    let unsignedAttributes: [CMSAttribute]
    /// The fields from version to signature as they were encoded.
    let fields: [UInt8]

    init(_ element: ASN1Element) throws(EncodingError) {
        var reader = try element.members(of: .sequence)
        _ = try reader.next().int()
        identifier = try SignerIdentifier(reader.next())
        digestAlgorithm = try AlgorithmIdentifier(reader.next())
        let signed = try reader.nextIf(.contextConstructed(0))
        signedAttributes = try signed.map { element throws(EncodingError) in try SignerInfo.attributes(element) }
        // RFC 5652, 5.4: what is signed carries the tag SET, whatever stands in the message.
        signedOctets = signed.map { DER.element(.set, $0.content) } ?? []
        signatureAlgorithm = try AlgorithmIdentifier(reader.next())
        let value = try reader.next()
        signature = try value.octetString()
        fields = Array(element.content[..<value.encoded.endIndex])
        let unsigned = try reader.nextIf(.contextConstructed(1))
        unsignedAttributes =
            try unsigned.map { element throws(EncodingError) in
                try SignerInfo.attributes(element)
            } ?? []
        try reader.finish()
    }

    private static func attributes(_ element: ASN1Element) throws(EncodingError) -> [CMSAttribute] {
        var reader = try element.members()
        var attributes: [CMSAttribute] = []
        for member in try reader.rest(limit: attributeLimit) { attributes.append(try CMSAttribute(member)) }
        return attributes
    }

    /// The signer taken apart.
    var parts: SignerParts {
        SignerParts(fields: fields, signature: signature, unsignedAttributes: unsignedAttributes)
    }

    /// The hash of the content; nil if it is not known here.
    var contentHash: HashAlgorithm? { HashAlgorithm(oid: digestAlgorithm.oid) }

    /// The scheme of the signature; nil if it is not known here.
    var scheme: SignatureScheme? { SignatureScheme(signatureAlgorithm, contentHash: contentHash) }

    /// The hash of the signature where it is not that of the content, as it must be; PSS states its own.
    ///
    /// - SeeAlso: RFC 5652, 5.4.
    var otherHash: HashAlgorithm? {
        if case .rsaPSS? = scheme { return nil }
        guard let hash = scheme?.hash, let contentHash, hash != contentHash else { return nil }
        return hash
    }

    /// The hashes of the content that checking needs.
    var neededHashes: [HashAlgorithm] {
        [contentHash, signedAttributes == nil ? scheme?.hash : nil].compactMap { $0 }
    }
}
