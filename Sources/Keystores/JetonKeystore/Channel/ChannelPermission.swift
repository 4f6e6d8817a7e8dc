public import JetonKeystoreBase

/// Leave for the programs of one access group to use a pairing that lies in another one.
///
/// It is an item without data in the group that may use the pairing: service `rutoken.channel.permission`, the token as
/// account, the pairing's group as generic octets, and the program's path as comment. Who writes into that group gives
/// it: the store's owner.
public struct ChannelPermission: Hashable, Sendable {
    /// The service of every permission.
    public static let service = "rutoken.channel.permission"

    /// The token, as in ``ChannelKeyStore/save(_:token:)``.
    public let token: String
    /// The group whose programs may use the pairing.
    public let user: AccessGroup
    /// The group that holds the pairing.
    public let holder: AccessGroup
    /// The path of the program that was meant; nil if it was not recorded.
    public let program: String?

    /// Describes a permission.
    public init(token: String, user: AccessGroup, holder: AccessGroup, program: String?) {
        self.token = token
        self.user = user
        self.holder = holder
        self.program = program
    }

    /// Reads a permission; nil for an item that is none.
    init?(_ item: Item) {
        let attributes = item.attributes
        guard attributes.service == ChannelPermission.service, let user = attributes.accessGroup,
            let name = String(validating: attributes.generic ?? [], as: UTF8.self),
            let holder = AccessGroup(rawValue: name)
        else { return nil }
        self.init(token: attributes.account, user: user, holder: holder, program: attributes.comment)
    }
}
