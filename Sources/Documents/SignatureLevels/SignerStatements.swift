import JetonASN1
public import JetonCMS

/// What a signer states besides the time and the policy; proves nothing by itself.
///
/// - SeeAlso: ETSI EN 319 122-1 V1.3.1, 5.2.3 and 5.2.5; ETSI EN 319 132-1 V1.3.1, 5.2.3, 5.2.5 and 5.2.6.
public struct SignerStatements: Hashable, Sendable {
    /// How many statements of a kind are read.
    package static let limit = 16

    /// What the signer commits to.
    public var commitments: [CommitmentType] = []
    /// The roles that the signer claims; XAdES has them alone.
    public var roles: [String] = []
    /// The city where the signer signs.
    public var city: String?
    /// The country where the signer signs.
    public var country: String?

    /// Makes an empty set of statements.
    public init() {}

    /// City and country, as far as they are stated; nil for neither.
    public var place: String? {
        let parts = [city, country].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    // MARK: - CMS

    /// Reads the signed attributes of a signer; what is malformed is left out.
    package init(in attributes: [CMSAttribute]) {
        for value in attributes.filter({ $0.type == .commitmentType }).flatMap(\.values).prefix(SignerStatements.limit)
        {
            guard var members = try? ASN1Element.parse(value, rules: .basic).members(of: .sequence),
                let identifier = try? members.next().oid()
            else { continue }
            commitments.append(CommitmentType(oid: identifier))
        }
        guard let value = attributes.first(where: { $0.type == .signerLocation })?.values.first,
            var members = try? ASN1Element.parse(value, rules: .basic).members(of: .sequence)
        else { return }
        country = (try? members.nextIf(.contextConstructed(0))).flatMap { try? $0.onlyMember().text }
        city = (try? members.nextIf(.contextConstructed(1))).flatMap { try? $0.onlyMember().text }
    }

    /// The signed attributes of CMS, which have no roles.
    public var attributes: [CMSAttribute] {
        var attributes: [CMSAttribute] = []
        let identifiers = commitments.compactMap(\.oid)
        if !identifiers.isEmpty {
            attributes.append(
                CMSAttribute(type: .commitmentType, values: identifiers.map { DER.sequence(DER.oid($0)) })
            )
        }
        var place: [[UInt8]] = []
        if let country { place.append(DER.explicit(0, DER.string(.utf8String, country))) }
        if let city { place.append(DER.explicit(1, DER.string(.utf8String, city))) }
        if !place.isEmpty { attributes.append(CMSAttribute(type: .signerLocation, values: [DER.sequence(place)])) }
        return attributes
    }
}
