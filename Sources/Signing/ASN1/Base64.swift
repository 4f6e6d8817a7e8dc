/// Base64 with the alphabet of RFC 4648, 4, and padding.
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Four characters for each three octets.
    static func encode(_ octets: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((octets.count + 2) / 3 * 4)
        for start in stride(from: 0, to: octets.count, by: 3) {
            let group = octets[start..<min(start + 3, octets.count)]
            let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
            for index in 0..<4 {
                text.append(index <= group.count ? alphabet[Int(bits >> UInt32(18 - 6 * index) & 0x3F)] : 0x3D)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes whole groups, white space ignored; nil for any other character, or padding inside.
    static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var decoder = Base64Decoder()
        var octets: [UInt8] = []
        for character in text where !decoder.take(character, into: &octets) { return nil }
        return decoder.isComplete ? octets : nil
    }
}
