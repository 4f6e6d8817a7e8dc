internal import JetonOctets
internal import SigningDesk

/// The management key of a command that writes to tokens more than once: its source is read at the first of them.
///
/// Not for several threads at once.
final class ManagementKeyUse {
    private let options: ManagementKeyOptions
    private var key: SharedSecret?
    private var protected: Set<String> = []

    /// Takes over the options; nothing is read yet.
    init(_ options: ManagementKeyOptions) { self.options = options }

    /// Gives the key to a token whose user has logged in, and has the token keep it if that was asked for.
    ///
    /// The module forgets the key with the last that uses it, so that each time counts.
    ///
    /// - Throws: As `use(on:)` and `protect(on:)` of ``ManagementKeyOptions``.
    func prepare(_ token: SelectedToken) throws {
        if let key {
            try ManagementKeyOptions.give(key.secret, to: token)
        } else {
            guard let read = try options.read(for: token) else { return }
            let key = SharedSecret(read)
            try ManagementKeyOptions.give(key.secret, to: token)
            self.key = key
        }
        guard protected.insert(token.uri).inserted else { return }
        try options.protect(on: token)
    }
}
