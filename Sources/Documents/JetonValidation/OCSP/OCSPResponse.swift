public import JetonASN1
import JetonOctets
public import JetonX509

/// An OCSP response as it was read: what a responder says of certificates, not yet checked.
///
/// - SeeAlso: RFC 6960, 4.2.
public struct OCSPResponse: Hashable, Sendable {
    /// The largest response, in octets: 1 MiB.
    public static let sizeLimit = 1 << 20
    /// How many certificates one response may be about, and how many it may hold.
    static let memberLimit = 1024

    /// Who signed, by name or by the SHA-1 of the key.
    enum Responder: Hashable, Sendable {
        case name(DistinguishedName)
        case key([UInt8])
    }

    /// What is said of one certificate.
    struct Single: Hashable, Sendable {
        let identifier: OCSPIdentifier
        let status: RevocationStatus
        let thisUpdate: UniversalTime
        let nextUpdate: UniversalTime?
        /// A critical extension that is not processed.
        let unknownExtension: OID?
    }

    /// The whole response as it was encoded.
    public let derRepresentation: [UInt8]
    /// When it was signed.
    public let producedAt: UniversalTime
    /// The nonce that it repeats; nil if it has none.
    public let nonce: [UInt8]?
    /// The certificates in it that could be read.
    public let certificates: [Certificate]
    let responder: Responder
    let singles: [Single]
    let unknownExtension: OID?
    let toBeSigned: [UInt8]
    let signatureAlgorithm: AlgorithmIdentifier
    let signature: [UInt8]

    /// Reads a response in DER.
    ///
    /// - Throws: ``DocumentError/Code/malformed``, also for a response that is an error of the responder, which the text
    ///   names; ``DocumentError/Code/limitExceeded`` above 1 MiB.
    public init(derRepresentation: [UInt8]) throws(DocumentError) {
        guard derRepresentation.count <= OCSPResponse.sizeLimit else {
            throw DocumentError(.limitExceeded, "an OCSP response of \(derRepresentation.count) bytes")
        }
        let status = try reading("OCSP response") { () throws(EncodingError) in
            try OCSPResponse.status(derRepresentation)
        }
        guard status == 0 else {
            throw DocumentError(.malformed, "the OCSP responder returned '\(OCSPResponse.statusName(status))'")
        }
        self = try reading("OCSP response") { () throws(EncodingError) in
            try OCSPResponse(successful: derRepresentation)
        }
    }

    private static func status(_ octets: [UInt8]) throws(EncodingError) -> UInt8 {
        var reader = try ASN1Element.parse(octets).members(of: .sequence)
        let status = try reader.next(.enumerated)
        guard status.content.count == 1, let code = status.content.first else {
            throw EncodingError(.unexpectedValue, at: status.offset)
        }
        return code
    }

    private static func statusName(_ code: UInt8) -> String {
        switch code {
        case 1: "malformedRequest"
        case 2: "internalError"
        case 3: "tryLater"
        case 5: "sigRequired"
        case 6: "unauthorized"
        default: "status \(code)"
        }
    }

    private init(successful octets: [UInt8]) throws(EncodingError) {
        derRepresentation = octets
        var outer = try ASN1Element.parse(octets).members(of: .sequence)
        _ = try outer.next(.enumerated)
        var bytes = try outer.next(.contextConstructed(0)).onlyMember().members(of: .sequence)
        try outer.finish()
        guard try bytes.next().oid() == .ocspBasic else { throw EncodingError(.unexpectedValue, at: 0) }
        let basicOctets = try bytes.next().octetString()
        try bytes.finish()

        var basic = try ASN1Element.parse(basicOctets).members(of: .sequence)
        let data = try basic.next(.sequence)
        toBeSigned = Array(data.encoded)
        signatureAlgorithm = try AlgorithmIdentifier(basic.next())
        signature = try basic.next().bitStringOctets()
        var readable: [Certificate] = []
        if let list = try basic.nextIf(.contextConstructed(0)) {
            var members = try list.onlyMember().members(of: .sequence)
            for member in try members.rest(limit: OCSPResponse.memberLimit) {
                if let certificate = try? Certificate(member) { readable.append(certificate) }
            }
        }
        certificates = readable
        try basic.finish()

        var reader = try data.members()
        if let version = try reader.nextIf(.contextConstructed(0)), try version.onlyMember().int() != 0 {
            throw EncodingError(.unexpectedValue, at: version.offset)
        }
        let identity = try reader.next()
        switch identity.tag {
        case .contextConstructed(1): responder = .name(try DistinguishedName(identity.onlyMember()))
        case .contextConstructed(2): responder = .key(try identity.onlyMember().octetString())
        default: throw EncodingError(.unexpectedValue, at: identity.offset)
        }
        producedAt = try UniversalTime(strict: reader.next(.generalizedTime))
        var list = try reader.next(.sequence).members()
        var singles: [Single] = []
        for member in try list.rest(limit: OCSPResponse.memberLimit) {
            if let single = try OCSPResponse.single(member) { singles.append(single) }
        }
        self.singles = singles
        let extensions = try OCSPResponse.extensions(reader.nextIf(.contextConstructed(1)))
        nonce = try extensions.first { $0.oid == .ocspNonce }.map { found throws(EncodingError) in
            try ASN1Element.parse(found.value).octetString()
        }
        unknownExtension = extensions.first { $0.isCritical && $0.oid != .ocspNonce }?.oid
        try reader.finish()
    }

    private static func single(_ element: ASN1Element) throws(EncodingError) -> Single? {
        var reader = try element.members(of: .sequence)
        let identifier = try OCSPIdentifier(reader.next())
        let status = try status(reader.next())
        let thisUpdate = try UniversalTime(strict: reader.next(.generalizedTime))
        let nextUpdate = try reader.nextIf(.contextConstructed(0)).map { time throws(EncodingError) in
            let element = try time.onlyMember()
            guard element.tag == .generalizedTime else { throw EncodingError(.unexpectedValue, at: element.offset) }
            return try UniversalTime(strict: element)
        }
        let extensions = try extensions(reader.nextIf(.contextConstructed(1)))
        try reader.finish()
        guard let identifier else { return nil }
        return Single(
            identifier: identifier,
            status: status,
            thisUpdate: thisUpdate,
            nextUpdate: nextUpdate,
            unknownExtension: extensions.first(where: \.isCritical)?.oid
        )
    }

    private static func status(_ element: ASN1Element) throws(EncodingError) -> RevocationStatus {
        switch element.tag {
        case .contextPrimitive(0): return .good
        case .contextConstructed(1):
            var reader = try element.members()
            let time = try UniversalTime(strict: reader.next(.generalizedTime))
            let code = try reader.nextIf(.contextConstructed(0)).map { field throws(EncodingError) in
                try field.onlyMember().content.first ?? 0
            }
            try reader.finish()
            return .revoked(time, code.flatMap { RevocationReason(rawValue: Int($0)) })
        case .contextPrimitive(2): return .undetermined("the OCSP responder does not know it")
        default: throw EncodingError(.unexpectedValue, at: element.offset)
        }
    }

    private static func extensions(_ field: ASN1Element?) throws(EncodingError) -> [CertificateExtension] {
        guard let field else { return [] }
        var reader = try field.onlyMember().members(of: .sequence)
        var found: [CertificateExtension] = []
        for member in try reader.rest(limit: 64) { found.append(try CertificateExtension(member)) }
        return found
    }

    /// Whether a response repeats the nonce of a request; true too if the responder leaves nonces out, as responders
    /// with prepared responses do.
    public func answers(_ request: OCSPRequest) -> Bool {
        (nonce == nil || nonce == request.nonce) && isAbout(request.identifier)
    }

    /// Whether a response says something of a certificate, for any request.
    func isAbout(_ identifier: OCSPIdentifier) -> Bool { singles.contains { $0.identifier == identifier } }

    /// When the first part of the response about a certificate ends; nil if one names no end.
    func end(of identifier: OCSPIdentifier) -> UniversalTime? {
        let ends = singles.filter { $0.identifier == identifier }.map(\.nextUpdate)
        return ends.contains(nil) ? nil : ends.compactMap(\.self).min()
    }

    /// Whether the responder knows the certificate of a request.
    func knows(_ request: OCSPRequest) -> Bool {
        singles.contains { single in
            if case .undetermined = single.status { return false }
            return single.identifier == request.identifier
        }
    }
}
