internal import Cryptoki
internal import SigningDesk

/// An object of a token with the shortest URI that names it.
struct NamedObject {
    let record: ObjectRecord
    let uri: String
}

extension TokenSession {
    /// The one object of any class that a name matches.
    mutating func find(_ name: ObjectName) throws -> NamedObject { try named(objects.any(name, &session)) }

    /// The one object of a class that a name matches.
    ///
    /// - Parameters:
    ///   - name: The label, id or URI.
    ///   - objectClass: The class.
    ///   - noun: The class in an error message, such as "private key".
    /// - Returns: The object with its shortest URI.
    /// - Throws: `SelectionError`, `CryptokiError`.
    mutating func find(_ name: ObjectName, _ objectClass: ObjectClass, noun: String) throws -> NamedObject {
        try named(objects.one(name, objectClass, noun: noun, &session))
    }

    private mutating func named(_ record: ObjectRecord) throws -> NamedObject {
        NamedObject(record: record, uri: try objects.uniqueURI(of: record, &session))
    }
}

extension TokenOptions {
    /// Opens a session on the token that the options and the name of an object on it mean.
    func open(
        _ name: ObjectName?,
        pin: PINOptions?,
        changing management: ManagementKeyOptions? = nil
    ) throws -> TokenSession {
        var query = try query()
        try query.add(name, from: .user)
        return try Desk.open(query, pin: pin, changing: management)
    }
}
