extension PKCS11URI: CustomStringConvertible {
    /// The URI in canonical form, without the `pin-value`.
    ///
    /// Attributes come in the order of ``PathAttribute`` and ``QueryAttribute``; what need not be percent-encoded
    /// is not, except that `id` is encoded throughout, as clause 2.3 recommends; hexadecimal digits are uppercase.
    /// Parsing it gives the same URI again, unless it carried a `pin-value` or is longer than ``maximumLength``.
    ///
    /// - SeeAlso: RFC 7512, 2.3 and 2.6.
    public var description: String {
        var octets = Array("pkcs11:".utf8)
        for (index, attribute) in pathAttributes.enumerated() {
            if index > 0 { octets.append(UInt8(ascii: ";")) }
            PKCS11URI.append(attribute.rawValue, pathValues[attribute] ?? [], to: &octets) {
                attribute != .id && URIScanner.Component.path.allows($0)
            }
        }
        for (index, field) in queryFields.enumerated() {
            octets.append(UInt8(ascii: index == 0 ? "?" : "&"))
            PKCS11URI.append(field.attribute.rawValue, field.value, to: &octets) {
                URIScanner.Component.query.allows($0)
            }
        }
        return String(decoding: octets, as: UTF8.self)
    }

    private static func append(
        _ name: String,
        _ value: [UInt8],
        to octets: inout [UInt8],
        standsForItself: (UInt8) -> Bool
    ) {
        let digits = Array("0123456789ABCDEF".utf8)
        octets += name.utf8
        octets.append(UInt8(ascii: "="))
        for octet in value {
            if standsForItself(octet) {
                octets.append(octet)
            } else {
                octets.append(UInt8(ascii: "%"))
                octets.append(digits[Int(octet >> 4)])
                octets.append(digits[Int(octet & 0x0F)])
            }
        }
    }
}
