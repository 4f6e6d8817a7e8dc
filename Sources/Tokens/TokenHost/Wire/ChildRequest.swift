internal import JetonOctets
package import JetonX509
internal import TokenKit

/// What the host asks a child; a PIN follows it apart, see ``ChildChannel``.
package enum ChildRequest: Hashable, Sendable {
    /// Loads the module, if it is not, and looks for tokens and their keys.
    case survey(module: String, initializationString: String?)
    /// Opens a session with a token; the answer has its flags.
    case open(slot: UInt, TokenIdentity)
    /// Logs in to the token that was opened, by the PIN that follows or on the reader; the answer has its keys.
    case login
    /// Signs a message with the key of the token that was opened; a key that is asked for each time gets the PIN that
    /// follows.
    case sign(publicKey: [UInt8], algorithm: Int, message: [UInt8])

    /// The signature algorithms that a child knows, by their numbers.
    package static let algorithms: [SignatureAlgorithm] = [
        .rsaPKCS1(.sha256), .rsaPKCS1(.sha384), .rsaPKCS1(.sha512), .rsaPSS(.sha256), .rsaPSS(.sha384),
        .rsaPSS(.sha512),
        .ecdsa(.sha256), .ecdsa(.sha384), .ecdsa(.sha512), .ed25519, .gost(.streebog256), .gost(.streebog512),
    ]

    var encoded: [UInt8] {
        var writer = SurveyWriter()
        switch self {
        case .survey(let module, let initializationString):
            writer.write(0 as UInt)
            writer.write(module)
            writer.write(initializationString != nil)
            writer.write(initializationString ?? "")
        case .open(let slot, let token):
            writer.write(1 as UInt)
            writer.write(slot)
            token.write(to: &writer)
        case .login: writer.write(2 as UInt)
        case .sign(let publicKey, let algorithm, let message):
            writer.write(3 as UInt)
            writer.write(publicKey)
            writer.write(UInt(algorithm))
            writer.write(message)
        }
        return writer.octets
    }

    init(_ octets: [UInt8]) throws(EncodingError) {
        var reader = SurveyReader(octets)
        switch try reader.number() {
        case 0:
            let module = try reader.text()
            let has = try reader.flag()
            let text = try reader.text()
            self = .survey(module: module, initializationString: has ? text : nil)
        case 1: self = .open(slot: try reader.number(), try TokenIdentity(&reader))
        case 2: self = .login
        case 3:
            self = .sign(
                publicKey: try reader.bytes(),
                algorithm: try reader.count(atMost: ChildRequest.algorithms.count - 1),
                message: try reader.bytes()
            )
        default: throw EncodingError(.unexpectedValue, at: 0)
        }
        try reader.finish()
    }
}
