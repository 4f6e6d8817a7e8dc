/// The padding `80 00 …` of ISO/IEC 7816-4: at least one octet, up to a whole block.
enum Padding {
    static func padded(_ octets: [UInt8], to block: Int) -> [UInt8] {
        let zeros = (block - (octets.count + 1) % block) % block
        return octets + [0x80] + [UInt8](repeating: 0, count: zeros)
    }

    /// What stands before the padding; nil if there is none of less than a block.
    static func unpadded(_ octets: [UInt8], from block: Int) -> [UInt8]? {
        guard !octets.isEmpty, octets.count.isMultiple(of: block),
            let mark = octets.lastIndex(where: { $0 != 0 }), octets[mark] == 0x80, octets.count - mark <= block
        else { return nil }
        return Array(octets[..<mark])
    }
}
