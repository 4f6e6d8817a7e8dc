/// What an agent can be asked, and at which door.
package enum AgentOperation: String, Hashable, Sendable, CaseIterable {
    /// List the keys.
    case list
    /// Sign.
    case sign
    /// Bind the connection to an SSH session.
    case bind
    /// List the extensions.
    case query
    /// Remove a key, or all of them: their logins end.
    case remove
    /// Lock the agent with a passphrase, or unlock it.
    case lock
    /// Add the keys of a module.
    case addToken
    /// Remove the keys of a module.
    case removeToken
    /// Add a key in software.
    case addKey

    /// Where a request came in.
    package enum Door: String, Hashable, Sendable, CaseIterable {
        /// The ssh socket, from a program of this machine.
        case ssh
        /// The ssh socket, on a connection that is bound to a session, or that counts as forwarded.
        case remote
    }

    /// What is served: what is not in this table is refused.
    ///
    /// | operation | ssh | remote | while locked |
    /// |---|---|---|---|
    /// | list | yes | yes | answers with no key |
    /// | sign | yes | yes | no |
    /// | bind, query | yes | yes | yes |
    /// | remove | yes | no | no |
    /// | lock | yes | no | yes |
    package static func isServed(_ operation: AgentOperation, at door: Door, isLocked: Bool) -> Bool {
        switch (operation, door) {
        case (.list, _), (.bind, _), (.query, _), (.lock, .ssh): true
        case (.sign, _), (.remove, .ssh): !isLocked
        default: false
        }
    }
}
