internal import Cryptoki
internal import SigningDesk
internal import TokenKit

/// A list of objects, as text or JSON.
struct ObjectReport {
    let schema: String
    let objects: [ObjectRecord]
    let selection: ObjectSelection
    /// What an object of the list is called.
    var word = "object"
    /// Whether these are all objects of the token.
    var isWholeToken = false

    func print(json wantsJSON: Bool) throws(CommandError) {
        let uris = objects.map { $0.fullURI(on: selection.token) }
        let short = uris.map { selection.shortest($0, uris, isWholeToken: isWholeToken) }
        if wantsJSON {
            let list = zip(objects, short).map { object, uri in json(object, uri) }
            try Console.print(
                .object([
                    ("schema", .string(schema)), ("token", .string(selection.token.uri)), ("objects", .array(list)),
                ])
            )
            return
        }
        guard !objects.isEmpty else {
            Console.note("there is no \(word) on token '\(selection.token.name)'")
            return
        }
        var table = Table(["class", "type", "label", "id", "uri"])
        for (object, uri) in zip(objects, short) {
            table.add([object.className, object.kind, object.label, object.idHex, uri])
        }
        try Console.print(table.lines(style: Console.style))
    }

    private func json(_ object: ObjectRecord, _ uri: String) -> JSON {
        let values = object.values
        func flag(_ type: AttributeType) -> JSON { values.flag(type).map { .bool($0) } ?? .null }
        return .object([
            ("class", .string(object.className)), ("type", .string(object.kind)), ("label", .string(object.label)),
            ("id", .string(object.idHex)), ("uri", .string(uri)), ("private", flag(.private)),
            ("sign", flag(.sign)), ("decrypt", flag(.decrypt)), ("derive", flag(.derive)),
            ("sensitive", flag(.sensitive)), ("extractable", flag(.extractable)),
            ("alwaysAuthenticate", flag(.alwaysAuthenticate)),
        ])
    }
}
