package import JetonASN1

/// What a signature commits its signer to.
///
/// - SeeAlso: ETSI EN 319 122-1 V1.3.1, 5.2.3; ETSI EN 319 132-1 V1.3.1, 5.2.3.
public struct CommitmentType: Hashable, Sendable {
    /// The usual types, by their short names.
    private static let known: [(name: String, uri: String, number: UInt64)] = [
        ("origin", "ProofOfOrigin", 1), ("receipt", "ProofOfReceipt", 2), ("delivery", "ProofOfDelivery", 3),
        ("sender", "ProofOfSender", 4), ("approval", "ProofOfApproval", 5), ("creation", "ProofOfCreation", 6),
    ]
    private static let prefix = "http://uri.etsi.org/01903/v1.2.2#"

    /// The short names: `origin`, `receipt`, `delivery`, `sender`, `approval`, `creation`.
    public static let names = known.map(\.name)

    /// The short name; of another type the URI or the object identifier.
    public let name: String

    /// Finds a type by its short name; nil for another name.
    public init?(name: String) {
        guard CommitmentType.names.contains(name) else { return nil }
        self.name = name
    }

    /// Reads the identifier of XAdES.
    package init(uri: String) {
        let short = CommitmentType.known.first { CommitmentType.prefix + $0.uri == uri }?.name
        if let short {
            name = short
        } else {
            self =
                uri.hasPrefix("urn:oid:")
                ? OID(String(uri.dropFirst(8))).map(CommitmentType.init) ?? .init(other: uri) : .init(other: uri)
        }
    }

    /// Reads the identifier of CMS.
    package init(oid: OID) { name = CommitmentType.known.first { OID.commitment($0.number) == oid }?.name ?? "\(oid)" }

    private init(other: String) { name = other }

    /// The identifier in XAdES.
    package var uri: String {
        CommitmentType.known.first { $0.name == name }.map { CommitmentType.prefix + $0.uri } ?? name
    }

    /// The identifier in CMS; nil for a type that has none.
    package var oid: OID? {
        CommitmentType.known.first { $0.name == name }.map { OID.commitment($0.number) } ?? OID(name)
    }
}

extension OID {
    fileprivate static func commitment(_ number: UInt64) -> OID { OID(1, 2, 840, 113_549, 1, 9, 16, 6, number) }
}
