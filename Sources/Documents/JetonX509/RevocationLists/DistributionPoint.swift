package import JetonASN1
import JetonOctets

/// Where a certificate says that its revocation is listed.
///
/// - SeeAlso: RFC 5280, 4.2.1.13.
package struct DistributionPoint: Hashable, Sendable {
    /// A name of a distribution point: whole names, or one relative to the issuer of the list.
    package enum Name: Hashable, Sendable {
        case full([GeneralName])
        /// The contents of one RelativeDistinguishedName.
        case relative([UInt8])

        init(_ element: ASN1Element) throws(EncodingError) {
            let choice = try element.onlyMember()
            switch choice.tag {
            case .contextConstructed(0):
                self = .full(try GeneralName.list(choice))
            case .contextConstructed(1): self = .relative(Array(choice.content))
            default: throw EncodingError(.unexpectedValue, at: choice.offset)
            }
        }

        /// The whole names, of a relative one below an issuer's.
        package func names(below issuer: DistinguishedName) -> [GeneralName] {
            switch self {
            case .full(let names): return names
            case .relative(let contents):
                guard let base = try? ASN1Element.parse(issuer.derRepresentation, rules: .basic),
                    let name = try? DistinguishedName(
                        derRepresentation: DER.element(.sequence, base.content + DER.element(.set, contents))
                    )
                else { return [] }
                return [.directoryName(name)]
            }
        }
    }

    /// How many distribution points one certificate may have.
    private static let limit = 64

    /// The point's name; nil if the list has only an issuer.
    package let name: Name?
    /// The reasons that its list covers; nil for all.
    package let reasons: RevocationScope?
    /// Who issues its list, where it is not the certificate's issuer.
    package let issuers: [GeneralName]

    /// The point that stands for a certificate without the extension.
    package static let ofIssuer = DistributionPoint(name: nil, reasons: nil, issuers: [])

    private init(name: Name?, reasons: RevocationScope?, issuers: [GeneralName]) {
        self.name = name
        self.reasons = reasons
        self.issuers = issuers
    }

    init(_ element: ASN1Element) throws(EncodingError) {
        var reader = try element.members(of: .sequence)
        name = try reader.nextIf(.contextConstructed(0)).map { point throws(EncodingError) in try Name(point) }
        reasons = try reader.nextIf(.contextPrimitive(1)).map { flags throws(EncodingError) in
            try RevocationScope(implicit: flags)
        }
        issuers = try reader.nextIf(.contextConstructed(2)).map(GeneralName.list) ?? []
        try reader.finish()
    }

    /// Reads CRLDistributionPoints.
    static func list(_ element: ASN1Element) throws(EncodingError) -> [DistributionPoint] {
        var reader = try element.members(of: .sequence)
        var points: [DistributionPoint] = []
        for point in try reader.rest(limit: limit) { points.append(try DistributionPoint(point)) }
        guard !points.isEmpty else { throw EncodingError(.unexpectedValue, at: element.offset) }
        return points
    }

    /// The URLs at which the list can be fetched.
    package var urls: [String] {
        guard case .full(let names) = name else { return [] }
        return names.compactMap { if case .uri(let url) = $0 { url } else { nil } }
    }
}

extension GeneralName {
    /// Reads GeneralNames, under any tag.
    static func list(_ element: ASN1Element) throws(EncodingError) -> [GeneralName] {
        var reader = try element.members()
        var names: [GeneralName] = []
        for name in try reader.rest(limit: 256) { names.append(try GeneralName(name)) }
        return names
    }

    /// Whether both name the same; distinguished names as ``DistinguishedName/matches(_:)`` compares them.
    package func matches(_ other: GeneralName) -> Bool {
        if case .directoryName(let left) = self, case .directoryName(let right) = other { return left.matches(right) }
        return self == other
    }
}

extension Certificate {
    /// cRLDistributionPoints; empty if there is none or it is malformed.
    package var distributionPoints: [DistributionPoint] {
        value(of: .cRLDistributionPoints, DistributionPoint.list) ?? []
    }

    /// freshestCRL, where delta lists are; empty if there is none or it is malformed.
    package var freshestPoints: [DistributionPoint] { value(of: .freshestCRL, DistributionPoint.list) ?? [] }

    /// The URLs of authorityInfoAccess with an access method; empty if there are none or it is malformed.
    package func accessURLs(_ method: OID) -> [String] {
        let urls = value(of: .authorityInformationAccess) { element throws(EncodingError) -> [String] in
            var reader = try element.members(of: .sequence)
            var urls: [String] = []
            for description in try reader.rest(limit: 64) {
                var members = try description.members(of: .sequence)
                guard try members.next().oid() == method else { continue }
                if case .uri(let url) = try GeneralName(members.next()) { urls.append(url) }
            }
            return urls
        }
        return urls ?? []
    }
}
