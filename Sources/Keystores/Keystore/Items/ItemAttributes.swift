public import KeystoreBase

/// What an item is called and how it is protected; everything but its secret.
///
/// Service, account, access group and ``isSynchronizable`` are the primary key. Texts are compared octet by octet
/// in UTF-8, without Unicode normalization. Each text and ``generic`` has at most 4,096 octets.
public struct ItemAttributes: Sendable, Hashable {
    /// The service, `kSecAttrService`; part of the primary key.
    public var service: String
    /// The account, `kSecAttrAccount`; part of the primary key.
    public var account: String
    /// The name for people, `kSecAttrLabel`.
    public var label: String?
    /// Octets of the application's own, `kSecAttrGeneric`; not part of the primary key, and not secret.
    public var generic: [UInt8]?
    /// A remark, `kSecAttrComment`.
    public var comment: String?
    /// The kind in words, `kSecAttrDescription`.
    public var kind: String?
    /// The creator's number, `kSecAttrCreator`.
    public var creator: UInt32?
    /// The type's number, `kSecAttrType`.
    public var type: UInt32?
    /// Whether lists for people leave the item out, `kSecAttrIsInvisible`.
    public var isInvisible: Bool?
    /// Whether there is no valid password on purpose, `kSecAttrIsNegative`.
    public var isNegative: Bool?
    /// The access group, `kSecAttrAccessGroup`, part of the primary key; nil means the caller's first one.
    public var accessGroup: AccessGroup?
    /// When the secret can be read, `kSecAttrAccessible`.
    public var accessible: Accessible
    /// Whether the item may be synchronized, `kSecAttrSynchronizable`; part of the primary key.
    public var isSynchronizable: Bool

    /// Names an item; what is left out can be set afterwards.
    public init(
        service: String = "",
        account: String = "",
        label: String? = nil,
        generic: [UInt8]? = nil,
        accessGroup: AccessGroup? = nil,
        accessible: Accessible = .whenUnlocked,
        isSynchronizable: Bool = false
    ) {
        self.service = service
        self.account = account
        self.label = label
        self.generic = generic
        self.accessGroup = accessGroup
        self.accessible = accessible
        self.isSynchronizable = isSynchronizable
    }

    package static let maximumOctets = 4096

    /// Checks what holds for every item, wherever it comes from.
    package func validate() throws(KeystoreError) {
        for text in [service, account, label, comment, kind] {
            if let text, text.utf8.count > ItemAttributes.maximumOctets {
                throw KeystoreError(
                    .invalidParameter,
                    "an attribute has more than \(ItemAttributes.maximumOctets) octets"
                )
            }
        }
        if let generic, generic.count > ItemAttributes.maximumOctets {
            throw KeystoreError(.invalidParameter, "an attribute has more than \(ItemAttributes.maximumOctets) octets")
        }
        if isSynchronizable && accessible.isThisDeviceOnly {
            throw KeystoreError(.invalidParameter, "an item of this device only cannot be synchronizable")
        }
    }
}
