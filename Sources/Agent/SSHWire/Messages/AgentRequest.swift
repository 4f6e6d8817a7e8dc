package import JetonOctets

/// A request to an agent.
///
/// - SeeAlso: RFC 9987, 5 and 6; OpenSSH's PROTOCOL.agent.
package enum AgentRequest: Sendable {
    /// Lists the keys (11).
    case identities
    /// Signs data (13).
    case sign(blob: [UInt8], data: [UInt8], flags: SignatureFlags)
    /// Adds a key in software (17, 25); what it brings is not read.
    case addKey
    /// Removes a key (18).
    case remove(blob: [UInt8])
    /// Removes all keys (19, or 9 of SSH 1).
    case removeAll
    /// Adds the keys of a token (20, 26).
    case addToken(module: ForeignText, pin: SharedSecret, constraints: KeyConstraints)
    /// Removes the keys of a token (21).
    case removeToken(module: ForeignText)
    /// Locks the agent with a passphrase (22).
    case lock(SharedSecret)
    /// Unlocks it (23).
    case unlock(SharedSecret)
    /// Binds the connection to an SSH session (27, `session-bind@openssh.com`).
    case bind(SessionBind)
    /// Asks which extensions there are (27, `query`).
    case query
    /// Another extension (27).
    case unknownExtension(ForeignText)
    /// Another type of message.
    case unknown(type: UInt8)

    /// How an RSA key signs: the flags of a request.
    package struct SignatureFlags: OptionSet, Hashable, Sendable {
        /// The bits of the request.
        package let rawValue: UInt32

        /// Takes the bits.
        package init(rawValue: UInt32) { self.rawValue = rawValue }

        /// `rsa-sha2-256`.
        package static let rsaSHA256 = SignatureFlags(rawValue: 2)
        /// `rsa-sha2-512`.
        package static let rsaSHA512 = SignatureFlags(rawValue: 4)
    }

    /// The name of the extension that binds a connection.
    package static let bindName = "session-bind@openssh.com"
    /// The name of the extension that lists extensions.
    package static let queryName = "query"

    /// Reads a request.
    ///
    /// - Parameters:
    ///   - type: The message's type.
    ///   - payload: What follows it.
    /// - Throws: `EncodingError` for a message of a known type with another content.
    package init(type: UInt8, payload: [UInt8]) throws(EncodingError) {
        var reader = SSHReader(payload)
        switch type {
        case 11: self = .identities
        case 13:
            let (blob, data) = (try reader.string(), try reader.string())
            self = .sign(blob: blob, data: data, flags: SignatureFlags(rawValue: try reader.number()))
        case 17, 25:
            self = .addKey
            return
        case 18: self = .remove(blob: try reader.string())
        case 9, 19: self = .removeAll
        case 20, 26:
            let module = try reader.text(atMost: 4096)
            let pin = try AgentRequest.secret(&reader)
            self = .addToken(module: module, pin: pin, constraints: try KeyConstraints(type == 26 ? reader.rest() : []))
        case 21:
            self = .removeToken(module: try reader.text(atMost: 4096))
            _ = try reader.string(atMost: 1024)
        case 22: self = .lock(try AgentRequest.secret(&reader))
        case 23: self = .unlock(try AgentRequest.secret(&reader))
        case 27:
            let name = try reader.text(atMost: 256)
            switch name.unescaped {
            case AgentRequest.bindName: self = .bind(try SessionBind(reader.rest()))
            case AgentRequest.queryName: self = .query
            default:
                self = .unknownExtension(name)
                return
            }
        default:
            self = .unknown(type: type)
            return
        }
        try reader.finish()
    }

    /// Whether a message of a type carries a secret, whose bytes its reader overwrites.
    package static func isSecret(type: UInt8) -> Bool { [17, 20, 22, 23, 25, 26].contains(type) }

    private static func secret(_ reader: inout SSHReader) throws(EncodingError) -> SharedSecret {
        var octets = try reader.string(atMost: 1024)
        return SharedSecret(Secret(wiping: &octets))
    }
}
