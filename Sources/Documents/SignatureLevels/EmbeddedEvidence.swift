import JetonASN1
package import JetonCMS
package import JetonValidation
package import JetonX509

/// The certificates and the evidence about revocation that a signed document and its timestamps hold.
package struct EmbeddedEvidence {
    /// The certificates, each once.
    package private(set) var certificates: [Certificate] = []
    /// The evidence.
    package private(set) var evidence = RevocationEvidence()
    /// Revocation lists in DER; read once all certificates are known.
    private var lists: [[UInt8]] = []

    /// Starts with nothing.
    package init() {}

    /// Whether there is evidence about revocation.
    package var hasEvidence: Bool { !evidence.lists.isEmpty || !evidence.responses.isEmpty }

    /// Takes what stands beside the signers of a message, and in their unsigned attributes.
    package mutating func add(_ parts: SignedDataParts) {
        for encoded in parts.certificates { add(certificate: encoded) }
        for encoded in parts.revocations { add(revocation: encoded) }
        for attribute in parts.signers.flatMap(\.unsignedAttributes) {
            for value in attribute.values { add(attribute.type, value) }
        }
    }

    /// Takes what stands beside a message in its document.
    package mutating func add(_ document: DocumentEvidence) {
        for encoded in document.certificates { add(certificate: encoded) }
        for encoded in document.responses { add(response: encoded) }
        lists += document.lists
    }

    /// Reads the lists, for the certificates that are known by now and those given.
    package mutating func readLists(for others: [Certificate]) {
        let serials = Array(Set((certificates + others).map(\.serialNumber))).prefix(4096)
        for octets in lists {
            guard var reader = try? RevocationListReader(serials: Array(serials)),
                (try? reader.update(octets.span)) != nil, let list = try? reader.finish()
            else { continue }
            evidence.lists.append(list)
        }
        lists = []
    }

    /// Takes a certificate in DER.
    package mutating func add(certificate encoded: [UInt8]) {
        guard let certificate = try? Certificate(derRepresentation: encoded), !certificates.contains(certificate) else {
            return
        }
        certificates.append(certificate)
    }

    /// Takes a revocation list in DER, read by ``readLists(for:)``.
    package mutating func add(list encoded: [UInt8]) { lists.append(encoded) }

    private mutating func add(revocation encoded: [UInt8]) {
        guard encoded.first == 0xA1 else {
            lists.append(encoded)
            return
        }
        if let response = EmbeddedEvidence.response(in: encoded) { add(response: response) }
    }

    /// Takes an OCSP response in DER.
    package mutating func add(response encoded: [UInt8]) {
        guard let response = try? OCSPResponse(derRepresentation: encoded), !evidence.responses.contains(response)
        else {
            return
        }
        evidence.responses.append(response)
        for certificate in response.certificates where !certificates.contains(certificate) {
            certificates.append(certificate)
        }
    }

    /// The attributes of levels before EN 319 122-1: EN 319 122-1, A.1.1.2 and A.1.2.2.
    private mutating func add(_ type: OID, _ value: [UInt8]) {
        guard var reader = try? ASN1Element.parse(value, rules: .basic).members(of: .sequence) else { return }
        switch type {
        case .certificateValues:
            for element in (try? reader.rest(limit: 512)) ?? [] { add(certificate: Array(element.encoded)) }
        case .revocationValues:
            while let field = try? reader.next() {
                guard var members = try? field.onlyMember().members(of: .sequence) else { continue }
                for element in (try? members.rest(limit: 512)) ?? [] {
                    let encoded = Array(element.encoded)
                    switch field.tag {
                    case .contextConstructed(0): lists.append(encoded)
                    case .contextConstructed(1): add(response: EmbeddedEvidence.response(basic: encoded))
                    default: continue
                    }
                }
            }
        default: return
        }
    }

    /// An OCSPResponse around a BasicOCSPResponse.
    private static func response(basic: [UInt8]) -> [UInt8] {
        let bytes = DER.sequence(DER.oid(.ocspBasic), DER.octetString(basic))
        return DER.sequence(DER.element(.enumerated, [0]), DER.explicit(0, bytes))
    }

    /// The OCSP response in another format of revocation information, named by its type; nil if it is none.
    ///
    /// - SeeAlso: RFC 5940, 2.1.
    package static func response(in revocation: [UInt8]) -> [UInt8]? {
        guard revocation.first == 0xA1, var reader = try? ASN1Element.parse(revocation, rules: .basic).members(),
            (try? reader.next().oid()) == .ocspRevocation, let response = try? reader.next()
        else { return nil }
        return Array(response.encoded)
    }

    /// An OCSP response as a message holds it: RFC 5940, 2.1.
    package static func revocation(response: [UInt8]) -> [UInt8] {
        DER.element(.contextConstructed(1), DER.oid(.ocspRevocation) + response)
    }
}
