internal import Cryptoki
internal import TokenKit

/// What the command line says of the token that is meant.
struct TokenCriteria {
    var modules: ModuleOptions
    var reader: String?
    var label: String?
    /// Whether the token must be reached through its secure channel.
    var requiresChannel = false
    /// The attributes of a URI that speak of the token, its slot and its module.
    private(set) var tokenPattern: PKCS11URI?
    /// The attributes of a URI that speak of an object.
    private(set) var objectPattern: PKCS11URI?
    /// The URI's `pin-source`.
    private(set) var pinSource: String?

    init(modules: ModuleOptions, reader: String? = nil) {
        self.modules = modules
        self.reader = reader
    }

    /// Takes in a URI.
    ///
    /// - Throws: ``CommandError`` for a PIN in the URI: it would be in the list of processes and in the history.
    mutating func add(uri: PKCS11URI) throws {
        guard !uri.hasPINValue else {
            throw CommandError.usage(
                "the URI has a PIN in it (pin-value), which other users can see",
                hints: ["leave it out, and use --pin-source prompt, fd:N, file:PATH or another source"]
            )
        }
        guard tokenPattern == nil || tokenPattern == uri.tokenPart else {
            throw CommandError.usage("two URIs name different tokens")
        }
        tokenPattern = uri.tokenPart
        if uri.object != nil || uri.id != nil || uri.type != nil { objectPattern = uri.withoutQuery }
        if let path = uri.modulePath, modules.module.isEmpty {
            modules.module = [String(decoding: path, as: UTF8.self)]
        }
        if let source = uri.pinSource { pinSource = String(decoding: source, as: UTF8.self) }
    }

    /// Whether nothing was said.
    var isEmpty: Bool { reader == nil && label == nil && (tokenPattern?.isPathEmpty ?? true) }

    /// Whether a token in a reader is meant.
    func matches(_ token: TokenEntry, in reader: ReaderEntry) -> Bool {
        if let name = self.reader, !reader.isNamed(name) { return false }
        if let label, label != token.token.label.description { return false }
        if let tokenPattern, !tokenPattern.matches(token.fullURI) { return false }
        return true
    }

    /// The words for "no such token".
    var words: String {
        var words: [String] = []
        if let label { words.append("label '\(label)'") }
        if let reader { words.append("reader '\(reader)'") }
        if let tokenPattern, !tokenPattern.isPathEmpty { words.append("'\(tokenPattern)'") }
        return words.joined(separator: ", ")
    }
}

extension PKCS11URI {
    /// The URI without what speaks of an object, and without its query.
    var tokenPart: PKCS11URI {
        var uri = withoutQuery
        uri.object = nil
        uri.id = nil
        uri.type = nil
        return uri
    }
}
