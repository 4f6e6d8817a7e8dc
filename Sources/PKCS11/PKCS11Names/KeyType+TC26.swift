// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The technical committee TC 26 gave these numbers out of the vendors' range; every module with GOST keys has them.
extension KeyType {
    /// `CKK_GOSTR3410_512`.
    public static let gostr3410_512 = KeyType(rawValue: 0xD432_1003)

    /// Every constant with its name in C.
    static let tc26Table: [(KeyType, String)] = [(.gostr3410_512, "CKK_GOSTR3410_512")]
}
