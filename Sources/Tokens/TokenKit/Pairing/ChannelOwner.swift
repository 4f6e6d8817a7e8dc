/// Whose pairing is meant, where Jeton's own module keeps it: an access group of the keystore.
public struct ChannelOwner: Hashable, Sendable {
    /// The access group.
    public let group: String
    /// The path of the program whose group it is; nil if a group was named.
    public let program: String?

    /// Names a group.
    public init(group: String, program: String? = nil) {
        self.group = group
        self.program = program
    }
}
