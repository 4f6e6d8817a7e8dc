internal import ArgumentParser

/// A service and an account in one word, such as `mail/me`.
struct ItemName: ExpressibleByArgument, Equatable {
    /// What stands in front of the last slash, or everything without one.
    let service: String
    /// What stands behind the last slash; nil without one.
    let account: String?

    /// Reads a word that is not empty.
    init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        guard let slash = argument.lastIndex(of: "/") else {
            service = argument
            account = nil
            return
        }
        service = String(argument[..<slash])
        account = String(argument[argument.index(after: slash)...])
    }

    /// The default access group of items of this user.
    static let defaultGroup = "local.default"
}
