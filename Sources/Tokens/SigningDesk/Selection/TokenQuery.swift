public import Cryptoki
public import TokenKit

/// The names by which a caller asks for one token: a reader, a label, a URI.
public struct TokenQuery: Sendable {
    /// The paths of the only modules to use; empty for all that are installed.
    public var modules: [String]
    /// The reader's name or nickname.
    public var reader: String?
    /// The token's label or serial number.
    public var label: String?
    /// Whether the token must be reached through its secure channel.
    public var requiresChannel = false
    /// The attributes of a URI that concern the token, its slot and its module.
    public private(set) var tokenPattern: PKCS11URI?
    /// The URI's `pin-source`.
    public private(set) var pinSource: String?

    /// Makes a query that any token matches.
    public init(modules: [String] = [], reader: String? = nil, label: String? = nil) {
        self.modules = modules
        self.reader = reader
        self.label = label
    }

    /// Adds the attributes of a URI.
    ///
    /// A `module-path` counts only if no module was named before.
    ///
    /// - Parameters:
    ///   - uri: The URI.
    ///   - origin: Who wrote it.
    /// - Throws: ``SelectionError/Code/pinInURI`` for a `pin-value`, which other users may see;
    ///   ``SelectionError/Code/foreignURI`` for a URI that the user did not write, and that names a module or the source
    ///   of a PIN; ``SelectionError/Code/conflictingURIs`` for a second URI that names another token.
    public mutating func add(_ uri: PKCS11URI, from origin: URIOrigin) throws(SelectionError) {
        guard !uri.hasPINValue else { throw SelectionError(.pinInURI) }
        if origin != .user, let reserved = uri.reservedAttribute { throw SelectionError(reserved: reserved) }
        guard tokenPattern == nil || tokenPattern == uri.tokenPart else { throw SelectionError(.conflictingURIs) }
        tokenPattern = uri.tokenPart
        if let path = uri.modulePath, modules.isEmpty { modules = [String(decoding: path, as: UTF8.self)] }
        if let source = uri.pinSource { pinSource = String(decoding: source, as: UTF8.self) }
    }

    /// Adds what the name of an object says about its token.
    ///
    /// - Throws: As for a URI.
    public mutating func add(_ name: ObjectName?, from origin: URIOrigin) throws(SelectionError) {
        if case .uri(let uri)? = name { try add(uri, from: origin) }
    }

    /// Adds the name of a token: a label, a serial number or a URI.
    ///
    /// - Throws: As for a URI; ``SelectionError/Code/conflictingURIs`` for a second label.
    package mutating func add(token text: String, from origin: URIOrigin) throws {
        if text.hasPrefix("pkcs11:") { return try add(PKCS11URI(parsing: text), from: origin) }
        if let label {
            throw SelectionError(.conflictingURIs, "the token is named twice, as '\(label)' and '\(text)'")
        }
        label = text
    }

    /// Whether any token matches.
    public var isEmpty: Bool { reader == nil && label == nil && (tokenPattern?.isPathEmpty ?? true) }

    /// Whether a token in a reader matches.
    public func matches(_ token: TokenEntry, in reader: ReaderEntry) -> Bool {
        if let name = self.reader, !reader.isNamed(name) { return false }
        if let label, label != token.token.label.description, !token.hasSerialNumber(label) { return false }
        if let tokenPattern, !tokenPattern.matches(token.fullURI) { return false }
        return true
    }

    /// The query in an error message, such as `label 'alpha'`.
    var words: String {
        var words: [String] = []
        if let label { words.append("label '\(label)'") }
        if let reader { words.append("reader '\(reader)'") }
        if let tokenPattern, !tokenPattern.isPathEmpty { words.append("'\(tokenPattern)'") }
        return words.joined(separator: ", ")
    }
}

extension PKCS11URI {
    /// The URI without its query and without the attributes of an object.
    fileprivate var tokenPart: PKCS11URI {
        var uri = withoutQuery
        uri.object = nil
        uri.id = nil
        uri.type = nil
        uri.objectDigest = nil
        return uri
    }
}
