import JetonASN1

/// The names of attribute types in distinguished names.
///
/// - SeeAlso: RFC 4514, 3 (the first nine); RFC 4519; RFC 5280, appendix A.1; order 795 of the FSB of 2011 for the Russian profile.
enum NameAttributeType {
    /// Object identifier and short name, as they are printed.
    private static let table: [(oid: OID, name: String)] = [
        (commonName, "CN"),
        (OID(2, 5, 4, 7), "L"),
        (OID(2, 5, 4, 8), "ST"),
        (OID(2, 5, 4, 10), "O"),
        (OID(2, 5, 4, 11), "OU"),
        (countryName, "C"),
        (OID(2, 5, 4, 9), "STREET"),
        (domainComponent, "DC"),
        (OID(0, 9, 2342, 19_200_300, 100, 1, 1), "UID"),
        (emailAddress, "emailAddress"),
        (serialNumber, "serialNumber"),
        (OID(2, 5, 4, 4), "SN"),
        (OID(2, 5, 4, 42), "GN"),
        (OID(2, 5, 4, 43), "initials"),
        (OID(2, 5, 4, 12), "title"),
        (OID(2, 5, 4, 17), "postalCode"),
        (OID(2, 5, 4, 65), "pseudonym"),
        (dnQualifier, "dnQualifier"),
        (OID(2, 5, 4, 97), "organizationIdentifier"),
        (ogrn, "OGRN"),
        (snils, "SNILS"),
        (innLE, "INNLE"),
        (ogrnIP, "OGRNIP"),
        (inn, "INN"),
    ]

    static let commonName = OID(2, 5, 4, 3)
    static let countryName = OID(2, 5, 4, 6)
    static let serialNumber = OID(2, 5, 4, 5)
    static let dnQualifier = OID(2, 5, 4, 46)
    static let domainComponent = OID(0, 9, 2342, 19_200_300, 100, 1, 25)
    static let emailAddress = OID(1, 2, 840, 113_549, 1, 9, 1)

    // What the Russian profile of certificates names persons and organizations by: numbers of 10 to 15 digits.
    private static let ogrn = OID(1, 2, 643, 100, 1)
    private static let snils = OID(1, 2, 643, 100, 3)
    private static let innLE = OID(1, 2, 643, 100, 4)
    private static let ogrnIP = OID(1, 2, 643, 100, 5)
    private static let inn = OID(1, 2, 643, 3, 131, 1, 1)

    /// The short name; nil for a type that has none here.
    static func name(of oid: OID) -> String? { table.first { $0.oid == oid }?.name }

    /// The type of a short name of either case, or of a dotted object identifier.
    static func oid(named text: String) -> OID? {
        let name = text.lowercased()
        switch name {
        case "e": return emailAddress
        case "s": return OID(2, 5, 4, 8)
        default: return table.first { $0.name.lowercased() == name }?.oid ?? OID(text)
        }
    }

    /// The string type that a value is written in (RFC 5280, 4.1.2.4 and appendix A.1).
    static func stringTag(for oid: OID) -> ASN1Tag {
        switch oid {
        case countryName, serialNumber, dnQualifier: .printableString
        case domainComponent, emailAddress: .ia5String
        case ogrn, snils, innLE, ogrnIP, inn: .numericString
        default: .utf8String
        }
    }
}
