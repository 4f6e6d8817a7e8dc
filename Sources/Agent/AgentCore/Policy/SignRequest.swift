package import JetonOctets
package import PeerIdentity
package import SSHWire

/// A request to sign, as the policy sees it.
package struct SignRequest: Hashable, Sendable {
    /// Whom or what a signature reaches.
    package enum Destination: Hashable, Sendable {
        /// A host, by the SHA-256 fingerprint of its key.
        case host(String)
        /// A namespace of SSHSIG.
        case namespace(ForeignText)
        /// None that is known.
        case unknown

        /// As it is written in a policy; `*` for none.
        package var text: String {
            switch self {
            case .host(let fingerprint): fingerprint
            case .namespace(let name): name.shown(limit: 64)
            case .unknown: "*"
            }
        }
    }

    /// The program that asks.
    package let program: PeerProgram
    /// The fingerprint of the key, `SHA256:` and base64.
    package let key: String
    /// The key's name and token, for people.
    package let keyName: String
    /// Whether the key is for documents or is asked for each time.
    package let isGuarded: Bool
    /// What is signed.
    package let data: SignedData
    /// Whom it reaches.
    package let destination: Destination
    /// Whether the host's key is under the signature and is the one that the connection is bound to.
    package let isHostProven: Bool
    /// Whether the request came, or may have come, from another machine.
    package let isForwarded: Bool

    /// Makes a request.
    package init(
        program: PeerProgram,
        key: String,
        keyName: String,
        isGuarded: Bool,
        data: SignedData,
        destination: Destination,
        isHostProven: Bool,
        isForwarded: Bool
    ) {
        self.program = program
        self.key = key
        self.keyName = keyName
        self.isGuarded = isGuarded
        self.data = data
        self.destination = destination
        self.isHostProven = isHostProven
        self.isForwarded = isForwarded
    }

    /// Whether an answer may be remembered until the login ends.
    ///
    /// Never of forwarded requests, raw data, keys for documents, interpreters, programs in a sandbox, and destinations
    /// that nothing proves.
    package var canBeRemembered: Bool {
        guard !isForwarded, !isGuarded, !program.isInterpreter, !program.isSandboxed else { return false }
        switch data {
        case .login: return isHostProven
        case .message: return true
        case .certificate, .raw: return false
        }
    }
}
