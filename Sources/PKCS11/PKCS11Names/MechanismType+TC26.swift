// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The technical committee TC 26 gave these numbers out of the vendors' range; every module with GOST keys has them.
extension MechanismType {
    /// `CKM_GOSTR3410_512_KEY_PAIR_GEN`.
    public static let gostr3410_512KeyPairGen = MechanismType(rawValue: 0xD432_1005)
    /// `CKM_GOSTR3410_512`.
    public static let gostr3410_512 = MechanismType(rawValue: 0xD432_1006)
    /// `CKM_GOSTR3410_WITH_GOSTR3411_12_256`.
    public static let gostr3410WithGOSTR3411_12_256 = MechanismType(rawValue: 0xD432_1008)
    /// `CKM_GOSTR3410_WITH_GOSTR3411_12_512`.
    public static let gostr3410WithGOSTR3411_12_512 = MechanismType(rawValue: 0xD432_1009)
    /// `CKM_GOSTR3411_12_256`.
    public static let gostr3411_12_256 = MechanismType(rawValue: 0xD432_1012)
    /// `CKM_GOSTR3411_12_512`.
    public static let gostr3411_12_512 = MechanismType(rawValue: 0xD432_1013)

    /// Every constant with its name in C.
    static let tc26Table: [(MechanismType, String)] = [
        (.gostr3410_512KeyPairGen, "CKM_GOSTR3410_512_KEY_PAIR_GEN"),
        (.gostr3410_512, "CKM_GOSTR3410_512"),
        (.gostr3410WithGOSTR3411_12_256, "CKM_GOSTR3410_WITH_GOSTR3411_12_256"),
        (.gostr3410WithGOSTR3411_12_512, "CKM_GOSTR3410_WITH_GOSTR3411_12_512"),
        (.gostr3411_12_256, "CKM_GOSTR3411_12_256"),
        (.gostr3411_12_512, "CKM_GOSTR3411_12_512"),
    ]
}
