internal import Cryptoki
internal import Octets

/// What the command line says of an object: a label, an id in hexadecimal, or a URI.
enum ObjectName {
    case uri(PKCS11URI)
    case text(String)

    init(_ text: String) throws {
        self = text.hasPrefix("pkcs11:") ? .uri(try PKCS11URI(parsing: text)) : .text(text)
    }

    var words: String {
        switch self {
        case .uri(let uri): "\(uri)"
        case .text(let text): "'\(text)'"
        }
    }

    /// Templates that find the object, each to be tried.
    func templates(_ objectClass: ObjectClass?) -> [[Attribute]] {
        let base = objectClass.map { [Attribute.objectClass($0)] } ?? []
        switch self {
        case .uri(let uri):
            var template = base
            if let label = uri.object { template.append(Attribute(.label, label)) }
            if let id = uri.id { template.append(.id(id)) }
            return [template]
        case .text(let text):
            var templates = [base + [.label(text)]]
            if let id = Hex.decode(text), !id.isEmpty { templates.append(base + [.id(id)]) }
            return templates
        }
    }
}

/// Finds objects by name, exactly one or an error.
struct ObjectSelection {
    let token: SelectedToken

    /// All objects of a class that a name fits.
    func all(_ name: ObjectName?, _ objectClass: ObjectClass?, _ session: inout Session) throws -> [ObjectRecord] {
        guard let name else {
            return try ObjectRecord.read(&session, objectClass.map { [.objectClass($0)] } ?? [])
        }
        var found: [ObjectRecord] = []
        for template in name.templates(objectClass) {
            for record in try ObjectRecord.read(&session, template)
            where !found.contains(where: { $0.handle == record.handle }) {
                // Some modules ignore attributes that they don't know and answer too much.
                if fits(record, name, objectClass) { found.append(record) }
            }
        }
        return found
    }

    /// The one object of a class that a name fits; without a name, the only one.
    ///
    /// - Parameter noun: What it is called in the error, such as "private key".
    func one(
        _ name: ObjectName?,
        _ objectClass: ObjectClass,
        noun: String,
        _ session: inout Session
    ) throws -> ObjectRecord {
        let found = try all(name, objectClass, &session)
        if found.count == 1 { return found[0] }
        let others = found.isEmpty ? try ObjectRecord.read(&session, [.objectClass(objectClass)]) : found
        let uris = others.map { $0.fullURI(on: token) }
        let short = uris.prefix(20).map { shortest($0, uris) }
        guard found.isEmpty else {
            throw CommandError(
                "\(found.count) \(noun)s \(name.map { "match \($0.words)" } ?? "are there to choose from") on token "
                    + "'\(token.name)'",
                hints: ["name one by its URI"],
                exitCode: .ambiguous,
                candidates: short
            )
        }
        throw CommandError(
            "there is no \(noun)\(name.map { " \($0.words)" } ?? "") on token '\(token.name)'",
            hints: [
                short.isEmpty ? "`jeton object list` shows what is there" : "these are there; name one of them"
            ],
            exitCode: .notFound,
            candidates: short
        )
    }

    /// The one object of any class that a name fits.
    func any(_ name: ObjectName, _ session: inout Session) throws -> ObjectRecord {
        let found = try all(name, nil, &session)
        if found.count == 1 { return found[0] }
        guard found.isEmpty else {
            let uris = found.map { $0.fullURI(on: token) }
            throw CommandError(
                "\(found.count) objects match \(name.words) on token '\(token.name)'",
                hints: ["name one by its URI; `;type=` tells a certificate from its key"],
                exitCode: .ambiguous,
                candidates: uris.prefix(20).map { shortest($0, uris) }
            )
        }
        throw CommandError.notFound(
            "there is no object \(name.words) on token '\(token.name)'",
            hints: ["`jeton object list` shows what is there"]
        )
    }

    /// The shortest URI that names just one object of all that the session sees on the token.
    func uniqueURI(_ uri: PKCS11URI, _ session: inout Session) throws -> String {
        shortest(uri, try ObjectRecord.read(&session).map { $0.fullURI(on: token) }, isWholeToken: true)
    }

    /// The shortest URI of one object, with the token's name in it.
    ///
    /// - Parameters:
    ///   - all: What it is told from.
    ///   - isWholeToken: Whether these are all of the token's objects; of some of them only, it tells the type too,
    ///     since the other half of a key, or its certificate, may have the same names.
    func shortest(_ uri: PKCS11URI, _ all: [PKCS11URI], isWholeToken: Bool = false) -> String {
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

    private func fits(_ record: ObjectRecord, _ name: ObjectName, _ objectClass: ObjectClass?) -> Bool {
        if let objectClass, record.objectClass != objectClass { return false }
        switch name {
        case .uri(let uri):
            var pattern = uri.withoutQuery
            if objectClass != nil { pattern.type = nil }
            return pattern.matches(record.fullURI(on: token))
        case .text(let text):
            return record.values.octets(.label) == Array(text.utf8)
                || (!record.idHex.isEmpty && record.idHex == text.lowercased())
        }
    }
}
