public import JetonKeystoreBase

/// What an item is called and how it is protected; everything but its secret.
///
/// Service, account, access group and ``isSynchronizable`` are the primary key. Texts are compared octet by octet
/// in UTF-8, without Unicode normalization. Each text has at most 4,096 octets.
public struct ItemAttributes: ItemDetailsCarrier, Sendable, Hashable {
    /// The service, `kSecAttrService`; part of the primary key.
    public var service: String
    /// The account, `kSecAttrAccount`; part of the primary key.
    public var account: String
    /// What the item says of itself.
    public var details: ItemDetails
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
        details = ItemDetails(label: label, generic: generic)
        self.accessGroup = accessGroup
        self.accessible = accessible
        self.isSynchronizable = isSynchronizable
    }

    package static let maximumOctets = 4096

    /// Checks what holds for every item, wherever it comes from.
    package func validate() throws(KeystoreError) {
        for text in [service, account, details.label, details.comment, details.kind] {
            if let text, text.utf8.count > ItemAttributes.maximumOctets {
                throw KeystoreError(
                    .invalidParameter,
                    "an attribute has more than \(ItemAttributes.maximumOctets) bytes"
                )
            }
        }
        if let generic = details.generic, generic.count > ItemAttributes.maximumOctets {
            throw KeystoreError(.invalidParameter, "an attribute has more than \(ItemAttributes.maximumOctets) bytes")
        }
        if isSynchronizable && accessible.isThisDeviceOnly {
            throw KeystoreError(.invalidParameter, "an item that is restricted to this device cannot be synchronizable")
        }
    }
}
