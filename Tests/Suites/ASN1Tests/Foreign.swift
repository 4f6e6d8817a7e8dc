import SwiftASN1

/// The answers of swift-asn1.
///
/// In a file of its own, since the types of both have the same names.
enum Foreign {
    /// Whether swift-asn1 reads the whole tree as DER.
    static func accepts(_ octets: [UInt8]) -> Bool { (try? DER.parse(octets)) != nil }

    /// The encoding of an object identifier.
    static func objectIdentifier(_ text: String) throws -> [UInt8] {
        var serializer = DER.Serializer()
        try serializer.serialize(ASN1ObjectIdentifier(dotRepresentation: text))
        return serializer.serializedBytes
    }
}
