import JetonKeystoreBase

/// Bech32 text of octets, as age writes its recipients and identities.
///
/// - SeeAlso: BIP 173; age v1 has no limit of 90 characters, here it is 128.
enum Bech32 {
    private static let alphabet = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)
    private static let lengthLimit = 128
    private static let checksumLength = 6

    /// The text of octets behind a human-readable part in small letters.
    static func encode(_ prefix: String, _ octets: Span<UInt8>) -> TransientSecret {
        let groups = TransientSecret(capacity: (octets.count * 8 + 4) / 5 + checksumLength)
        groups.withArray { array in
            regroup(octets, into: &array)
            array.append(contentsOf: checksum(prefix, array[...]))
        }
        let text = TransientSecret(capacity: prefix.utf8.count + 1 + groups.octets.count)
        text.append(prefix + "1")
        text.withArray { array in
            for group in groups.octets { array.append(alphabet[Int(group)]) }
        }
        return text
    }

    /// The octets of a text, all in small or all in capital letters.
    ///
    /// - Returns: Nil if the prefix is another one, the checksum is wrong, or bits that belong to no octet are set.
    static func decode(_ prefix: String, _ text: Span<UInt8>) -> TransientSecret? {
        let head = Array((prefix + "1").utf8)
        guard text.count <= lengthLimit, text.count >= head.count + checksumLength else { return nil }
        let groups = TransientSecret(capacity: text.count)
        var letters = (small: false, capital: false)
        var isValid = true
        groups.withArray { array in
            for index in 0..<text.count {
                let character = text[index]
                if (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(character) { letters.capital = true }
                if (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(character) { letters.small = true }
                let small =
                    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(character) ? character | 0x20 : character
                if index < head.count {
                    isValid = isValid && small == head[index]
                } else if let group = alphabet.firstIndex(of: small) {
                    array.append(UInt8(group))
                } else {
                    isValid = false
                }
            }
        }
        guard isValid, !(letters.small && letters.capital) else { return nil }
        let data = groups.octets.dropLast(checksumLength)
        guard Array(groups.octets.suffix(checksumLength)) == checksum(prefix, data) else { return nil }
        return octets(data)
    }

    /// Splits octets into groups of five bits, most significant first, with zeros at the end.
    private static func regroup(_ octets: Span<UInt8>, into groups: inout [UInt8]) {
        var pending: UInt32 = 0
        var bits: UInt32 = 0
        for index in 0..<octets.count {
            pending = (pending << 8 | UInt32(octets[index])) & 0xFFF
            bits += 8
            while bits >= 5 {
                bits -= 5
                groups.append(UInt8(pending >> bits & 0x1F))
            }
        }
        if bits > 0 { groups.append(UInt8(pending << (5 - bits) & 0x1F)) }
    }

    private static func octets(_ groups: ArraySlice<UInt8>) -> TransientSecret? {
        let octets = TransientSecret(capacity: groups.count * 5 / 8)
        var pending: UInt32 = 0
        var bits: UInt32 = 0
        octets.withArray { array in
            for group in groups {
                pending = (pending << 5 | UInt32(group)) & 0xFFF
                bits += 5
                if bits >= 8 {
                    bits -= 8
                    array.append(UInt8(pending >> bits & 0xFF))
                }
            }
        }
        return bits < 5 && pending & (1 << bits - 1) == 0 ? octets : nil
    }

    /// The six groups behind the data; BIP 173, "Checksum".
    private static func checksum(_ prefix: String, _ data: ArraySlice<UInt8>) -> [UInt8] {
        var state: UInt32 = 1
        func add(_ value: UInt8) {
            let top = state >> 25
            state = (state & 0x1FF_FFFF) << 5 ^ UInt32(value)
            for (bit, generator) in [0x3B6A_57B2, 0x2650_8E6D, 0x1EA1_19FA, 0x3D42_33DD, 0x2A14_62B3].enumerated()
            where top >> UInt32(bit) & 1 == 1 { state ^= UInt32(generator) }
        }
        for character in prefix.utf8 { add(character >> 5) }
        add(0)
        for character in prefix.utf8 { add(character & 0x1F) }
        for value in data { add(value) }
        for _ in 0..<checksumLength { add(0) }
        state ^= 1
        return (0..<checksumLength).map { UInt8(state >> UInt32(5 * (5 - $0)) & 0x1F) }
    }
}
