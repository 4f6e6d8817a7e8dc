internal import ArgumentParser
internal import Cryptoki
internal import SigningDesk
internal import TokenKit

/// A list of objects, as text or JSON.
struct ObjectReport {
    let schema: String
    let objects: [ObjectRecord]
    let selection: ObjectSelection
    /// The objects' whole URIs.
    let uris: [PKCS11URI]
    /// What an object of the list is called.
    var word = "object"
    /// Whether these are all objects of the token.
    var isWholeToken = false

    func answer(_ output: OutputOptions) throws -> ExitCode {
        let short = uris.map { selection.shortest($0, uris, isWholeToken: isWholeToken) }
        let counts = Dictionary(short.map { ($0, 1) }, uniquingKeysWith: +)
        let list = zip(objects, short).map { json($0, $1, isUnique: counts[$1] == 1) }
        return try output.answer(schema, ["token": selection.token.uri, "objects": list]) {
            guard !objects.isEmpty else {
                return Console.note("no \(word) on token '\(selection.token.name)'")
            }
            var table = Table(["class", "type", "label", "id", "uri"])
            for (object, uri) in zip(objects, short) {
                table.add([object.className, object.kind, object.label, object.idHex, uri])
            }
            try Console.print(table.lines(style: Console.style))
            note(short, counts)
        }
    }

    /// What to do about objects that nothing which the token shows tells apart.
    static let indistinguishable =
        "nothing that the token shows tells them apart; delete them with the vendor's tool, and import each under its own label"

    /// Says which URIs name several objects.
    private func note(_ short: [String], _ counts: [String: Int]) {
        for (uri, whole) in zip(short, uris) {
            guard let count = counts[uri], count > 1, short.firstIndex(of: uri) == uris.firstIndex(of: whole) else {
                continue
            }
            if whole.objectDigest != nil {
                Console.note("note: \(count) \(word)s are equal copies, and \(uri) names any of them")
            } else {
                Console.note("warning: \(uri) names \(count) \(word)s")
                Console.note("hint: \(Self.indistinguishable)")
            }
        }
    }

    private func json(_ object: ObjectRecord, _ uri: String, isUnique: Bool) -> JSON {
        let values = object.values
        func flag(_ type: AttributeType) -> Bool? { values.flag(type) }
        return .object([
            "class": object.className, "type": object.kind, "label": object.label, "id": object.idHex, "uri": uri,
            "unique": isUnique,
            "private": flag(.private), "sign": flag(.sign), "decrypt": flag(.decrypt), "derive": flag(.derive),
            "sensitive": flag(.sensitive), "extractable": flag(.extractable),
            "alwaysAuthenticate": flag(.alwaysAuthenticate),
        ])
    }
}
