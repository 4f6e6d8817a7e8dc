/// Bits of CK_MECHANISM_INFO.flags; C_SessionCancel takes those that name an operation.
///
/// - SeeAlso: PKCS #11 Specification Version 3.2, 3.7 and 5.6.
public struct MechanismFlags: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Makes flags from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// `CKF_HW`: the device does it.
    public static let hardware = MechanismFlags(rawValue: 0x1)
    /// `CKF_MESSAGE_ENCRYPT`.
    public static let messageEncrypt = MechanismFlags(rawValue: 0x2)
    /// `CKF_MESSAGE_DECRYPT`.
    public static let messageDecrypt = MechanismFlags(rawValue: 0x4)
    /// `CKF_MESSAGE_SIGN`.
    public static let messageSign = MechanismFlags(rawValue: 0x8)
    /// `CKF_MESSAGE_VERIFY`.
    public static let messageVerify = MechanismFlags(rawValue: 0x10)
    /// `CKF_MULTI_MESSAGE`.
    public static let multiMessage = MechanismFlags(rawValue: 0x20)
    /// `CKF_FIND_OBJECTS`: a search, for C_SessionCancel.
    public static let findObjects = MechanismFlags(rawValue: 0x40)
    /// `CKF_ENCRYPT`.
    public static let encrypt = MechanismFlags(rawValue: 0x100)
    /// `CKF_DECRYPT`.
    public static let decrypt = MechanismFlags(rawValue: 0x200)
    /// `CKF_DIGEST`.
    public static let digest = MechanismFlags(rawValue: 0x400)
    /// `CKF_SIGN`.
    public static let sign = MechanismFlags(rawValue: 0x800)
    /// `CKF_SIGN_RECOVER`.
    public static let signRecover = MechanismFlags(rawValue: 0x1000)
    /// `CKF_VERIFY`.
    public static let verify = MechanismFlags(rawValue: 0x2000)
    /// `CKF_VERIFY_RECOVER`.
    public static let verifyRecover = MechanismFlags(rawValue: 0x4000)
    /// `CKF_GENERATE`.
    public static let generate = MechanismFlags(rawValue: 0x8000)
    /// `CKF_GENERATE_KEY_PAIR`.
    public static let generateKeyPair = MechanismFlags(rawValue: 0x1_0000)
    /// `CKF_WRAP`.
    public static let wrap = MechanismFlags(rawValue: 0x2_0000)
    /// `CKF_UNWRAP`.
    public static let unwrap = MechanismFlags(rawValue: 0x4_0000)
    /// `CKF_DERIVE`.
    public static let derive = MechanismFlags(rawValue: 0x8_0000)
    /// `CKF_EC_F_P`: curves over prime fields.
    public static let ecFP = MechanismFlags(rawValue: 0x10_0000)
    /// `CKF_EC_F_2M`: curves over binary fields.
    public static let ecF2M = MechanismFlags(rawValue: 0x20_0000)
    /// `CKF_EC_ECPARAMETERS`: curves given by their parameters.
    public static let ecParameters = MechanismFlags(rawValue: 0x40_0000)
    /// `CKF_EC_OID`: curves given by their object identifiers.
    public static let ecOID = MechanismFlags(rawValue: 0x80_0000)
    /// `CKF_EC_UNCOMPRESS`: points in the uncompressed form.
    public static let ecUncompress = MechanismFlags(rawValue: 0x100_0000)
    /// `CKF_EC_COMPRESS`: points in the compressed form.
    public static let ecCompress = MechanismFlags(rawValue: 0x200_0000)
    /// `CKF_EC_CURVENAME`: curves given by their names.
    public static let ecCurveName = MechanismFlags(rawValue: 0x400_0000)

    /// Every flag with its name in C.
    static let table: [(MechanismFlags, String)] = [
        (.hardware, "CKF_HW"),
        (.messageEncrypt, "CKF_MESSAGE_ENCRYPT"),
        (.messageDecrypt, "CKF_MESSAGE_DECRYPT"),
        (.messageSign, "CKF_MESSAGE_SIGN"),
        (.messageVerify, "CKF_MESSAGE_VERIFY"),
        (.multiMessage, "CKF_MULTI_MESSAGE"),
        (.findObjects, "CKF_FIND_OBJECTS"),
        (.encrypt, "CKF_ENCRYPT"),
        (.decrypt, "CKF_DECRYPT"),
        (.digest, "CKF_DIGEST"),
        (.sign, "CKF_SIGN"),
        (.signRecover, "CKF_SIGN_RECOVER"),
        (.verify, "CKF_VERIFY"),
        (.verifyRecover, "CKF_VERIFY_RECOVER"),
        (.generate, "CKF_GENERATE"),
        (.generateKeyPair, "CKF_GENERATE_KEY_PAIR"),
        (.wrap, "CKF_WRAP"),
        (.unwrap, "CKF_UNWRAP"),
        (.derive, "CKF_DERIVE"),
        (.ecFP, "CKF_EC_F_P"),
        (.ecF2M, "CKF_EC_F_2M"),
        (.ecParameters, "CKF_EC_ECPARAMETERS"),
        (.ecOID, "CKF_EC_OID"),
        (.ecUncompress, "CKF_EC_UNCOMPRESS"),
        (.ecCompress, "CKF_EC_COMPRESS"),
        (.ecCurveName, "CKF_EC_CURVENAME"),
    ]
}
