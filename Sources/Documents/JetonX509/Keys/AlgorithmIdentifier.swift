public import JetonASN1
package import JetonOctets

/// An algorithm and its parameters, the parameters as they were encoded.
///
/// - SeeAlso: RFC 5280, 4.1.1.2.
public struct AlgorithmIdentifier: Hashable, Sendable {
    /// The algorithm.
    public let oid: OID
    /// The encoded parameters: one element, or empty if there are none.
    public let parameters: [UInt8]

    /// Makes an identifier.
    package init(oid: OID, parameters: [UInt8] = []) {
        self.oid = oid
        self.parameters = parameters
    }

    /// Reads a SEQUENCE of an object identifier and at most one parameter.
    package init(_ element: ASN1Element) throws(EncodingError) {
        var reader = try element.members(of: .sequence)
        oid = try reader.next().oid()
        parameters = reader.isAtEnd ? [] : Array(try reader.next().encoded)
        try reader.finish()
    }

    /// The SEQUENCE in DER, as far as the parameters are.
    public var derRepresentation: [UInt8] { DER.sequence(DER.oid(oid), parameters) }

    /// Whether there are no parameters or just NULL.
    var hasNoParameters: Bool { parameters.isEmpty || parameters == DER.null }
}

extension AlgorithmIdentifier {
    /// The AlgorithmIdentifier of a hash in CMS.
    ///
    /// Without parameters, as RFC 5754, 2, requires of SHA-2; with NULL for GOST R 34.11-94, as RFC 4490, 2.1, does.
    package init(_ hash: HashAlgorithm) {
        self.init(oid: hash.oid, parameters: hash == .gost341194 ? DER.null : [])
    }
}
