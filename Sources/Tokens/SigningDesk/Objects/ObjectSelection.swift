public import Cryptoki
internal import JetonOctets
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
                if try matches(record, name, objectClass, &session) { found.append(record) }
            }
        }
        guard found.isEmpty, case .text(let text) = name, objectClass == nil || objectClass == .certificate else {
            return found
        }
        for record in try ObjectRecord.read(&session, [.objectClass(.certificate)]) {
            if let certificate = try record.certificate(&session), ObjectName.names(text, certificate) {
                found.append(record)
            }
        }
        return found
    }

    /// The one object of a class that a name matches; without a name, the only one.
    ///
    /// - Parameters:
    ///   - name: The label, id or URI, or a certificate's SHA-256, serial number or subject; nil for the only one.
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
        if try areCopies(found, &session) { return found[0] }
        guard found.isEmpty else {
            let what = name.map { "\(found.count) \(noun)s match \($0.words)" } ?? "more than one \(noun) is"
            throw try several(found, "\(what) on token '\(token.name)'", &session)
        }
        var error = SelectionError(
            .noObject,
            "there is no \(noun)\(name.map { " \($0.words)" } ?? "") on token '\(token.name)'"
        )
        error.candidates = try candidates(ObjectRecord.read(&session, [.objectClass(objectClass)]), &session)
        throw error
    }

    /// The one object of any class that a name matches.
    ///
    /// - Throws: As ``one(_:_:noun:_:)``.
    public func any(_ name: ObjectName, _ session: inout Session) throws -> ObjectRecord {
        let found = try all(name, nil, &session)
        if try areCopies(found, &session) { return found[0] }
        guard found.isEmpty else {
            throw try several(found, "\(found.count) objects match \(name.words) on token '\(token.name)'", &session)
        }
        throw SelectionError(.noObject, "there is no object \(name.words) on token '\(token.name)'")
    }

    /// The full URIs of objects; those that share all names of RFC 7512 have the SHA-256 of their value too.
    ///
    /// - Parameters:
    ///   - records: The objects, among which the URIs are unique but for equal copies.
    ///   - session: A session on the token; asked only for objects that share all names.
    /// - Returns: The URIs in the order of the objects.
    /// - Throws: `CryptokiError`.
    public func fullURIs(
        of records: [ObjectRecord],
        _ session: inout Session
    ) throws(CryptokiError) -> [PKCS11URI] {
        var uris = records.map { $0.fullURI(on: token) }
        var places: [PKCS11URI: [Int]] = [:]
        for (index, uri) in uris.enumerated() { places[uri, default: []].append(index) }
        for shared in places.values where shared.count > 1 {
            for index in shared { uris[index].objectDigest = try records[index].digest(&session) }
        }
        return uris
    }

    /// The shortest URI that names just one object of all that the session sees on the token.
    public func uniqueURI(of record: ObjectRecord, _ session: inout Session) throws(CryptokiError) -> String {
        let records = try ObjectRecord.read(&session)
        let uris = try fullURIs(of: records, &session)
        let own = records.firstIndex { $0.handle == record.handle }.map { uris[$0] } ?? record.fullURI(on: token)
        return shortest(own, uris, isWholeToken: true)
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
        _ session: inout Session,
        _ code: SelectionError.Code = .severalObjects
    ) throws(CryptokiError) -> SelectionError {
        let candidates = try candidates(found, &session)
        // One URI for several is nothing to choose from.
        var error = SelectionError(code == .severalObjects && candidates.count < 2 ? .indistinguishable : code, message)
        error.candidates = candidates
        return error
    }

    private func candidates(_ records: [ObjectRecord], _ session: inout Session) throws(CryptokiError) -> [String] {
        let uris = try fullURIs(of: records, &session)
        var candidates: [String] = []
        for uri in uris where candidates.count < 20 {
            let short = shortest(uri, uris)
            if !candidates.contains(short) { candidates.append(short) }
        }
        return candidates
    }

    /// Whether objects are one, or copies of one, with the same names and the same value: any of them will do.
    private func areCopies(_ found: [ObjectRecord], _ session: inout Session) throws(CryptokiError) -> Bool {
        guard found.count > 1 else { return found.count == 1 }
        let uris = try fullURIs(of: found, &session)
        return uris[0].objectDigest != nil && uris.allSatisfy { $0 == uris[0] }
    }

    /// Whether ids name the slots of PIV: Jeton's own module, OpenSC's and Yubico's number keys by them.
    private var isPIV: Bool {
        token.entry.moduleInfo.isJetonsOwn || ForeignText(token.token.model).lowercased().contains("piv")
    }

    private func matches(
        _ record: ObjectRecord,
        _ name: ObjectName,
        _ objectClass: ObjectClass?,
        _ session: inout Session
    ) throws(CryptokiError) -> Bool {
        if let objectClass, record.objectClass != objectClass { return false }
        switch name {
        case .uri(let uri):
            var pattern = uri.withoutQuery
            if objectClass != nil { pattern.type = nil }
            let digest = pattern.objectDigest
            pattern.objectDigest = nil
            guard pattern.matches(record.fullURI(on: token)) else { return false }
            guard let digest else { return true }
            return try record.digest(&session) == digest
        case .text(let text):
            return record.values.octets(.label) == Array(text.utf8)
                || (!record.idHex.isEmpty && record.idHex == text.lowercased())
                || (isPIV && record.values.id == ObjectName.id(ofPIVSlot: text) && record.values.id != nil)
        }
    }
}
