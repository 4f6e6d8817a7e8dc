internal import Cryptoki

/// The name of a reader as modules write it into the description of a slot, which holds 64 bytes.
enum SlotName {
    /// The length of `CK_SLOT_INFO.slotDescription` in bytes.
    static let length = 64

    /// The descriptions that stand for a reader: its name, cut where it is longer than 64 bytes.
    ///
    /// A module cuts a longer name after 64 bytes, or in front of the character that does not fit whole.
    static func forms(of readerName: String) -> [FixedText] {
        let octets = Array(readerName.utf8)
        let cut = FixedText(octets.prefix(length))
        guard octets.count > length else { return [cut] }
        var end = length
        while end > 0, octets[end] & 0xC0 == 0x80 { end -= 1 }
        return end == length ? [cut] : [cut, FixedText(octets.prefix(end))]
    }

    /// Whether a name is a reader's as a slot's description holds it.
    static func isForm(_ name: String, of readerName: String) -> Bool {
        readerName.utf8.count > length && forms(of: readerName).contains(FixedText(name.utf8))
    }

    /// Whether two names are one reader's, each whole or as a slot's description holds it.
    static func isSame(_ left: String, _ right: String) -> Bool {
        let name = stem(of: left)
        return !name.isEmpty && name == stem(of: right)
    }

    /// The bytes of a name that every slot's description has: without blanks, or a part of a character, at the end.
    private static func stem(of name: String) -> [UInt8] {
        var text = String(decoding: Array(name.utf8.prefix(length)), as: UTF8.self)
        while text.last == "\u{FFFD}" { text.removeLast() }
        while text.last == " " { text.removeLast() }
        return Array(text.utf8)
    }

    /// The name that slots of virtual cards had before it ended with the serial number; nil for any other name.
    ///
    /// - Parameter name: Such as `Jeton virtual card alpha 55000001`.
    /// - Returns: The former name.
    static func withoutSerialNumber(_ name: String) -> String? {
        let words = name.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard name.hasPrefix("Jeton virtual card "), words.count > 4, let last = words.last, !last.isEmpty,
            last.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return String(name.utf8.dropLast(last.count + 1))
    }
}
