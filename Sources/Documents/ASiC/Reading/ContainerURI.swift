import JetonOctets

/// The names of files as they stand in references.
///
/// - SeeAlso: RFC 3986, 2.1; ETSI EN 319 162-1 V1.1.1, A.6.
enum ContainerURI {
    /// The reference to a file.
    static func encode(_ name: String) -> String {
        name.utf8.map { byte in
            let isPlain =
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || [0x2D, 0x2E, 0x2F, 0x5F, 0x7E].contains(byte)
            return isPlain ? String(UnicodeScalar(byte)) : "%" + Hex.encode([byte]).uppercased()
        }.joined()
    }

    /// The file that a reference names; as it is where percent signs are not used validly.
    static func decode(_ uri: String) -> String {
        var octets: [UInt8] = []
        var rest = Array(uri.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                octets.append(byte)
                continue
            }
            guard let value = Hex.decode(String(decoding: rest.prefix(2), as: UTF8.self)), value.count == 1 else {
                return uri
            }
            octets += value
            rest = rest.dropFirst(2)
        }
        return String(validating: octets, as: UTF8.self) ?? uri
    }
}
