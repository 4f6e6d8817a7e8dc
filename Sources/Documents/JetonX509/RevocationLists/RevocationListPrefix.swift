import JetonASN1
import JetonOctets

/// The fields of a revocation list in front of its entries.
struct RevocationListPrefix {
    private(set) var algorithm: AlgorithmIdentifier?
    private(set) var issuer: DistinguishedName?
    private(set) var thisUpdate: UniversalTime?
    private(set) var nextUpdate: UniversalTime?

    /// Reads the next field: version, signature, issuer, thisUpdate, nextUpdate, of which the first and last are
    /// optional.
    mutating func read(_ element: ASN1Element) throws(EncodingError) {
        if algorithm == nil {
            // Version 2 is written as 1.
            if element.tag == .integer {
                guard try element.int() == 1 else { throw EncodingError(.unexpectedValue, at: element.offset) }
            } else {
                algorithm = try AlgorithmIdentifier(element)
            }
        } else if issuer == nil {
            issuer = try DistinguishedName(element)
        } else if thisUpdate == nil {
            thisUpdate = try UniversalTime(strict: element)
        } else if nextUpdate == nil {
            nextUpdate = try UniversalTime(strict: element)
        } else {
            throw EncodingError(.unexpectedValue, at: element.offset)
        }
    }

    /// Checks that no field is missing.
    func finish() throws(EncodingError) {
        guard thisUpdate != nil else { throw EncodingError(.truncated, at: 0) }
    }
}
