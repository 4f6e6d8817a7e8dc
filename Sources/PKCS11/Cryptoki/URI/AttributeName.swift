/// The names that a vendor may give an attribute (`pk11-v-attr-nm-char` of RFC 7512, 2.3).
enum AttributeName {
    static func isWellFormed(_ name: some Sequence<UInt8>) -> Bool {
        var isEmpty = true
        for octet in name {
            guard isCharacter(octet) else { return false }
            isEmpty = false
        }
        return !isEmpty
    }

    static func isCharacter(_ octet: UInt8) -> Bool {
        switch octet {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
