public import Cryptoki
internal import Octets
internal import TokenKit

/// Finds objects of one token by name: exactly one, or an error.
public struct ObjectSelection: Sendable {
    /// The token.
    public let token: SelectedToken

    /// Makes a selection of a token's objects.
    public init(token: SelectedToken) { self.token = token }

    /// All objects of a class that a name matches.
    public func all(
        _ name: ObjectName?,
        _ objectClass: ObjectClass?,
        _ session: inout Session
    ) throws(CryptokiError) -> [ObjectRecord] {
        guard let name else {
            return try ObjectRecord.read(&session, objectClass.map { [.objectClass($0)] } ?? [])
        }
        var found: [ObjectRecord] = []
        for template in name.templates(objectClass, isPIV: isPIV) {
            for record in try ObjectRecord.read(&session, template)
            where !found.contains(where: { $0.handle == record.handle }) {
                // Some modules ignore attributes that they don't know and answer too much.
                if matches(record, name, objectClass) { found.append(record) }
            }
        }
        return found
    }

    /// The one object of a class that a name matches; without a name, the only one.
    ///
    /// - Parameters:
    ///   - name: The label, id or URI; nil for the only one.
    ///   - objectClass: The class.
    ///   - noun: The class in an error message, such as "private key".
    ///   - session: A session on the token.
    /// - Returns: The object.
    /// - Throws: ``SelectionError/Code/noObject``, ``SelectionError/Code/severalObjects``; `CryptokiError`.
    public func one(
        _ name: ObjectName?,
        _ objectClass: ObjectClass,
        noun: String,
        _ session: inout Session
    ) throws -> ObjectRecord {
        let found = try all(name, objectClass, &session)
        if found.count == 1 { return found[0] }
        guard found.isEmpty else {
            let what = name.map { "\(found.count) \(noun)s match \($0.words)" } ?? "more than one \(noun) is"
            throw several(found, "\(what) on token '\(token.name)'")
        }
        var error = SelectionError(
            .noObject,
            "there is no \(noun)\(name.map { " \($0.words)" } ?? "") on token '\(token.name)'"
        )
        error.candidates = candidates(try ObjectRecord.read(&session, [.objectClass(objectClass)]))
        throw error
    }

    /// The one object of any class that a name matches.
    ///
    /// - Throws: As ``one(_:_:noun:_:)``.
    public func any(_ name: ObjectName, _ session: inout Session) throws -> ObjectRecord {
        let found = try all(name, nil, &session)
        if found.count == 1 { return found[0] }
        guard found.isEmpty else {
            throw several(found, "\(found.count) objects match \(name.words) on token '\(token.name)'")
        }
        throw SelectionError(.noObject, "there is no object \(name.words) on token '\(token.name)'")
    }

    /// The shortest URI that names just one object of all that the session sees on the token.
    public func uniqueURI(_ uri: PKCS11URI, _ session: inout Session) throws(CryptokiError) -> String {
        shortest(uri, try ObjectRecord.read(&session).map { $0.fullURI(on: token) }, isWholeToken: true)
    }

    /// The shortest URI of one object, with the token's name in it.
    ///
    /// - Parameters:
    ///   - uri: The object's whole URI.
    ///   - all: The objects to tell it from.
    ///   - isWholeToken: Whether these are all of the token's objects; of some of them only, the URI names the type
    ///     too, since the other half of a key, or its certificate, may have the same names.
    /// - Returns: The URI.
    public func shortest(_ uri: PKCS11URI, _ all: [PKCS11URI], isWholeToken: Bool = false) -> String {
        guard var short = PKCS11URI.shortestUnique(for: uri, among: all) else { return "\(uri)" }
        if let parsed = try? PKCS11URI(parsing: token.uri) {
            short.token = short.token ?? parsed.token
            short.serial = short.serial ?? parsed.serial
        }
        if !isWholeToken { short.type = uri.type }
        // An object is named by its label or its id; a type alone would name it only as long as it is the only one.
        if short.object == nil, short.id == nil {
            short.object = uri.object
            if uri.object == nil { short.id = uri.id }
        }
        return "\(short)"
    }

    func several(
        _ found: [ObjectRecord],
        _ message: String,
        _ code: SelectionError.Code = .severalObjects
    ) -> SelectionError {
        var error = SelectionError(code, message)
        error.candidates = candidates(found)
        return error
    }

    private func candidates(_ records: [ObjectRecord]) -> [String] {
        let uris = records.map { $0.fullURI(on: token) }
        return uris.prefix(20).map { shortest($0, uris) }
    }

    /// Whether ids name the slots of PIV: Jeton's own module, OpenSC's and Yubico's number keys by them.
    private var isPIV: Bool {
        token.entry.moduleInfo.isJetonsOwn || token.token.model.description.uppercased().contains("PIV")
    }

    private func matches(_ record: ObjectRecord, _ name: ObjectName, _ objectClass: ObjectClass?) -> Bool {
        if let objectClass, record.objectClass != objectClass { return false }
        switch name {
        case .uri(let uri):
            var pattern = uri.withoutQuery
            if objectClass != nil { pattern.type = nil }
            return pattern.matches(record.fullURI(on: token))
        case .text(let text):
            return record.values.octets(.label) == Array(text.utf8)
                || (!record.idHex.isEmpty && record.idHex == text.lowercased())
                || (isPIV && record.values.id == ObjectName.id(ofPIVSlot: text) && record.values.id != nil)
        }
    }
}
