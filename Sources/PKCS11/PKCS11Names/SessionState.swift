/// What a session may do: CK_STATE.
///
/// - SeeAlso: PKCS #11 Specification Version 3.2, 5.6.1.
public enum SessionState: RawRepresentable, Hashable, Sendable {
    /// `CKS_RO_PUBLIC_SESSION`: read-only, no login.
    case readOnlyPublic
    /// `CKS_RO_USER_FUNCTIONS`: reading, the user logged in.
    case readOnlyUser
    /// `CKS_RW_PUBLIC_SESSION`: read-write, no login.
    case readWritePublic
    /// `CKS_RW_USER_FUNCTIONS`: writing, the user logged in.
    case readWriteUser
    /// `CKS_RW_SO_FUNCTIONS`: writing, the security officer logged in.
    case readWriteSecurityOfficer
    /// A number that PKCS #11 does not define.
    case unknown(UInt)

    /// Makes a state from its number.
    public init(rawValue: UInt) {
        self = rawValue < UInt(Self.table.count) ? Self.table[Int(rawValue)].0 : .unknown(rawValue)
    }

    /// The number.
    public var rawValue: UInt {
        switch self {
        case .readOnlyPublic: 0
        case .readOnlyUser: 1
        case .readWritePublic: 2
        case .readWriteUser: 3
        case .readWriteSecurityOfficer: 4
        case .unknown(let number): number
        }
    }

    /// Whether the user is logged in.
    public var isUserLoggedIn: Bool { self == .readOnlyUser || self == .readWriteUser }

    /// Every state with its name in C, ascending.
    static let table: [(SessionState, String)] = [
        (.readOnlyPublic, "CKS_RO_PUBLIC_SESSION"), (.readOnlyUser, "CKS_RO_USER_FUNCTIONS"),
        (.readWritePublic, "CKS_RW_PUBLIC_SESSION"), (.readWriteUser, "CKS_RW_USER_FUNCTIONS"),
        (.readWriteSecurityOfficer, "CKS_RW_SO_FUNCTIONS"),
    ]
}
