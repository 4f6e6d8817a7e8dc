internal import JetonNetwork
internal import JetonOctets
internal import TokenKit

/// The password of a user at a server: from the source that an option names, or else the login that the keystore keeps for
/// that very server, or else from the terminal.
final class ServerLogin {
    /// The user's name.
    let user: String
    /// The source as an option names it; nil without one.
    let source: String?
    /// Reads it.
    let reader: SecretReader
    /// The servers for which the keystore has a login of the user; read once, so that it is said once if it can't be read:
    /// the user can be asked then.
    private lazy var keptOrigins: [String] = {
        do { return try KeptSecret.logins(user) } catch {
            Console.note("warning: the keystore's logins can't be read: \(ErrorReport.describe(error).message)")
            return []
        }
    }()

    init(user: String, source: String?, reader: SecretReader) {
        self.user = user
        self.source = source
        self.reader = reader
    }

    /// The password.
    ///
    /// - Parameter url: Where it will be sent.
    /// - Returns: The password.
    /// - Throws: ``CommandError``, also where the keystore's login is another server's.
    func password(at url: HTTPURL) throws -> Secret {
        guard let source else {
            if isKept(at: url) { return try kept(url.origin) }
            Console.message("The password of \(user) at \(url.origin):")
            return try reader.read(nil)
        }
        if let owner, owner != url.origin {
            throw CommandError.usage(
                "the login '\(source)' belongs to \(owner) and is not sent to \(url.origin)",
                hints: ["`jeton keystore add \(url.origin)/\(user)` saves one for that server"]
            )
        }
        if source == "prompt" { Console.message("The password of \(user) at \(url.origin):") }
        return try reader.read(source)
    }

    /// The login that the keystore keeps for a server; nil for none.
    func keptPassword(at url: HTTPURL) throws -> Secret? {
        isKept(at: url) ? try kept(url.origin) : nil
    }

    private func isKept(at url: HTTPURL) -> Bool { keptOrigins.contains(url.origin) }

    private func kept(_ origin: String) throws -> Secret {
        Console.detail("note: the keystore has the password of \(user) at \(origin)")
        return try reader.read("keystore:\(origin)/\(user)")
    }

    /// Whether a server may get it: a login of the keystore is for its own server alone.
    func mayGo(to url: HTTPURL) -> Bool { owner == nil || owner == url.origin }

    /// The origin that the source belongs to; nil where the user alone says where it goes.
    private var owner: String? {
        guard let source, case .keystore(let service, _)? = try? PINSource(parsing: source),
            KeptSecret.isOrigin(service)
        else { return nil }
        return service
    }
}
