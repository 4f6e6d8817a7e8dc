/// Who logs in; the numbers of PKCS #11 (`CKU_...`).
public enum User: UInt, Hashable, Sendable {
    /// The security officer.
    case securityOfficer = 0
    /// The user.
    case user = 1
    /// The user once more, for one operation.
    case contextSpecific = 2
}
